/** Tests that a trial of the isolation is reused while the host and the program are the same. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';
import { forgetSandbox, rememberedSandbox } from './remembered.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = ownFolder(onTestFinished);
  file = join(folder, 'cache/isolation.json');
});

const isLinux = process.platform === 'linux';

interface Written {
  key: string;
  trial: { wall: string[] | null };
}

function change(how: (written: Written) => void): void {
  const written: Written = JSON.parse(readFileSync(file, 'utf8'));
  how(written);
  writeFileSync(file, JSON.stringify(written));
}

test('the second call starts parsers as the first one does, without a trial', requires('Linux', isLinux), () => {
  const first = rememberedSandbox(file);
  const second = rememberedSandbox(file);
  expect([first.isRemembered, second.isRemembered]).toEqual([false, true]);
  expect(second.sandbox.command('/child.cjs', 64)).toEqual(first.sandbox.command('/child.cjs', 64));
  expect(second.sandbox.mechanisms).toEqual(first.sandbox.mechanisms);
});

test.each([
  ['another host', (written: Written) => (written.key = '')],
  ['a version of the program with another isolation', (written: Written) => (written.trial.wall = ['moat'])],
])('the trial of %s does not count', requires('Linux', isLinux), (_, how) => {
  const { sandbox } = rememberedSandbox(file);
  change(how);
  const again = rememberedSandbox(file);
  expect(again.isRemembered).toBe(false);
  expect(again.sandbox.mechanisms).toEqual(sandbox.mechanisms);
});

test('half a file does not count, and a forgotten trial is made again', () => {
  rememberedSandbox(file);
  if (isLinux) writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20));
  expect(rememberedSandbox(file).isRemembered).toBe(false);
  forgetSandbox(file);
  expect(existsSync(file)).toBe(false);
  expect(rememberedSandbox(file).isRemembered).toBe(false);
});
