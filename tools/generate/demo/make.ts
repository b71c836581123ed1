/** Writes the documents of `fixtures/demo` again. Each run signs with a new key, so the hashes change. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#tools/figures.ts';
import { demoDocuments } from './documents.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures/demo');

mkdirSync(FOLDER, { recursive: true });
for (const [name, bytes] of Object.entries(demoDocuments())) {
  writeFileSync(join(FOLDER, name), bytes);
  process.stdout.write(`${sha256(bytes)}  ${name}\n`);
}
