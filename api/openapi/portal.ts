/** The portal: the organization, its keys, its people and its audit log. */
import { z } from 'zod';
import { NewApiKeyBody, Reroll } from '#api/organization/api-keys.ts';
import { OrganizationNames, OrganizationSettings } from '#api/organization/organization.ts';
import { NewInvitationBody, RoleChange } from '#api/organization/team.ts';
import { PageQuery } from '#api/http/paging.ts';
import { LeakReports } from '#api/organization/secret-scanning.ts';
import type { Operation } from './operation.ts';
import { IdPath, LIST_HEADERS, UserPath } from './parameters.ts';
import {
  ApiKey,
  AuditEntryPage,
  AuditVerification,
  CreatedApiKey,
  Invitation,
  LeakVerdict,
  Organization,
  RemovedMember,
  Revoked,
  TeamMember,
} from './schemas.ts';

const organization = { 'application/json': Organization };
const createdKey = { 'application/json': CreatedApiKey };
const member = { 'application/json': TeamMember };
const BODY_PROBLEMS = ['unsupported_media_type', 'body_too_large', 'upload_stalled'] as const;

const ORGANIZATION: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/portal/organization',
    id: 'getOrganization',
    tag: 'Organization',
    summary: 'The organization of whoever asks',
    scopes: null,
    action: 'organization.read',
    answers: [{ status: 200, description: 'The organization.', content: organization }],
  },
  {
    method: 'put',
    path: '/api/portal/organization',
    id: 'renameOrganization',
    tag: 'Organization',
    summary: 'Changes name and slug',
    scopes: null,
    action: 'organization.update',
    body: { 'application/json': OrganizationNames },
    answers: [{ status: 200, description: 'The organization as it is now.', content: organization }],
    problems: ['slug_taken', ...BODY_PROBLEMS],
  },
  {
    method: 'put',
    path: '/api/portal/organization/settings',
    id: 'changeOrganizationSettings',
    tag: 'Organization',
    summary: 'Changes contact address and regions',
    description: 'What is not named stays. The default region must be one of the allowed ones after the change.',
    scopes: null,
    action: 'organization.update',
    body: { 'application/json': OrganizationSettings },
    isBodyOptional: true,
    answers: [{ status: 200, description: 'The organization as it is now.', content: organization }],
    problems: ['region_not_allowed', ...BODY_PROBLEMS],
  },
  {
    method: 'post',
    path: '/api/portal/organization/deactivate',
    id: 'deactivateOrganization',
    tag: 'Organization',
    summary: 'Deactivates the organization, for good',
    description:
      'All keys are revoked at once, what waits to be normalized fails without charge, and the subscription is cancelled. Reading, export, erasure and deletion stay possible. Takes a sign-in of the last hour.',
    scopes: null,
    action: 'organization.deactivate',
    answers: [{ status: 200, description: 'The organization, inactive.', content: organization }],
    problems: ['reauthentication_required'],
  },
];

const API_KEYS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/portal/api-keys',
    id: 'listApiKeys',
    tag: 'API keys',
    summary: 'All keys, newest first, without their secrets',
    scopes: null,
    action: 'api-keys.read',
    answers: [{ status: 200, description: 'The keys.', content: { 'application/json': z.array(ApiKey) } }],
  },
  {
    method: 'post',
    path: '/api/portal/api-keys',
    id: 'createApiKey',
    tag: 'API keys',
    summary: 'Creates a key; the full key is in this answer and nowhere else',
    scopes: null,
    action: 'api-keys.write',
    body: { 'application/json': NewApiKeyBody },
    answers: [{ status: 200, description: 'The key.', content: createdKey }],
    problems: ['api_key_limit_reached', ...BODY_PROBLEMS],
  },
  {
    method: 'delete',
    path: '/api/portal/api-keys/{id}',
    id: 'revokeApiKey',
    tag: 'API keys',
    summary: 'Revokes a key, at once and for good',
    scopes: null,
    action: 'api-keys.write',
    pathParameters: IdPath,
    answers: [{ status: 200, description: 'Revoked, now or before.', content: { 'application/json': Revoked } }],
    problems: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/portal/api-keys/{id}/reroll',
    id: 'rerollApiKey',
    tag: 'API keys',
    summary: 'Replaces a key by a new one; the old one works for a while still',
    description: 'The new key has name, scopes and expiry of the old one.',
    scopes: null,
    action: 'api-keys.write',
    pathParameters: IdPath,
    body: { 'application/json': Reroll },
    isBodyOptional: true,
    answers: [{ status: 200, description: 'The new key.', content: createdKey }],
    problems: ['not_found', 'api_key_inactive', 'api_key_limit_reached', ...BODY_PROBLEMS],
  },
];

