/** An output of the build is current until one of its sources changes, and processes without an output end. */
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';
import { isUpToDate, replaceOutput } from './dist.ts';

let folder: string;
let source: string;
let output: string;
beforeEach(() => {
  folder = ownFolder(onTestFinished);
  source = join(folder, 'source.ts');
  output = join(folder, 'output');
  write(source, 'one', -60);
});

/** Writes a file whose time of modification is so many seconds from now. */
function write(path: string, text: string, seconds: number): void {
  writeFileSync(path, text);
  const time = Date.now() / 1000 + seconds;
  utimesSync(path, time, time);
}

const build = (text = 'built', during = () => {}) =>
  replaceOutput(output, async (next) => {
    during();
    await writeFile(join(next, 'result'), text);
    return [source];
  });

test('an output is current after its build, and not before', async () => {
  expect(isUpToDate(output)).toBe(false);
  await build();
  expect(isUpToDate(output)).toBe(true);
});

test.each([
  ['changed', () => write(source, 'two', 60)],
  ['removed', () => rmSync(source)],
])('an output is not current when a source was %s', async (_, change) => {
  await build();
  change();
  expect(isUpToDate(output)).toBe(false);
});

test('an output stays current when git gives a source a later time and the same content', async () => {
  await build();
  write(source, 'one', 60);
  expect(isUpToDate(output)).toBe(true);
});

test('an output is not current when a source changed during the build', async () => {
  await build('built', () => write(source, 'two', 60));
  expect(isUpToDate(output)).toBe(false);
});

test('a package has no list of sources, and its output is current', () => {
  mkdirSync(output);
  expect(isUpToDate(output)).toBe(true);
});

test('a build replaces the whole output, and a build that fails leaves the output as it was', async () => {
  mkdirSync(output);
  writeFileSync(join(output, 'of an earlier build'), '');
  await build('second');
  const failing = replaceOutput(output, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(readdirSync(output).toSorted()).toEqual(['.sources.json', 'result']);
  expect(readFileSync(join(output, 'result'), 'utf8')).toBe('second');
  expect(readdirSync(folder).toSorted()).toEqual(['output', 'source.ts']);
});

test('a process that needs a missing output ends with one sentence', () => {
  const program = `
    import { OUTPUTS, requireOutput } from ${JSON.stringify(join(import.meta.dirname, 'dist.ts'))};
    Object.assign(OUTPUTS, { workflows: ${JSON.stringify(output)} });
    requireOutput('workflows', { fatal: console.log });
    console.log('It goes on.');`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'The workflows are not built. Run: npm run build\n' });
});
