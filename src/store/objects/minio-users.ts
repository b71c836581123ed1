/**
 * Makes the users of a MinIO server over its admin API (v3): the service's user, who may use only our buckets, and the
 * links' user, who may read only the objects of download links. Neither has rights of an administrator.
 */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'minio';
import { LINKED_PREFIXES } from './artifacts.ts';
import { connectS3, type S3Credentials } from './s3-client.ts';

export interface MinioUsers {
  readonly service: S3Credentials;
  readonly links: S3Credentials;
  /** Names, or patterns of names. */
  readonly buckets: readonly string[];
}

/** A repetition has the same result. A changed secret or policy is set again. */
export async function createMinioUsers(endpoint: string, root: S3Credentials, users: MinioUsers): Promise<void> {
  const client = connectS3({ endpoint, ...root }, { retries: 0 });
  await untilLoaded(client);
  const roles = [
    { policy: 'fixpoint-service', document: servicePolicy(users.buckets), user: users.service },
    { policy: 'fixpoint-links', document: linkPolicy(users.buckets), user: users.links },
  ];
  for (const { policy, document, user } of roles) {
    await callAdmin(client, 'PUT', 'add-canned-policy', { name: policy }, Buffer.from(JSON.stringify(document)));
    const account = JSON.stringify({ secretKey: user.secretKey, status: 'enabled' });
    await callAdmin(client, 'PUT', 'add-user', { accessKey: user.accessKey }, encrypted(account, root.secretKey));
    const grant = { policyName: policy, userOrGroup: user.accessKey, isGroup: 'false' };
    await callAdmin(client, 'PUT', 'set-user-or-group-policy', grant, Buffer.alloc(0));
  }
}

const arn = (resource: string) => `arn:aws:s3:::${resource}`;

function servicePolicy(buckets: readonly string[]) {
  const resources = buckets.flatMap((bucket) => [arn(bucket), arn(`${bucket}/*`)]);
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: resources }] };
}

function linkPolicy(buckets: readonly string[]) {
  const resources = buckets.flatMap((bucket) => LINKED_PREFIXES.map((prefix) => arn(`${bucket}/${prefix}*`)));
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: resources }] };
}

const LOADED_WITHIN_MS = 60_000;
const POLL_MS = 100;

/** A policy of the server's own. */
const SOME_POLICY = 'readwrite';

/**
 * A new server reports that it is ready and accepts policies and users while it still loads the stored ones. It then
 * forgets the accepted ones (`LoadIAMCache`). It has loaded when it knows its own policies.
 */
async function untilLoaded(client: Client): Promise<void> {
  const giveUpAt = Date.now() + LOADED_WITHIN_MS;
  for (;;) {
    try {
      await callAdmin(client, 'GET', 'info-canned-policy', { name: SOME_POLICY }, Buffer.alloc(0));
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await delay(POLL_MS);
    }
  }
}

/** The administration's refusals are JSON, of which the library would make nothing. */
const ANSWERS = [200, 400, 401, 403, 404, 405, 409, 412, 501];

/** The administration's paths look like those of objects, and are signed the same way. */
async function callAdmin(
  client: Client,
  method: 'GET' | 'PUT',
  call: string,
  parameters: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  const query = new URLSearchParams(parameters).toString();
  const request = { method, bucketName: 'minio', objectName: `admin/v3/${call}`, query };
  const answer = await client.makeRequestAsync(request, body, ANSWERS);
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`MinIO refuses ${call}: ${answer.statusCode} ${said}`);
}

/** PBKDF2 with SHA-256 and AES-256-GCM, of the ciphers the server knows the one that Node has. */
const CIPHER = 0x02;
const ITERATIONS = 8192;
const LAST_FRAGMENT = 0x80;

/**
 * The admin API takes secrets encrypted under the secret key of the caller: salt (32 bytes), cipher (1), nonce (8),
 * then one fragment of the stream of secure-io's `sio`. A fragment is sealed with the tag of an empty one, which has
 * number 0, as associated data, and holds at most 16 KiB.
 */
function encrypted(plaintext: string, secretKey: string): Buffer {
  const salt = randomBytes(32);
  const nonce = randomBytes(8);
  const key = pbkdf2Sync(secretKey, salt, ITERATIONS, 32, 'sha256');
  const seal = (number: number, associated: Buffer, piece: string) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32LE(number);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter])).setAAD(associated);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  };
  const associated = Buffer.concat([Buffer.of(LAST_FRAGMENT), seal(0, Buffer.alloc(0), '')]);
  return Buffer.concat([salt, Buffer.of(CIPHER), nonce, seal(1, associated, plaintext)]);
}
