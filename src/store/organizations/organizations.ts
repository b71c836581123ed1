/** Organizations: the tenants. One row each, with the plan and the regions their documents may live in. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { defineEntity, type InferEntity, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SUBSCRIPTION_STATUSES } from '#domain/billing/billing.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { BILLING_INTERVALS, PLAN_TIERS, type PlanTier } from '#domain/billing/plan.ts';
import { REGIONS } from '#domain/region.ts';
import { appendAudit } from './audit.ts';
import type { Database } from '#store/database/database.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  policies: ownRows('organization_tenant', 'id'),
  uniques: [{ name: 'organization_slug_unique', properties: ['slug'], where: '"slug" is not null' }],
  indexes: [{ name: 'organization_unpaid_work', properties: ['unpaidWorkAt'], where: '"unpaid_work_at" is not null' }],
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    slug: p.text(),
    /** A label of the specification, not a PostgreSQL schema: tenants share tables. */
    schemaName: p.text(),
    contactEmail: p.text().nullable(),
    planTier: p.enum(PLAN_TIERS),
    defaultRegion: p.enum(REGIONS).nullable(),
    allowedRegions: p.enum(REGIONS).array(),
    isActive: p.boolean(),
    /** Whether members may do nothing but set one up while they have none. */
    requireSecondFactor: p.boolean().default(false),
    createdAt: p.datetime(),
    /** The id at the payment provider, from the first visit on. */
    paymentCustomerId: p.text().nullable().unique('organization_payment_customer_unique'),
    /**
     * The other members are the last answer of the provider, written only by `billing.ts`; see `Account` of the
     * domain.
     */
    paymentSubscriptionId: p.text().nullable(),
    subscriptionStatus: p.enum(SUBSCRIPTION_STATUSES).nullable(),
    billingInterval: p.enum(BILLING_INTERVALS).nullable(),
    periodAnchor: p.datetime().nullable(),
    currentPeriodEnd: p.datetime().nullable(),
    cancelAtPeriodEnd: p.boolean().default(false),
    /** Counts those writings, so that an older look at the provider never replaces a newer one. */
    paymentRevision: p.integer().default(0),
    /** Milliseconds of parsers for which nobody paid, as of `unpaidWorkAt` (`unpaid-work.ts`). */
    unpaidWorkMs: p.double().nullable(),
    unpaidWorkAt: p.datetime().nullable(),
  },
});

export type Organization = InferEntity<typeof OrganizationEntity>;

export interface NewOrganization {
  readonly name: string;
  readonly slug: string;
  readonly planTier: PlanTier;
  readonly contactEmail?: string;
}

const CHANGEABLE = ['name', 'slug', 'contactEmail', 'defaultRegion', 'allowedRegions', 'requireSecondFactor'] as const;

/** The settings that admins may change. Absent members stay unchanged. */
export type OrganizationChanges = Partial<Pick<Organization, (typeof CHANGEABLE)[number]>>;

export function organizationStore(db: Database) {
  return {
    async create(requested: NewOrganization): Promise<Organization> {
      const em = db.system();
      const organization = addOrganization(em, requested);
      await em.flush();
      return organization;
    },

    /** Answers the organization as it is then. Throws `slug_taken`, `region_not_allowed` and `organization_inactive`. */
    change: (organizationId: string, actorId: string, changes: OrganizationChanges): Promise<Organization> =>
      db.tenant(organizationId).transactional((em) => change(em, organizationId, actorId, changes)),

    findBySlug: (slug: string): Promise<Organization | null> => db.system().findOne(OrganizationEntity, { slug }),
  };
}

/** Runs within a transaction, which the caller flushes. */
export function addOrganization(
  em: EntityManager,
  { name, slug, planTier, contactEmail }: NewOrganization,
): Organization {
  const id = randomUUID();
  return em.create(OrganizationEntity, {
    id,
    name,
    slug,
    schemaName: schemaName(id),
    contactEmail: contactEmail ?? null,
    planTier,
    defaultRegion: null,
    allowedRegions: [...REGIONS],
    isActive: true,
    createdAt: new Date(),
  });
}

function schemaName(id: string): string {
  return `org_${id.replaceAll('-', '').slice(0, 12)}`;
}

async function change(
  em: EntityManager,
  organizationId: string,
  actorId: string,
  changes: OrganizationChanges,
): Promise<Organization> {
  const organization = await lockActive(em, organizationId);
  const fields = CHANGEABLE.filter((name) => name in changes && !isDeepStrictEqual(organization[name], changes[name]));
  Object.assign(organization, changes);
  const { defaultRegion, allowedRegions } = organization;
  if (defaultRegion && !allowedRegions.includes(defaultRegion)) {
    throw new ServiceError('region_not_allowed', `default_region must be one of ${allowedRegions.join(', ')}.`, {
      members: { allowedRegions },
    });
  }
  await em.flush().catch((error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new ServiceError('slug_taken', 'Another organization has this slug.');
  });
  if (fields.length > 0) {
    const details = { fields: fields.join(',') };
    await appendAudit(em, { organizationId, actorId, action: 'organization.updated', details });
  }
  return organization;
}

/**
 * Keeps others from changing it till the end of the transaction: the caller was let in a moment ago, no more. Rows that
 * refer to it can be written meanwhile: an entry of the audit log does, and its writer is the one others wait for.
 */
export async function lockActive(em: EntityManager, id: string): Promise<Organization> {
  const lock = 'select from "organization" where "id" = ? for no key update';
  await em.execute(lock, [id]);
  const organization = await em.findOneOrFail(OrganizationEntity, { id }, { refresh: true });
  requireActive(organization);
  return organization;
}

/**
 * Checks the current state of the organization, because it may have been deactivated since the check of the caller.
 */
export function requireActive({ isActive }: Organization): void {
  if (!isActive) throw new ServiceError('organization_inactive', 'This organization has been deactivated.');
}
