/**
 * Deletions of whole organizations, up to the end of the time for cancelling. The workflow decides the steps. The row
 * records them, and the API shows only the row.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  DELETION_STATUSES,
  type DeletionCounts,
  type DeletionInput,
  noCounts,
  REMINDERS,
} from '#domain/privacy/account-deletion.ts';
import { cancelledMail, pendingMail } from '#src/mail/deletion-mails.ts';
import type { MailText } from '#domain/accounts/mail.ts';
import { ApiKeyEntity } from '#store/organizations/api-keys.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { HOUR_MS } from '#domain/duration.ts';

const p = defineEntity.properties;

export const AccountDeletionEntity = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletion',
  policies: ownRows('account_deletion_tenant', 'organization_id'),
  uniques: [
    {
      name: 'account_deletion_open',
      properties: ['organizationId'],
      where: `"status" in ('pending', 'executing')`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    status: p.enum(DELETION_STATUSES),
    requestedBy: p.uuid(),
    requestedAt: p.datetime(),
    cancellableUntil: p.datetime(),
    cancelledAt: p.datetime().nullable(),
    /** The number of sent reminders. */
    reminders: p.integer(),
    /** The numbers of removed objects. */
    counts: p.json<DeletionCounts>().columnType('json'),
  },
});

export type AccountDeletion = InferEntity<typeof AccountDeletionEntity>;

export type AccountDeletionStore = ReturnType<typeof accountDeletionStore>;

/**
 * The rounds start it, or whoever asks for it.
 *
 * @param actorId who is in the audit log; null is the service
 */
export async function putDownDeletion(
  em: EntityManager,
  request: Pick<AccountDeletion, 'organizationId' | 'requestedBy' | 'requestedAt' | 'cancellableUntil'>,
  actorId: string | null,
): Promise<AccountDeletion> {
  const id = randomUUID();
  const beginning = { status: 'pending', cancelledAt: null, reminders: 0, counts: noCounts() } as const;
  const deletion = em.create(AccountDeletionEntity, { id, ...request, ...beginning });
  await appendAudit(em, {
    organizationId: request.organizationId,
    actorId,
    action: 'deletion.requested',
    target: id,
  });
  return deletion;
}

/** Makes of the row what the workflow takes. */
export function deletionInput({ id, organizationId, requestedAt, cancellableUntil }: AccountDeletion): DeletionInput {
  return {
    deletionId: id,
    organizationId,
    requestedAtMs: requestedAt.getTime(),
    cancellableUntilMs: cancellableUntil.getTime(),
  };
}

export function accountDeletionStore(db: Database, mails: MailStore) {
  return {
    /** A new one with mails about it, or the one that is pending; `mailIds` are for `startMail`. */
    request: (
      organizationId: string,
      memberId: string,
      coolingOffMs: number,
    ): Promise<{ deletion: AccountDeletion; mailIds: readonly string[] }> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockOrganization(em, organizationId);
        const open = await findOpen(em, organizationId);
        if (open) return { deletion: open, mailIds: [] };
        const requestedAt = new Date();
        const cancellableUntil = new Date(requestedAt.getTime() + coolingOffMs);
        const request = { organizationId, requestedBy: memberId, requestedAt, cancellableUntil };
        const deletion = await putDownDeletion(em, request, memberId);
        return { deletion, mailIds: await tell(em, mails, organizationId, (name) => pending(deletion, name)) };
      }),

    /** The one that is pending or being executed. */
    find: (organizationId: string): Promise<AccountDeletion | null> => findDeletion(db, organizationId),

    /** Mails of the reminder of this number, counted from 1; none when it was sent before, or there is nothing to say. */
    remind: (organizationId: string, id: string, reminder: number): Promise<readonly string[]> =>
      db.system().transactional(async (em) => {
        const unsaid = { organizationId, id, status: 'pending' as const, reminders: { $lt: reminder } };
        if ((await em.nativeUpdate(AccountDeletionEntity, unsaid, { reminders: reminder })) === 0) return [];
        const deletion = await em.findOneOrFail(AccountDeletionEntity, { organizationId, id });
        return tell(em, mails, organizationId, (name) => pending(deletion, name, REMINDERS[reminder - 1]));
      }),

    /** pending -> cancelled. The mails are none of a second call. */
    cancel: (organizationId: string, id: string, memberId: string): Promise<readonly string[]> =>
      db.system().transactional(async (em) => {
        const open = { organizationId, id, status: 'pending' as const };
        const cancelled = { status: 'cancelled' as const, cancelledAt: new Date() };
        if ((await em.nativeUpdate(AccountDeletionEntity, open, cancelled)) === 0) return [];
        await appendAudit(em, { organizationId, actorId: memberId, action: 'deletion.cancelled', target: id });
        return tell(em, mails, organizationId, (organizationName) => cancelledMail({ organizationName }));
      }),

    /** pending -> executing, also once more. False when it is neither. */
    async begin(organizationId: string, id: string): Promise<boolean> {
      const open = { organizationId, id, status: { $in: ['pending', 'executing'] as const } };
      return (await db.system().nativeUpdate(AccountDeletionEntity, open, { status: 'executing' })) === 1;
    },

    /** Ends all sign-ins and keys, and accepts nothing more. */
    shutOut: (organizationId: string): Promise<void> =>
      db.system().transactional(async (em) => {
        await em.nativeUpdate(OrganizationEntity, { id: organizationId }, { isActive: false });
        await em.nativeUpdate(ApiKeyEntity, { organizationId }, { isActive: false });
        await em.nativeUpdate(MemberEntity, { organizationId }, { isActive: false });
        await em.nativeUpdate(SessionEntity, { organizationId, endedAt: null }, { endedAt: new Date() });
      }),

    /** Open ones, for the sweep that starts what was not started, the oldest first. */
    unattended(olderThanMs: number, limit: number): Promise<AccountDeletion[]> {
      const before = { $lt: new Date(Date.now() - olderThanMs) };
      const open = { status: { $in: ['pending', 'executing'] as const }, requestedAt: before };
      return db.system().find(AccountDeletionEntity, open, { orderBy: { requestedAt: 'asc' }, limit });
    },
  };
}

/** The one that is pending or being executed. */
export function findDeletion(db: Database, organizationId: string): Promise<AccountDeletion | null> {
  return findOpen(db.tenant(organizationId), organizationId);
}

function findOpen(em: EntityManager, organizationId: string): Promise<AccountDeletion | null> {
  return em.findOne(AccountDeletionEntity, { organizationId, status: { $in: ['pending', 'executing'] } });
}

function pending({ requestedAt, cancellableUntil }: AccountDeletion, organizationName: string, passed = 0): MailText {
  const wholeMs = cancellableUntil.getTime() - requestedAt.getTime();
  const hoursLeft = Math.max(1, Math.round((wholeMs * (1 - passed)) / HOUR_MS));
  return pendingMail({ organizationName, cancellableUntil }, hoursLeft);
}

/** Tells the owners and admins, who can do something about it. */
async function tell(
  em: EntityManager,
  mails: MailStore,
  organizationId: string,
  write: (organizationName: string) => MailText,
): Promise<readonly string[]> {
  const { name } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  const those = { organizationId, isActive: true, role: { $in: ['owner', 'admin'] as const } };
  const members = await em.find(MemberEntity, those, { orderBy: { createdAt: 'asc', id: 'asc' } });
  const text = write(name);
  return mails.queue(
    em,
    members.map(({ email }) => ({ organizationId, to: email, ...text })),
  );
}
