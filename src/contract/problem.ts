/** Every error of the API (RFC 9457). */
import { z } from 'zod';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import type { ProblemMembers } from '#domain/problem-members.ts';
import { EXPORT_STATUSES } from '#domain/privacy/data-export.ts';
import { FACTOR_METHODS } from '#domain/accounts/second-factor.ts';
import { PasskeyRequestOptions } from './second-factor.ts';
import { NormalizeResponse } from './submissions.ts';
import { count, dateTime, growing, path, placed } from './values.ts';
import { MemberRole, PlanTier, Region } from './words.ts';

export const FieldFault = z.object({
  in: z.enum(['form', 'query', 'path', 'header', 'body']).describe('The part of the request.'),
  name: z.string().describe('The field; in a body of JSON a JSON pointer (RFC 6901).'),
  code: z.string().describe('What is wrong with it, for programs.'),
  detail: z.string().describe('What is wrong with it, for people.'),
});

/** Members that some codes add. The description of each member names its codes. */
const members = {
  allowedRegions: z.array(Region).describe('`region_not_allowed`: the regions that the organization may use.'),
  batchId: z.string().describe('`batch_not_found`: the batch that was named.'),
  cancellableUntil: dateTime.describe('`cooling_off_expired`: until then the deletion could be cancelled.'),
  exportStatus: z.enum(EXPORT_STATUSES).describe('`export_not_ready`: how far the export is.'),
  expires_in: count.describe('`mfa_required`: seconds in which `mfa_token` is good.'),
  failureCode: growing(FAILURE_CODES).describe('Compare: why the file could not be read.'),
  limit: count.describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: the documents of a period.'),
  limitBytes: count.describe('`file_too_large`, `body_too_large`: the most bytes that are taken.'),
  methods: z
    .array(growing([...FACTOR_METHODS, 'password']))
    .describe('`mfa_required`, `reauthentication_required`: any of these would do.'),
  mfa_token: z.string().describe('`mfa_required`: for `POST /api/auth/login/mfa`.'),
  planTier: PlanTier.describe('`file_too_large`, `quota_exceeded`, `quota_reserved`, `payment_past_due`: the plan.'),
  publicKey: placed(PasskeyRequestOptions, '`mfa_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
  resetsAt: dateTime.describe(
    '`quota_exceeded`, `quota_reserved`, `payment_past_due`, `abnormal_usage`: when documents are counted anew.',
  ),
  resource: z.string().describe('`not_found`: the kind of thing that was looked for.'),
  roles: z.array(MemberRole).describe('`insufficient_role`: any of these would do.'),
  scope: z.string().describe('`insufficient_scope`: the scopes of which the key needs one, with spaces in between.'),
  setUp: z.array(path).describe('`second_factor_required`: where one is set up.'),
  startsAt: dateTime.describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: when the period began.'),
  submission: placed(
    NormalizeResponse,
    '`document_rejected`, `document_failed`: the answer that a form would have got.',
  ),
  supported: z.array(z.iso.date()).describe('`unsupported_api_version`: the versions that can be asked for.'),
  upgradeUrl: z
    .url()
    .describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: the page for people who pay for more.'),
  used: count.describe(
    '`quota_exceeded`, `quota_reserved`, `payment_past_due`: how many of the documents are used, those under way included.',
  ),
  'violated-policies': z
    .array(z.string())
    .describe('`rate_limited`: the limits of `RateLimit-Policy` that are used up.'),
} satisfies Record<keyof ProblemMembers, z.ZodType>;

/** RFC 9457. */
export const Problem = z.object({
  type: z.url().describe('A page that explains the code.'),
  title: z.string().describe('The code in words, the same at every occurrence.'),
  status: z.int().min(400).max(599).describe('The status of the answer.'),
  detail: z.string().describe('What happened here, for people.'),
  instance: path.describe('The path of the request.'),
  code: growing(Object.keys(ERRORS)).describe('What happened, for programs. There may be new codes at any time.'),
  requestId: z.string().describe('The id of the request, which leads support to it.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  errors: z.array(FieldFault).min(1).optional().describe('The faulty parts of the request, where there are some.'),
  ...z.object(members).partial().shape,
});
