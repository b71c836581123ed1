/** The organization with its keys, its people, its audit log and its statistics. */
import { z } from 'zod';
import { PLAN_TIERS } from '#domain/billing/plan.ts';
import { REGIONS } from '#domain/region.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { API_KEY_SCOPES, INVITED_ROLES, MEMBER_ROLES } from '#domain/permissions.ts';
import { count, dateTime, sha256, page } from './values.ts';

const documents = z.object({
  total: count.describe('That have ended.'),
  success: count,
  failed: count,
  rejected: count,
});

export const Stats = z.object({
  allTime: documents,
  currentMonth: documents.describe('Of the billing period.'),
  planLimit: count,
  usedThisMonth: count.describe('Units delivered and under way, comparisons included.'),
  usageLimitPercent: z.number().nonnegative().describe('More than 100 where the plan allows it.'),
  averageProcessingMs: count.nullable().describe('Of what succeeded in the billing period; null when there is none.'),
  recentSubmissions: z
    .array(
      z.object({
        submissionId: z.uuid(),
        status: z.enum(SUBMISSION_STATUSES),
        createdAt: dateTime,
        completedAt: dateTime.nullable(),
      }),
    )
    .max(10),
});

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  schemaName: z
    .string()
    .regex(/^org_[0-9a-f]{12}$/)
    .describe('A label; organizations have no schema of their own.'),
  contactEmail: z.email().nullable(),
  defaultRegion: z.enum(REGIONS).nullable(),
  allowedRegions: z.array(z.enum(REGIONS)).min(1),
  planTier: z.enum(PLAN_TIERS),
  monthlyDocLimit: count,
  isActive: z.boolean(),
  createdAt: dateTime,
});

const apiKey = {
  id: z.uuid(),
  name: z.string(),
  keyPrefix: z.string().describe('The first ten characters.'),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1),
  expiresAt: dateTime.nullable(),
  createdAt: dateTime,
};

export const ApiKey = z.object({
  ...apiKey,
  isActive: z.boolean().describe('Neither revoked nor expired.'),
  lastUsedAt: dateTime.nullable().describe('To the minute.'),
});

export const CreatedApiKey = z.object({ ...apiKey, fullKey: z.string().regex(/^fxp_[0-9A-Za-z]{42}$/) });

export const Revoked = z.object({ id: z.uuid(), status: z.literal('revoked') });

export const LeakVerdict = z.object({
  token_hash: sha256,
  token_type: z.string(),
  label: z.enum(['true_positive', 'false_positive']),
});

export const TeamMember = z.object({
  id: z.uuid(),
  email: z.email(),
  role: z.enum(MEMBER_ROLES),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: dateTime,
  lastLoginAt: dateTime.nullable(),
});

export const RemovedMember = z.object({ id: z.uuid(), status: z.literal('removed') });

export const Invitation = z.object({
  invitationId: z.uuid(),
  email: z.email(),
  role: z.enum(INVITED_ROLES),
  status: z.literal('pending'),
  expiresAt: dateTime,
});

export const AuditEntry = z.object({
  sequence: z.int().positive().describe('1, 2, 3 …, without a gap.'),
  at: dateTime,
  actorId: z.uuid().nullable().describe('A member; null is the service itself.'),
  action: z.string(),
  target: z.string().nullable().describe('Id of what was changed, where that is not the organization.'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: sha256,
  previousHash: sha256.describe('Of the entry before; 64 zeros for the first.'),
});

export const AuditEntryPage = z.object({ items: z.array(AuditEntry), ...page });

export const AuditVerification = z.object({
  intact: z.boolean(),
  firstBreak: z.int().positive().nullable().describe('Sequence of the first entry that does not fit.'),
});
