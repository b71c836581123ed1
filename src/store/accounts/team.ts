/**
 * The members and invitations of an organization. A change of a team checks the caller again under a lock, because two
 * owners who remove each other's role at the same time must leave one.
 */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import { type InvitedRole, type MemberRole, REMOVERS } from '#domain/accounts/permissions.ts';
import type { MailTemplates } from '#src/mail/account-mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { methodsOf, methodsOfTeam } from './factor-rows.ts';
import { type Invitation, InvitationEntity, type InvitationStore } from './invitations.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { type Member, MemberEntity } from './members.ts';
import { lockActive } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';

/** The member who acts, and the organization. */
export interface Actor {
  readonly organizationId: string;
  readonly memberId: string;
}

export interface TeamMember extends Member {
  readonly hasSecondFactor: boolean;
}

export interface Invited {
  readonly invitation: Invitation;
  /** For `startMail`. */
  readonly mailIds: readonly string[];
}

export function teamStore(db: Database, invitations: InvitationStore, mails: MailStore, mailTemplates: MailTemplates) {
  return {
    /** Answers the members in the order they joined. */
    list: (organizationId: string): Promise<TeamMember[]> => teamOf(db.tenant(organizationId), organizationId),

    find: (organizationId: string, id: string): Promise<Member | null> =>
      db.tenant(organizationId).findOne(MemberEntity, { organizationId, id }),

    /** Throws `already_member` and `organization_inactive`. */
    invite: ({ organizationId, memberId: actorId }: Actor, email: string, role: InvitedRole): Promise<Invited> =>
      db.tenant(organizationId).transactional(async (em) => {
        const { name, requireSecondFactor } = await lockActive(em, organizationId); // invitations of one address follow each other
        if ((await em.count(MemberEntity, { organizationId, email: email.toLowerCase() })) > 0) {
          throw new ServiceError('already_member', 'This address belongs to a member of the organization.');
        }
        const { invitation, token } = await invitations.create(em, { organizationId, email, role });
        const mail = {
          ...mailTemplates.invitation(name, token, requireSecondFactor),
          to: invitation.email,
          organizationId,
        };
        const mailIds = await mails.queue(em, [mail]);
        const fact = { action: 'invitation.created', target: invitation.id, details: { role } };
        await appendAudit(em, { organizationId, actorId, ...fact });
        return { invitation, mailIds };
      }),

    /** Answers the invitations that can still be accepted, newest first. */
    invitations(organizationId: string): Promise<Invitation[]> {
      const orderBy = { expiresAt: 'desc', id: 'asc' } as const;
      return db.tenant(organizationId).find(InvitationEntity, { organizationId, ...pending() }, { orderBy });
    },

    findInvitation: (organizationId: string, id: string): Promise<Invitation | null> =>
      db.tenant(organizationId).findOne(InvitationEntity, { organizationId, id, ...pending() }),

    /** Its link is worth nothing from then on. */
    revokeInvitation: ({ organizationId, memberId: actorId }: Actor, id: string): Promise<void> =>
      db.tenant(organizationId).transactional(async (em) => {
        if ((await em.nativeDelete(InvitationEntity, { organizationId, id })) === 0) return;
        await appendAudit(em, { organizationId, actorId, action: 'invitation.revoked', target: id });
      }),

    /**
     * Removes the row: sessions and links go with it, and the address is free again. False when there is nobody; throws
     * `insufficient_role` and `owner_cannot_be_removed`.
     */
    remove: (actor: Actor, memberId: string): Promise<boolean> =>
      db.tenant(actor.organizationId).transactional(async (em) => {
        const { self, other } = await lockBoth(em, actor, memberId);
        // The role comes first, so that a refusal does not show whether the member exists.
        if (self.role === 'member' && self !== other) throw insufficientRole(REMOVERS.member);
        if (!other) return false;
        requireRemovable(self, other);
        const { organizationId } = actor;
        await em.nativeDelete(MemberEntity, { organizationId, id: other.id });
        const fact = { action: 'member.removed', target: other.id, details: { role: other.role } };
        await appendAudit(em, { organizationId, actorId: self.id, ...fact });
        return true;
      }),

    /** Answers null when there is nobody; throws `insufficient_role` and `own_role_change`. */
    setRole: (actor: Actor, memberId: string, role: MemberRole): Promise<TeamMember | null> =>
      db.tenant(actor.organizationId).transactional(async (em) => {
        const { self, other } = await lockBoth(em, actor, memberId);
        if (self.role !== 'owner') throw insufficientRole(['owner']);
        if (other?.id === self.id)
          throw new ServiceError('own_role_change', 'Another owner changes your role, not you.');
        if (!other) return null;
        if (other.role === role) return withFactor(em, other);
        const details = { from: other.role, to: role };
        other.role = role;
        const fact = { action: 'member.role-changed', target: other.id, details };
        await appendAudit(em, { organizationId: actor.organizationId, actorId: self.id, ...fact });
        return withFactor(em, other);
      }),
  };
}

const AS_THEY_JOINED = { createdAt: 'asc', id: 'asc' } as const;

/** The members in the order they joined. */
export async function teamOf(em: EntityManager, organizationId: string): Promise<TeamMember[]> {
  const members = await em.find(MemberEntity, { organizationId }, { orderBy: AS_THEY_JOINED });
  const methods = await methodsOfTeam(em, organizationId);
  return members.map((member) => ({ ...member, hasSecondFactor: methods.has(member.id) }));
}

async function withFactor(em: EntityManager, member: Member): Promise<TeamMember> {
  const { organizationId, id: memberId } = member;
  const { length } = await methodsOf(em, { organizationId, memberId });
  return { ...member, hasSecondFactor: length > 0 };
}

function pending() {
  return { expiresAt: { $gt: new Date() } };
}

/**
 * Returns both members, unchanged until the end of the transaction. It locks them in the order of their ids. A locked
 * owner cannot lose the role meanwhile, and nobody changes the own role, so one owner is always left.
 */
export async function lockBoth(em: EntityManager, { organizationId, memberId }: Actor, otherId: string) {
  const both = { organizationId, id: { $in: [memberId, otherId] } };
  const locked = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const rows = await em.find(MemberEntity, both, locked);
  const self = rows.find(({ id }) => id === memberId);
  if (!self) throw new ServiceError('invalid_token', 'This sign-in has ended.');
  return { self, other: rows.find(({ id }) => id === otherId) ?? null };
}

function requireRemovable(self: Member, other: Member): void {
  if (other.role === 'owner') {
    throw new ServiceError('owner_cannot_be_removed', 'An owner is made admin or member first, by another owner.');
  }
  const removers: readonly MemberRole[] = REMOVERS[other.role];
  if (self !== other && !removers.includes(self.role)) throw insufficientRole(removers);
}

/** The refusal names the sufficient roles. */
export function insufficientRole(roles: readonly MemberRole[]): ServiceError {
  return new ServiceError('insufficient_role', `This takes the role ${roles.join(' or ')}.`, { members: { roles } });
}
