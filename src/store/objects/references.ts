/**
 * References: which organization holds which object of the store, where it lies, and until when. A reference is claimed
 * before its object is put, and an object is removed only while no reference points to it; locks order the two, so that
 * no reference ever points to nothing.
 */
import { defineEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REGIONS } from '#domain/region.ts';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';
import type { ObjectKind, ObjectName, StoredObject } from './object-key.ts';

const p = defineEntity.properties;

const COLUMNS = {
  organizationId: p.uuid().primary(),
  region: p.enum(REGIONS).primary(),
  sha256: p.text().primary(),
  sizeBytes: p.bigint('number'),
  createdAt: p.datetime(),
  expiresAt: p.datetime(),
  /** The organization, whose objects lie in a folder of their own; null for an object in the shared layout. */
  folder: p.uuid().nullable(),
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

/**
 * A row says that objects may be in the shared layout. The migration writes it where an earlier version may run beside
 * this one and finds objects only there. New objects go there too (`fixpoint_folder_of_new_object`) until the move.
 */
export const SharedLayoutEntity = defineEntity({
  name: 'SharedLayout',
  tableName: 'shared_layout',
  properties: {
    since: p.datetime().primary(),
    /** From this time on new objects go to the folders of their organizations. */
    movingSince: p.datetime().nullable(),
  },
});

export interface HeldObject extends ObjectName {
  readonly sizeBytes: number;
}

/** An erasure has ended the claim since, and the object with it, or it was moved: it is to be claimed and put once more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export type ReferenceStore = ReturnType<typeof referenceStore>;

/** This is far more than lies between a claim and the transaction that follows it. */
export const CLAIM_MS = 60 * 60 * 1000;

export function referenceStore(db: Database) {
  return {
    /**
     * It is called before the object is put, and answers where to. A new reference has expired already, so that it shows
     * nothing; it is nevertheless left alone for `CLAIM_MS`, and until then the object must have been put and the reference
     * be held.
     */
    async claim(
      organizationId: string,
      kind: ObjectKind,
      { region, sha256, sizeBytes }: HeldObject,
    ): Promise<StoredObject> {
      const now = new Date();
      const held = holdValues(organizationId, kind, { region, sha256, sizeBytes }, { since: now, until: now });
      const locks = [organizationId, null].map((folder) => lockName(kind, { region, sha256, folder }));
      // All in one question, which is one transaction.
      const question = `${LOCK}; ${LOCK}; ${HOLD}; ${PLACE}`;
      const values = [...locks, ...held, TABLES[kind], organizationId, region, sha256];
      const [claimed] = await db.tenant(organizationId).execute<StoredObject[]>(question, values);
      if (!claimed) throw new Error('PostgreSQL answered no row.');
      return claimed;
    },

    /** Answers where the object lies: one without a reference would lie in the organization's folder. */
    async locate(organizationId: string, kind: ObjectKind, { region, sha256 }: ObjectName): Promise<StoredObject> {
      const values = [TABLES[kind], organizationId, region, sha256];
      const [found] = await db.tenant(organizationId).execute<StoredObject[]>(PLACE, values);
      return found ?? { region, sha256, folder: organizationId };
    },
  };
}

/**
 * Locks the object: until the end of the transaction nobody else claims or removes it. A claim locks both layouts,
 * first the organization's folder, because it does not know the place of the object yet.
 */
export async function lockObject(em: EntityManager, kind: ObjectKind, object: StoredObject): Promise<void> {
  await em.execute(LOCK, [lockName(kind, object)]);
}

/** Versions before lock the shared layout by the same name. */
function lockName(kind: ObjectKind, { region, folder, sha256 }: StoredObject): string {
  return [kind, region, ...(folder === null ? [] : [folder]), sha256].join('/');
}

const LOCK = 'select pg_advisory_xact_lock(hashtextextended(?, 1))';

/**
 * Runs within the transaction that uses an object after its claim and upload. Throws ClaimLost when the claim has
 * ended or the object has moved. Until the end of the transaction nobody can end the claim, and later checks see the
 * use.
 */
export async function requireClaim(
  em: EntityManager,
  organizationId: string,
  kind: ObjectKind,
  { region, sha256, folder }: StoredObject,
): Promise<void> {
  const entity = kind === 'artifact' ? ArtifactRefEntity : OriginalRefEntity;
  const reference = { organizationId, region, sha256 };
  const found = await em.findOne(entity, reference, { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true });
  if (!found || (found.folder ?? null) !== folder)
    throw new ClaimLost('The object was erased or moved since it was claimed.');
}

/** Holds the object at least until this time. A second hold can only extend the life, also under a smaller plan. */
export async function hold(
  em: EntityManager,
  organizationId: string,
  kind: ObjectKind,
  object: HeldObject,
  period: HeldPeriod,
): Promise<void> {
  await executeUnread(em, HOLD, holdValues(organizationId, kind, object, period));
}

interface HeldPeriod {
  readonly since: Date;
  readonly until: Date;
}

function holdValues(
  organizationId: string,
  kind: ObjectKind,
  { region, sha256, sizeBytes }: HeldObject,
  { since, until }: HeldPeriod,
): unknown[] {
  return [TABLES[kind], organizationId, region, sha256, sizeBytes, since, until, organizationId];
}

const TABLES: Readonly<Record<ObjectKind, string>> = { original: 'original_ref', artifact: 'artifact_ref' };

/** A reference that is there already says where its object lies; only the move changes that. */
const HOLD = `insert into ?? as held
    ("organization_id", "region", "sha256", "size_bytes", "created_at", "expires_at", "folder")
  values (?, ?, ?, ?, ?, ?, fixpoint_folder_of_new_object(?))
  on conflict ("organization_id", "region", "sha256") do update set "expires_at" = excluded."expires_at"
  where held."expires_at" < excluded."expires_at"`;

const PLACE = `select "region", "sha256", "folder" from ??
  where "organization_id" = ? and "region" = ? and "sha256" = ?`;
