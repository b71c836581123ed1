/** `fixpoint admin backup` and `restore`: all rows, and the objects that they refer to, in a folder, and back from it. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isRegion } from '#domain/region.ts';
import { programVersion } from '#src/program-version.ts';
import { type ArtifactStore, isMissing } from '#store/objects/artifacts.ts';
import { referredObjects } from '#store/objects/store-audit.ts';
import { filledTables, putAllRows, readAllRows, type TableRows } from '#store/database/backup.ts';
import type { Database } from '#store/database/database.ts';
import { executedMigrations } from '#store/orm.ts';
import { say } from '#src/cli/terminal.ts';
import { withParts } from './parts.ts';

const MANIFEST = 'manifest.json';
const manifestSchema = z.object({
  format: z.literal('fixpoint-backup-1'),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  objects: z.number().nullable(),
});
type Manifest = z.infer<typeof manifestSchema>;
/** The backup is confidential. It has rows of all organizations, and secrets that `SECRETS_KEY` encrypts. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;
const PRIVATE_FILE = { flags: 'wx', mode: 0o600 } as const;

/** Answers the exit code. The manifest is written last: a folder without it is no backup. */
export async function backup(folder: string, { objects }: { readonly objects: boolean }): Promise<number> {
  if ((await readdir(folder).catch(() => [])).length > 0) return refuse(`${folder} is not empty.`);
  await mkdir(join(folder, 'tables'), PRIVATE_FOLDER);
  return withParts(async (database, store) => {
    const createdAt = new Date().toISOString();
    const tables: Manifest['tables'] = [];
    await readAllRows(database, async (rows) => void tables.push(await writeTable(folder, rows)));
    const manifest: Manifest = {
      format: 'fixpoint-backup-1',
      version: programVersion(),
      createdAt,
      migrations: await executedMigrations(database),
      tables,
      objects: objects ? await copyObjects(folder, database, store) : null,
    };
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    say(
      `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${manifest.objects ?? 'no'} objects in ${folder}.`,
    );
    return 0;
  });
}

async function writeTable(folder: string, { table, lines }: TableRows): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* hashed(): AsyncGenerator<string> {
    for await (const line of lines) {
      rows += 1;
      hash.update(`${line}\n`);
      yield `${line}\n`;
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(tableFile(folder, table), PRIVATE_FILE));
  return { name: table, rows, sha256: hash.digest('hex') };
}

async function copyObjects(folder: string, database: Database, store: ArtifactStore): Promise<number> {
  let count = 0;
  for await (const { region, key } of referredObjects(database)) {
    const path = join(folder, 'objects', region, ...key.split('/'));
    await mkdir(dirname(path), PRIVATE_FOLDER);
    try {
      await store.getFile(region, key, path);
      count += 1;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The rest is worth keeping all the same.
      say(`The store lacks ${region} ${key}, which rows refer to.`);
    }
  }
  return count;
}

/**
 * Answers the exit code. The database has been migrated, by the version that made the backup, and is empty; objects that the store
 * has are put anew. Nothing is in the database when it fails.
 */
export async function restore(folder: string): Promise<number> {
  const manifest = manifestSchema.safeParse(await readManifest(folder));
  if (!manifest.success) return refuse(`${folder} is no backup, or not all of one: ${MANIFEST} is missing or damaged.`);
  const { tables, migrations, createdAt, objects } = manifest.data;
  for (const { name, sha256 } of tables) {
    if ((await hashOf(tableFile(folder, name))) !== sha256)
      return refuse(`The rows of ${name} are not those of the backup.`);
  }
  return withParts(async (database, store) => {
    const executed = await executedMigrations(database);
    if (executed.join() !== migrations.join()) {
      return refuse('The schema is of another version. Run fixpoint migrate of the version that made the backup.');
    }
    const filled = await filledTables(database);
    if (filled.length > 0) return refuse(`The database is not empty: there are rows in ${filled.join(', ')}.`);
    const put = objects === null ? null : await putObjects(folder, store);
    if (put !== objects)
      return refuse(`Of ${objects} objects of the backup ${put} are there. Nothing is in the database.`);
    const rows = await putAllRows(database, (table) => linesOf(folder, table, tables));
    say(
      `${rows} rows as of ${createdAt}, and ${objects ?? 'no'} objects. Start API and worker, then: fixpoint admin verify-store`,
    );
    return 0;
  });
}

/** Null where it cannot be read. */
async function readManifest(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
  } catch {
    return null;
  }
}

async function* linesOf(folder: string, table: string, tables: Manifest['tables']): AsyncGenerator<string> {
  if (!tables.some(({ name }) => name === table)) return;
  let rest = '';
  // Not `readline`, for which there are more ends of a line than the one that was written.
  for await (const chunk of createReadStream(tableFile(folder, table), 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Answers how many there were. */
async function putObjects(folder: string, store: ArtifactStore): Promise<number> {
  let count = 0;
  const root = join(folder, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const [region = '', ...key] = relative(root, path).split(sep);
    if (!isRegion(region)) throw new Error(`${path} is of no region.`);
    const bytes = await readFile(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (basename(path, '.pdf') !== sha256) throw new Error(`The content of ${path} does not match its name.`);
    await store.putFile(region, key.join('/'), { path, sha256, sizeBytes: bytes.length }, 'application/pdf');
    count += 1;
  }
  return count;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.ndjson`);
}

function refuse(why: string): number {
  say(why);
  return 2;
}
