/**
 * Reads objects of an S3 store. A store that verifies its data refuses a damaged object like a busy server, or breaks
 * off in the middle (MinIO does both). This module distinguishes that from an unreachable store.
 */
import { Readable } from 'node:stream';
import { type Client, S3Error } from 'minio';
import { type ByteRange, ObjectCorrupt } from './verified-content.ts';

export interface StoredObject {
  readonly client: Client;
  readonly bucket: string;
  readonly key: string;
}

/** A connection that is lost more often will be lost again. */
const MAX_RESUMED = 3;

/**
 * Streams the object or a range of it. Throws instead of ending early, and throws ObjectCorrupt for a damaged object.
 * After a lost connection it asks once for the rest.
 */
export async function streamObject(object: StoredObject, range?: ByteRange): Promise<Readable> {
  const begun = await unlessRotten(object, () => get(object, range));
  const expected = range === undefined ? contentLength(begun) : range.last - range.first + 1;
  const pieces = expected === null ? begun : resumed(object, begun, range?.first ?? 0, expected);
  const readable = Readable.from(pieces, { objectMode: false });
  return readable.once('close', () => begun.destroy()); // also if nobody has started to read it
}

async function* resumed(
  object: StoredObject,
  begun: Readable,
  first: number,
  expected: number,
): AsyncGenerator<Buffer> {
  let seen = 0;
  let source = begun;
  for (let times = 0; ; times++) {
    const before = seen;
    try {
      for await (const chunk of source) {
        seen += chunk.length;
        yield chunk;
      }
      if (seen === expected) return;
      throw new Error(`object ${object.key}: ${seen} of ${expected} bytes`);
    } catch (cause) {
      if (seen >= expected) throw cause;
      const cameToNothing = times > 0 && seen === before;
      if (cameToNothing && (await isTold(object))) throw new ObjectCorrupt(object.key, { cause });
      if (times === MAX_RESUMED) throw cause;
    }
    const rest = { first: first + seen, last: first + expected - 1 };
    source = await unlessRotten(object, () => get(object, rest));
  }
}

function get({ client, bucket, key }: StoredObject, range: ByteRange | undefined): Promise<Readable> {
  if (range === undefined) return client.getObject(bucket, key);
  return client.getPartialObject(bucket, key, range.first, range.last - range.first + 1);
}

/** It is not busy when it tells of the object and refuses its bytes once more. */
async function unlessRotten(object: StoredObject, read: () => Promise<Readable>): Promise<Readable> {
  try {
    return await read();
  } catch (error) {
    if (!isRefusal(error) || !(await isTold(object))) throw error;
  }
  return read().catch((cause: unknown) => {
    throw isRefusal(cause) ? new ObjectCorrupt(object.key, { cause }) : cause;
  });
}

/** A refusal that asks for a later attempt. The library preserves only its status. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /Retryable HTTP status: 50\d/.test(error.message);
}

async function isTold(object: StoredObject): Promise<boolean> {
  return (await headObject(object).catch(() => null)) !== null;
}

/**
 * Answers null when there is no such object; `sha256` is the store's own checksum, null when it keeps none of the
 * whole.
 */
export async function headObject({
  client,
  bucket,
  key,
}: StoredObject): Promise<{ sizeBytes: number; sha256: string | null } | null> {
  const request = {
    method: 'HEAD',
    bucketName: bucket,
    objectName: key,
    headers: { 'x-amz-checksum-mode': 'ENABLED' },
  };
  try {
    const { headers } = await client.makeRequestAsyncOmit(request);
    return { sizeBytes: Number(headers['content-length']), sha256: hexOf(headers['x-amz-checksum-sha256']) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The checksum of an upload in parts ends with their number, and does not cover the whole. */
function hexOf(checksum: string | string[] | undefined): string | null {
  const whole = typeof checksum === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(checksum);
  return whole ? Buffer.from(checksum, 'base64').toString('hex') : null;
}

/** `getObject` answers with the HTTP response itself, which has the headers its type does not tell of. */
function contentLength(source: Readable): number | null {
  const headers: unknown = Reflect.get(source, 'headers');
  const value: unknown =
    typeof headers === 'object' && headers !== null ? Reflect.get(headers, 'content-length') : null;
  return typeof value === 'string' ? Number(value) : null;
}

const MISSING = new Set(['NotFound', 'NoSuchKey']);

export function isMissing(error: unknown): boolean {
  return error instanceof S3Error && MISSING.has(error.code ?? '');
}
