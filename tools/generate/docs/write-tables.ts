/** Writes the generated tables of documents. Run it after a change of a catalogue of codes or of views. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeTables, viewTable } from './tables.ts';

const docs = resolve(import.meta.dirname, '../../../docs');
rewrite('codes.md', '## ', codeTables());
rewrite('operate/operations.md', '| View |', viewTable());

/** Replaces everything from the first occurrence on. */
function rewrite(name: string, from: string, table: string): void {
  const path = resolve(docs, name);
  const page = readFileSync(path, 'utf8');
  writeFileSync(path, page.slice(0, page.indexOf(from)) + table);
}
