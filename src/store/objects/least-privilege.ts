/**
 * Tries which excessive rights the keys of the store have. An administrator's key, or a key with more write access,
 * would help an attacker who obtains it.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from 'minio';
import { REGIONS } from '#domain/region.ts';
import type { S3Config } from './artifacts.ts';
import { isOutage } from '#store/database/outage.ts';
import { connectS3 } from './s3-client.ts';

/**
 * One sentence for each excessive right. No sentence means that the rights are correct. Throws when the store cannot
 * be asked.
 */
export async function excessPrivileges(config: S3Config): Promise<string[]> {
  const service = connectS3(config);
  const links = connectS3({ endpoint: config.endpoint, ...config.links });
  const bucket = `${config.bucketPrefix}${REGIONS[0]}`;
  const probe = `probe-${randomBytes(8).toString('hex')}`;
  const found = [
    ...(await excessOf(service, 'S3_ACCESS_KEY', probe)),
    ...(await excessOf(links, 'S3_LINK_ACCESS_KEY', probe)),
  ];
  if (await writes(links, bucket, `artifacts/${probe}`)) found.push('S3_LINK_ACCESS_KEY may write artifacts.');
  if (await reads(service, links, bucket, `tmp/${probe}`)) {
    found.push('S3_LINK_ACCESS_KEY may read more than artifacts/ and exports/.');
  }
  return found;
}

async function excessOf(client: Client, key: string, elsewhere: string): Promise<string[]> {
  const found: string[] = [];
  const administer = { method: 'GET', bucketName: 'minio', objectName: 'admin/v3/info' };
  if (await succeeds(client.makeRequestAsyncOmit(administer))) found.push(`${key} may administer the store.`);
  const makes = await succeeds(client.makeBucket(elsewhere));
  if (makes) found.push(`${key} may make buckets of any name.`);
  if (await writes(client, elsewhere, 'probe')) found.push(`${key} may write into buckets that are not ours.`);
  if (makes) await client.removeBucket(elsewhere);
  return found;
}

/** MinIO asks for the right before it looks for the bucket: one that is missing there would have been written into. */
async function writes(client: Client, bucket: string, key: string): Promise<boolean> {
  try {
    await client.putObject(bucket, key, 'probe');
  } catch (error) {
    if (isOutage(error)) throw error;
    return codeOf(error) === 'NoSuchBucket' && (await isMinio(client));
  }
  await client.removeObject(bucket, key).catch(() => undefined); // it may write and not remove
  return true;
}

/** Tries it on what is there: nothing else tells who may read it. */
async function reads(service: Client, reader: Client, bucket: string, key: string): Promise<boolean> {
  await service.putObject(bucket, key, 'probe');
  try {
    return await succeeds(reader.statObject(bucket, key));
  } finally {
    await service.removeObject(bucket, key);
  }
}

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    return false;
  }
}

function isMinio(client: Client): Promise<boolean> {
  return succeeds(client.makeRequestAsyncOmit({ method: 'GET', bucketName: 'minio', objectName: 'health/live' }));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}
