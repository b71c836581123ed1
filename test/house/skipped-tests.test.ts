/** Tests that every skipped test names its reason, which the last line of a run prints. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FILES = spawnSync('git', ['ls-files', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim().split('\n');
/** Vitest skips with these without a reason. `requires` of `test/support/requires.ts` takes one. */
const WITHOUT_REASON = /\.(?:skipIf|runIf)\(|\b(?:test|it|describe)\.(?:skip|todo)\b|\bskip\(\)/;

test('every test that may be skipped names the reason', () => {
  expect(FILES.length).toBeGreaterThan(100);
  expect(FILES.filter((file) => WITHOUT_REASON.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
