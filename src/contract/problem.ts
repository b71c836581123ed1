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
  name: z.string().describe('The field. In a JSON body it is a JSON pointer (RFC 6901).'),
  code: z.string().describe('The code of the fault, for programs.'),
  detail: z.string().describe('The fault for people.'),
});

/** Members that some codes add. The description of each member names its codes. */
const members = {
  allowedRegions: z.array(Region).describe('`region_not_allowed`: the regions that the organization may use.'),
  batchId: z.string().describe('`batch_not_found`: the id from the request.'),
  cancellableUntil: dateTime.describe('`cooling_off_expired`: the end of the time for cancelling.'),
  exportStatus: z.enum(EXPORT_STATUSES).describe('`export_not_ready`: the state of the export.'),
  expires_in: count.describe('`mfa_required`: the seconds in which `mfa_token` is valid.'),
  failureCode: growing(FAILURE_CODES).describe('Compare: the reason why the file is unreadable.'),
  limit: count.describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: the documents of a period.'),
  limitBytes: count.describe('`file_too_large`, `body_too_large`: the limit in bytes.'),
  methods: z
    .array(growing([...FACTOR_METHODS, 'password']))
    .describe('`mfa_required`, `reauthentication_required`: the methods, each of which is enough.'),
  mfa_token: z.string().describe('`mfa_required`: the token for `POST /api/auth/login/mfa`.'),
  planTier: PlanTier.describe('`file_too_large`, `quota_exceeded`, `quota_reserved`, `payment_past_due`: the plan.'),
  publicKey: placed(PasskeyRequestOptions, '`mfa_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
  resetsAt: dateTime.describe(
    '`quota_exceeded`, `quota_reserved`, `payment_past_due`, `abnormal_usage`: the start of the next period.',
  ),
  resource: z.string().describe('`not_found`: the kind of the missing object.'),
  roles: z.array(MemberRole).describe('`insufficient_role`: the roles, each of which is enough.'),
  scope: z.string().describe('`insufficient_scope`: the scopes with spaces in between, each of which is enough.'),
  setUp: z.array(path).describe('`second_factor_required`: the page to set one up.'),
  startsAt: dateTime.describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: the start of the period.'),
  submission: placed(
    NormalizeResponse,
    '`document_rejected`, `document_failed`: the answer that a form would have got.',
  ),
  supported: z.array(z.iso.date()).describe('`unsupported_api_version`: the versions of the API.'),
  upgradeUrl: z.url().describe('`quota_exceeded`, `quota_reserved`, `payment_past_due`: the page to buy more.'),
  used: count.describe(
    '`quota_exceeded`, `quota_reserved`, `payment_past_due`: the number of used documents, with those in progress.',
  ),
  'violated-policies': z.array(z.string()).describe('`rate_limited`: the used up limits of `RateLimit-Policy`.'),
} satisfies Record<keyof ProblemMembers, z.ZodType>;

/** RFC 9457. */
export const Problem = z.object({
  type: z.url().describe('A page that explains the code.'),
  title: z.string().describe('The name of the code, the same at every occurrence.'),
  status: z.int().min(400).max(599).describe('The status of the answer.'),
  detail: z.string().describe('The error for people.'),
  instance: path.describe('The path of the request.'),
  code: growing(Object.keys(ERRORS)).describe(
    'The code of the error, for programs. Later versions of the service may add codes.',
  ),
  requestId: z.string().describe('The id of the request. Support finds the request by it.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  errors: z.array(FieldFault).min(1).optional().describe('The faulty parts of the request; absent without any.'),
  ...z.object(members).partial().shape,
});
