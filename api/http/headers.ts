/** Headers that the answers of several operations have. */
import { z } from 'zod';
import type { Headers } from '#api/operation.ts';
import { CLIENT_REQUEST_ID } from './http.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const address = z.string().regex(/^\//);
const seconds = z.string().regex(/^\d+$/);

/** Also of problems. */
export const EVERY_ANSWER: Headers = {
  'X-Request-Id': {
    description: 'Ours, of this request alone: leads support to it.',
    schema: z.string().regex(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
    required: true,
  },
  'X-Client-Request-Id': {
    description: 'What the request had as its `X-Request-Id`, where that was a plain word.',
    schema: z.string().regex(CLIENT_REQUEST_ID),
  },
  'Api-Version': { description: 'The version that answered.', schema: z.iso.date(), required: true },
  'Cache-Control': { description: 'Who may keep the answer: nobody, unless it says more.', schema: z.string() },
  'X-Content-Type-Options': {
    description: 'The media type is what it says.',
    schema: z.literal('nosniff'),
    required: true,
  },
  'Strict-Transport-Security': {
    description: 'Where the service is at an HTTPS address (RFC 6797).',
    schema: z.string(),
  },
};

export const locationOf = (of: string): Headers => ({
  Location: { description: `Where ${of} is found.`, schema: address, required: true },
});

export const RETRY_AFTER: Headers = {
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: seconds },
};

export const POLL_HEADERS: Headers = {
  ...locationOf('the submission'),
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: seconds, required: true },
};

export const ETAG: Headers = {
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
};

export const LAST_MODIFIED: Headers = {
  'Last-Modified': { description: 'Since when it is there (RFC 9110, 8.8.2).', schema: z.string(), required: true },
};

export const ACCEPT_RANGES: Headers = {
  'Accept-Ranges': { description: 'A range of bytes can be asked for.', schema: z.literal('bytes'), required: true },
};

/** Headers with which the receiver of a document can check it. */
export const PDF_HEADERS: Headers = {
  'X-Content-Hash': { description: 'SHA-256 of the document, in hex.', schema: hex, required: true },
  'Repr-Digest': { description: 'The same by RFC 9530.', schema: z.string(), required: true },
  ...ETAG,
  'Content-Disposition': { description: 'An attachment, with its name.', schema: z.string(), required: true },
  'Content-Security-Policy': { description: 'Nothing in it may run.', schema: z.string(), required: true },
  Link: { description: 'The report, as `describedby` (RFC 8288).', schema: z.string() },
};

export const CONTENT_RANGE: Headers = {
  'Content-Range': { description: 'The bytes of how many (RFC 9110, 14.4).', schema: z.string(), required: true },
};

export const LIST_HEADERS: Headers = {
  Link: {
    description: 'first, prev, next and last page (RFC 8288); with a cursor, first and next.',
    schema: z.string(),
    required: true,
  },
};

export const QUOTA_HEADERS: Headers = {
  'RateLimit-Policy': { description: 'What is limited, how often, and in how many seconds.', schema: z.string() },
  RateLimit: { description: 'How much is left, and seconds until there is more.', schema: z.string() },
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

/** The same where not every answer of the status has them. */
export function optional(headers: Headers): Headers {
  const entries = Object.entries(headers).map(([name, words]) => [name, { ...words, required: false }]);
  return Object.fromEntries(entries);
}

/** Headers that pages of other origins may read. */
export const PUBLIC_HEADERS: Headers = {
  'Access-Control-Allow-Origin': { description: 'Pages of every origin.', schema: z.literal('*'), required: true },
};

const CHALLENGE: Headers = {
  'WWW-Authenticate': { description: 'The scheme and what is wrong (RFC 6750, 3).', schema: z.string() },
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