const LEAKS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/hooks/secret-scanning',
    id: 'reportPublishedKeys',
    tag: 'API keys',
    summary: 'For GitHub: keys were found in a public place',
    description:
      'The reports of its secret scanning to partners, signed by GitHub. Keys of ours are revoked at once, and owners and admins are written to.',
    scopes: null,
    headers: z.object({
      'Github-Public-Key-Identifier': z.string().describe('Which of its keys GitHub has signed with.'),
      'Github-Public-Key-Signature': z.string().describe('ECDSA over the body with P-256 and SHA-256, DER in base64.'),
    }),
    body: { 'application/json': LeakReports },
    answers: [
      {
        status: 200,
        description: 'Which of them are keys of ours.',
        content: { 'application/json': z.array(LeakVerdict) },
      },
    ],
    problems: ['invalid_signature', 'body_too_large', 'upload_stalled'],
  },
];

const TEAM: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/portal/team',
    id: 'listTeam',
    tag: 'Team',
    summary: 'The members, in the order they joined',
    scopes: null,
    action: 'team.read',
    answers: [{ status: 200, description: 'The members.', content: { 'application/json': z.array(TeamMember) } }],
  },
  {
    method: 'post',
    path: '/api/portal/team/invite',
    id: 'inviteMember',
    tag: 'Team',
    summary: 'Invites somebody by mail; the link in it works once, for 48 hours',
    description: 'An earlier invitation of the same address is worth nothing then. At most 100 in 24 hours.',
    scopes: null,
    action: 'team.invite',
    body: { 'application/json': NewInvitationBody },
    answers: [{ status: 200, description: 'The invitation.', content: { 'application/json': Invitation } }],
    problems: ['already_member', 'rate_limited', ...BODY_PROBLEMS],
  },
  {
    method: 'get',
    path: '/api/portal/team/invitations',
    id: 'listInvitations',
    tag: 'Team',
    summary: 'Invitations that can still be accepted, newest first',
    scopes: null,
    action: 'team.invite',
    answers: [{ status: 200, description: 'The invitations.', content: { 'application/json': z.array(Invitation) } }],
  },
  {
    method: 'delete',
    path: '/api/portal/team/invitations/{id}',
    id: 'revokeInvitation',
    tag: 'Team',
    summary: 'Revokes an invitation: its link is worth nothing from then on',
    scopes: null,
    action: 'team.invite',
    pathParameters: IdPath,
    answers: [{ status: 200, description: 'Revoked.', content: { 'application/json': Revoked } }],
    problems: ['not_found'],
  },
  {
    method: 'delete',
    path: '/api/portal/team/{userId}',
    id: 'removeMember',
    tag: 'Team',
    summary: 'Removes a member, or leaves the organization',
    description:
      'Owners remove admins and members, admins remove members, and whoever is no owner may leave. Sign-ins end at once, and nothing of the account is kept.',
    scopes: null,
    action: 'team.remove',
    pathParameters: UserPath,
    answers: [{ status: 200, description: 'Removed.', content: { 'application/json': RemovedMember } }],
    problems: ['insufficient_role', 'not_found', 'owner_cannot_be_removed'],
  },
  {
    method: 'put',
    path: '/api/portal/team/{userId}/role',
    id: 'changeRole',
    tag: 'Team',
    summary: "Changes somebody else's role; it counts from their next call on",
    description: 'To make somebody an owner takes a sign-in of the last hour.',
    scopes: null,
    action: 'team.role',
    pathParameters: UserPath,
    body: { 'application/json': RoleChange },
    answers: [{ status: 200, description: 'The member as they are now.', content: member }],
    problems: ['not_found', 'own_role_change', 'reauthentication_required', ...BODY_PROBLEMS],
  },
];

const AUDIT: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/portal/audit-log',
    id: 'listAuditLog',
    tag: 'Audit log',
    summary: 'What was changed in the portal, newest first',
    description: 'Each entry has the SHA-256 of the one before it.',
    scopes: null,
    action: 'audit.read',
    query: PageQuery,
    answers: [
      { status: 200, description: 'A page.', content: { 'application/json': AuditEntryPage }, headers: LIST_HEADERS },
    ],
  },
  {
    method: 'get',
    path: '/api/portal/audit-log/verify',
    id: 'verifyAuditLog',
    tag: 'Audit log',
    summary: 'Reads the whole log and says whether an entry was altered or taken out',
    scopes: null,
    action: 'audit.read',
    answers: [{ status: 200, description: 'The verdict.', content: { 'application/json': AuditVerification } }],
  },
];

export const PORTAL: readonly Operation[] = [...ORGANIZATION, ...API_KEYS, ...LEAKS, ...TEAM, ...AUDIT];
