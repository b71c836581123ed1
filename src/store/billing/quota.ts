/**
 * The ledger of an organization's documents. A unit is reserved when work is accepted, and used or released when it
 * ends; the counters of the period change in the same transactions, and only here.
 */
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { allowsOverage } from '#domain/billing/billing.ts';
import { type BillingPeriod, periodOf } from './billing-period.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { PLANS, type PlanTier } from '#domain/billing/plan.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { SubmissionRow } from '#store/submissions/submission-row.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const UsagePeriodEntity = defineEntity({
  name: 'UsagePeriod',
  tableName: 'usage_period',
  policies: ownRows('usage_period_tenant', 'organization_id'),
  indexes: [{ name: 'usage_period_ledger', properties: ['endsAt'], where: `"ledger_kept"` }],
  properties: {
    organizationId: p.uuid().primary(),
    startsAt: p.datetime().primary(),
    endsAt: p.datetime(),
    /** Units of documents in progress. */
    reserved: p.integer(),
    /** Units of what was delivered, comparisons included. */
    used: p.integer(),
    succeeded: p.integer(),
    failed: p.integer(),
    rejected: p.integer(),
    /** The time of successful documents. */
    processingMs: p.bigint('number'),
    /** False once the entries of the ledger that are of this period have been deleted (`ledger-retention.ts`). */
    ledgerKept: p.boolean().default(true),
  },
});

const KINDS = ['submission', 'comparison'] as const;
const STATES = ['reserved', 'used', 'released'] as const;
/** The states of units under a subscription: due, reported, or too old for a report. */
const METERINGS = ['due', 'reported', 'expired'] as const;

export const QuotaEntryEntity = defineEntity({
  name: 'QuotaEntry',
  tableName: 'quota_entry',
  policies: ownRows('quota_entry_tenant', 'organization_id'),
  indexes: [
    { name: 'quota_entry_reserved', properties: ['createdAt'], where: `"state" = 'reserved'` },
    { name: 'quota_entry_metering', properties: ['settledAt', 'id'], where: `"metering" = 'due'` },
    { name: 'quota_entry_settled', properties: ['organizationId', 'settledAt'] },
  ],
  properties: {
    /** The submission's id, or the comparison's. */
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    periodStartsAt: p.datetime(),
    kind: p.enum(KINDS),
    units: p.integer(),
    state: p.enum(STATES),
    createdAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    /** Null for what nobody is billed for. */
    metering: p.enum(METERINGS).nullable(),
  },
});

/** The usage of an organization in its period. */
export interface Quota {
  readonly planTier: PlanTier;
  readonly limit: number;
  /** Delivered and under way. */
  readonly used: number;
  /** Under way. */
  readonly reserved: number;
  readonly startsAt: Date;
  readonly resetsAt: Date;
}

export interface Charge {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly units: number;
}

/** Work that ends badly is free; this many times the plan's documents of it in one period is no use but abuse. */
const ABUSE_FACTOR = 10;

/** The period's first unit makes its row. No row comes back where there is no room, or abuse. */
const RESERVE = `insert into "usage_period" as p
    ("organization_id", "starts_at", "ends_at", "reserved",
     "used", "succeeded", "failed", "rejected", "processing_ms")
  values (?, ?, ?, ?, 0, 0, 0, 0, 0)
  on conflict ("organization_id", "starts_at") do update set "reserved" = p."reserved" + excluded."reserved"
    where (? or p."used" + p."reserved" + excluded."reserved" <= ?) and p."failed" + p."rejected" <= ?
  returning "used" + "reserved" as "used", "reserved"`;

const ENTER = `insert into "quota_entry" ("id", "organization_id", "period_starts_at", "kind", "units", "state", "created_at")
  values (?, ?, ?, ?, ?, 'reserved', ?)`;

/** Reserves the units or refuses. A single statement decides between concurrent requests. */
export async function reserveQuota(em: EntityManager, organization: Organization, charge: Charge): Promise<Quota> {
  const { id: organizationId, planTier } = organization;
  const limit = PLANS[planTier].monthlyDocs;
  const overage = allowsOverage(organization);
  const now = new Date();
  const { startsAt, endsAt } = periodOf(organization, now);
  const row = [organizationId, startsAt, endsAt, charge.units];
  const [reserved] = await em.execute<Pick<Quota, 'used' | 'reserved'>[]>(RESERVE, [
    ...row,
    overage,
    limit,
    ABUSE_FACTOR * limit,
  ]);
  if (!reserved) throw await refusalOf(em, organization, charge.units);
  await executeUnread(em, ENTER, [charge.id, organizationId, startsAt, charge.kind, charge.units, now]);
  return { planTier, limit, ...reserved, startsAt, resetsAt: endsAt };
}

