/** Organizations: the tenants. One row each, with the plan and the regions their documents may live in. */
import { randomUUID } from 'node:crypto';
import { defineEntity, type EntityManager, type InferEntity } from '@mikro-orm/core';
import { ServiceError } from '#domain/errors.ts';
import { PLAN_TIERS, type PlanTier } from '#domain/plan.ts';
import { REGIONS } from '#domain/region.ts';
import type { Database } from './orm.ts';
import { ownRows } from './tenancy.ts';

const p = defineEntity.properties;

export const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  policies: ownRows('organization_tenant', 'id'),
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    slug: p.text().unique('organization_slug_unique'),
    /** A label of the specification, not a PostgreSQL schema: tenants share tables. */
    schemaName: p.text(),
    contactEmail: p.text().nullable(),
    planTier: p.enum(PLAN_TIERS),
    defaultRegion: p.enum(REGIONS).nullable(),
    allowedRegions: p.enum(REGIONS).array(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
  },
});

export type Organization = InferEntity<typeof OrganizationEntity>;

export interface NewOrganization {
  readonly name: string;
  readonly slug: string;
  readonly planTier: PlanTier;
}

export interface OrganizationStore {
  create(organization: NewOrganization): Promise<Organization>;
  findBySlug(slug: string): Promise<Organization | null>;
}

export function organizationStore(db: Database): OrganizationStore {
  return {
    async create({ name, slug, planTier }) {
      const id = randomUUID();
      const em = db.system();
      const organization = em.create(OrganizationEntity, {
        id,
        name,
        slug,
        schemaName: `org_${id.replaceAll('-', '')}`,
        contactEmail: null,
        planTier,
        defaultRegion: null,
        allowedRegions: [...REGIONS],
        isActive: true,
        createdAt: new Date(),
      });
      await em.flush();
      return organization;
    },

    findBySlug: (slug) => db.system().findOne(OrganizationEntity, { slug }),
  };
}

/** As it is now, within a transaction: the caller was let in a moment ago, and may have been deactivated since. */
export async function activeOrganization(em: EntityManager, id: string): Promise<Organization> {
  const organization = await em.findOneOrFail(OrganizationEntity, { id });
  if (!organization.isActive) throw new ServiceError('api_key_revoked', 'This organization has been deactivated.');
  return organization;
}
