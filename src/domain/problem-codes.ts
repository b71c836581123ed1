/**
 * This is the catalogue of problems: one row for each code, and the one class of errors with a code.
 * The codes are part of the contract; `docs/codes.md` and the pages at `/problems/{code}` are made of these rows.
 * The title is the same for every occurrence (RFC 9457, section 3.1.4); the example is a `detail`.
 */
import type { Explanation } from './codes/explanation.ts';
import type { ProblemMembers } from './problem-members.ts';

interface ErrorKind extends Explanation {
  /** HTTP status of the answer. */
  readonly status: number;
}

export const ERRORS = {
  validation_failed: {
    status: 400,
    title: 'Request validation failed',
    cause: 'A field, query parameter or header has a value that is not allowed, is missing or is given twice.',
    remedy: 'Correct the entries of `errors`. Each has a place, a name and a sentence.',
    retryable: false,
    example: 'signed_pdf_policy must be one of reject, strip, preserve',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    cause: 'A field or query parameter has a name the endpoint does not know.',
    remedy: '`detail` has the nearest name that it does know.',
    retryable: false,
    example: 'signed_policy is not a parameter of this request; did you mean signed_pdf_policy?',
  },
  malformed_request: {
    status: 400,
    title: 'Not an HTTP request',
    cause:
      'The bytes are not well-formed HTTP/1.1, the header `Host` is not there once, or `Authorization`, `Content-Type` or another header of one value is there twice.',
    remedy: 'Check the program that sends it, and the proxies in between.',
    retryable: false,
    example: 'A request of HTTP/1.1 has the header Host, once.',
  },
  malformed_upload: {
    status: 400,
    title: 'Upload could not be read',
    cause: 'The multipart form has no boundary or is not well-formed.',
    remedy: 'Leave the header `Content-Type` of a form to the library that writes the form: it knows the boundary.',
    retryable: false,
    example: 'The Content-Type has no usable boundary.',
  },
  body_incomplete: {
    status: 400,
    title: 'Body incomplete',
    cause:
      'The sender closed the connection before the whole request had arrived, or ended the form before its last boundary. Nothing was stored.',
    remedy:
      'Send it again. If that fails too, compare `Content-Length` with the body of the sender, and check proxies in between.',
    retryable: true,
    example: 'The connection ended before the whole request had arrived.',
  },
  digest_mismatch: {
    status: 400,
    title: 'Body is not the announced one',
    cause:
      'The body that arrived does not have the digest of the header `Content-Digest` or `Repr-Digest`. Nothing of it was stored.',
    remedy: 'Send it again. If that fails too, compute the digest over the whole body, of a form with its boundaries.',
    retryable: true,
    example: 'The body that arrived does not have the Content-Digest.',
  },
  document_encrypted: {
    status: 400,
    title: 'Document is encrypted',
    cause: 'Compare: the file in `errors` cannot be opened without a password.',
    remedy: 'Remove the password and send it again.',
    retryable: false,
    example: 'file_a: The document opens only with a password.',
  },
  not_a_pdf: {
    status: 400,
    title: 'Not a PDF',
    cause:
      'The file is empty, or has neither `%PDF-` within its first 8,192 bytes nor an end that leads to a cross-reference.',
    remedy: 'Check the content of the file. With curl, write `@` before the path: `-F file=@document.pdf`.',
    retryable: false,
    example: 'The file is not a PDF.',
  },
  invalid_hash: {
    status: 400,
    title: 'Not a SHA-256',
    cause: 'The path of an attestation or verification does not end with a SHA-256 in hex.',
    remedy: 'Take `normalized.sha256` of the result; a prefix `sha256:` may stay.',
    retryable: false,
    example: 'The path must end with 64 hexadecimal digits.',
  },
  invalid_region: {
    status: 400,
    title: 'Unknown region',
    cause: '`region` is not one of the regions.',
    remedy: '`errors` lists those there are.',
    retryable: false,
    example: 'region must be one of ca-central-1, us-east-2, eu-central-1',
  },
  region_not_allowed: {
    status: 400,
    title: 'Region not allowed',
    cause: 'The organization may not use this region.',
    remedy: 'Take one of `allowedRegions`, or have an owner allow it.',
    retryable: false,
    example: 'default_region must be one of eu-central-1.',
  },
  invalid_webhook_url: {
    status: 400,
    title: 'Not an address for webhooks',
    cause:
      'The address is not an absolute HTTPS URL without user name and fragment, is too long, or its host is an address inside a private network.',
    remedy: 'Give an address that can be reached from outside.',
    retryable: false,
    example: 'webhook_url must be an HTTPS URL',
  },
  batch_not_found: {
    status: 400,
    title: 'No such batch',
    cause: "`batch_id` names no batch of the caller's organization.",
    remedy: 'Create the batch first, with the same key or organization.',
    retryable: false,
    example: 'There is no batch with this id.',
  },
  weak_password: {
    status: 400,
    title: 'Password too weak',
    cause:
      'The password has fewer or more characters than allowed, is easily guessed, or resembles the e-mail address or the organization.',
    remedy: 'Choose a longer one. All characters are allowed, and none is required.',
    retryable: false,
    example: 'password is easily guessed',
  },
  invalid_or_expired_token: {
    status: 400,
    title: 'Link no longer valid',
    cause: 'The token of a mailed link is unknown, was used, was replaced by a newer one, or its time is over.',
    remedy: 'Request another mail, and use the newest one.',
    retryable: false,
    example: 'This link is no longer valid. Ask for another one.',
  },
  ambiguous_credentials: {
    status: 400,
    title: 'Two different credentials',
    cause: '`X-Api-Key` and `Authorization` carry different credentials.',
    remedy: 'Send one of them.',
    retryable: false,
    example: 'X-Api-Key and Authorization carry different credentials.',
  },
  unsupported_api_version: {
    status: 400,
    title: 'Unsupported API version',
    cause: 'The header `Api-Version` asks for a version that does not exist.',
    remedy: '`supported` lists those that do.',
    retryable: false,
    example: 'The supported version is 2026-11-21.',
  },
  pipeline_spec_unavailable: {
    status: 400,
    title: 'Pipeline specification not available',
    cause:
      'The header `Pipeline-Spec` asks for the bytes of another specification than the one of this version, or than that of the answer that an idempotency key repeats.',
    remedy:
      'Send the document without the header, or with the specification of this version. Outputs of older ones are read by their hash.',
    retryable: false,
    example: 'This version of the service normalizes under norm-3.',
  },
  idempotency_key_conflict: {
    status: 400,
    title: 'Two different idempotency keys',
    cause: 'The header `Idempotency-Key` and the field `idempotency_key` differ.',
    remedy: 'Send one, or the same twice.',
    retryable: false,
    example: 'The request carries two different idempotency keys.',
  },
  stateless_conflict: {
    status: 400,
    title: 'Not possible in stateless mode',
    cause: 'With `X-Stateless: true` there is one answer and no later one.',
    remedy: 'Leave out `Prefer: respond-async` and `webhook_url`, or the header.',
    retryable: false,
    example: 'X-Stateless and webhook_url exclude each other.',
  },
  invalid_signature: {
    status: 400,
    title: 'Signature invalid',
    cause:
      "Events of the payment provider: the body is not signed with the endpoint's secret, or more than five minutes ago. Reports of published keys: not signed by GitHub.",
    remedy: 'Look at the secret, at the clock, and at proxies that change bodies.',
    retryable: false,
    example: 'This event is not signed by our payment provider, or too old.',
  },
  owner_cannot_be_removed: {
    status: 400,
    title: 'Owner cannot be removed',
    cause: 'Owners are not removed, and do not leave.',
    remedy: 'Another owner makes them admin or member first.',
    retryable: false,
    example: 'An owner is made admin or member first, by another owner.',
  },
  own_role_change: {
    status: 400,
    title: 'Own role cannot be changed',
    cause: 'Nobody changes the role they have themselves: so there is always an owner.',
    remedy: 'Ask another owner.',
    retryable: false,
    example: 'Another owner changes your role, not you.',
  },
  export_not_ready: {
    status: 400,
    title: 'Export not complete',
    cause: 'The export is not made yet, or failed; `exportStatus` says which.',
    remedy: 'Ask again when it is `completed`; after `failed`, request another.',
    retryable: true,
    example: 'The export is pending.',
  },
  cooling_off_expired: {
    status: 400,
    title: 'Cooling-off period expired',
    cause: 'The deletion can no longer be cancelled: `cancellableUntil` has passed.',
    remedy: 'None: the data are being deleted.',
    retryable: false,
    example: 'The deletion could be cancelled until 2026-11-24T10:00:00.000Z.',
  },
  missing_credentials: {
    status: 401,
    title: 'Credentials missing',
    cause: 'No API key in `X-Api-Key` or `Authorization: Bearer`, and no access token in `Authorization: Bearer`.',
    remedy: 'Send it with every request.',
    retryable: false,
    example: 'Send an API key in the header X-Api-Key, or an access token: Authorization: Bearer <access_token>.',
  },
  invalid_api_key: {
    status: 401,
    title: 'API key invalid',
    cause: 'The key is mistyped or unknown.',
    remedy: 'Copy the key as it was shown when it was made, or make another one.',
    retryable: false,
    example: 'This API key is not one of ours.',
  },
  api_key_expired: {
    status: 401,
    title: 'API key expired',
    cause: 'The time of the key is over.',
    remedy: 'Create a new one.',
    retryable: false,
    example: 'This API key expired at 2026-11-21T10:00:00.000Z.',
  },
  api_key_revoked: {
    status: 401,
    title: 'API key revoked',
    cause: 'The key was revoked, or its organization deactivated.',
    remedy: 'Create a new one, or ask an owner.',
    retryable: false,
    example: 'This API key has been revoked.',
  },
  api_key_required: {
    status: 401,
    title: 'API key required',
    cause: 'An access token was sent in `X-Api-Key`, which accepts only API keys.',
    remedy: 'Send the access token as `Authorization: Bearer`, or an API key.',
    retryable: false,
    example: 'X-Api-Key takes an API key; send the access token as Authorization: Bearer.',
  },
  access_token_required: {
    status: 401,
    title: 'Access token required',
    cause: 'An API key was sent where an access token is required.',
    remedy: 'Sign in, and send the `access_token` as Bearer.',
    retryable: false,
    example: 'This endpoint takes an access token, not an API key.',
  },
  invalid_token: {
    status: 401,
    title: 'Access token invalid',
    cause: 'The access token is not one of ours, or its sign-in has ended.',
    remedy: 'Sign in again.',
    retryable: false,
    example: 'This sign-in has ended.',
  },
  token_expired: {
    status: 401,
    title: 'Access token expired',
    cause: 'Access tokens live fifteen minutes.',
    remedy: 'Get a new one at `/api/auth/refresh`.',
    retryable: false,
    example: 'This access token has expired.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Address or password wrong',
    cause:
      'There is no active member with this address and this password; the answer does not say which of them is wrong.',
    remedy: 'Try again, or have the password reset.',
    retryable: false,
    example: 'The address or the password is not right.',
  },
  mfa_required: {
    status: 401,
    title: 'Second factor required',
    cause: 'The password is right, and the account has a second factor.',
    remedy: 'Send `mfa_token` and one of `methods` to `POST /api/auth/login/mfa` within `expires_in` seconds.',
    retryable: false,
    example: 'Go on at /api/auth/login/mfa, with a second factor.',
  },
  invalid_second_factor: {
    status: 401,
    title: 'Second factor wrong',
    cause: 'The code or the recovery code is wrong or was used before, or the passkey did not sign the challenge.',
    remedy: 'Wait for the next code of the app, request new options for a passkey, or use a recovery code.',
    retryable: false,
    example: 'The code or the passkey is not right, or was used before.',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'Refresh token invalid',
    cause:
      'The refresh token is unknown, expired or was used before, or its sign-in has ended. One that is used again after more than a moment ends its sign-in.',
    remedy: 'Sign in again; keep the newest refresh token only.',
    retryable: false,
    example: 'This sign-in has ended. Sign in again.',
  },
  quota_exceeded: {
    status: 402,
    title: 'Monthly quota exceeded',
    cause: 'Plan Free: the documents of this period are used up; `limit` and `used` say how many.',
    remedy: 'Wait until `resetsAt`, or get more at `upgradeUrl`.',
    retryable: false,
    example: 'The 100 documents of plan free are used up until 2026-12-01T00:00:00.000Z.',
  },
  quota_reserved: {
    status: 402,
    title: 'Quota reserved by documents under way',
    cause:
      'All documents of this period that are left are reserved by documents that have not ended yet. Each one that ends without a result gives its place back.',
    remedy:
      'Send it again after the seconds in `Retry-After`. When the documents under way have used all, the code is `quota_exceeded`.',
    retryable: true,
    example: 'The 3 documents of plan free that are left are reserved by documents under way. Try again in a moment.',
  },
  payment_past_due: {
    status: 402,
    title: 'Payment overdue',
    cause: 'The documents of the period are used up, and more are taken only after the open invoice is paid.',
    remedy: 'Pay it on the billing page at `upgradeUrl`.',
    retryable: false,
    example: 'The 1000 documents of plan starter are used up until 2026-12-01T00:00:00.000Z.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Scope missing',
    cause: 'The key lacks the scope in the member `scope`.',
    remedy: 'Use a key that has it; `docs/guides/authentication.md` lists the calls of each scope.',
    retryable: false,
    example: 'This takes a key with the scope read.',
  },
  insufficient_role: {
    status: 403,
    title: 'Role not sufficient',
    cause: 'The action takes one of the `roles`.',
    remedy: 'Ask an owner or admin of the organization.',
    retryable: false,
    example: 'This takes the role owner or admin.',
  },
  email_not_verified: {
    status: 403,
    title: 'E-mail address not confirmed',
    cause:
      'An account without a confirmed address can read everything and change nothing: no document, no API key, no webhook.',
    remedy:
      'Open the link in the mail that was sent after registration; `/api/auth/resend-verification` sends another.',
    retryable: false,
    example: 'Confirm your e-mail address first: follow the link in our mail.',
  },
  reauthentication_required: {
    status: 403,
    title: 'Recent sign-in required',
    cause:
      'Some calls return secrets or much data, give access, redirect data, cost money or cannot be undone. They need a sign-in within the last hour with the strongest factor of the member.',
    remedy: 'Give one of `methods` to `POST /api/auth/reauthenticate`, or sign in again, and repeat.',
    retryable: false,
    example: 'Give your password once more, at /api/auth/reauthenticate: the last time is more than an hour ago.',
  },
  second_factor_required: {
    status: 403,
    title: 'Second factor required',
    cause: 'The organization asks its members for a second factor, and the member who calls has none.',
    remedy:
      'Set up an authenticator app (`POST /api/auth/mfa/totp`) or a passkey (`POST /api/auth/mfa/passkeys/options`).',
    retryable: false,
    example: 'Your organization asks for a second factor: set up an authenticator app or a passkey first.',
  },
  artifact_forbidden: {
    status: 403,
    title: 'Artifact belongs to another organization',
    cause: "Another organization has an artifact with this hash, the caller's has none.",
    remedy: 'Normalize the document yourself: the same document gives the same hash.',
    retryable: false,
    example: 'This artifact belongs to another organization.',
  },
  report_forbidden: {
    status: 403,
    title: 'Report belongs to another organization',
    cause: "Another organization has a report for this hash, the caller's has none.",
    remedy: 'Normalize the document yourself: the same document gives the same hash.',
    retryable: false,
    example: 'This report belongs to another organization.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: "No such path, or no such `resource` of the caller's organization, or it has expired.",
    remedy:
      "Check the path, the key's organization, and the retention period (`docs/guides/retention-and-erasure.md`).",
    retryable: false,
    example: 'There is nothing at this path.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    cause: 'The path exists, the method does not.',
    remedy: 'The header `Allow` lists the methods.',
    retryable: false,
    example: 'PUT is not a method of this path.',
  },
  upload_stalled: {
    status: 408,
    title: 'Upload stalled',
    cause:
      'Fewer than 1,024 bytes of the upload arrived in a second, on the average of 30 seconds, a JSON body was not there after ten, or a request took more than fifteen minutes to arrive.',
    remedy: 'Send it again over a better connection.',
    retryable: true,
    example: 'Fewer than 1024 bytes a second arrived over 30 seconds.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency key in use',
    cause: 'The first request with this idempotency key has no answer yet.',
    remedy: 'Send it again after the seconds in `Retry-After`: you get the answer of the first.',
    retryable: true,
    example: 'The first request with this idempotency key is under way.',
  },
  idempotency_outcome_unknown: {
    status: 409,
    title: 'Outcome unknown',
    cause:
      'The service was stopped while it answered the first request with this idempotency key. It is unknown whether that request had an effect.',
    remedy: 'Check whether the change was made. If not, send the request with a new key.',
    retryable: false,
    example: 'The first request with this idempotency key was interrupted. Check whether it had an effect.',
  },
  batch_closed: {
    status: 409,
    title: 'Batch closed',
    cause: 'The batch was closed: nothing can be added to it.',
    remedy: 'Create another one.',
    retryable: false,
    example: 'This batch was closed: create another one.',
  },
  organization_inactive: {
    status: 409,
    title: 'Organization deactivated',
    cause: 'The organization has been deactivated. Its data can only be read, exported, erased and deleted.',
    remedy: 'Export its data, delete it, or register another one.',
    retryable: false,
    example: 'This organization has been deactivated.',
  },
  slug_taken: {
    status: 409,
    title: 'Slug taken',
    cause: 'Another organization has this slug.',
    remedy: 'Choose another one.',
    retryable: false,
    example: 'Another organization has this slug.',
  },
  api_key_limit_reached: {
    status: 409,
    title: 'Too many API keys',
    cause: 'The organization has a hundred API keys that work.',
    remedy: 'Revoke one first.',
    retryable: false,
    example: 'An organization has at most 100 keys that work.',
  },
  api_key_inactive: {
    status: 409,
    title: 'API key does not work any more',
    cause: 'A key that was revoked or has expired cannot be replaced by another one.',
    remedy: 'Create a new key.',
    retryable: false,
    example: 'This key was revoked or has expired.',
  },
  already_registered: {
    status: 409,
    title: 'Address has an account',
    cause: 'The invited address has an account already, and an account belongs to one organization.',
    remedy: 'Invite another address.',
    retryable: false,
    example: 'This address has an account already, and an account belongs to one organization.',
  },
  already_member: {
    status: 409,
    title: 'Already a member',
    cause: 'Somebody with this e-mail address belongs to the organization.',
    remedy: 'None is needed; roles are changed in the team.',
    retryable: false,
    example: 'This address belongs to a member of the organization.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'Too many webhook endpoints',
    cause: 'The organization has ten webhook endpoints.',
    remedy: 'Delete one first.',
    retryable: false,
    example: 'An organization has at most 10 webhook endpoints.',
  },
  webhook_inactive: {
    status: 409,
    title: 'Webhook endpoint inactive',
    cause: 'The endpoint of the delivery is inactive.',
    remedy: 'Activate it, then replay.',
    retryable: false,
    example: 'This endpoint is inactive.',
  },
  file_too_large: {
    status: 413,
    title: 'File too large',
    cause: 'The file is larger than the plan allows; see `limitBytes` and `planTier`.',
    remedy: 'Make it smaller, or choose a larger plan.',
    retryable: false,
    example: 'The file is larger than the 5242880 bytes plan free allows.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    cause: 'A JSON body has more bytes than `limitBytes`.',
    remedy: 'Send less; documents go to `/api/normalize`.',
    retryable: false,
    example: 'A JSON body may have 65536 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    cause:
      'The body is neither `multipart/form-data` nor `application/pdf`, or it is compressed. A call that takes JSON needs `application/json` in UTF-8.',
    remedy: 'Set `Content-Type` to the type of the body.',
    retryable: false,
    example: 'Send multipart/form-data or application/pdf.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    cause:
      '`If-Match` does not have the ETag of the resource, or the resource was modified after `If-Unmodified-Since`.',
    remedy: 'Ask without the condition, and use the `ETag` or `Last-Modified` of that answer.',
    retryable: false,
    example: 'It was modified after the time of If-Unmodified-Since: Sat, 21 Nov 2026 10:00:00 GMT.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    cause: 'The range begins after the end of the artifact.',
    remedy: 'The header `Content-Range` has its size.',
    retryable: false,
    example: 'The artifact has 18255 bytes.',
  },
  document_rejected: {
    status: 422,
    title: 'Document rejected',
    cause: 'Raw form, and compare with `normalize_first`: a policy of the request forbids to normalize the document.',
    remedy: '`submission` has the whole result, `failure.code` its own page at `/codes/{code}`.',
    retryable: false,
    example:
      'SIGNED_PDF: The document carries 1 digital signature, which rewriting would break. Ask for signed_pdf_policy strip to remove them, or preserve to keep the document as it is.',
  },
  document_failed: {
    status: 422,
    title: 'Document could not be normalized',
    cause: 'Raw form: the document cannot be normalized. Compare: the file in `errors` cannot be read.',
    remedy: '`submission` has the whole result; `failureCode` says why and has its own page at `/codes/{code}`.',
    retryable: false,
    example: 'The document opens only with a password.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key used otherwise',
    cause: 'The idempotency key was used with another file, other options or another body within the last 24 hours.',
    remedy: 'Choose a new key for a new request.',
    retryable: false,
    example: 'This idempotency key was used with another file or other options.',
  },
  abnormal_usage: {
    status: 429,
    title: 'Abnormal usage',
    cause: "More than ten times the plan's documents failed or were rejected in this period.",
    remedy:
      'Find out why before sending more; `resetsAt` says when the period ends, `Retry-After` in how many seconds.',
    retryable: true,
    example: 'Too many documents of this period failed or were rejected.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many attempts',
    cause:
      'Too many calls, or too many of this kind, from one address, by one organization, or by all of the plan Free together. `violated-policies` names the limit.',
    remedy: '`Retry-After` says in how many seconds there are new attempts.',
    retryable: true,
    example: 'Too many attempts: again in 42 seconds.',
  },
  too_many_at_once: {
    status: 429,
    title: 'Too many at the same time',
    cause:
      'The organization, its API key or member, the address of the request, or all organizations of the plan Free together have as many uploads, bytes of uploads, comparisons, stateless documents or archives of evidence under way as they may have at the same time.',
    remedy: 'Wait for some to end: `Retry-After` says when to try again.',
    retryable: true,
    example: 'One organization may have at most 80 uploads under way.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many streams of events',
    cause:
      'The organization, the address of the request, or all organizations of the plan Free together have as many streams of events open as they may have at a time.',
    remedy: 'Close some streams, or poll the submission instead; `Retry-After` says when to try again.',
    retryable: true,
    example: 'One organization may have at most 20 streams of events open.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    cause: 'The path and the headers may have 16 KiB together, in 100 fields.',
    remedy: 'Send fewer cookies and shorter headers.',
    retryable: false,
    example: 'The path and the headers may have 16 KiB together, in 100 fields.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    cause: 'A fault of the service, which logs it under `requestId`.',
    remedy: 'Try again; if it stays, give the `requestId` to support.',
    retryable: true,
    example: 'Something went wrong on our side; the request id leads us to it.',
  },
  payment_provider_error: {
    status: 502,
    title: 'Payment provider does not answer',
    cause: 'Billing: the payment provider cannot be reached, or refused the request. Nothing was changed.',
    remedy: 'Try again later.',
    retryable: true,
    example: 'The payment provider does not answer.',
  },
  not_implemented: {
    status: 501,
    title: 'Not implemented',
    cause: 'The request has the method `CONNECT`, or a transfer coding besides `chunked`.',
    remedy: 'Send the request to the service itself, with its body as it is or `chunked`.',
    retryable: false,
    example: 'The only transfer coding of this service is chunked.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    cause: 'A part of the service cannot be reached, or others use all of its capacity.',
    remedy: 'Try again after the seconds in `Retry-After`.',
    retryable: true,
    example: 'Please try again in a few seconds.',
  },
  processing_timeout: {
    status: 504,
    title: 'Processing took too long',
    cause:
      'Compare: no report within 60 seconds. Stateless: no output within 120 seconds. Printed form: no page within 60 seconds. Nothing is charged.',
    remedy: 'Without `X-Stateless` large documents are answered with 202 and done in their own time.',
    retryable: true,
    example: 'The document could not be processed in the time there is.',
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
  readonly members?: ProblemMembers;
}

/** An answer the service gives on purpose. `detail` is for the caller to read: no secrets, no internals. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly members: ProblemMembers;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.members = options.members ?? {};
  }
}
