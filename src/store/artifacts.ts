/**
 * The bytes: originals and outputs in one bucket per region of an S3 store, addressed by their own hash.
 * The same content is stored once per region, whoever sent it; who may read it is for `outputs.ts` to say.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client, S3Error } from 'minio';
import { REGIONS, type Region } from '#domain/region.ts';

export interface S3Config {
  readonly endpoint: string;
  /** Where callers reach the same store; without it the same address. */
  readonly publicEndpoint?: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucketPrefix: string;
}

/** Both ends are included, as in an HTTP Range. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ArtifactStore {
  ensureBuckets(): Promise<void>;
  /** Streams a file to the store; skipped when the object is there with that size. */
  putFile(region: Region, key: string, path: string, sizeBytes: number, contentType: string): Promise<void>;
  putBytes(region: Region, key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * Uploads what comes, of unknown length and with one part of it in memory, in place of an object of that key. Either all
   * of it or nothing is there afterwards. Answers the size in bytes.
   */
  putStream(region: Region, key: string, source: AsyncIterable<Uint8Array>, contentType: string): Promise<number>;
  /** Streams an object to a file. The length is verified, the hash is for the caller to verify. */
  getFile(region: Region, key: string, path: string): Promise<void>;
  getBytes(region: Region, key: string): Promise<Uint8Array>;
  /** Fails in the middle rather than end early. */
  stream(region: Region, key: string, range?: ByteRange): Promise<Readable>;
  stat(region: Region, key: string): Promise<{ sizeBytes: number } | null>;
  /** Does nothing when there is no such object. */
  remove(region: Region, key: string): Promise<void>;
  /** The object with all its earlier versions, where an operator keeps those, and what was uploaded of it in part. */
  purge(region: Region, key: string): Promise<void>;
  /** Of a PDF unless told otherwise. */
  presignedGet(region: Region, key: string, seconds: number, filename: string, contentType?: string): Promise<string>;
  ready(): Promise<void>;
}

export function originalKey(sha256: string): string {
  return `originals/${sha256.slice(0, 2)}/${sha256}.pdf`;
}

export function artifactKey(sha256: string): string {
  return `artifacts/${sha256.slice(0, 2)}/${sha256}.pdf`;
}

export function exportKey(organizationId: string, exportId: string): string {
  return `exports/${organizationId}/${exportId}.zip`;
}

export function artifactStore(config: S3Config): ArtifactStore {
  const client = connect(config);
  // Links are signed for the host they name. Signing asks nobody, so this client never connects.
  const signer = connect({ ...config, endpoint: config.publicEndpoint ?? config.endpoint });
  const bucketOf = (region: Region) => config.bucketPrefix + region;

  const stat = async (region: Region, key: string) => {
    try {
      return { sizeBytes: (await client.statObject(bucketOf(region), key)).size };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const stream = async (region: Region, key: string, range?: ByteRange) => {
    const length = range && range.last - range.first + 1;
    const source = range
      ? await client.getPartialObject(bucketOf(region), key, range.first, length)
      : await client.getObject(bucketOf(region), key);
    const expected = length ?? contentLength(source);
    const checked = wholeLength(key, expected);
    pipeline(source, checked).catch(() => undefined); // whoever reads `checked` meets the error there
    return checked;
  };

  return {
    stat,
    stream,

    async ensureBuckets() {
      for (const region of REGIONS) {
        const bucket = bucketOf(region);
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket).catch(unlessOwned);
        await client.setBucketLifecycle(bucket, TEMPORARY_OBJECTS_EXPIRE);
      }
    },

    async putFile(region, key, path, sizeBytes, contentType) {
      if ((await stat(region, key))?.sizeBytes === sizeBytes) return;
      const metadata = { 'Content-Type': contentType };
      await client.putObject(bucketOf(region), key, createReadStream(path), sizeBytes, metadata);
    },

    async putBytes(region, key, bytes, contentType) {
      if ((await stat(region, key))?.sizeBytes === bytes.length) return;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      await client.putObject(bucketOf(region), key, body, body.length, { 'Content-Type': contentType });
    },

    async getFile(region, key, path) {
      await pipeline(await stream(region, key), createWriteStream(path, { mode: 0o600 }));
    },

    putStream: (region, key, source, contentType) => putStream(client, bucketOf(region), key, source, contentType),

    remove: (region, key) => client.removeObject(bucketOf(region), key),

    purge: (region, key) => purge(client, bucketOf(region), key),

    getBytes: async (region, key) => buffer(await stream(region, key)),

    presignedGet: (region, key, seconds, filename, contentType = 'application/pdf') =>
      signer.presignedGetObject(bucketOf(region), key, seconds, {
        'response-content-type': contentType,
        'response-content-disposition': `attachment; filename="${filename}"`,
        'response-cache-control': 'private, no-store',
      }),

    async ready() {
      for (const region of REGIONS) {
        if (!(await client.bucketExists(bucketOf(region)))) throw new Error(`no bucket ${bucketOf(region)}`);
      }
    },
  };
}

/** More is held in memory per upload than this only twice: the library buffers one part ahead. */
const PART_SIZE_BYTES = 8 * 1024 * 1024;
/** A connection to the store that moves no byte for this long is dead. */
const IDLE_TIMEOUT_MS = 15_000;

function connect({ endpoint, accessKey, secretKey }: S3Config): Client {
  const url = new URL(endpoint);
  const useSSL = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: Number(url.port || (useSSL ? 443 : 80)),
    useSSL,
    accessKey,
    secretKey,
    region: 'us-east-1', // of the signature; saves a question per bucket
    partSize: PART_SIZE_BYTES,
    retryOptions: { maximumRetryCount: 1 },
    transportAgent: impatientAgent(useSSL ? HttpsAgent : HttpAgent),
  });
}

