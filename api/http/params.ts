/** Parameters that several operations have in their path or query. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { isUuid, readSha256 } from './http.ts';

/** The forms of a hash in requests. The prefix may be in capitals too. */
const HASH = /^(?:sha256:)?[0-9A-Fa-f]{64}$/;

/** Hex in upper or lower case, with or without the prefix `sha256:`; lower case without prefix for the handler. */
export function hashValue() {
  return z
    .string()
    .meta({ pattern: HASH.source })
    .refine((text) => readSha256(text) !== null, {
      error: 'must be 64 hexadecimal digits',
      params: { code: 'invalid_hash' },
    })
    .transform((text) => readSha256(text) ?? text);
}

export const HashPath = z.object({
  hash: hashValue().describe('SHA-256 in hex, with or without the prefix `sha256:`.'),
});
export const FingerprintPath = z.object({
  fingerprint: hashValue().describe('A fingerprint of a page in hex, with or without the prefix `sha256:`.'),
});

/** Throws for a path that ends with anything but a hash. */
export function invalidHash(): never {
  throw new ServiceError('invalid_hash', 'The path must end with 64 hexadecimal digits.');
}

export const IdPath = z.object({ id: id().describe('The id of the requested object.') });
export const UserPath = z.object({ userId: id().describe('The id of the member.') });
export const BatchPath = z.object({ batchId: id().describe('The id of the batch.') });

/** Any UUID, as PostgreSQL takes them: not only the versions that RFC 9562 names. */
export function idValue() {
  return z
    .string()
    .meta({ format: 'uuid' })
    .refine(isUuid, { error: 'must be a UUID', params: { code: 'invalid_format' } });
}

/** PostgreSQL takes them in capitals, and answers have them without. */
function id() {
  return idValue().toLowerCase();
}
