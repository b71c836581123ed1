/** Tests `.ci/run` in a separate folder with fake checks and tests. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';

const SCRIPT = resolve(import.meta.dirname, '../../.ci/run');

let root: string;
beforeEach(() => {
  root = ownFolder(onTestFinished);
  mkdirSync(join(root, '.ci'));
  cpSync(SCRIPT, join(root, '.ci/run'));
});

function run(checkStatus: number, testStatus: number) {
  const program = `
    const asked = process.argv[2];
    console.log(asked === 'test' ? '      Tests  1 failed | 41 passed | 2 skipped (44)' : asked + 's');
    process.exit(asked === 'test' ? ${testStatus} : ${checkStatus});`;
  writeFileSync(join(root, 'fixpoint.mjs'), program);
  const { status, stdout } = spawnSync(join(root, '.ci/run'), { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return { status, first: lines[0], last: lines.at(-1) };
}

test.each([
  ['passes with both', 0, 0, 0],
  ['fails with a test', 0, 1, 1],
  ['fails with a check', 1, 0, 1],
])('it checks, tests and counts, and %s', (_, checked, tested, status) => {
  expect(run(checked, tested)).toEqual({ status, first: 'checks', last: '41 passed, 1 failed, 2 skipped' });
});
