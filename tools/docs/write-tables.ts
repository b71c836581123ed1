/** Writes the tables of `docs/errors.md` and `docs/codes.md` again: run after a change of a catalogue of codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeTables, problemTable } from './tables.ts';

const docs = resolve(import.meta.dirname, '../../docs');
rewrite('errors.md', '| Code |', problemTable());
rewrite('codes.md', '## ', codeTables());

/** Takes the place of all from the first occurrence on. */
function rewrite(name: string, from: string, table: string): void {
  const path = resolve(docs, name);
  const page = readFileSync(path, 'utf8');
  writeFileSync(path, page.slice(0, page.indexOf(from)) + table);
}
