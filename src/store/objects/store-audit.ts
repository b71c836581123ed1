/**
 * Compares the store with the rows: every referenced object must exist with the bytes of its name, and every object
 * needs a reference. A restore of only one of them breaks this.
 */
import { finished } from 'node:stream/promises';
import { type Region, REGIONS } from '#domain/region.ts';
import type { Database } from '#store/database/database.ts';
import { type ArtifactStore, exportKey, isMissing, ObjectCorrupt } from './artifacts.ts';
import { OBJECT_KINDS, type ObjectKind, objectKey, parseObjectKey, prefixOf, type StoredObject } from './object-key.ts';
import { CLAIM_MS } from './references.ts';
import { REFERENCE_TABLES } from './release.ts';

export interface Flaw {
  /**
   * `missing`: a row refers to it. `corrupt`: its bytes are not the put ones. `unreferenced`: no row refers to it or
   * is about to.
   */
  readonly kind: 'missing' | 'corrupt' | 'unreferenced';
  readonly region: Region;
  readonly key: string;
}

export interface AuditOptions {
  /** Only whether objects are there, and of what size: their bytes are not read. */
  readonly quick: boolean;
  /** Newer objects may get a reference soon. The default is the life of a claim. */
  readonly settledBefore?: Date;
  /** Called for each examined object. */
  readonly onLooked?: () => void;
}

const PAGE = 500;

/** The memory is limited to a page of rows and a page of names, for stores of any size. */
export async function* auditStore(
  db: Database,
  artifacts: ArtifactStore,
  requested: AuditOptions,
): AsyncGenerator<Flaw> {
  for (const kind of OBJECT_KINDS) {
    for await (const object of heldObjects(db, kind)) {
      requested.onLooked?.();
      const flaw = await flawOf(artifacts, objectKey(kind, object), object, requested.quick);
      if (flaw !== null) yield flaw;
    }
  }
  yield* missingExports(db, artifacts, requested);
  const { settledBefore = new Date(Date.now() - CLAIM_MS) } = requested;
  const settled = (region: Region, prefix: string) => pagesOfSettled(artifacts, region, prefix, settledBefore);
  for (const region of REGIONS) {
    for (const kind of OBJECT_KINDS) yield* unreferencedObjects(db, settled, region, kind);
    yield* unreferencedExports(db, settled, region);
  }
}

/** Originals and outputs that rows refer to, each once. */
export async function* referredObjects(
  db: Database,
): AsyncGenerator<{ readonly region: Region; readonly key: string }> {
  for (const kind of OBJECT_KINDS) {
    for await (const object of heldObjects(db, kind)) yield { region: object.region, key: objectKey(kind, object) };
  }
}

/**
 * A reference that ends within the hour is not asked for its object: it may be a claim, which is there before the object is; and one
 * whose time is over shows nothing. The period of an original begins when its document has ended.
 */
const LASTS = `r.expires_at > now() + interval '${CLAIM_MS / 1_000} seconds'`;
export const HELD: Readonly<Record<ObjectKind, string>> = {
  artifact: LASTS,
  original: `(${LASTS} or exists (select from submission s where s.organization_id = r.organization_id
    and s.original_sha256 = r.sha256 and s.region = r.region and s.completed_at is null and not s.stateless))`,
};

interface HeldObject extends StoredObject {
  readonly sizeBytes: number;
}

/** Each object once: in the shared layout several references point to one. */
async function* heldObjects(db: Database, kind: ObjectKind): AsyncGenerator<HeldObject> {
  const shared = '00000000-0000-0000-0000-000000000000';
  const page = `select distinct r.sha256, r.region, coalesce(r.folder, '${shared}') as place, r.folder,
      r.size_bytes as "sizeBytes"
    from ${REFERENCE_TABLES[kind]} r
    where (r.sha256, r.region, coalesce(r.folder, '${shared}')) > (?, ?, ?::uuid) and ${HELD[kind]}
    order by r.sha256, r.region, place limit ${PAGE}`;
  type Row = Omit<HeldObject, 'sizeBytes'> & { readonly sizeBytes: string; readonly place: string };
  for (let after: readonly [string, string, string] = ['', '', shared]; ;) {
    const rows = await db.system().execute<Row[]>(page, [...after]);
    for (const { place: _place, ...row } of rows) yield { ...row, sizeBytes: Number(row.sizeBytes) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = [last.sha256, last.region, last.place];
  }
}

async function flawOf(
  artifacts: ArtifactStore,
  key: string,
  { region, sha256, sizeBytes }: HeldObject,
  quick: boolean,
): Promise<Flaw | null> {
  const found = await artifacts.stat(region, key);
  if (found === null) return { kind: 'missing', region, key };
  if (found.sizeBytes !== sizeBytes) return { kind: 'corrupt', region, key };
  if (quick) return null;
  try {
    const content = await artifacts.read(region, key, { sha256, sizeBytes });
    // Its end is not reached where the hash is another one.
    await finished(content.resume());
    return null;
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing', region, key };
    if (error instanceof ObjectCorrupt) return { kind: 'corrupt', region, key };
    throw error;
  }
}

interface ExportRow {
  readonly id: string;
  readonly organizationId: string;
  readonly region: Region;
}

/** They are few: each organization has one at a time. */
async function* missingExports(
  db: Database,
  artifacts: ArtifactStore,
  { onLooked }: AuditOptions,
): AsyncGenerator<Flaw> {
  const kept = `select id, organization_id as "organizationId", region from data_export
    where status = 'completed' and expires_at > now() order by id`;
  for (const { id, organizationId, region } of await db.system().execute<ExportRow[]>(kept)) {
    onLooked?.();
    const key = exportKey(organizationId, id);
    if ((await artifacts.stat(region, key)) === null) yield { kind: 'missing', region, key };
  }
}

/** Keys below a prefix, by the page. */
type Settled = (region: Region, prefix: string) => AsyncIterable<string[]>;

async function* unreferencedObjects(
  db: Database,
  settled: Settled,
  region: Region,
  kind: ObjectKind,
): AsyncGenerator<Flaw> {
  const known = `select region, sha256, folder from ${REFERENCE_TABLES[kind]} where region = ? and sha256 = any(?)`;
  for await (const keys of settled(region, prefixOf(kind))) {
    const hashes = new Set(keys.flatMap((key) => parseObjectKey(key)?.sha256 ?? []));
    const rows = await db.system().execute<StoredObject[]>(known, [region, `{${[...hashes].join(',')}}`]);
    const referred = new Set(rows.map((object) => objectKey(kind, object)));
    for (const key of keys) if (!referred.has(key)) yield { kind: 'unreferenced', region, key };
  }
}

async function* unreferencedExports(db: Database, settled: Settled, region: Region): AsyncGenerator<Flaw> {
  const kept = `select id, organization_id as "organizationId", region from data_export
    where region = ? and status in ('pending', 'completed')`;
  const rows = await db.system().execute<ExportRow[]>(kept, [region]);
  const referred = new Set(rows.map(({ id, organizationId }) => exportKey(organizationId, id)));
  for await (const keys of settled(region, 'exports/')) {
    for (const key of keys) if (!referred.has(key)) yield { kind: 'unreferenced', region, key };
  }
}

async function* pagesOfSettled(
  artifacts: ArtifactStore,
  region: Region,
  prefix: string,
  before: Date,
): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const { key, lastModified } of artifacts.list(region, prefix)) {
    if (lastModified >= before) continue;
    page.push(key);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
