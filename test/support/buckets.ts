/** Compares the content of the buckets with the tables, for tests with their own buckets. */
import { deepStrictEqual } from 'node:assert/strict';
import { Client } from 'minio';
import { REGIONS, type Region } from '#domain/region.ts';
import type { S3Config } from '#store/objects/artifacts.ts';
import { type ObjectKind, objectKey, type StoredObject } from '#store/objects/object-key.ts';
import type { Database } from '#store/database/database.ts';
import { ERASURE_NOTES } from '#store/privacy/erasure-records.ts';
import { ArtifactRefEntity, OriginalRefEntity } from '#store/objects/references.ts';

/** Keys by region. */
export type Listing = Readonly<Record<Region, readonly string[]>>;

export async function listBuckets({ endpoint, accessKey, secretKey, bucketPrefix }: S3Config): Promise<Listing> {
  const { hostname, port } = new URL(endpoint);
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  const entries = REGIONS.map(async (region) => {
    const objects = await client.listObjectsV2(bucketPrefix + region, '', true).toArray();
    return [region, objects.map(({ name }: { name: string }) => name).toSorted()] as const;
  });
  const listing = Object.fromEntries(await Promise.all(entries));
  return { 'ca-central-1': [], 'us-east-2': [], 'eu-central-1': [], ...listing };
}

type Row = Pick<StoredObject, 'region' | 'sha256'> & { readonly folder?: string | null | undefined };

/** By region and key. */
interface Dangling {
  /** Objects without a reference. */
  readonly orphans: readonly string[];
  /** Missing objects with a reference. */
  readonly missing: readonly string[];
}

/** Reads all objects, and the references of these organizations or of all. */
export async function dangling(s3: S3Config, database: Database, organizationIds?: string[]): Promise<Dangling> {
  const listing = await listBuckets(s3);
  const keyOf = (kind: ObjectKind, { region, sha256, folder = null }: Row) =>
    `${region} ${objectKey(kind, { folder, sha256 })}`;
  const mine = organizationIds === undefined ? {} : { organizationId: { $in: organizationIds } };
  const artifacts = await database.system().find(ArtifactRefEntity, mine);
  const originals = await database.system().find(OriginalRefEntity, mine);
  const referred = new Set([
    ...artifacts.map((row) => keyOf('artifact', row)),
    ...originals.map((row) => keyOf('original', row)),
  ]);
  // Notes about erasures belong to no organization and stay.
  const held = (region: Region) => listing[region].filter((key) => !key.startsWith(ERASURE_NOTES));
  const stored = new Set(REGIONS.flatMap((region) => held(region).map((key) => `${region} ${key}`)));
  return { orphans: [...stored.difference(referred)], missing: [...referred.difference(stored)] };
}

/** Every reference of these organizations has its object, and every object has a reference from one of them. */
export async function expectNothingDangles(s3: S3Config, database: Database, organizationIds: string[]): Promise<void> {
  deepStrictEqual(await dangling(s3, database, organizationIds), { orphans: [], missing: [] });
}