function impatientAgent(Agent: new (options: AgentOptions) => HttpAgent): HttpAgent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const createConnection = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = createConnection(options, callback);
    socket?.once('timeout', () => socket.destroy(new Error('storage connection timed out')));
    return socket;
  };
  return agent;
}

async function putStream(
  client: Client,
  bucket: string,
  key: string,
  source: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, { 'Content-Type': contentType });
  try {
    const parts: { part: number; etag: string }[] = [];
    let sizeBytes = 0;
    for await (const bytes of inParts(source)) {
      const partNumber = parts.length + 1;
      const part = { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber, headers: {} };
      const { etag } = await client.uploadPart(part, bytes);
      parts.push({ part: partNumber, etag });
      sizeBytes += bytes.length;
    }
    await client.completeMultipartUpload(bucket, key, uploadId, parts);
    return sizeBytes;
  } catch (error) {
    await client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined); // `error` says more
    throw error;
  }
}

/** An upload has 10,000 parts at most: after some thousands they grow, so that half a terabyte fits. */
const PARTS_OF_A_SIZE = 2_000;

/**
 * At least one, the last of any size. All are the same memory: a part is to be done with before the next is asked for, and
 * the garbage of an archive would else be as large as the archive.
 */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(PART_SIZE_BYTES);
  let held = 0;
  let made = 0;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + part.length - held);
      part.set(piece, held);
      held += piece.length;
      taken += piece.length;
      if (held < part.length) continue;
      yield part;
      held = 0;
      made += 1;
      if (made % PARTS_OF_A_SIZE === 0) part = Buffer.allocUnsafeSlow(2 * part.length);
    }
  }
  if (held > 0 || made === 0) yield part.subarray(0, held);
}

async function purge(client: Client, bucket: string, key: string): Promise<void> {
  for (;;) {
    const uploadId = await client.findUploadId(bucket, key);
    if (uploadId === undefined) break;
    await client.abortMultipartUpload(bucket, key, uploadId);
  }
  await client.removeObject(bucket, key);
  // Without versioning there is nothing left to find; with it, what was there before, and the mark of its removal.
  for await (const found of client.listObjects(bucket, key, true, { IncludeVersion: true })) {
    const versionId: unknown = Reflect.get(found, 'versionId'); // which its type does not tell of
    if (found.name === key && typeof versionId === 'string') await client.removeObject(bucket, key, { versionId });
  }
}

/** `getObject` answers with the HTTP response itself, which has the headers its type does not tell of. */
function contentLength(source: Readable): number | null {
  const headers: unknown = Reflect.get(source, 'headers');
  const value: unknown =
    typeof headers === 'object' && headers !== null ? Reflect.get(headers, 'content-length') : null;
  return typeof value === 'string' ? Number(value) : null;
}

/** Passes bytes on and fails at the end when there were fewer, or more, than announced. */
function wholeLength(key: string, expected: number | null): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      seen += chunk.length;
      callback(null, chunk);
    },
    flush(callback) {
      const whole = expected === null || seen === expected;
      callback(whole ? null : new Error(`object ${key}: ${seen} of ${expected} bytes`));
    },
  });
}

const MISSING = new Set(['NotFound', 'NoSuchKey']);

export function isMissing(error: unknown): boolean {
  return error instanceof S3Error && MISSING.has(error.code ?? '');
}

/** What a killed process left under `tmp/` goes by itself; everything else there is removed at once. */
const TEMPORARY_OBJECTS_EXPIRE = {
  Rule: [{ ID: 'temporary', Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 1 } }],
};

/** Two processes may make the bucket at the same moment. */
function unlessOwned(error: unknown): void {
  if (!(error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou')) throw error;
}
