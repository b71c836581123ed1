/** Invitations to join an organization: bound to one address, good for one use and 48 hours. */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import { MEMBER_ROLES, type MemberRole } from '#domain/accounts/permissions.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { deactivate } from '#store/organizations/deactivation.ts';
import { addMember, type Member, MemberEntity } from './members.ts';
import { livingToken, newToken } from './one-time-tokens.ts';
import { lockActive, OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const InvitationEntity = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  policies: ownRows('invitation_tenant', 'organization_id'),
  uniques: [{ name: 'invitation_email_unique', properties: ['organizationId', 'email'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    /** Lower case. */
    email: p.text(),
    role: p.enum(MEMBER_ROLES),
    sha256: p.text().unique('invitation_sha256_unique'),
    expiresAt: p.datetime(),
  },
});

export type Invitation = InferEntity<typeof InvitationEntity>;

export interface NewInvitation {
  readonly organizationId: string;
  readonly email: string;
  readonly role: MemberRole;
}

export type InvitationStore = ReturnType<typeof invitationStore>;

const LIFE_MS = 48 * 60 * 60 * 1000;

export function invitationStore(db: Database) {
  return {
    /**
     * Runs within a transaction; the token is for the mail. An earlier invitation of the same address is worth nothing
     * then.
     */
    async create(
      em: EntityManager,
      { organizationId, email, role }: NewInvitation,
    ): Promise<{ invitation: Invitation; token: string }> {
      const now = new Date();
      await em.nativeDelete(InvitationEntity, { organizationId, expiresAt: { $lte: now } });
      await em.nativeDelete(InvitationEntity, { organizationId, email: email.toLowerCase() });
      const { token, sha256 } = newToken();
      const expiresAt = new Date(now.getTime() + LIFE_MS);
      const invitation = { id: randomUUID(), organizationId, email: email.toLowerCase(), role, sha256, expiresAt };
      await em.insert(InvitationEntity, invitation);
      return { invitation, token };
    },

    /** Answers null for a token that is unknown, expired or used. */
    async preview(token: string): Promise<(Invitation & { readonly organizationName: string }) | null> {
      const em = db.system();
      const invitation = await em.findOne(InvitationEntity, livingToken(token));
      if (!invitation) return null;
      const { name } = await em.findOneOrFail(OrganizationEntity, { id: invitation.organizationId });
      return { ...invitation, organizationName: name };
    },

    /**
     * Makes the invited person a member whose address is confirmed: the link came by mail. Null as `preview`; throws
     * `already_registered` and `organization_inactive`.
     */
    async accept(token: string, passwordHash: string): Promise<Member | null> {
      try {
        return await db.system().transactional((em) => accept(em, token, passwordHash));
      } catch (error) {
        if (error instanceof UniqueConstraintViolationException) throw alreadyRegistered();
        throw error;
      }
    },
  };
}

async function accept(em: EntityManager, token: string, passwordHash: string): Promise<Member | null> {
  const invitation = await em.findOne(InvitationEntity, livingToken(token));
  if (!invitation || (await em.nativeDelete(InvitationEntity, livingToken(token))) !== 1) return null;
  const { organizationId, email, role } = invitation;
  await lockActive(em, organizationId);
  await makeRoomFor(em, email);
  const member = addMember(em, { organizationId, email, passwordHash, role, emailVerified: true });
  await em.flush();
  const details = { role };
  await appendAudit(em, {
    organizationId,
    actorId: member.id,
    action: 'invitation.accepted',
    target: member.id,
    details,
  });
  return member;
}

/**
 * Anybody can register with the address of another person. The link of a mail proves who owns the address, so an
 * unconfirmed account ends, and with it an organization that has no other member.
 */
async function makeRoomFor(em: EntityManager, email: string): Promise<void> {
  const other = await em.findOne(MemberEntity, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (other === null) return;
  if (other.emailVerified) throw alreadyRegistered();
  const { id, organizationId } = other;
  await em.nativeDelete(MemberEntity, { id });
  await appendAudit(em, {
    organizationId,
    actorId: null,
    action: 'member.removed',
    target: id,
    details: { role: other.role },
  });
  if ((await em.count(MemberEntity, { organizationId })) === 0) await deactivate(em, organizationId, null);
}

function alreadyRegistered(): ServiceError {
  return new ServiceError(
    'already_registered',
    'This address has an account already, and an account belongs to one organization.',
  );
}
