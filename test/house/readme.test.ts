import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPrinted } from '#tools/generate/docs/guides/examples.ts';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the README has at most 700 words', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
});

test('the first command of the README prints the answer below it', () => {
  const [, command = '', answer = ''] = /^node (.+)\n```\n\n```text output\n([^]+?)^```/m.exec(readme) ?? [];
  const printed = execFileSync(process.execPath, command.split(' '), { cwd: ROOT, encoding: 'utf8' });
  expect(printed).toSatisfy((text: string) => isPrinted(answer.trim(), text));
});
