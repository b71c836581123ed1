/** A person runs the programs of evidence and exports inside a folder that somebody else may have filled. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';
import { GUIDE } from './guide.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const folder = ownFolder(afterAll);

describe.each(['guide', 'evidence'])('verify.py of %s', requires('python3', hasPython), (kind) => {
  const program = join(import.meta.dirname, kind, 'verify.py');

  test.each([[[]], [['-I']]])('runs no module of its folder, with the options %j', (options) => {
    const copy = mkdtempSync(join(folder, `${kind}-`));
    copyFileSync(program, join(copy, 'verify.py'));
    const modules = Array.from(readFileSync(program, 'utf8').matchAll(/^import (\w+)$/gm), ([, name = '']) => name);
    expect(modules).toContain('hashlib');
    for (const name of modules) writeFileSync(join(copy, `${name}.py`), 'raise SystemExit(7)\n');
    const { status, stdout } = spawnSync('python3', [...options, join(copy, 'verify.py')], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, expect.stringContaining('no ')]);
  });
});

test('the text of an export prints the command that verifies an attestation whole', () => {
  const readme = GUIDE.find(({ name }) => name === 'README.txt')?.content;
  expect(readme).toContain('--attestation data/attestations/ID.jsonld \\\n      --jwks data/attestation-keys.json\n');
});
