/** The numbered clauses of the specification, which are headings of its pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../docs');
const PAGES = [
  'canonical-form.md',
  'canonical-form/entries.md',
  'canonical-form/file.md',
  'canonical-form/metadata.md',
  'content-hash.md',
];

/** Clause 1 defines words, which no document can show. */
const FIRST_RULE = 2;

export function clausesOf(): string[] {
  const text = PAGES.map((page) => readFileSync(join(DOCS, page), 'utf8')).join('\n');
  const clauses = Array.from(
    text.matchAll(/^### (\d+)\.(\d+) /gm),
    ([, chapter, clause]) => [Number(chapter), Number(clause)] as const,
  );
  return clauses.filter(([chapter]) => chapter >= FIRST_RULE).map((clause) => clause.join('.'));
}
