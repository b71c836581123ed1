/** What of the code is built: once per change of what goes into it, into a folder beside the packages. */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hashSources } from './source-hash.ts';

const CACHE = join(resolve(import.meta.dirname, '..'), 'node_modules/.cache/fixpoint');
const HASH_CHARACTERS = 32;
const DAY_MS = 86_400_000;

export interface Built {
  /** What the folders are called, before the hash. */
  readonly name: string;
  /** Files and folders of the repository, as `hashSources` takes them. */
  readonly sources: readonly string[];
  /** Fills an empty folder. */
  readonly build: (folder: string) => Promise<void>;
}

/** The folder with what was built of the sources as they are; built now where there is none. */
export async function builtFolder({ name, sources, build }: Built): Promise<string> {
  const folder = join(CACHE, `${name}-${hashSources(sources).slice(0, HASH_CHARACTERS)}`);
  if (!(await exists(folder))) await fill(folder, build);
  await removeOlder(name, folder);
  return folder;
}

/** The folder is renamed into place whole, so that two who build at the same time never use half of it. */
async function fill(folder: string, build: Built['build']): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(`${folder}.`);
  try {
    await build(part);
    // Temporary folders are for their maker alone; in an image, whoever uses what was built is somebody else.
    await chmod(part, 0o755);
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

/** Each is some megabytes, and nobody builds the same old sources again; a fresh one may still be used. */
async function removeOlder(name: string, kept: string): Promise<void> {
  const isBuilt = new RegExp(`^${name}-[0-9a-f]+$`);
  const names = (await readdir(CACHE)).filter((entry) => isBuilt.test(entry));
  const before = Date.now() - DAY_MS;
  for (const path of names.map((entry) => join(CACHE, entry)).filter((one) => one !== kept)) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
