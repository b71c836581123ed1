/** Runs the scripts with fake commands, so that nothing is installed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const EXPORTS = 'converge/exports/install.sh';
const SHELF = 'shelf/install.sh';
const COMMANDS = ['apt-get', 'cargo', 'cp', 'go', 'localedef', 'npm', 'python3'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script with commands that note their arguments and fail for matching ones. */
function install(script: string, failing: string) {
  for (const name of COMMANDS) command(join(folder, name), name, failing);
  // A virtual environment has its own `pip`.
  const pip = join(folder, 'pip');
  command(pip, 'pip', failing);
  const home = join(folder, 'home');
  writeFileSync(join(folder, 'python3'), `#!/bin/sh\nmkdir -p "$3/bin" && ln -sf ${pip} "$3/bin/pip"\n`);
  const { status, stderr } = spawnSync('sh', [join(import.meta.dirname, script)], {
    env: { PATH: `${folder}:${process.env['PATH']}`, EXPORTS_HOME: home, SHELF_HOME: home },
    encoding: 'utf8',
  });
  return { status, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') };
}

function command(path: string, name: string, failing: string): void {
  const lines = [
    '#!/bin/sh',
    `echo "${name} $*" >> ${join(folder, 'calls')}`,
    `case "${name} $*" in ${failing}) exit 1 ;; esac`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
}

test('all packages of one kind are installed together', () => {
  const { status, stderr, calls } = install(EXPORTS, 'nothing');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(calls.filter((call) => call.startsWith('pip '))).toHaveLength(1);
  expect(calls.filter((call) => call.startsWith('npm '))).toHaveLength(1);
  expect(existsSync(join(folder, 'home/node/package.json'))).toBe(true);
});

test('a package that cannot be installed is named, and the others are installed', () => {
  const { status, stderr, calls } = install(EXPORTS, '*borb*|*fop*|cargo*');
  expect(status).toBe(1);
  expect(stderr).toBe('These packages were not installed: fop borb==3.0.9 rust/draw\n');
  expect(calls).toEqual(expect.arrayContaining([expect.stringMatching(/^pip .*weasyprint==70\.0$/)]));
  expect(calls).toEqual(expect.arrayContaining([expect.stringMatching(/^apt-get .*groff$/)]));
  expect(calls.some((call) => call.startsWith('npm '))).toBe(true);
});

test('the programs that sign are installed in the same way', () => {
  expect(install(SHELF, 'nothing')).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr, calls } = install(SHELF, 'pip*pdfsignerpy*|go*');
  expect(status).toBe(1);
  expect(stderr).toBe('These packages were not installed: pdfsignerpy==0.3.1 go/pdfsign\n');
  expect(calls.filter((call) => /^npm .*@libpdf\/core/.test(call))).toHaveLength(2);
});
