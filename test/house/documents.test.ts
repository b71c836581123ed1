/** Tests the documents: a limit for hand-written words, and the targets of links. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { sumOf, wordsOfDocuments } from '#tools/generate/docs/words.ts';

const LIMIT = 49_800;

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'clients/*/*.md', 'vectors/*.md'], { cwd: ROOT });

test(`the documents have at most ${LIMIT} words that people write by hand`, () => {
  const words = sumOf(wordsOfDocuments());
  console.log(`Hand-written documents have ${words} of at most ${LIMIT} words.`);
  expect(words).toBeLessThanOrEqual(LIMIT);
});

test('every link between documents leads to a file and to a heading of it', () => {
  const lost = pages.flatMap((page) =>
    linksOf(page).flatMap(([path = '', anchor]) => {
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(ROOT, target))) return [`${page}: ${path}`];
      const isFound = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
      return isFound ? [] : [`${page}: ${path}#${anchor}`];
    }),
  );
  expect(lost).toEqual([]);
});

test('every document that the source code names is there', () => {
  const args = ['grep', '--only-matching', '-IhE', '(^|[^/[:alnum:]_])docs/[a-zA-Z0-9/_-]+\\.md'];
  const elsewhere = [':!CHANGELOG.md', ':!tools/style.test.ts'];
  const named = execFileSync('git', [...args, '--', ...elsewhere], { cwd: ROOT, encoding: 'utf8' }).match(/docs\/\S+/g);
  const lost = [...new Set(named)].filter((path) => !existsSync(join(ROOT, path)));
  expect(lost).toEqual([]);
});

/** Links to the service and to the web are not files. */
function linksOf(page: string): string[][] {
  const text = read(page).replaceAll(/^```.*?^```$/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^(?:\w+:|\/)/.test(link)).map((link) => link.split('#'));
}

/** Headings become anchors as on GitHub. */
function anchorsOf(page: string): Set<string> {
  const headings = read(page).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
