/** The ordinary documents of a corpus: not made as an attack or by a fuzzer, and not damaged on purpose. */
import { readFileSync } from 'node:fs';
import type { CorpusFile } from './files.ts';

/** Files with these tags attack or break readers, or cannot be opened. */
const TAGS: ReadonlySet<string> = new Set([
  'attack-poc',
  'bad-page-tree',
  'bomb',
  'corrupted-beyond-repair',
  'header-invalid',
  'isa',
  'loop',
  'not-a-pdf',
  'sig-attack',
  'shadow',
  'shadow-prepared',
  'truncated',
  'xref-loop',
]);

/** Every file in these folders has such a purpose. */
const FOLDERS = ['attacks', 'bombs', 'not-a-pdf', 'structure', 'tamper'].map((name) => `synthetic/${name}/`);

const EXCLUDED: ReadonlySet<string> = new Set(
  readFileSync(new URL('not-ordinary.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' ')[0] ?? ''),
);

export function isOrdinary({ name, truth }: CorpusFile): boolean {
  if (EXCLUDED.has(name) || FOLDERS.some((folder) => name.startsWith(folder))) return false;
  return truth?.expect?.must_flag !== true && !(truth?.tags ?? []).some((tag) => TAGS.has(tag));
}
