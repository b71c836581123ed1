/** The organization with its keys, its people, its audit log and its statistics. */
import { z } from 'zod';
import { API_KEY_SCOPES, INVITED_ROLES } from '#domain/accounts/permissions.ts';
import { AccountDeletion } from './privacy.ts';
import { count, dateTime, sha256, page } from './values.ts';
import { MemberRole, PlanTier, Region, SubmissionStatus } from './words.ts';

const documents = z.object({
  total: count.describe('Submissions that have ended.'),
  success: count.describe('Submissions that ended with SUCCESS.'),
  failed: count.describe('Submissions that ended with FAILED.'),
  rejected: count.describe('Submissions that ended with REJECTED.'),
});

export const Stats = z.object({
  allTime: documents.describe('Documents since the creation of the organization.'),
  currentMonth: documents.describe('Documents of the billing period.'),
  planLimit: count.describe('Documents of a billing period.'),
  usedThisMonth: count.describe('Units delivered and in progress, with comparisons.'),
  usageLimitPercent: z
    .number()
    .nonnegative()
    .describe('Usage of the limit in percent. A plan that allows it can exceed 100.'),
  averageProcessingMs: count
    .nullable()
    .describe(
      'The average processing time in milliseconds of successful submissions in the billing period; null without any.',
    ),
  recentSubmissions: z
    .array(
      z.object({
        submissionId: z.uuid().describe('The id of the submission.'),
        status: SubmissionStatus.describe('The current or the final status.'),
        createdAt: dateTime.describe('The time of acceptance.'),
        completedAt: dateTime.nullable().describe('The time of its end; null before.'),
        erasedAt: dateTime.nullable().describe('The time of the erasure; null unless the document is erased.'),
      }),
    )
    .max(10)
    .describe('Submissions, the newest first.'),
});

export const DailyStats = z.object({
  from: z.iso.date().describe('The first day.'),
  to: z.iso.date().describe('The last day, which is included.'),
  days: z
    .array(
      z.object({
        date: z.iso.date().describe('The day, in UTC.'),
        ...documents.shape,
        inputBytes: count.describe('The size of all documents.'),
        outputBytes: count.describe('The size of the outputs of successful submissions.'),
        averageProcessingMs: count.nullable().describe('The average for successful submissions; null without any.'),
      }),
    )
    .describe('Days, the oldest first, with days without documents.'),
});

export const Organization = z.object({
  id: z.uuid().describe('The id of the organization.'),
  name: z.string().describe('The name for people.'),
  slug: z.string().describe('The name in URLs.'),
  schemaName: z
    .string()
    .regex(/^org_[0-9a-f]{12}$/)
    .describe('A label. Organizations have no schema of their own.'),
  contactEmail: z.email().nullable().describe('The address for bills and other mail; null without one.'),
  defaultRegion: Region.nullable().describe('The region of documents that name none; null if the service chooses.'),
  allowedRegions: z.array(Region).min(1).describe('The regions that documents may use.'),
  planTier: PlanTier.describe('The plan.'),
  monthlyDocLimit: count.describe('Documents of a billing period.'),
  isActive: z.boolean().describe('False after the deactivation, which is final.'),
  requireSecondFactor: z.boolean().describe('Whether members need a second factor.'),
  createdAt: dateTime.describe('The time of creation.'),
  deletion: AccountDeletion.nullable().describe('The pending deletion; null without one.'),
});

const apiKey = {
  id: z.uuid().describe('The id of the key, which is not its secret.'),
  name: z.string().describe('The name for people.'),
  keyPrefix: z.string().describe('The first ten characters of the key.'),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).describe('The scopes of the key.'),
  expiresAt: dateTime.nullable().describe('The end of the key; null if it has none.'),
  createdAt: dateTime.describe('The time of creation.'),
};

export const ApiKey = z.object({
  ...apiKey,
  isActive: z.boolean().describe('An active key is neither revoked nor expired.'),
  lastUsedAt: dateTime.nullable().describe('The last use to the minute; null before the first use.'),
});

export const CreatedApiKey = z.object({
  ...apiKey,
  fullKey: z
    .string()
    .regex(/^fxp_[0-9A-Za-z]{42}$/)
    .describe('The secret. No other answer contains it.'),
});

export const Revoked = z.object({
  id: z.uuid().describe('The id of the revoked key or invitation.'),
  status: z.literal('revoked').describe('The key or invitation is no longer valid.'),
});

export const LeakVerdict = z.object({
  token_hash: sha256.describe('SHA-256 of the token, in hex.'),
  token_type: z.string().describe('The type from the report.'),
  label: z.enum(['true_positive', 'false_positive']).describe('Whether the service made the key.'),
});

export const TeamMember = z.object({
  id: z.uuid().describe('The id of the member.'),
  email: z.email().describe('The address of the member.'),
  role: MemberRole.describe('The role of the member in the portal.'),
  isActive: z.boolean().describe('Whether the member can sign in.'),
  emailVerified: z.boolean().describe('Whether the address is confirmed.'),
  hasSecondFactor: z.boolean().describe('Whether the member has set up an authenticator app or a passkey.'),
  createdAt: dateTime.describe('The time at which the member joined.'),
  lastLoginAt: dateTime.nullable().describe('The last sign-in; null before the first one.'),
});

export const ResetFactors = z.object({
  id: z.uuid().describe('The member without the second factors.'),
  status: z.literal('reset').describe('The member has no second factor any more.'),
});

export const RemovedMember = z.object({
  id: z.uuid().describe('The id of the removed member.'),
  status: z.literal('removed').describe('The member no longer belongs to the organization.'),
});

export const Invitation = z.object({
  invitationId: z.uuid().describe('The id of the invitation.'),
  email: z.email().describe('The address of the invited person.'),
  role: z.enum(INVITED_ROLES).describe('The role of the new member in the portal.'),
  status: z.literal('pending').describe('The person can still accept the invitation.'),
  expiresAt: dateTime.describe('The end of the invitation.'),
});

export const AuditEntry = z.object({
  sequence: z.int().positive().describe('The sequence number from 1, without a gap.'),
  at: dateTime.describe('The time of the change.'),
  actorId: z.uuid().nullable().describe('The member who acted; null for the service itself.'),
  action: z.string().describe('The action, for example `api-key.created`.'),
  target: z.string().nullable().describe('The id of the changed object; null for the organization.'),
  details: z.record(z.string(), z.unknown()).describe('The change: strings, numbers, truth values and null.'),
  hash: sha256.describe('SHA-256 of this entry and the hash of the previous one, in hex.'),
  previousHash: sha256.describe('The hash of the previous entry. The first entry has 64 zeros.'),
});

export const AuditEntryPage = z.object({ items: z.array(AuditEntry).describe('Entries, the newest first.'), ...page });

export const AuditVerification = z.object({
  intact: z.boolean().describe('Whether every entry fits the previous one.'),
  firstBreak: z
    .int()
    .positive()
    .nullable()
    .describe('The sequence number of the first entry that does not fit; null without one.'),
});
