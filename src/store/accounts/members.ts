/** Members: the people of an organization, who sign in to the portal with a password. */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MEMBER_ROLES, type MemberRole } from '#domain/accounts/permissions.ts';
import type { Database } from '#store/database/database.ts';
import { hashPassword } from './password-hash.ts';
import { ownRows } from '#store/database/tenancy.ts';

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

/** Runs within a transaction; whoever calls flushes it. */
export function addMember(
  em: EntityManager,
  member: Pick<Member, 'organizationId' | 'email' | 'passwordHash' | 'role' | 'emailVerified'>,
): Member {
  const email = member.email.toLowerCase();
  const rest = { id: randomUUID(), isActive: true, createdAt: new Date(), lastLoginAt: null };
  return em.create(MemberEntity, { ...member, ...rest, email });
}

/** The password does not change until the transaction ends: whoever replaces it ends sessions afterwards. */
export function lockMember(
  em: EntityManager,
  { organizationId, id }: Pick<Member, 'organizationId' | 'id'>,
): Promise<Member> {
  const locked = { lockMode: LockMode.PESSIMISTIC_READ } as const;
  return em.findOneOrFail(MemberEntity, { organizationId, id, isActive: true }, locked);
}

export function memberStore(db: Database) {
  return {
    async create(organizationId: string, { password, ...member }: NewMember): Promise<Member> {
      const passwordHash = await hashPassword(password);
      const em = db.system();
      const created = addMember(em, { ...member, organizationId, passwordHash });
      await em.flush();
      return created;
    },

    findByEmail: (email: string): Promise<Member | null> =>
      db.system().findOne(MemberEntity, { email: email.toLowerCase() }),

    async setPassword(organizationId: string, id: string, password: string): Promise<void> {
      const passwordHash = await hashPassword(password);
      await db.system().nativeUpdate(MemberEntity, { organizationId, id }, { passwordHash });
    },
  };
}
