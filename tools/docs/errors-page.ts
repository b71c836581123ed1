/** Writes the table of `docs/errors.md` again from the catalogue: run after a change of src/domain/problem-codes.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorTable } from '#api/meta/problem-pages.ts';

const path = resolve(import.meta.dirname, '../../docs/errors.md');
const page = readFileSync(path, 'utf8');
writeFileSync(
  path,
  page.replace(/\| Code \|[^]*$/, () => errorTable()),
);
