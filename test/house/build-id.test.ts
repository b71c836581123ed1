/** Tests the build id of workers: it is the same for the same code, and another after every change of the work. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = smallCopy();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A tree with the parts that the id covers, which are nearly empty. */
function smallCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fixpoint-build-'));
  for (const file of ['temporal/build-id.ts', 'src/program-version.ts']) cpSync(join(ROOT, file), join(copy, file));
  for (const name of ['activities', 'src/engine/pdf/syntax', 'temporal/worker', 'workflows']) {
    mkdirSync(join(copy, name), { recursive: true });
  }
  writeFileSync(
    join(copy, 'package.json'),
    '{ "type": "module", "version": "1.2.3", "imports": { "#src/*": "./src/*" } }',
  );
  writeFileSync(join(copy, 'package-lock.json'), '{}');
  writeFileSync(join(copy, 'src/engine/pdf/syntax/lexer.ts'), 'export const one = 1;\n');
  writeFileSync(join(copy, 'workflows/index.ts'), 'export const two = 2;\n');
  return copy;
}

function idOf(tree: string): string {
  const program = `console.log((await import('./temporal/build-id.ts')).buildId())`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: tree });
  expect(String(stderr)).toBe('');
  return String(stdout).trim();
}

test('is the version and a hash, the same in another folder', () => {
  expect(idOf(folder)).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
  const other = smallCopy();
  expect(idOf(other)).toBe(idOf(folder));
  rmSync(other, { recursive: true });
});

test.each([
  ['a file deep in the engine', 'src/engine/pdf/syntax/lexer.ts', 'export const one = 2;\n'],
  ['a new file in a new folder', 'workflows/submission/lanes.ts', ''],
  ['the packages', 'package-lock.json', '{ "packages": {} }'],
  ['how Temporal is joined', 'temporal/worker/workers.ts', '// Changed.\n'],
])('is another one after a change of %s', (_what, file, text) => {
  const before = idOf(folder);
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
  expect(idOf(folder)).not.toBe(before);
});

test('is the same after a change of a test', () => {
  const before = idOf(folder);
  writeFileSync(join(folder, 'src/engine/pdf/syntax/lexer.test.ts'), '// Changed.\n');
  expect(idOf(folder)).toBe(before);
});
