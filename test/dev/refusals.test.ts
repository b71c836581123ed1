/**
 * Tests situations in which `fixpoint dev` cannot work: it prints one sentence that stays on the screen, and exits with
 * a status other than 0.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecrets, startParts } from '#dev/parts/parts.ts';
import { postgresServer } from '#dev/parts/postgres.ts';
import { startServer } from '#dev/process.ts';
import { makeDataDir } from '#dev/parts/service-user.ts';
import { stateFile } from '#dev/state.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { ownFolder } from '#test/support/folder.ts';
import { inDatabase } from '#test/support/own-database.ts';
import { requires } from '#test/support/requires.ts';
import { freePorts, ROOT } from './command.ts';
import { screenOf } from './screen.ts';

const TIMEOUT_MS = 120_000;
const COMMAND = [process.execPath, join(ROOT, 'src/cli.ts'), 'dev'];

const dir = ownFolder(afterAll);
let ports: NodeJS.ProcessEnv;
beforeAll(async () => {
  // The user of PostgreSQL must be able to pass if this runs as root.
  chmodSync(dir, 0o711);
  ports = await freePorts();
});

/** A command that does not end by itself is killed. */
function call([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...ports, ...env },
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr };
}

function isRefused(dataDir: string, reason: string, start: readonly string[] = COMMAND) {
  const said = expect.stringMatching(new RegExp(`^\n[^\n]* cannot be (used|written): ${reason}\\.[^\n]*\n$`));
  const refusal = { status: 1, stdout: '', stderr: said };
  expect(call(start, { DATA_DIR: dataDir })).toEqual(refusal);
  expect(call([...start, '--detach'], { DATA_DIR: dataDir })).toEqual(refusal);
}

/** A separate file system for one command, mounted by a script. */
function onOwn(mount: string, dataDir: string): string[] {
  return ['unshare', '--mount', '/bin/sh', '-c', `${mount}; exec "$@"`, 'sh', ...COMMAND].map((word) =>
    word.replaceAll('DIR', dataDir),
  );
}

const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const isRoot = process.getuid?.() === 0;

describe('a DATA_DIR', () => {
  test('where the system makes no folders', requires('Linux', process.platform === 'linux'), () => {
    isRefused('/proc/nope', 'no such file or directory');
  });

  test('that is a file, or below one', () => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    isRefused(file, 'it is not a folder');
    isRefused(join(file, 'data'), 'it is not a folder');
  });

  test('with a name or a path that is too long', () => {
    isRefused(join(dir, 'n'.repeat(300)), 'name too long');
    isRefused(join(dir, ...Array.from({ length: 5 }, () => 'n'.repeat(100))), 'it is too long');
  });

  test('that may not be written to', requires('a user other than root', !isRoot), () => {
    const closed = join(dir, 'closed');
    mkdirSync(closed, { mode: 0o555 });
    isRefused(closed, 'permission denied');
    isRefused(join(closed, 'data'), 'permission denied');
  });

  test('on a file system that is read-only', requires('the right to mount', mayMount), () => {
    const mounted = join(dir, 'read-only');
    mkdirSync(mounted);
    const start = onOwn('mount -t tmpfs -o ro tmpfs DIR', mounted);
    isRefused(mounted, 'read-only file system', start);
    isRefused(join(mounted, 'data'), 'read-only file system', start);
  });

  test('on a disk that is full', requires('the right to mount', mayMount), () => {
    const mounted = join(dir, 'full');
    mkdirSync(mounted);
    const fill = 'mkdir DIR/logs; : > DIR/logs/dev.log; head -c 1000000 /dev/zero > DIR/all 2>&-';
    isRefused(mounted, 'no space left on device', onOwn(`mount -t tmpfs -o size=64k tmpfs DIR; ${fill}`, mounted));
  });
});

