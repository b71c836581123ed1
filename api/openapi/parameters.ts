/** Parameters and headers that several operations share. */
import { z } from 'zod';
import type { HeaderWords } from './operation.ts';

/** What the path takes; the answers and the records have lower-case hex alone. */
const hash = z.string().regex(/^(?:sha256:)?[0-9A-Fa-f]{64}$/);

export const HashPath = z.object({ hash: hash.describe('SHA-256 in hex, with or without the prefix `sha256:`.') });
export const IdPath = z.object({ id: z.uuid() });
export const UserPath = z.object({ userId: z.uuid() });
export const BatchPath = z.object({ batchId: z.uuid() });

export const OriginalQuery = z.object({
  original: hash.optional().describe('Which original is meant, where several led to one output.'),
});

export const ReportQuery = z.object({
  submission_id: z.uuid().optional().describe('Which submission is meant, where several led to one output.'),
});

const hex = z.string().regex(/^[0-9a-f]{64}$/);

export const PDF_HEADERS: Readonly<Record<string, HeaderWords>> = {
  'X-Content-Hash': { description: 'SHA-256 of the body, in hex.', schema: hex, required: true },
  'Repr-Digest': { description: 'The same by RFC 9530.', schema: z.string(), required: true },
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
  'Content-Disposition': { description: 'attachment', schema: z.string(), required: true },
};

export const POLL_HEADERS: Readonly<Record<string, HeaderWords>> = {
  Location: { description: 'Where the submission is found.', schema: z.string().regex(/^\//), required: true },
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: z.string(), required: true },
};

export const LIST_HEADERS: Readonly<Record<string, HeaderWords>> = {
  Link: { description: 'first, prev, next and last page (RFC 8288).', schema: z.string(), required: true },
};

export const QUOTA_HEADERS: Readonly<Record<string, HeaderWords>> = {
  'RateLimit-Policy': { description: 'Documents of the period, and its length in seconds.', schema: z.string() },
  RateLimit: { description: 'Documents left, and seconds until there are new ones.', schema: z.string() },
};