/** Refuses when there is nothing left now; reserves nothing. */
export async function refuseExhausted(em: EntityManager, organization: Organization): Promise<void> {
  const quota = await quotaOf(em, organization);
  if (quota.used >= quota.limit) throw exhausted(organization, quota, 1);
}

/** Reads the quota without a change. */
export async function quotaOf(em: EntityManager, organization: Organization): Promise<Quota> {
  const { startsAt, endsAt } = periodOf(organization, new Date());
  const period = await em.findOne(UsagePeriodEntity, { organizationId: organization.id, startsAt });
  return standing(organization, { startsAt, endsAt }, period);
}

async function refusalOf(em: EntityManager, organization: Organization, units: number): Promise<ServiceError> {
  const period = periodOf(organization, new Date());
  const where = { organizationId: organization.id, startsAt: period.startsAt };
  const usage = await em.findOne(UsagePeriodEntity, where);
  const quota = standing(organization, period, usage);
  const abusive = (usage?.failed ?? 0) + (usage?.rejected ?? 0) > ABUSE_FACTOR * quota.limit;
  return abusive ? abnormal(quota) : exhausted(organization, quota, units);
}

function standing(
  { planTier }: Organization,
  { startsAt, endsAt }: BillingPeriod,
  usage: { readonly used: number; readonly reserved: number } | null,
): Quota {
  const { used = 0, reserved = 0 } = usage ?? {};
  return { planTier, limit: PLANS[planTier].monthlyDocs, used: used + reserved, reserved, startsAt, resetsAt: endsAt };
}

/**
 * Updates entry and period in one statement. A settled or missing entry changes nothing. Units under a live
 * subscription become due for a report: `metering.ts`.
 */
const SETTLE = `with "entry" as (
    update "quota_entry" as q set "state" = s."state", "settled_at" = ?,
      "metering" = case when s."state" = 'used' and o."payment_subscription_id" is not null
        and o."plan_tier" <> 'free' then 'due' end
    from (select ?::text as "state") as s, "organization" as o
    where q."id" = ? and q."state" = 'reserved' and o."id" = q."organization_id" returning q.*)
  update "usage_period" as p set
    "reserved" = p."reserved" - e."units",
    "used" = p."used" + case e."state" when 'used' then e."units" else 0 end,
    "succeeded" = p."succeeded" + ?, "failed" = p."failed" + ?, "rejected" = p."rejected" + ?,
    "processing_ms" = p."processing_ms" + ?
  from "entry" as e where p."organization_id" = e."organization_id" and p."starts_at" = e."period_starts_at"`;

/** Customers pay for delivered documents: SUCCESS uses the reserved units, every other end returns them. */
export async function settleQuota(em: EntityManager, { id, status, processingTimeMs }: SubmissionRow): Promise<void> {
  const is = (wanted: SubmissionRow['status']) => (status === wanted ? 1 : 0);
  const counted = [is('SUCCESS'), is('FAILED'), is('REJECTED'), is('SUCCESS') * (processingTimeMs ?? 0)];
  await executeUnread(em, SETTLE, [new Date(), status === 'SUCCESS' ? 'used' : 'released', id, ...counted]);
}

/** Settles the units of what is no document, or was taken back: it is in no count but the units'. */
export async function settleUnits(em: EntityManager, id: string, state: 'used' | 'released'): Promise<void> {
  await executeUnread(em, SETTLE, [new Date(), state, id, 0, 0, 0, 0]);
}

function abnormal({ limit, resetsAt }: Quota): ServiceError {
  const detail = `More than ${ABUSE_FACTOR * limit} documents of this period failed or were rejected: taken for a mistake.`;
  return new ServiceError('abnormal_usage', detail, { members: { resetsAt: resetsAt.toISOString() } });
}

/** A plan with overage refuses only while it is not paid for. Units that are only reserved may be free again in a moment. */
function exhausted(
  { subscriptionStatus }: Organization,
  { planTier, limit, used, reserved, startsAt, resetsAt }: Quota,
  units: number,
): ServiceError {
  const members = { planTier, limit, used, startsAt: startsAt.toISOString(), resetsAt: resetsAt.toISOString() };
  const left = limit - (used - reserved);
  if (units <= left) {
    const detail = `The ${left} documents of plan ${planTier} that are left are reserved by documents under way. Try again in a moment.`;
    return new ServiceError('quota_reserved', detail, { members });
  }
  if (PLANS[planTier].overage && subscriptionStatus === 'past_due') {
    const detail = `A payment is overdue: until it is made, nothing beyond the ${limit} documents of plan ${planTier} is taken.`;
    return new ServiceError('payment_past_due', detail, { members });
  }
  const detail = `The ${limit} documents of plan ${planTier} are used up until ${resetsAt.toISOString()}.`;
  return new ServiceError('quota_exceeded', detail, { members });
}