test('an unknown STORE is refused before a part starts', () => {
  const dataDir = join(dir, 'unknown-store');
  const { status, stderr } = call(COMMAND, { DATA_DIR: dataDir, STORE: 'nonsense' });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('STORE=nonsense is unknown: it is minio or seaweedfs.');
  expect(status).toBe(1);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

describe('a database of another version', () => {
  const made = 'The database was made by another version of Fixpoint: it has the migration Migration2000_x, which this';

  /** Makes the tables that an earlier version would have left. */
  const fill = async (url: string) => {
    await executeAsAdministrator(
      url,
      'create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz)',
    );
    await executeAsAdministrator(
      url,
      `insert into mikro_orm_migrations (name, executed_at) values ('Migration2000_x', now())`,
    );
  };

  test(
    'in DATA_DIR',
    async () => {
      const dataDir = join(dir, 'old');
      const secrets = newSecrets();
      makeDataDir(dataDir);
      stateFile(dataDir).update({ secrets });
      const options = { durable: false, report: () => {}, logFile: join(dir, 'old.log') };
      const { administratorUrl, service } = await postgresServer({
        ...options,
        dir: join(dataDir, 'postgres'),
        password: secrets.postgres,
      });
      const server = await startServer(service);
      await executeAsAdministrator(administratorUrl, 'create database fixpoint');
      await fill(inDatabase(administratorUrl, 'fixpoint'));
      await server.stop(10_000);
      const { status, stderr } = call(COMMAND, { DATA_DIR: dataDir });
      expect(stderr.trimEnd().split('\n').at(-1)).toBe(
        `${made} version does not know. To empty ${dataDir} and start again: npm run wipe. ` +
          'To keep it, choose another folder: DATA_DIR=… npm start',
      );
      expect(status).toBe(1);
    },
    TIMEOUT_MS,
  );

  test(
    'in DATABASE_URL',
    async () => {
      const parts = await startParts({ postgres: true, dataDir: join(dir, 'given') });
      const { url, ownerUrl } = parts.database;
      await fill(ownerUrl);
      const given = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
      const { status, stderr } = call(COMMAND, { DATA_DIR: join(dir, 'fresh'), ...given });
      await parts.stop();
      expect(stderr.trimEnd().split('\n').at(-1)).toBe(
        `${made} version does not know. Name an empty one in DATABASE_URL.`,
      );
      expect(status).toBe(1);
    },
    TIMEOUT_MS,
  );
});

const said = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const hasTerminal = said.includes('util-linux');

describe('on a terminal', requires('script of util-linux', hasTerminal), () => {
  /** The last screen of a command and its status. */
  function onTerminal(env: NodeJS.ProcessEnv, path = process.env['PATH']) {
    const command = `stty cols 80; PATH='${path}' ${COMMAND.join(' ')}`;
    const script = ['script', '--quiet', '--return', '--command', command, '/dev/null'];
    const { status, stdout } = call(script, { TERM: 'xterm', SHELL: '/bin/sh', ...env });
    return { status, screen: screenOf(stdout) };
  }

  test('a DATA_DIR that cannot be used', () => {
    const { status, screen } = onTerminal({ DATA_DIR: '/dev/null' });
    expect(status).toBe(1);
    expect(screen.at(-1)).toMatch(/^\/dev\/null cannot be used: it is not a folder\./);
  });

  test('a PORT that is busy', async () => {
    const busy = await new Promise<Server>((listening) => {
      const server: Server = createServer().listen(Number(ports['PORT']), '127.0.0.1', () => listening(server));
    });
    const { status, screen } = onTerminal({ DATA_DIR: join(dir, 'busy') });
    await new Promise((closed) => busy.close(closed));
    expect(status).toBe(1);
    expect(screen.at(-1)).toMatch(new RegExp(`^PORT=${ports['PORT']} is busy`));
  });

  test(
    'a program that may not be downloaded, while PostgreSQL still starts',
    () => {
      const env = { DATA_DIR: join(dir, 'no-programs'), XDG_CACHE_HOME: join(dir, 'cache'), FIXPOINT_DOWNLOAD: '0' };
      const { status, screen } = onTerminal(env, '/nonexistent');
      expect(status).toBe(1);
      const lines = screen.slice(screen.findLastIndex((line) => line.includes('is not available')));
      expect(lines.slice(0, 2)).toEqual([
        expect.stringMatching(/^(seaweedfs|temporal) is not available: FIXPOINT_DOWNLOAD=0 forbids to download it[.;]/),
        expect.stringMatching(/Do one of these and start again:|cannot be downloaded/),
      ]);
      expect(screen.join('\n')).toMatch(/ {2}put (weed|temporal) on PATH\n {2}set (S3_ENDPOINT|TEMPORAL_ADDRESS)/);
    },
    TIMEOUT_MS,
  );
});
