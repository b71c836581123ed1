/** Digests of its body that a request announces (RFC 9530): a body that has other ones is refused, and nothing of it is stored. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { type Dictionary, parseDictionary } from 'structured-headers';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { fault, faulty } from '#api/http/faults.ts';

const NAMES = ['Content-Digest', 'Repr-Digest'] as const;
/** The other algorithms of the registry are deprecated, and ignored like unknown ones. */
const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);
/** This much may follow the last boundary of a form, and is hashed with it. */
const MAX_EPILOGUE_BYTES = 64 * 1024;

/** No operation takes a Content-Encoding, so both headers cover the same bytes. */
export const DIGESTS = z.object({
  'Content-Digest': z
    .string()
    .optional()
    .describe('The digest of the whole body, by `sha-256` or `sha-512` (RFC 9530).'),
  'Repr-Digest': z
    .string()
    .optional()
    .describe('The digest of the representation, by `sha-256` or `sha-512` (RFC 9530).'),
});

interface Announced {
  readonly header: (typeof NAMES)[number];
  readonly algorithm: string;
  readonly digest: Buffer;
}

/**
 * To be called before the body is read.
 *
 * @returns what waits for the end of the body, and throws where it is not the announced one
 */
export function watchDigests(req: IncomingMessage): () => Promise<void> {
  const announced = NAMES.flatMap((header) => announcedIn(header, req.headers[header.toLowerCase()]));
  if (announced.length === 0) return () => Promise.resolve();
  const hashes = new Map(announced.map(({ algorithm }) => [algorithm, createHash(algorithm)]));
  req.on('data', (chunk: Buffer) => hashes.forEach((hash) => hash.update(chunk)));
  return async () => {
    await toTheEnd(req);
    const found = new Map(Array.from(hashes, ([algorithm, hash]) => [algorithm, hash.digest()]));
    const wrong = announced.find(({ algorithm, digest }) => found.get(algorithm)?.equals(digest) !== true);
    if (wrong) throw new ServiceError('digest_mismatch', `The body that arrived does not have the ${wrong.header}.`);
  };
}

function announcedIn(header: Announced['header'], value: string | string[] | undefined): Announced[] {
  if (value === undefined) return [];
  return Array.from(dictionaryOf(header, String(value)), ([name, [digest]]) => {
    const algorithm = ALGORITHMS.get(name);
    if (algorithm === undefined) return [];
    if (!(digest instanceof ArrayBuffer)) throw malformed(header);
    return [{ header, algorithm, digest: Buffer.from(digest) }];
  }).flat();
}

function dictionaryOf(header: Announced['header'], value: string): Dictionary {
  try {
    return parseDictionary(value);
  } catch {
    throw malformed(header);
  }
}

function malformed(header: Announced['header']): ServiceError {
  const detail = `${header} must be digests of RFC 9530, such as sha-256=:…:`;
  return faulty([fault('header', header, 'invalid_format', detail)]);
}

/** The reader of a form stops at its last boundary. */
async function toTheEnd(req: IncomingMessage): Promise<void> {
  if (req.readableEnded) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let epilogueBytes = 0;
  req.on('data', ({ length }: Buffer) => {
    epilogueBytes += length;
    if (epilogueBytes > MAX_EPILOGUE_BYTES) reject(new ServiceError('malformed_upload', 'The form does not end.'));
  });
  // After a caller has left, no further event follows.
  finished(req, { writable: false }, (error) => (error ? reject(error) : resolve()));
  req.resume();
  await promise;
}
