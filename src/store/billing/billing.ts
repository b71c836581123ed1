/**
 * The account of an organization at the payment provider, written after a request to the provider and never from an
 * event, and the events, each of which causes one such request.
 */
import { defineEntity } from '@mikro-orm/core';
import type { Account } from '#domain/billing/billing.ts';
import { appendAudit, type AuditFact } from '#store/organizations/audit.ts';
import { type Organization, OrganizationEntity } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { type Quota, quotaOf } from './quota.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const PaymentEventEntity = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_event',
  policies: ownRows('payment_event_tenant', 'organization_id'),
  indexes: [{ name: 'payment_event_unapplied', properties: ['receivedAt'], where: '"applied_at" is null' }],
  properties: {
    /** The provider's. */
    id: p.text().primary(),
    organizationId: p.uuid(),
    type: p.text(),
    receivedAt: p.datetime(),
    appliedAt: p.datetime().nullable(),
  },
});

/** An organization that the provider knows. */
export interface Customer {
  readonly organizationId: string;
  readonly customerId: string;
  readonly account: Account;
  /** The caller returns this number with the changes that follow from the account. */
  readonly revision: number;
}

export interface NotedEvent {
  readonly organizationId: string;
  /** It has been received before, and what it tells is in the account. */
  readonly isApplied: boolean;
}

export interface PendingEvent {
  readonly id: string;
  readonly organizationId: string;
}

export type BillingStore = ReturnType<typeof billingStore>;

/** The provider repeats an event for three days. */
const KEEP_EVENTS_MS = 30 * 24 * 60 * 60 * 1000;

export function billingStore(db: Database) {
  return {
    /** The quota of the organization in its period. */
    quota: (organization: Organization): Promise<Quota> => quotaOf(db.tenant(organization.id), organization),

    /** Somebody went to the provider's pages. */
    noteVisit: (visit: AuditFact): Promise<void> =>
      db.tenant(visit.organizationId).transactional((em) => appendAudit(em, visit)),

    /** The organization is known to the provider under this id; answers the id of before, where there is one. */
    async bindCustomer(organizationId: string, customerId: string): Promise<string> {
      const em = db.tenant(organizationId);
      const unbound = { id: organizationId, paymentCustomerId: null };
      await em.nativeUpdate(OrganizationEntity, unbound, { paymentCustomerId: customerId });
      const { paymentCustomerId } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
      return paymentCustomerId ?? customerId;
    },

    /** Answers null when the provider does not know the organization. */
    async findCustomer(organizationId: string): Promise<Customer | null> {
      const row = await db.system().findOne(OrganizationEntity, { id: organizationId });
      return row && toCustomer(row);
    },

    /** Answers false when the account has been written since the customer was read: then look again. */
    record: (customer: Customer, account: Account): Promise<boolean> => record(db, customer, account),

    /** Answers null when no organization of ours is this customer. An event that is received again is noted once. */
    noteEvent: (event: { id: string; type: string; customerId: string }): Promise<NotedEvent | null> =>
      noteEvent(db, event),

    async markApplied(eventId: string): Promise<void> {
      await db.system().nativeUpdate(PaymentEventEntity, { id: eventId }, { appliedAt: new Date() });
    },

    /** Answers the events that nobody has applied within the time, the oldest first. */
    async listUnapplied(olderThanMs: number, limit: number): Promise<PendingEvent[]> {
      const overdue = { appliedAt: null, receivedAt: { $lt: new Date(Date.now() - olderThanMs) } };
      const rows = await db.system().find(PaymentEventEntity, overdue, { orderBy: { receivedAt: 'asc' }, limit });
      return rows.map(({ id, organizationId }) => ({ id, organizationId }));
    },

    /** Answers the organizations that the provider knows, after the given id, in its order. */
    async listCustomers(afterId: string | null, limit: number): Promise<Customer[]> {
      const known = { paymentCustomerId: { $ne: null }, ...(afterId !== null && { id: { $gt: afterId } }) };
      const rows = await db.system().find(OrganizationEntity, known, { orderBy: { id: 'asc' }, limit });
      return rows.flatMap((row) => toCustomer(row) ?? []);
    },

    /** Answers the organizations that were deactivated and still have a subscription. */
    async listOrphanedSubscriptions(limit: number): Promise<Customer[]> {
      const orphaned = { isActive: false, paymentSubscriptionId: { $ne: null } };
      const rows = await db.system().find(OrganizationEntity, orphaned, { limit });
      return rows.flatMap((row) => toCustomer(row) ?? []);
    },

    /** Removes events that were applied long ago; answers how many. */
    async forgetEvents(limit: number): Promise<number> {
      const em = db.system();
      const old = { appliedAt: { $lt: new Date(Date.now() - KEEP_EVENTS_MS) } };
      const rows = await em.find(PaymentEventEntity, old, { fields: ['id'], limit });
      return em.nativeDelete(PaymentEventEntity, { id: { $in: rows.map(({ id }) => id) } });
    },
  };
}

/** The subscription in the row of an organization. */
function accountOf(organization: Organization): Account {
  return {
    planTier: organization.planTier,
    paymentSubscriptionId: organization.paymentSubscriptionId ?? null,
    subscriptionStatus: organization.subscriptionStatus ?? null,
    billingInterval: organization.billingInterval ?? null,
    periodAnchor: organization.periodAnchor ?? null,
    currentPeriodEnd: organization.currentPeriodEnd ?? null,
    cancelAtPeriodEnd: organization.cancelAtPeriodEnd,
  };
}

function toCustomer(row: Organization): Customer | null {
  const { id: organizationId, paymentCustomerId: customerId, paymentRevision: revision } = row;
  if (!customerId) return null;
  return { organizationId, customerId, account: accountOf(row), revision };
}

/**
 * Compare and set. Between the reading of the customer and this, the provider was asked: whoever wrote in the meantime
 * may have asked later.
 */
function record(db: Database, { organizationId, account: before, revision }: Customer, account: Account) {
  return db.system().transactional(async (em) => {
    const read = { id: organizationId, paymentRevision: revision };
    const written = await em.nativeUpdate(OrganizationEntity, read, { ...account, paymentRevision: revision + 1 });
    if (written === 0) return false;
    const auditedFields = ({ planTier, subscriptionStatus, billingInterval, cancelAtPeriodEnd }: Account) => ({
      planTier,
      subscriptionStatus,
      billingInterval,
      cancelAtPeriodEnd,
    });
    if (JSON.stringify(auditedFields(before)) === JSON.stringify(auditedFields(account))) return true;
    const target = account.paymentSubscriptionId ?? before.paymentSubscriptionId;
    const details = { ...auditedFields(account), planTierBefore: before.planTier };
    await appendAudit(em, { organizationId, actorId: null, action: 'billing.subscription-changed', target, details });
    return true;
  });
}

async function noteEvent(
  db: Database,
  { id, type, customerId }: { id: string; type: string; customerId: string },
): Promise<NotedEvent | null> {
  const em = db.system();
  const organization = await em.findOne(OrganizationEntity, { paymentCustomerId: customerId });
  if (!organization) return null;
  const event = { id, type, organizationId: organization.id, receivedAt: new Date(), appliedAt: null };
  await em.upsert(PaymentEventEntity, event, { onConflictFields: ['id'], onConflictAction: 'ignore' });
  const noted = await em.findOneOrFail(PaymentEventEntity, { id }, { refresh: true });
  return { organizationId: noted.organizationId, isApplied: noted.appliedAt !== null && noted.appliedAt !== undefined };
}
