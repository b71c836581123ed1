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
  /** Streams an object to a file. The length is verified, the hash is for the caller to verify. */
  getFile(region: Region, key: string, path: string): Promise<void>;
  getBytes(region: Region, key: string): Promise<Uint8Array>;
  /** Fails in the middle rather than end early. */
  stream(region: Region, key: string, range?: ByteRange): Promise<Readable>;
  stat(region: Region, key: string): Promise<{ sizeBytes: number } | null>;
  /** Does nothing when there is no such object. */
  remove(region: Region, key: string): Promise<void>;
  presignedGet(region: Region, key: string, seconds: number, filename: string): Promise<string>;
  ready(): Promise<void>;
}

export function originalKey(sha256: string): string {
  return `originals/${sha256.slice(0, 2)}/${sha256}.pdf`;
}

export function artifactKey(sha256: string): string {
  return `artifacts/${sha256.slice(0, 2)}/${sha256}.pdf`;
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

    remove: (region, key) => client.removeObject(bucketOf(region), key),

    getBytes: async (region, key) => buffer(await stream(region, key)),

    presignedGet: (region, key, seconds, filename) =>
      signer.presignedGetObject(bucketOf(region), key, seconds, {
        'response-content-type': 'application/pdf',
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
