/**
 * References: which organization holds which object of the store, and until when. The bytes are shared between
 * organizations, the right to them is not. A reference is claimed before its object is put, and an object is removed
 * only while nobody refers to it; one lock orders the two, so that no reference ever points to nothing.
 */
import { defineEntity, type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REGIONS, type Region } from '#domain/region.ts';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

const COLUMNS = {
  organizationId: p.uuid().primary(),
  region: p.enum(REGIONS).primary(),
  sha256: p.text().primary(),
  sizeBytes: p.bigint('number'),
  createdAt: p.datetime(),
  expiresAt: p.datetime(),
};

export const ArtifactRefEntity = defineEntity({
  name: 'ArtifactRef',
  tableName: 'artifact_ref',
  policies: ownRows('artifact_ref_tenant', 'organization_id'),
  indexes: [
    { name: 'artifact_ref_sha256', properties: ['sha256'] },
    { name: 'artifact_ref_expiry', properties: ['expiresAt'] },
  ],
  properties: COLUMNS,
});

export const OriginalRefEntity = defineEntity({
  name: 'OriginalRef',
  tableName: 'original_ref',
  policies: ownRows('original_ref_tenant', 'organization_id'),
  indexes: [
    { name: 'original_ref_sha256', properties: ['sha256'] },
    { name: 'original_ref_expiry', properties: ['expiresAt'] },
  ],
  properties: COLUMNS,
});

export type ArtifactRef = InferEntity<typeof ArtifactRefEntity>;

export type ObjectKind = 'original' | 'artifact';

export interface StoredObject {
  readonly region: Region;
  readonly sha256: string;
}

export interface HeldObject extends StoredObject {
  readonly sizeBytes: number;
}

/** An erasure has ended the claim since, and the object with it: it is to be claimed and put once more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export interface ReferenceStore {
  /**
   * It is called before the object is put. A new reference has expired already, so that it shows nothing; it is
   * nevertheless left alone for `CLAIM_MS`, and until then the object must have been put and the reference be held.
   */
  claim(organizationId: string, kind: ObjectKind, object: HeldObject): Promise<void>;
}

/** This is far more than lies between a claim and the transaction that follows it. */
export const CLAIM_MS = 60 * 60 * 1000;

export function referenceStore(db: Database): ReferenceStore {
  return {
    async claim(organizationId, kind, { region, sha256, sizeBytes }) {
      const now = new Date();
      const held = [TABLES[kind], organizationId, region, sha256, sizeBytes, now, now];
      // Both in one question, which is one transaction.
      await db.tenant(organizationId).execute(`${LOCK}; ${HOLD}`, [`${kind}/${region}/${sha256}`, ...held]);
    },
  };
}

/** Locks the object: until the end of the transaction nobody else claims or removes it. */
export async function lockObject(em: EntityManager, kind: ObjectKind, { region, sha256 }: StoredObject): Promise<void> {
  await em.execute(LOCK, [`${kind}/${region}/${sha256}`]);
}

const LOCK = 'select pg_advisory_xact_lock(hashtextextended(?, 1))';

/**
 * Runs within the transaction that makes use of an object which was claimed and put before it: throws ClaimLost when
 * the claim is no more. Until the end of the transaction nobody ends it, and whoever wants to sees afterwards what it
 * is used for.
 */
export async function requireClaim(
  em: EntityManager,
  organizationId: string,
  kind: ObjectKind,
  { region, sha256 }: StoredObject,
): Promise<void> {
  const entity = kind === 'artifact' ? ArtifactRefEntity : OriginalRefEntity;
  const reference = { organizationId, region, sha256 };
  const found = await em.findOne(entity, reference, { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true });
  if (!found) throw new ClaimLost('The object was erased since it was claimed.');
}

/**
 * Holds the object at least until then: one that is held again lives longer and never shorter, whatever the plan is by
 * now.
 */
export async function hold(
  em: EntityManager,
  organizationId: string,
  kind: ObjectKind,
  { region, sha256, sizeBytes }: HeldObject,
  { since, until: expiresAt }: { readonly since: Date; readonly until: Date },
): Promise<void> {
  await executeUnread(em, HOLD, [TABLES[kind], organizationId, region, sha256, sizeBytes, since, expiresAt]);
}

const TABLES: Readonly<Record<ObjectKind, string>> = { original: 'original_ref', artifact: 'artifact_ref' };

const HOLD = `insert into ?? as held ("organization_id", "region", "sha256", "size_bytes", "created_at", "expires_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("organization_id", "region", "sha256") do update set "expires_at" = excluded."expires_at"
  where held."expires_at" < excluded."expires_at"`;
