/** What of the code takes part in something, as one hash. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * SHA-256, in hexadecimal, of the relative paths and bytes of the files, in the order of their names: of each path
 * itself, or of all that lies below it. Tests are left out, which images do not have either.
 */
export async function hashSources(paths: readonly string[], ...words: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      const bytes = await readFile(join(ROOT, file));
      hash.update(`\0${file.replaceAll(sep, '/')}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .toSorted();
}
