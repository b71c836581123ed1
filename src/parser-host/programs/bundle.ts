/** The programs of the parsers as one file each, and what starts them. */
import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { exists } from '#src/built-folder.ts';

const ROLLDOWN = resolve(import.meta.dirname, '../../../node_modules/rolldown/bin/cli.mjs');
const CONFIG = join(import.meta.dirname, 'rolldown.config.ts');
const run = promisify(execFile);

/** Writes `child.cjs` and `judge.cjs`, which are started, with what they need beside them. */
export async function bundlePrograms(folder: string): Promise<void> {
  if (!(await exists(ROLLDOWN))) throw new Error('The programs of the parsers are not built.');
  await run(process.execPath, [ROLLDOWN, '--config', CONFIG, '--dir', folder]);
  const start = join(folder, 'start.cjs');
  for (const name of ['child', 'judge']) {
    await makeAscii(join(folder, `${name}.js`));
    // It starts the program that it is called like.
    await copyFile(start, join(folder, `${name}.cjs`));
  }
  await rm(start);
}

/** V8 keeps a text in two bytes a character where one of them needs it, and reads one of ASCII as it is. */
async function makeAscii(path: string): Promise<void> {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = await readFile(path, 'utf8');
  const ascii = text.replaceAll(/\P{ASCII}/gu, (character) => character.split('').map(escaped).join(''));
  await writeFile(path, ascii, 'latin1');
}
