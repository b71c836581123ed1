/**
 * This is the catalogue of problems: one row for each code, and the one class of errors with a code.
 * The codes are part of the contract; `docs/errors.md` and the pages at `/problems/{code}` are made of these rows.
 */

interface ErrorKind {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The same words for every occurrence (RFC 9457, section 3.1.4). */
  readonly title: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  /** When it happens and what to do about it, in Markdown. */
  readonly advice: string;
}

export const ERRORS = {
  validation_failed: {
    status: 400,
    title: 'Request validation failed',
    retryable: false,
    advice:
      'A field, query parameter or header has a value that is not allowed, is missing or is given twice. See `errors`.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    retryable: false,
    advice: 'A field or query parameter has a name the endpoint does not know; `detail` has the nearest one.',
  },
  malformed_request: {
    status: 400,
    title: 'Not an HTTP request',
    retryable: false,
    advice: 'What was sent is not well-formed HTTP/1.1, or has the header `Host` not once. Look at what sends it.',
  },
  malformed_upload: {
    status: 400,
    title: 'Upload could not be read',
    retryable: false,
    advice: 'The multipart form ends early, has no boundary or is not well-formed.',
  },
  document_encrypted: {
    status: 400,
    title: 'Document is encrypted',
    retryable: false,
    advice: 'Compare: the file in `errors` cannot be opened without a password. Remove the password and send it again.',
  },
  not_a_pdf: {
    status: 400,
    title: 'Not a PDF',
    retryable: false,
    advice:
      'The file is empty, or has neither `%PDF-` within its first 8,192 bytes nor an end that leads to a cross-reference.',
  },
  invalid_hash: {
    status: 400,
    title: 'Not a SHA-256',
    retryable: false,
    advice: 'The path of an attestation or verification does not end with a SHA-256 in hex.',
  },
  invalid_region: {
    status: 400,
    title: 'Unknown region',
    retryable: false,
    advice: '`region` is not one of the regions.',
  },
  region_not_allowed: {
    status: 400,
    title: 'Region not allowed',
    retryable: false,
    advice: 'The organization may not use this region; `allowedRegions` lists those it may.',
  },
  invalid_webhook_url: {
    status: 400,
    title: 'Not an address for webhooks',
    retryable: false,
    advice:
      'The address is not an absolute HTTPS URL without user name and fragment, is too long, or its host is an address inside a private network.',
  },
  batch_not_found: {
    status: 400,
    title: 'No such batch',
    retryable: false,
    advice: "`batch_id` names no batch of the caller's organization. Create one first.",
  },
  weak_password: {
    status: 400,
    title: 'Password too weak',
    retryable: false,
    advice:
      'The password has fewer or more characters than allowed, is easily guessed, or resembles the e-mail address or the organization. Any characters may be used; none have to be.',
  },
  invalid_or_expired_token: {
    status: 400,
    title: 'Link no longer valid',
    retryable: false,
    advice:
      'The token of a mailed link is unknown, was used, was replaced by a newer one, or its time is over. Ask for another mail.',
  },
  ambiguous_credentials: {
    status: 400,
    title: 'Two different credentials',
    retryable: false,
    advice: '`X-Api-Key` and `Authorization` carry different credentials. Send one.',
  },
  unsupported_api_version: {
    status: 400,
    title: 'Unsupported API version',
    retryable: false,
    advice: 'The header `Api-Version` asks for a version that does not exist; `supported` lists those that do.',
  },
  idempotency_key_conflict: {
    status: 400,
    title: 'Two different idempotency keys',
    retryable: false,
    advice: 'The header `Idempotency-Key` and the field `idempotency_key` differ. Send one, or the same twice.',
  },
  stateless_conflict: {
    status: 400,
    title: 'Not possible in stateless mode',
    retryable: false,
    advice:
      'With `X-Stateless: true` there is one answer and no later one: leave out `Prefer: respond-async` and `webhook_url`.',
  },
  invalid_signature: {
    status: 400,
    title: 'Signature invalid',
    retryable: false,
    advice:
      "Events of the payment provider: the body is not signed with the endpoint's secret, or more than five minutes ago. Reports of published keys: not signed by GitHub.",
  },
  owner_cannot_be_removed: {
    status: 400,
    title: 'Owner cannot be removed',
    retryable: false,
    advice: 'Owners are not removed, and do not leave: another owner makes them admin or member first.',
  },
  own_role_change: {
    status: 400,
    title: 'Own role cannot be changed',
    retryable: false,
    advice: 'Nobody changes the role they have themselves; another owner does. So there is always one.',
  },
  export_not_ready: {
    status: 400,
    title: 'Export not complete',
    retryable: true,
    advice:
      '`exportStatus` says how the export stands: ask again when it is `completed`; after `failed`, request another.',
  },
  cooling_off_expired: {
    status: 400,
    title: 'Cooling-off period expired',
    retryable: false,
    advice: 'The deletion can no longer be cancelled: `cancellableUntil` has passed.',
  },
  missing_credentials: {
    status: 401,
    title: 'Credentials missing',
    retryable: false,
    advice:
      'No API key in `X-Api-Key` or `Authorization: Bearer`; in the portal, no access token in `Authorization: Bearer`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'API key invalid',
    retryable: false,
    advice: 'The key is mistyped or unknown.',
  },
  api_key_expired: {
    status: 401,
    title: 'API key expired',
    retryable: false,
    advice: 'The key has expired. Create a new one.',
  },
  api_key_revoked: {
    status: 401,
    title: 'API key revoked',
    retryable: false,
    advice: 'The key was revoked, or its organization deactivated.',
  },
  api_key_required: {
    status: 401,
    title: 'API key required',
    retryable: false,
    advice: 'An access token was sent where an API key is asked for.',
  },
  access_token_required: {
    status: 401,
    title: 'Access token required',
    retryable: false,
    advice: 'An API key was sent where an access token is asked for. Sign in, and send the `access_token` as Bearer.',
  },
  invalid_token: {
    status: 401,
    title: 'Access token invalid',
    retryable: false,
    advice: 'The access token is not one of ours, or its sign-in has ended. Sign in again.',
  },
  token_expired: {
    status: 401,
    title: 'Access token expired',
    retryable: false,
    advice: 'Access tokens live fifteen minutes: get a new one at `/api/auth/refresh`.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Address or password wrong',
    retryable: false,
    advice: 'There is no active member with this address and this password; which of them is wrong is not told.',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'Refresh token invalid',
    retryable: false,
    advice:
      'The refresh token is unknown, expired or was used before, or its sign-in has ended. One that is used twice ends its sign-in. Sign in again.',
  },
  quota_exceeded: {
    status: 402,
    title: 'Monthly quota exceeded',
    retryable: false,
    advice:
      'Plan Free: the documents of this period are used up; `limit` and `used` say how many, `resetsAt` until when, `upgradeUrl` where to get more.',
  },
  payment_past_due: {
    status: 402,
    title: 'Payment overdue',
    retryable: false,
    advice:
      'The documents of the period are used up, and more are taken only after the open invoice is paid: see the billing page at `upgradeUrl`.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Scope missing',
    retryable: false,
    advice: 'The key lacks the scope in the member `scope`.',
  },
  insufficient_role: {
    status: 403,
    title: 'Role not sufficient',
    retryable: false,
    advice: 'The action takes one of the `roles`. Ask an owner or admin of the organization.',
  },
  email_not_verified: {
    status: 403,
    title: 'E-mail address not confirmed',
    retryable: false,
    advice:
      'Before its address is confirmed an account can look and change nothing: no API key, no webhook. Follow the link in the mail that came after registration; `/api/auth/resend-verification` sends another.',
  },
  reauthentication_required: {
    status: 403,
    title: 'Recent sign-in required',
    retryable: false,
    advice: 'What cannot be undone takes a sign-in of the last hour. Sign in again and repeat.',
  },
  artifact_forbidden: {
    status: 403,
    title: 'Artifact belongs to another organization',
    retryable: false,
    advice: "Another organization has an artifact with this hash, the caller's has none.",
  },
  report_forbidden: {
    status: 403,
    title: 'Report belongs to another organization',
    retryable: false,
    advice: "Another organization has a report for this hash, the caller's has none.",
  },
  not_found: {
    status: 404,
    title: 'Not found',
    retryable: false,
    advice: "No such path, or no such `resource` of the caller's organization, or it has expired.",
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    advice: 'The path exists, the method does not; the header `Allow` lists the methods.',
  },
  upload_stalled: {
    status: 408,
    title: 'Upload stalled',
    retryable: true,
    advice: 'No byte of the upload arrived for 30 seconds, or a JSON body was not there after ten.',
  },
  batch_closed: {
    status: 409,
    title: 'Batch closed',
    retryable: false,
    advice: 'The batch was closed: nothing can be added to it. Create another one.',
  },
  organization_inactive: {
    status: 409,
    title: 'Organization deactivated',
    retryable: false,
    advice: 'The organization has been deactivated. It can be read, exported, erased and deleted, and nothing else.',
  },
  slug_taken: {
    status: 409,
    title: 'Slug taken',
    retryable: false,
    advice: 'Another organization has this slug. Choose another one.',
  },
  api_key_limit_reached: {
    status: 409,
    title: 'Too many API keys',
    retryable: false,
    advice: 'The organization has a hundred API keys that work. Revoke one first.',
  },
  api_key_inactive: {
    status: 409,
    title: 'API key does not work any more',
    retryable: false,
    advice: 'A key that was revoked or has expired cannot be replaced by another one. Create a new key.',
  },
  already_registered: {
    status: 409,
    title: 'Address has an account',
    retryable: false,
    advice: 'The invited address has an account already, and an account belongs to one organization.',
  },
  already_member: {
    status: 409,
    title: 'Already a member',
    retryable: false,
    advice: 'Somebody with this e-mail address belongs to the organization.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'Too many webhook endpoints',
    retryable: false,
    advice: 'The organization has ten webhook endpoints. Delete one first.',
  },
  webhook_inactive: {
    status: 409,
    title: 'Webhook endpoint inactive',
    retryable: false,
    advice: 'The endpoint of the delivery is inactive. Activate it, then replay.',
  },
  file_too_large: {
    status: 413,
    title: 'File too large',
    retryable: false,
    advice: 'The file is larger than the plan allows; see `limitBytes` and `planTier`.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    retryable: false,
    advice: 'A JSON body has more bytes than `limitBytes`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    retryable: false,
    advice:
      'The body is neither `multipart/form-data` nor `application/pdf`, where JSON is asked for not `application/json` in UTF-8, or it is compressed.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    retryable: false,
    advice: "The range begins after the artifact's end; the header `Content-Range` has its size.",
  },
  document_rejected: {
    status: 422,
    title: 'Document rejected',
    retryable: false,
    advice:
      'Raw form, and compare with `normalize_first`: a policy of the request forbids to normalize the document. `submission` has the whole result.',
  },
  document_failed: {
    status: 422,
    title: 'Document could not be normalized',
    retryable: false,
    advice:
      'Raw form: the document cannot be normalized; `submission` has the whole result. Compare: the file in `errors` cannot be read; `failureCode` says why.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key used otherwise',
    retryable: false,
    advice:
      'The idempotency key was used with another file or other options within the last 24 hours. Choose a new key for a new request.',
  },
  abnormal_usage: {
    status: 429,
    title: 'Abnormal usage',
    retryable: true,
    advice:
      "More than ten times the plan's documents failed or were rejected in this period. Find out why before sending more; `resetsAt` says when the period ends, `Retry-After` in how many seconds.",
  },
  rate_limited: {
    status: 429,
    title: 'Too many attempts',
    retryable: true,
    advice:
      'Too many calls of this kind from one address, or by one organization. `violated-policies` names the limit, `Retry-After` says in how many seconds there are new attempts.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    retryable: false,
    advice: 'The path and the headers may have 16 KiB together, in 100 fields.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    retryable: true,
    advice: 'A fault of the service, which logs it under `requestId`.',
  },
  payment_provider_error: {
    status: 502,
    title: 'Payment provider does not answer',
    retryable: true,
    advice:
      'Billing: the payment provider cannot be reached, or refused the request. Nothing was changed; try again later.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    retryable: true,
    advice: 'A part of the service cannot be reached. Try again after the seconds in `Retry-After`.',
  },
  processing_timeout: {
    status: 504,
    title: 'Processing took too long',
    retryable: true,
    advice: 'Compare: no report within 60 seconds. Stateless: no output within 120 seconds. Nothing is charged.',
  },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof ERRORS;

/** One faulty part of a request. */
export interface FieldError {
  readonly in: 'form' | 'query' | 'path' | 'header' | 'body';
  readonly name: string;
  readonly code: string;
  readonly detail: string;
}

interface ServiceErrorOptions {
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  /** Extension members of the problem body, for example `limitBytes`. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An answer the service gives on purpose. `detail` is for the caller to read: no secrets, no internals. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.members = options.members ?? {};
  }
}
