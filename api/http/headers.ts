/** Headers that the answers of several operations have. */
import { z } from 'zod';
import type { Headers } from '#api/operation.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

export const PDF_HEADERS: Headers = {
  'X-Content-Hash': { description: 'SHA-256 of the body, in hex.', schema: hex, required: true },
  'Repr-Digest': { description: 'The same by RFC 9530.', schema: z.string(), required: true },
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
  'Content-Disposition': { description: 'attachment', schema: z.string(), required: true },
};

export const POLL_HEADERS: Headers = {
  Location: { description: 'Where the submission is found.', schema: z.string().regex(/^\//), required: true },
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: z.string(), required: true },
};

export const LIST_HEADERS: Headers = {
  Link: { description: 'first, prev, next and last page (RFC 8288).', schema: z.string(), required: true },
};

export const QUOTA_HEADERS: Headers = {
  'RateLimit-Policy': { description: 'Documents of the period, and its length in seconds.', schema: z.string() },
  RateLimit: { description: 'Documents left, and seconds until there are new ones.', schema: z.string() },
};
