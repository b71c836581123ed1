/** Members: the people of an organization, who sign in to the portal with a password. */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { hash } from '@node-rs/argon2';
import { MEMBER_ROLES, type MemberRole } from '#domain/team.ts';
import type { Database } from './orm.ts';
import { ownRows } from './tenancy.ts';

const p = defineEntity.properties;

export const MemberEntity = defineEntity({
  name: 'Member',
  tableName: 'member',
  policies: ownRows('member_tenant', 'organization_id'),
  uniques: [{ name: 'member_of_organization', properties: ['organizationId', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    /** Lower case; one person, one organization. */
    email: p.text().unique('member_email_unique'),
    passwordHash: p.text(),
    role: p.enum(MEMBER_ROLES),
    isActive: p.boolean(),
    emailVerified: p.boolean(),
    createdAt: p.datetime(),
    lastLoginAt: p.datetime().nullable(),
  },
});

export type Member = InferEntity<typeof MemberEntity>;

export interface NewMember {
  readonly email: string;
  readonly password: string;
  readonly role: MemberRole;
  readonly emailVerified: boolean;
}

export interface MemberStore {
  create(organizationId: string, member: NewMember): Promise<Member>;
  findByEmail(email: string): Promise<Member | null>;
  setPassword(organizationId: string, memberId: string, password: string): Promise<void>;
}

/** Argon2id (the library's default) with 19 MiB, two passes, one lane: the least OWASP accepts, some 20 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function memberStore(db: Database): MemberStore {
  return {
    async create(organizationId, { email, password, role, emailVerified }) {
      const passwordHash = await hash(password, ARGON2);
      const em = db.system();
      const member = em.create(MemberEntity, {
        id: randomUUID(),
        organizationId,
        email: email.toLowerCase(),
        passwordHash,
        role,
        isActive: true,
        emailVerified,
        createdAt: new Date(),
        lastLoginAt: null,
      });
      await em.flush();
      return member;
    },

    findByEmail: (email) => db.system().findOne(MemberEntity, { email: email.toLowerCase() }),

    async setPassword(organizationId, id, password) {
      const passwordHash = await hash(password, ARGON2);
      await db.system().nativeUpdate(MemberEntity, { organizationId, id }, { passwordHash });
    },
  };
}
