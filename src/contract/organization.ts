/** The organization with its keys, its people, its audit log and its statistics. */
import { z } from 'zod';
import { API_KEY_SCOPES, INVITED_ROLES } from '#domain/accounts/permissions.ts';
import { AccountDeletion } from './privacy.ts';
import { count, dateTime, sha256, page } from './values.ts';
import { MemberRole, PlanTier, Region, SubmissionStatus } from './words.ts';

const documents = z.object({
  total: count.describe('That have ended.'),
  success: count.describe('With SUCCESS.'),
  failed: count.describe('With FAILED.'),
  rejected: count.describe('With REJECTED.'),
});

export const Stats = z.object({
  allTime: documents.describe('Since the organization began.'),
  currentMonth: documents.describe('Of the billing period.'),
  planLimit: count.describe('Documents of a billing period.'),
  usedThisMonth: count.describe('Units delivered and under way, comparisons included.'),
  usageLimitPercent: z
    .number()
    .nonnegative()
    .describe('Usage of the limit in percent; more than 100 where the plan allows it.'),
  averageProcessingMs: count
    .nullable()
    .describe('Milliseconds; of what succeeded in the billing period; null when there is none.'),
  recentSubmissions: z
    .array(
      z.object({
        submissionId: z.uuid().describe('The submission.'),
        status: SubmissionStatus.describe('How far it is, or how it ended.'),
        createdAt: dateTime.describe('When it was accepted.'),
        completedAt: dateTime.nullable().describe('When it ended; null before.'),
        erasedAt: dateTime.nullable().describe('When the document was erased; null unless it was.'),
      }),
    )
    .max(10)
    .describe('The newest first.'),
});

export const DailyStats = z.object({
  from: z.iso.date().describe('The first day.'),
  to: z.iso.date().describe('The last day, which is counted too.'),
  days: z
    .array(
      z.object({
        date: z.iso.date().describe('In UTC.'),
        ...documents.shape,
        inputBytes: count.describe('Of all documents.'),
        outputBytes: count.describe('Of the outputs of what succeeded.'),
        averageProcessingMs: count.nullable().describe('Of what succeeded; null when there is none.'),
      }),
    )
    .describe('The oldest first; days without documents too.'),
});

export const Organization = z.object({
  id: z.uuid().describe('The organization.'),
  name: z.string().describe('What people call it.'),
  slug: z.string().describe('Its name in URLs.'),
  schemaName: z
    .string()
    .regex(/^org_[0-9a-f]{12}$/)
    .describe('A label; organizations have no schema of their own.'),
  contactEmail: z.email().nullable().describe('For bills and other mail; null where none was given.'),
  defaultRegion: Region.nullable().describe('Where documents go that name no region; null where the service chooses.'),
  allowedRegions: z.array(Region).min(1).describe('Where documents may go.'),
  planTier: PlanTier.describe('The plan.'),
  monthlyDocLimit: count.describe('Documents of a billing period.'),
  isActive: z.boolean().describe('False once it is deactivated, for good.'),
  requireSecondFactor: z.boolean().describe('Whether members need a second factor.'),
  createdAt: dateTime.describe('When it was made.'),
  deletion: AccountDeletion.nullable().describe('The deletion that is pending; null where none is.'),
});

const apiKey = {
  id: z.uuid().describe('The key: not its secret.'),
  name: z.string().describe('What people call it.'),
  keyPrefix: z.string().describe('The first ten characters.'),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).describe('What it may do.'),
  expiresAt: dateTime.nullable().describe('When it stops to work; null for never.'),
  createdAt: dateTime.describe('When it was made.'),
};

export const ApiKey = z.object({
  ...apiKey,
  isActive: z.boolean().describe('Neither revoked nor expired.'),
  lastUsedAt: dateTime.nullable().describe('To the minute; null before its first use.'),
});

export const CreatedApiKey = z.object({
  ...apiKey,
  fullKey: z
    .string()
    .regex(/^fxp_[0-9A-Za-z]{42}$/)
    .describe('The secret: in this answer and no other.'),
});

export const Revoked = z.object({
  id: z.uuid().describe('What was revoked.'),
  status: z.literal('revoked').describe('It is worth nothing any more.'),
});

export const LeakVerdict = z.object({
  token_hash: sha256.describe('SHA-256 of the token, in hex.'),
  token_type: z.string().describe('As it was reported.'),
  label: z.enum(['true_positive', 'false_positive']).describe('Whether it was a key of ours.'),
});

export const TeamMember = z.object({
  id: z.uuid().describe('The member.'),
  email: z.email().describe('Their address.'),
  role: MemberRole.describe('What they may do in the portal.'),
  isActive: z.boolean().describe('Whether they can sign in.'),
  emailVerified: z.boolean().describe('Whether the address is confirmed.'),
  hasSecondFactor: z.boolean().describe('Whether they have set up an authenticator app or a passkey.'),
  createdAt: dateTime.describe('When they joined.'),
  lastLoginAt: dateTime.nullable().describe('When they signed in last; null before the first time.'),
});

export const ResetFactors = z.object({
  id: z.uuid().describe('Whose second factors were taken away.'),
  status: z.literal('reset').describe('They have none any more.'),
});

export const RemovedMember = z.object({
  id: z.uuid().describe('Who was removed.'),
  status: z.literal('removed').describe('They no longer belong to the organization.'),
});

export const Invitation = z.object({
  invitationId: z.uuid().describe('The invitation.'),
  email: z.email().describe('Who is invited.'),
  role: z.enum(INVITED_ROLES).describe('What they may do in the portal.'),
  status: z.literal('pending').describe('It can still be accepted.'),
  expiresAt: dateTime.describe('Until then.'),
});

export const AuditEntry = z.object({
  sequence: z.int().positive().describe('1, 2, 3 …, without a gap.'),
  at: dateTime.describe('When it was changed.'),
  actorId: z.uuid().nullable().describe('A member; null is the service itself.'),
  action: z.string().describe('What was done, for example `api-key.created`.'),
  target: z.string().nullable().describe('Id of what was changed, where that is not the organization.'),
  details: z.record(z.string(), z.unknown()).describe('What was changed: strings, numbers, truth values and null.'),
  hash: sha256.describe('SHA-256 over this entry and the hash of the one before, in hex.'),
  previousHash: sha256.describe('Of the entry before; 64 zeros for the first.'),
});

export const AuditEntryPage = z.object({ items: z.array(AuditEntry).describe('The newest first.'), ...page });

export const AuditVerification = z.object({
  intact: z.boolean().describe('Whether every entry fits the one before it.'),
  firstBreak: z.int().positive().nullable().describe('Sequence of the first entry that does not fit; null without.'),
});
