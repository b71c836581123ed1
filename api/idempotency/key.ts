/** Idempotency keys as requests carry them: in the header `Idempotency-Key`, in a field, or the same in both. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { invalid, type Context } from '#api/http/http.ts';

/** Printable ASCII. */
export const IDEMPOTENCY_KEY = /^[ -~]{1,255}$/;
export const IDEMPOTENCY_KEY_RULE = 'must have 1 to 255 printable ASCII characters';

const HEADER = 'Idempotency-Key';

/** This schema is only for the description. The check needs all values of a repeated header. */
export const IdempotencyHeaders = z.object({
  [HEADER]: z
    .string()
    .optional()
    // The name of the field of forms and queries would be the same in Go.
    .meta({ minLength: 1, maxLength: 255, param: { 'x-go-name': 'IdempotencyKeyHeader' } })
    .describe('A key that makes a retry safe for 24 hours.'),
});

/** The header's key, plain or quoted as a string of structured fields (RFC 9651, section 3.3.3). */
export function readIdempotencyHeader(ctx: Context): string | null {
  const [value, ...more] = ctx.req.headersDistinct[HEADER.toLowerCase()] ?? [];
  if (value === undefined) return null;
  if (more.some((other) => other !== value)) throw conflict();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(value.trim())?.[1];
  const key = quoted?.replaceAll(/\\(.)/g, '$1') ?? value.trim();
  if (!IDEMPOTENCY_KEY.test(key))
    throw invalid('header', HEADER, 'invalid_format', `${HEADER} ${IDEMPOTENCY_KEY_RULE}`);
  return key;
}

export function oneKey(header: string | null, field: string | null): string | null {
  if (header !== null && field !== null && header !== field) throw conflict();
  return header ?? field;
}

function conflict(): ServiceError {
  return new ServiceError('idempotency_key_conflict', 'The request carries two different idempotency keys.');
}

/** The hash of what makes two requests the same one. The order of the names does not count, their values do. */
export function fingerprintOf(facts: Readonly<Record<string, string | boolean | null>>): string {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
