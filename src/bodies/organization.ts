/** The organization, its keys, its people and its audit log, as the portal shows them: no password, hash or secret. */
import { PLANS } from '#domain/billing/plan.ts';
import type { Invitation } from '#store/accounts/invitations.ts';
import type { TeamMember } from '#store/accounts/team.ts';
import { type ApiKey, works } from '#store/organizations/api-keys.ts';
import type { AuditEntry } from '#store/organizations/audit.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { AccountDeletion } from '#store/privacy/account-deletions.ts';
import { deletionBody } from './privacy.ts';

/** The specification's OrganizationResponse, with what else its members should know. */
export function organizationBody(record: Organization, deletion: AccountDeletion | null) {
  const { id, name, slug, schemaName, contactEmail, defaultRegion, allowedRegions, planTier } = record;
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
    isActive: record.isActive,
    requireSecondFactor: record.requireSecondFactor,
    createdAt: record.createdAt.toISOString(),
    deletion: deletion && deletionBody(deletion),
  };
}

/** The specification's ApiKeyResponse; a key that has expired is not active, as one that was revoked. */
export function apiKeyBody(apiKey: ApiKey) {
  const { id, name, keyPrefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  return {
    id,
    name,
    keyPrefix,
    scopes,
    isActive: works(apiKey),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** The specification's team member. */
export function memberBody(member: TeamMember) {
  const { id, email, role, isActive, emailVerified, hasSecondFactor, createdAt, lastLoginAt } = member;
  return {
    id,
    email,
    role,
    isActive,
    emailVerified,
    hasSecondFactor,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}

export function invitationBody({ id, email, role, expiresAt }: Invitation) {
  return { invitationId: id, email, role, status: 'pending', expiresAt: expiresAt.toISOString() };
}

/** The hash is the SHA-256 of the other members and the organization's id: see `auditHash`. */
export function auditEntryBody({ sequence, at, actorId, action, target, details, hash, previousHash }: AuditEntry) {
  return {
    sequence,
    at: at.toISOString(),
    actorId: actorId ?? null,
    action,
    target: target ?? null,
    details,
    hash,
    previousHash,
  };
}
