/** Headers that the answers of several operations have. */
import { z } from 'zod';
import type { Headers } from '#api/operation.ts';
import { CLIENT_REQUEST_ID } from './http.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const address = z.string().regex(/^\//);
const seconds = z.string().regex(/^\d+$/);

/** Problems have these headers too. */
export const EVERY_ANSWER: Headers = {
  'X-Request-Id': {
    description: 'The id that the service gave to this request. Support finds the request by it.',
    schema: z.string().regex(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
    required: true,
  },
  'X-Client-Request-Id': {
    description: 'The `X-Request-Id` of the request, if it was a plain word.',
    schema: z.string().regex(CLIENT_REQUEST_ID),
  },
  'Api-Version': { description: 'The version of the API that answered.', schema: z.iso.date(), required: true },
  'Cache-Control': {
    description: 'Rules for caches. Without other words no cache may store the answer.',
    schema: z.string(),
  },
  'X-Content-Type-Options': {
    description: 'Readers must use the stated media type.',
    schema: z.literal('nosniff'),
    required: true,
  },
  'Strict-Transport-Security': {
    description: 'The service uses HTTPS only (RFC 6797). The header is absent without HTTPS.',
    schema: z.string(),
  },
};

export const locationOf = (of: string): Headers => ({
  Location: { description: `The address of ${of}.`, schema: address, required: true },
});

export const RETRY_AFTER: Headers = {
  'Retry-After': { description: 'The number of seconds to wait before the next request.', schema: seconds },
};

export const POLL_HEADERS: Headers = {
  ...locationOf('the submission'),
  'Retry-After': {
    description: 'The number of seconds to wait before the next request.',
    schema: seconds,
    required: true,
  },
};

export const ETAG: Headers = {
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
};

export const LAST_MODIFIED: Headers = {
  'Last-Modified': {
    description: 'The time of the last change (RFC 9110, 8.8.2).',
    schema: z.string(),
    required: true,
  },
};

export const ACCEPT_RANGES: Headers = {
  'Accept-Ranges': {
    description: 'The caller can ask for a range of bytes.',
    schema: z.literal('bytes'),
    required: true,
  },
};

/** Headers with which the receiver of a document can check it. */
export const PDF_HEADERS: Headers = {
  'X-Content-Hash': { description: 'SHA-256 of the document, in hex.', schema: hex, required: true },
  'Repr-Digest': { description: 'SHA-256 of the document by RFC 9530.', schema: z.string(), required: true },
  ...ETAG,
  'Content-Disposition': {
    description: 'The answer is an attachment with a name.',
    schema: z.string(),
    required: true,
  },
  'Content-Security-Policy': { description: 'The document may run no script.', schema: z.string(), required: true },
  Link: { description: 'The address of the report, as `describedby` (RFC 8288).', schema: z.string() },
};

export const CONTENT_RANGE: Headers = {
  'Content-Range': {
    description: 'The position of the bytes in the document (RFC 9110, 14.4).',
    schema: z.string(),
    required: true,
  },
};

export const LIST_HEADERS: Headers = {
  Link: {
    description: 'The first, previous, next and last page (RFC 8288). With a cursor only the first and the next one.',
    schema: z.string(),
    required: true,
  },
};

export const QUOTA_HEADERS: Headers = {
  'RateLimit-Policy': {
    description: 'The limits: their names, the numbers of calls and the windows in seconds.',
    schema: z.string(),
  },
  RateLimit: { description: 'The numbers of calls left, and the seconds until there are more.', schema: z.string() },
};

export const IDEMPOTENT_HEADERS: Headers = {
  'Idempotent-Replayed': {
    description: 'The answer is that of an earlier request with the same key.',
    schema: z.literal('true'),
  },
};

export const NEGOTIATED: Headers = {
  Vary: { description: 'The headers of the request on which the answer depends.', schema: z.string() },
};

/** The same headers, for a status where only some answers have them. */
export function optional(headers: Headers): Headers {
  const entries = Object.entries(headers).map(([name, words]) => [name, { ...words, required: false }]);
  return Object.fromEntries(entries);
}

/** Headers that pages of other origins may read. */
export const PUBLIC_HEADERS: Headers = {
  'Access-Control-Allow-Origin': {
    description: 'Pages of every origin may read the answer.',
    schema: z.literal('*'),
    required: true,
  },
};

const CHALLENGE: Headers = {
  'WWW-Authenticate': { description: 'The scheme and the error (RFC 6750, 3).', schema: z.string() },
};

/** The keys are the statuses of problems. */
export const PROBLEM_HEADERS: Readonly<Record<number, Headers>> = {
  401: CHALLENGE,
  402: { ...QUOTA_HEADERS, ...RETRY_AFTER },
  403: CHALLENGE,
  408: { Connection: { description: 'The connection ends with the answer.', schema: z.string() } },
  409: RETRY_AFTER,
  416: CONTENT_RANGE,
  429: { ...QUOTA_HEADERS, ...RETRY_AFTER },
  503: RETRY_AFTER,
};
