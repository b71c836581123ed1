/**
 * The bytes: originals and outputs in one bucket per region of an S3 store, addressed by organization and hash
 * (`object-key.ts`). An organization stores the same content once per region.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Client, S3Error } from 'minio';
import { REGIONS, type Region } from '#domain/region.ts';
import { multipartUpload } from './multipart-upload.ts';
import { headObject, type StoredObject, streamObject } from './object-stream.ts';
import { connectS3, type S3Credentials } from './s3-client.ts';
import { type ByteRange, type Content, ObjectCorrupt, verifiedContent } from './verified-content.ts';

export { isMissing } from './object-stream.ts';
export { type ByteRange, type Content, ObjectCorrupt } from './verified-content.ts';

/** The credentials are those the service reads and writes with. */
export interface S3Config extends S3Credentials {
  readonly endpoint: string;
  /** The address of the store for callers; the same address by default. */
  readonly publicEndpoint?: string;
  readonly bucketPrefix: string;
  /** The key that signs download links. It may only read the objects that a link may name. */
  readonly links: S3Credentials;
}

export interface ContentFile extends Content {
  readonly path: string;
}

export interface ListedObject {
  readonly key: string;
  readonly lastModified: Date;
}

export interface ArtifactStore {
  ensureBuckets(): Promise<void>;
  /** Streams a file to the store without a check for the existing object, because its bytes may be damaged. */
  putFile(region: Region, key: string, file: ContentFile, contentType: string): Promise<void>;
  /** Skipped when the store's own checksum of the object says that it is there. */
  putBytes(region: Region, key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Does the same as `putBytes`, without a check for the existing object. */
  replace(region: Region, key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * Uploads what comes, of unknown length and with one part of it in memory, in place of an object of that key. Either
   * all of it or nothing is there afterwards. Answers the size in bytes.
   */
  putStream(region: Region, key: string, source: AsyncIterable<Uint8Array>, contentType: string): Promise<number>;
  /** Writes the object to another key of the bucket. Fails with ObjectCorrupt, and writes nothing, where it is another one. */
  copy(region: Region, from: string, to: string, content: Content, contentType: string): Promise<void>;
  /** Streams an object to a file. The length is verified, the hash is for the caller to verify. */
  getFile(region: Region, key: string, path: string): Promise<void>;
  getBytes(region: Region, key: string): Promise<Uint8Array>;
  /** The whole object. Fails in the middle rather than end early; the hash is for the caller to verify. */
  stream(region: Region, key: string): Promise<Readable>;
  /** Reads the whole object or a range. Throws ObjectCorrupt before the end of a damaged object. */
  read(region: Region, key: string, content: Content, range?: ByteRange): Promise<Readable>;
  stat(region: Region, key: string): Promise<{ sizeBytes: number } | null>;
  /** Does nothing when there is no such object. */
  remove(region: Region, key: string): Promise<void>;
  /** The object with all its earlier versions, where an operator keeps those, and what was uploaded of it in part. */
  purge(region: Region, key: string): Promise<void>;
  /** Lists objects below a prefix, in the order of the keys. */
  list(region: Region, prefix: string): AsyncIterable<ListedObject>;
  /** Removes what lies under `tmp/` since before that time; answers how many objects. */
  removeTemporary(before: Date): Promise<number>;
  /** Signs a link to a PDF by default. */
  presignedGet(region: Region, key: string, seconds: number, filename: string, contentType?: string): Promise<string>;
  ready(): Promise<void>;
}

export function exportKey(organizationId: string, exportId: string): string {
  return `exports/${organizationId}/${exportId}.zip`;
}

/** Links may name only objects below these prefixes of a bucket. The policy of the links' key allows nothing else. */
export const LINKED_PREFIXES = ['artifacts/', 'exports/'] as const;

/** A link lives as long as a person needs to click, and no longer. */
export const LONGEST_LINK_SECONDS = 15 * 60;

export function artifactStore(config: S3Config): ArtifactStore {
  const client = connectS3(config);
  // Links are signed for the host they name. Signing asks nobody, so this client never connects.
  const signer = connectS3({ endpoint: config.publicEndpoint ?? config.endpoint, ...config.links });
  const bucketOf = (region: Region) => config.bucketPrefix + region;

  const uploads = connectS3(config, { retries: 0 });
  const reading = reads((region, key) => ({ client, bucket: bucketOf(region), key }));

  return {
    ...reading,
    ...writes(client, uploads, bucketOf),

    // The store itself does not copy, because not every store would verify the bytes and preserve the checksum for
    // ranges.
    async copy(region, from, to, content, contentType) {
      const body = await reading.read(region, from, content);
      await putObject(uploads, bucketOf(region), to, { body, ...content, contentType });
    },

    async ensureBuckets() {
      for (const region of REGIONS) {
        const bucket = bucketOf(region);
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket).catch(unlessOwned);
        await client.setBucketLifecycle(bucket, TEMPORARY_OBJECTS_EXPIRE).catch(unlessNotImplemented);
      }
    },

    remove: (region, key) => client.removeObject(bucketOf(region), key),

    purge: (region, key) => purge(client, bucketOf(region), key),

    list: (region, prefix) => listed(client, bucketOf(region), prefix),

    async removeTemporary(before) {
      let removed = 0;
      for (const region of REGIONS) {
        for await (const { key, lastModified } of listed(client, bucketOf(region), TEMPORARY_PREFIX)) {
          if (lastModified >= before) continue;
          await client.removeObject(bucketOf(region), key);
          removed += 1;
        }
      }
      return removed;
    },

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

type BucketOf = (region: Region) => string;
type ObjectOf = (region: Region, key: string) => StoredObject;

function reads(objectOf: ObjectOf): Pick<ArtifactStore, 'stat' | 'stream' | 'read' | 'getFile' | 'getBytes'> {
  const stream = (region: Region, key: string) => streamObject(objectOf(region, key));
  return {
    stream,

    async stat(region, key) {
      const found = await headObject(objectOf(region, key));
      return found && { sizeBytes: found.sizeBytes };
    },

    async read(region, key, content, range) {
      if (range !== undefined) {
        const found = await headObject(objectOf(region, key));
        if (found?.sha256 === content.sha256) return streamObject(objectOf(region, key), range);
        if (found !== null && found.sha256 !== null) throw new ObjectCorrupt(key);
        // The store keeps no checksum of it: all of it is read for a part.
      }
      const source = await stream(region, key);
      const verified = Readable.from(verifiedContent(key, source, content, range), { objectMode: false });
      return verified.once('close', () => source.destroy()); // also if nobody has started to read it
    },

    async getFile(region, key, path) {
      await pipeline(await stream(region, key), createWriteStream(path, { mode: 0o600 }));
    },

    getBytes: async (region, key) => buffer(await stream(region, key)),
  };
}

/** `uploads` does not try again by itself: what has been streamed is gone. */
function writes(
  client: Client,
  uploads: Client,
  bucketOf: BucketOf,
): Pick<ArtifactStore, 'putFile' | 'putBytes' | 'replace' | 'putStream'> {
  const isStored = async (region: Region, key: string, sha256: string) =>
    (await headObject({ client, bucket: bucketOf(region), key }))?.sha256 === sha256;

  return {
    async putFile(region, key, { path, ...content }, contentType) {
      await putObject(uploads, bucketOf(region), key, { body: createReadStream(path), ...content, contentType });
    },

    async putBytes(region, key, bytes, contentType) {
      const upload = uploadOf(bytes, contentType);
      if (await isStored(region, key, upload.sha256)) return;
      await putObject(client, bucketOf(region), key, upload);
    },

    replace: (region, key, bytes, contentType) =>
      putObject(client, bucketOf(region), key, uploadOf(bytes, contentType)),

    putStream: (region, key, source, contentType) =>
      multipartUpload(client, bucketOf(region), key, source, contentType),
  };
}

interface Upload extends Content {
  readonly body: Readable | Buffer;
  readonly contentType: string;
}

function uploadOf(bytes: Uint8Array, contentType: string): Upload {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { body, sha256: createHash('sha256').update(body).digest('hex'), sizeBytes: body.length, contentType };
}

/**
 * Puts the object in one request, which may have 5 GiB: only then does the store keep a checksum of the whole, which it
 * verifies.
 */
async function putObject(
  client: Client,
  bucketName: string,
  objectName: string,
  { body, sha256, sizeBytes, contentType }: Upload,
): Promise<void> {
  const headers = {
    'content-type': contentType,
    'content-length': sizeBytes,
    'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
  };
  // Over TLS the signature does not cover the content; the checksum does.
  const signed = client.enableSHA256 ? sha256 : '';
  const request = { method: 'PUT', bucketName, objectName, headers };
  const answer = await client.makeRequestStreamAsync(request, body, signed, [200], '');
  answer.resume();
}

async function purge(client: Client, bucket: string, key: string): Promise<void> {
  for (;;) {
    const uploadId = await client.findUploadId(bucket, key);
    if (uploadId === undefined) break;
    await client.abortMultipartUpload(bucket, key, uploadId);
  }
  await client.removeObject(bucket, key);
  // Without versioning nothing is left. With versioning, older versions and the delete marker are left.
  for await (const found of client.listObjects(bucket, key, true, { IncludeVersion: true })) {
    const versionId: unknown = Reflect.get(found, 'versionId'); // the type does not have this member
    if (found.name === key && typeof versionId === 'string') await client.removeObject(bucket, key, { versionId });
  }
}

async function* listed(client: Client, bucket: string, prefix: string): AsyncGenerator<ListedObject> {
  for await (const { name, lastModified } of client.listObjectsV2(bucket, prefix, true)) {
    if (name !== undefined && lastModified !== undefined) yield { key: name, lastModified };
  }
}

const TEMPORARY_PREFIX = 'tmp/';

/** Files of a killed process disappear by themselves. All other files are removed immediately. */
const TEMPORARY_OBJECTS_EXPIRE = {
  Rule: [{ ID: 'temporary', Status: 'Enabled', Filter: { Prefix: TEMPORARY_PREFIX }, Expiration: { Days: 1 } }],
};

/** A store without lifecycles is swept by the rounds of retention. */
function unlessNotImplemented(error: unknown): void {
  if (!(error instanceof S3Error && error.code === 'NotImplemented')) throw error;
}

/** Two processes may make the bucket at the same moment. */
function unlessOwned(error: unknown): void {
  if (!(error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou')) throw error;
}
