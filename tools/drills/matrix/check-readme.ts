/** Checks the programs in the README of the Python client, and given ones, with mypy and the installed package. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { programsOf, written } from '#tools/clients/readme.ts';

const [mypy = 'mypy', ...others] = process.argv.slice(2);
rmSync('readme', { recursive: true, force: true });
mkdirSync('readme');
const reader = { client: 'python', command: ['python3'], folder: 'readme', env: {} } as const;
const files = programsOf('python').map((name) => written(reader, name));
// A program of one file has the name `__main__`, so each is checked separately.
for (const file of [...files, ...others]) {
  const { status, stdout } = spawnSync(mypy, ['--strict', file], { encoding: 'utf8' });
  if (status === 0) continue;
  console.error(`${file}: ${stdout}`);
  process.exitCode = 1;
}
