/** Tests that the table of tiers in docs/how-to.md has a row for every test file, and no other row. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { tierOf } from '#test/support/tiers.ts';

const ROOT = join(import.meta.dirname, '../..');
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'];
const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

const page = readFileSync(join(ROOT, 'docs/how-to.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)` +\| (inner loop|npm test|nightly) +\| \S/gm)].map(
  ([, pattern = '', tier = '']) => ({ pattern, tier }),
);
const rowsOf = (path: string) =>
  rows.filter(({ pattern, tier }) => tier === tierOf(path) && matchesGlob(path, pattern));

test('every test file has one row of its tier', () => {
  expect(files.filter((path) => rowsOf(path).length !== 1)).toEqual([]);
});

test('every row has a test file', () => {
  expect(rows.filter((row) => !files.some((path) => rowsOf(path).includes(row)))).toEqual([]);
});

test('every recorded duration is of a test file', () => {
  const recorded = Object.keys(JSON.parse(readFileSync(join(ROOT, 'test/durations.json'), 'utf8')));
  expect(recorded.filter((path) => !files.includes(path))).toEqual([]);
});
