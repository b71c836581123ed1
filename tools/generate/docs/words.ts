/**
 * Counts the words of the documents that people write by hand: `node tools/generate/docs/words.ts`. The published specification of the
 * canonical form and generated tables do not count.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const PUBLISHED = /^docs\/(canonical-form|content-hash)/;
/** A document is generated from this text on. */
const GENERATED: Readonly<Record<string, string>> = {
  'docs/codes.md': '\n## ',
  'docs/operate/metrics.md': '\n## ',
  'docs/operate/operations.md': '\n| View |',
};

/** The keys are paths of documents. */
export function wordsOfDocuments(): ReadonlyMap<string, number> {
  const paths = globSync('docs/**/*.md', { cwd: ROOT }).filter((path) => !PUBLISHED.test(path));
  return new Map(paths.toSorted().map((path) => [path, wordsOf(path)]));
}

function wordsOf(path: string): number {
  const [written = ''] = readFileSync(join(ROOT, path), 'utf8').split(GENERATED[path] ?? '\0');
  return written.split(/\s+/).filter(Boolean).length;
}

export function sumOf(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((sum, count) => sum + count, 0);
}

if (import.meta.main) {
  const words = wordsOfDocuments();
  for (const [path, count] of words) console.log(`${String(count).padStart(6)} ${path}`);
  console.log(`${String(sumOf(words)).padStart(6)} in all`);
}
