/** This module says which code a worker runs: the build id of its Worker Deployment Versions. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { programVersion } from '#src/program-version.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** These files can change what a workflow or an activity does. */
const SOURCES = ['{activities,src,temporal,workflows}/**/*.*', 'package-lock.json'];
const HASH_CHARACTERS = 12;

/** All hosts with the same code have the same id, and every change of the code changes it: `0.1.0-3f9a1c02b7de`. */
export function buildId(): string {
  return `${programVersion()}-${sourceHash().slice(0, HASH_CHARACTERS)}`;
}

/** SHA-256, in hexadecimal, of the paths and bytes of the files. Tests are left out: images do not have them. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] }).toSorted()) {
    const bytes = readFileSync(join(ROOT, file));
    hash.update(`${file.replaceAll(sep, '/')}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
