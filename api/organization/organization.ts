/** The organization: as all its members see it, as its admins change it, and how an owner ends it. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { REGIONS } from '#domain/region.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { type Organization, type OrganizationChanges, organizationStore } from '#store/organizations/organizations.ts';
import { findDeletion } from '#store/privacy/account-deletions.ts';
import { withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { check } from '#api/http/json-body.ts';
import { displayName, Email, someOf } from '#api/http/fields.ts';
import { organizationBody } from '#src/bodies/organization.ts';
import { Organization as OrganizationSchema } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/;
const MAX_NAME_CHARS = 100;

export const OrganizationNames = z.strictObject({
  name: displayName({ maxChars: MAX_NAME_CHARS }).describe('The name of the organization.'),
  slug: z
    .string()
    .regex(SLUG, 'must have 3 to 48 characters of a-z, 0-9 and -, none of the outer ones a -')
    .describe('The name of the organization in URLs.'),
});

/** The stored name may be older than the rules, and stays when the request repeats it. */
const ChangedNames = OrganizationNames.extend({
  name: z.string().describe('The name of the organization. A changed name must follow the rules of names.'),
});

const OrganizationSettings = z.strictObject({
  contact_email: Email.nullable().optional().describe('The address for bills and other mail. Null removes it.'),
  default_region: z
    .enum(REGIONS, `must be one of ${REGIONS.join(', ')}, or null`)
    .nullable()
    .optional()
    .describe('The region of documents that name none. Null lets the service choose.'),
  allowed_regions: someOf(REGIONS).optional().describe('The regions that documents may use.'),
  require_second_factor: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether members need a second factor. Only a member who signed in with one may set this.'),
});

const tag = 'Organization';

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/portal/organization',
    id: 'getOrganization',
    tag,
    summary: 'Returns the organization of the caller',
    access: withRole('organization.read'),
    answers: [answer(200, 'The organization.', OrganizationSchema)],
    handle: ({ caller }, deps: Deps) => bodyOf(deps, caller.organization),
  }),
  endpoint({
    method: 'put',
    path: '/api/portal/organization',
    id: 'renameOrganization',
    tag,
    summary: 'Changes the name and the slug',
    access: withRole('organization.update'),
    body: json(ChangedNames),
    answers: [answer(200, 'The organization after the change.', OrganizationSchema)],
    problems: ['slug_taken'],
    async handle({ caller: { organization, organizationId, memberId }, body }, deps: Deps) {
      if (body.name !== organization.name) check(OrganizationNames, body);
      return bodyOf(deps, await deps.organizations.change(organizationId, memberId, body));
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/portal/organization/settings',
    id: 'changeOrganizationSettings',
    tag,
    summary: 'Changes the contact address, the regions, and whether members need a second factor',
    description:
      'Fields that are absent stay unchanged. After the change the default region must be one of the allowed ones.',
    access: withRole('organization.update'),
    recentSignIn: true,
    body: json(OrganizationSettings, { isOptional: true }),
    answers: [answer(200, 'The organization after the change.', OrganizationSchema)],
    problems: ['region_not_allowed'],
    async handle({ caller, body }, deps: Deps) {
      if (body.require_second_factor !== undefined) requireOwnFactor(caller);
      const { organizationId, memberId } = caller;
      return bodyOf(deps, await deps.organizations.change(organizationId, memberId, changesOf(body)));
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/portal/organization/deactivate',
    id: 'deactivateOrganization',
    tag,
    summary: 'Deactivates the organization for ever',
    description:
      'The service revokes all keys at once, ends waiting documents as failures without charge, and cancels the subscription. Reading, export, erasure and deletion stay possible.',
    access: withRole('organization.deactivate'),
    recentSignIn: true,
    answers: [answer(200, 'The organization, inactive.', OrganizationSchema)],
    async handle({ caller }, deps: Deps) {
      await deactivate(deps, caller);
      return bodyOf(deps, { ...caller.organization, isActive: false });
    },
  }),
];

function depsOf({ database, temporal, log }: Services) {
  return { organizations: organizationStore(database), database, temporal, log };
}

export const organizationFeature = feature(depsOf, endpoints);

async function bodyOf({ database }: Pick<Deps, 'database'>, organization: Organization) {
  return organizationBody(organization, await findDeletion(database, organization.id));
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

/** A rule must not lock out the member who makes it. */
function requireOwnFactor(caller: PortalCaller): void {
  if (caller.methods.length === 0) {
    throw new ServiceError('second_factor_required', 'Set up a second factor of your own first.');
  }
}

function changesOf(settings: z.output<typeof OrganizationSettings>): OrganizationChanges {
  const { contact_email: contactEmail, default_region: defaultRegion, allowed_regions: allowedRegions } = settings;
  const { require_second_factor: requireSecondFactor } = settings;
  return {
    ...(contactEmail !== undefined && { contactEmail }),
    ...(defaultRegion !== undefined && { defaultRegion }),
    ...(allowedRegions !== undefined && { allowedRegions }),
    ...(requireSecondFactor !== undefined && { requireSecondFactor }),
  };
}
