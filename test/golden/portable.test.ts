import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXPECTED, goldenCases } from './cases.ts';

test('the portable platform gives every golden case the report and the bytes that it has under Node', () => {
  const program = join(import.meta.dirname, 'portable-outcomes.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--conditions=portable', program], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect([status, stderr]).toEqual([0, '']);
  const outcomes = stdout
    .trim()
    .split('\n')
    .map((line): { name: string; outcome: string } => JSON.parse(line));
  expect(outcomes.map(({ name }) => name)).toEqual(goldenCases().map(({ name }) => name));
  for (const { name, outcome } of outcomes)
    expect([name, outcome]).toEqual([name, readFileSync(join(EXPECTED, `${name}.json`), 'utf8')]);
});
