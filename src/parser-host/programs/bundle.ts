/** Bundles the programs of the parsers into one file each, and the script that starts them. */
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleSources } from '#src/bundle-sources.ts';

const PROGRAMS = resolve(import.meta.dirname, '..');
const PACKAGE_LOCK = 'package-lock.json';
/** The package has a top-level `await`, which a script cannot have, and finds its WebAssembly by its own path. */
const EXTERNAL = /^harfbuzzjs(?:\/|$)/;

const ENTRIES = {
  'child.js': 'child.ts',
  'verifier.js': 'verifier.ts',
  'start.cjs': 'programs/start.ts',
  'compile.cjs': 'programs/compile.ts',
};

/** Writes `child.cjs` and `verifier.cjs`, which start the programs, with their files, and returns the sources. */
export async function bundlePrograms(folder: string): Promise<Set<string>> {
  const sources = new Set([PACKAGE_LOCK]);
  for (const [name, entry] of Object.entries(ENTRIES)) {
    for (const source of await bundleScript(folder, name, join(PROGRAMS, entry))) sources.add(source);
  }
  const start = join(folder, 'start.cjs');
  for (const name of ['child', 'verifier']) {
    await makeAscii(join(folder, `${name}.js`));
    // The script starts the program of its own name.
    await copyFile(start, join(folder, `${name}.cjs`));
  }
  await rm(start);
  return sources;
}

/** V8 can store the compiled code of a script. Under the permission model Node does not offer this for modules. */
function bundleScript(dir: string, entryFileNames: string, entry: string): Promise<string[]> {
  return bundleSources(
    { input: entry, external: EXTERNAL },
    { dir, format: 'cjs', codeSplitting: false, entryFileNames },
  );
}

/** V8 stores a text with two bytes for each character if one of them needs it, and reads ASCII text without a copy. */
async function makeAscii(path: string): Promise<void> {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = await readFile(path, 'utf8');
  const ascii = text.replaceAll(/\P{ASCII}/gu, (character) => character.split('').map(escaped).join(''));
  await writeFile(path, ascii, 'latin1');
}
