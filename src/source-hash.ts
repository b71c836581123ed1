/** What of the code takes part in something, as one hash. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * SHA-256, in hexadecimal, of the relative paths and bytes of the files, in the order of their names: of each path
 * itself, or of all that lies below it. Tests are left out, which images do not have either. It is asked for at the start of a
 * program, where many small files are read faster without the thread pool.
 */
export function hashSources(paths: readonly string[], ...words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const path of paths) {
    for (const file of filesOf(path)) {
      const bytes = readFileSync(join(ROOT, file));
      hash.update(`\0${file.replaceAll(sep, '/')}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

/** What the file system says of the same files without reading them: whatever writes to one changes it, and cannot set it back. */
export interface SourceState {
  /** SHA-256, in hexadecimal, of paths, sizes, and times of change. */
  readonly hash: string;
  /** When the youngest was changed, in milliseconds since 1970. */
  readonly changedMs: number;
}

export function stateOfSources(paths: readonly string[]): SourceState {
  const hash = createHash('sha256');
  let changedMs = 0;
  for (const file of paths.flatMap(filesOf)) {
    const { size, ino, mtimeNs, ctimeNs } = statSync(join(ROOT, file), { bigint: true });
    hash.update(`${file}\0${size} ${ino} ${mtimeNs} ${ctimeNs}\0`);
    changedMs = Math.max(changedMs, Number(ctimeNs / 1_000_000n));
  }
  return { hash: hash.digest('hex'), changedMs };
}

function filesOf(path: string): string[] {
  const whole = join(ROOT, path);
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .toSorted();
}
