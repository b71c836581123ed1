/** What of the code is built: once per change of what goes into it, into a folder beside the packages. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hashSources, type SourceState, stateOfSources } from './source-hash.ts';

const CACHE = join(resolve(import.meta.dirname, '..'), 'node_modules/.cache/fixpoint');
const HASH_CHARACTERS = 32;
const DAY_MS = 86_400_000;
const SETTLED_MS = 2_000;

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
  const state = stateOfSources(sources);
  const known = folderOf(name, state);
  if (known !== null) return known;
  const folder = join(CACHE, `${name}-${hashSources(sources).slice(0, HASH_CHARACTERS)}`);
  if (!(await exists(folder))) await fill(folder, build);
  await removeOlder(name, folder);
  remember(name, state, folder);
  return folder;
}

/** Sources are read once, and looked at after that: reading all of them takes longer than to start a program. */
const noteOf = (name: string) => join(CACHE, `${name}.txt`);

function folderOf(name: string, { hash }: SourceState): string | null {
  try {
    const [known, folder = ''] = readFileSync(noteOf(name), 'utf8').split('\n');
    return known === hash && existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** Not what was changed a moment ago: the next change might be within the same tick of the file system's clock. */
function remember(name: string, { hash, changedMs }: SourceState, folder: string): void {
  if (Date.now() - changedMs < SETTLED_MS) return;
  const part = `${noteOf(name)}.${process.pid}`;
  try {
    writeFileSync(part, `${hash}\n${folder}`);
    renameSync(part, noteOf(name));
  } catch {
    // Somebody else's folder: all is read the next time too.
  }
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
