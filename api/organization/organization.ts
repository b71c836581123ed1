/** The organization: as all its members see it, as its admins change it, and how an owner ends it. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import { PLANS } from '#domain/plan.ts';
import { REGIONS } from '#domain/region.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import type { Database } from '#store/database/database.ts';
import type { Organization, OrganizationChanges, OrganizationStore } from '#store/organizations/organizations.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { Email, plainName, someOf } from '#api/http/fields.ts';
import type { State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import { type Admit, type PortalCaller, requireRecentSignIn } from './access.ts';

interface Deps {
  readonly admit: Admit;
  readonly organizations: OrganizationStore;
  readonly database: Database;
  readonly temporal: Pick<TemporalClient, 'cancelSubscriptionNow'>;
  readonly log: Logger;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/;
const MAX_NAME_CHARS = 200;

export const OrganizationNames = z.strictObject({
  name: plainName(MAX_NAME_CHARS),
  slug: z.string().regex(SLUG, 'must have 3 to 48 characters of a-z, 0-9 and -, none of the outer ones a -'),
});

export const OrganizationSettings = z.strictObject({
  contact_email: Email.nullable().optional(),
  default_region: z
    .enum(REGIONS, `must be one of ${REGIONS.join(', ')}, or null`)
    .nullable()
    .optional(),
  allowed_regions: someOf(REGIONS).optional(),
});

export function organizationRoutes({ admit, organizations, ...deps }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/portal/organization', async (ctx) => {
    const { organization } = await admit(ctx, 'organization.read');
    readQuery(ctx, NoQuery);
    ctx.body = organizationBody(organization);
  });

  router.put('/api/portal/organization', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'organization.update');
    readQuery(ctx, NoQuery);
    const names = await readJson(ctx, OrganizationNames);
    ctx.body = organizationBody(await organizations.change(organizationId, memberId, names));
  });

  router.put('/api/portal/organization/settings', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'organization.update');
    readQuery(ctx, NoQuery);
    const changes = changesOf(await readJson(ctx, OrganizationSettings));
    ctx.body = organizationBody(await organizations.change(organizationId, memberId, changes));
  });

  router.post('/api/portal/organization/deactivate', async (ctx) => {
    const caller = await admit(ctx, 'organization.deactivate');
    requireRecentSignIn(caller);
    readQuery(ctx, NoQuery);
    await deactivate(deps, caller);
    ctx.body = organizationBody({ ...caller.organization, isActive: false });
  });

  return router;
}

async function deactivate(
  { database, temporal, log }: Pick<Deps, 'database' | 'temporal' | 'log'>,
  { organizationId, memberId }: PortalCaller,
): Promise<void> {
  if (!(await deactivateOrganization(database, organizationId, memberId))) {
    throw new ServiceError('organization_inactive', 'This organization has been deactivated before.');
  }
  await temporal.cancelSubscriptionNow(organizationId).catch((error: unknown) => {
    log.warn({ err: error, organizationId }, 'subscription not cancelled yet; the sweep will');
  });
}

function changesOf(settings: z.infer<typeof OrganizationSettings>): OrganizationChanges {
  const { contact_email: contactEmail, default_region: defaultRegion, allowed_regions: allowedRegions } = settings;
  return {
    ...(contactEmail !== undefined && { contactEmail }),
    ...(defaultRegion !== undefined && { defaultRegion }),
    ...(allowedRegions !== undefined && { allowedRegions }),
  };
}

/** The specification's OrganizationResponse. */
function organizationBody(organization: Organization) {
  const { id, name, slug, schemaName, contactEmail, defaultRegion, allowedRegions, planTier } = organization;
  return {
    id,
    name,
    slug,
    schemaName,
    contactEmail: contactEmail ?? null,
    defaultRegion: defaultRegion ?? null,
    allowedRegions,
    planTier,
    monthlyDocLimit: PLANS[planTier].monthlyDocs,
    isActive: organization.isActive,
    createdAt: organization.createdAt.toISOString(),
  };
}
