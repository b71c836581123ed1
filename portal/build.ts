/**
 * The pages as browsers take them: built once per change of what goes into them. It is the one part of the service that is
 * built (docs/decisions/0014-the-portal-is-built.md).
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { hashSources } from '#src/source-hash.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The pages take values from these folders and from packages alone, and of the engine its fonts. */
const SOURCES = ['portal', 'src/domain', 'src/proof/verify', 'src/engine/fonts/data', 'package-lock.json'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const CONFIG = join(import.meta.dirname, 'vite.config.ts');
const run = promisify(execFile);
const HASH_CHARACTERS = 32;
const CACHE = join(ROOT, 'node_modules/.cache/fixpoint');

/** The folder with the built pages. What is missing takes some seconds and the packages for development. */
export async function builtPortal(): Promise<string> {
  const folder = join(CACHE, `portal-${(await hashSources(SOURCES)).slice(0, HASH_CHARACTERS)}`);
  if (!(await exists(folder))) await buildInto(folder);
  return folder;
}

/** The folder is renamed into place whole, so that two who build at the same time never serve half of it. */
async function buildInto(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(`${folder}.`);
  try {
    if (!(await exists(VITE))) {
      throw new Error('The pages are not built: run `node portal/build.ts` with the packages for development.');
    }
    const options = ['--config', CONFIG, '--outDir', part, '--emptyOutDir', '--logLevel=error'];
    // What is built is served to all who find it, so that it must not depend on how this process was started.
    const made = run(process.execPath, [VITE, 'build', ...options], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await made.catch((error: unknown) => {
      // What Vite has to say is enough, and stands nowhere else.
      throw new Error(`The pages could not be built.\n${stderrOf(error)}`);
    });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
  await removeOlder(folder);
}

/** Each is some megabytes, and nobody builds the same old sources again; a fresh one may still be served. */
async function removeOlder(kept: string): Promise<void> {
  const names = (await readdir(CACHE)).filter((name) => /^portal-[0-9a-f]+$/.test(name));
  const before = Date.now() - DAY_MS;
  for (const path of names.map((name) => join(CACHE, name)).filter((one) => one !== kept)) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

const DAY_MS = 86_400_000;

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

if (import.meta.main) console.log(await builtPortal());
