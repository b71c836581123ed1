import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { ownFolder } from '#test/support/folder.ts';
import { EXPECTED, FIXTURES, goldenCases, outcomeOf } from './cases.ts';

const cases = goldenCases();

test('every expectation belongs to a case, and every case has one', () => {
  expect(readdirSync(EXPECTED).toSorted()).toEqual(cases.map(({ name }) => `${name}.json`).toSorted());
});

test.each(cases)('$name gives the report and the bytes it always gave', async (golden) => {
  expect(await outcomeOf(golden)).toBe(readFileSync(join(EXPECTED, `${golden.name}.json`), 'utf8'));
});

test.each(cases)('$name: an output is its own canonical form', async ({ path, options }) => {
  const { bytes, report } = await normalize(new Uint8Array(readFileSync(path)), options);
  if (!bytes) return expect(report.normalized).toBeNull();
  const again = await normalize(bytes, options);
  expect(again.report.normalized?.sha256).toBe(report.normalized?.sha256);
});

test('the same document in eight dresses has one hash', async () => {
  const dresses = readdirSync(FIXTURES).filter((file) => file.startsWith('g0-plain-'));
  expect(dresses).toHaveLength(8);
  const hashes = await Promise.all(dresses.map((file) => hashOf(join(FIXTURES, file))));
  expect(new Set(hashes).size).toBe(1);
});

test('the command line in another process, place, language and time zone gives the same bytes', () => {
  const output = ownFolder(onTestFinished);
  const files = readdirSync(FIXTURES).map((file) => join(FIXTURES, file));
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const { stdout } = spawnSync(
    process.execPath,
    [cli, 'normalize', ...files, '-o', output, '--ndjson', '--jobs', '2'],
    {
      encoding: 'utf8',
      cwd: output,
      env: { PATH: process.env['PATH'], TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): { file: string; sha256: string | null } => JSON.parse(line));
  expect(lines).toHaveLength(files.length);
  for (const { file, sha256 } of lines) expect([file, sha256]).toEqual([file, expectedHash(basename(file, '.pdf'))]);
});

async function hashOf(path: string, options: NormalizeOptions = DEFAULT_OPTIONS): Promise<string | undefined> {
  const { report } = await normalize(new Uint8Array(readFileSync(path)), options);
  return report.normalized?.sha256;
}

function expectedHash(name: string): string | null {
  const { report } = JSON.parse(readFileSync(join(EXPECTED, `${name}.json`), 'utf8'));
  return report.normalized?.sha256 ?? null;
}
