/** A PostgreSQL server of our own: loopback TCP only, no socket file, and an administrator with a random password. */
import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DevFailure } from '#dev/failure.ts';
import { messageOf } from '#src/system-error.ts';
import { LOOPBACK, anyFreePort } from '#dev/network.ts';
import { type PostgresProgram, resolvePostgres } from './postgres-program.ts';
import { lastLines, type RunningProcess, type ServiceOptions } from '#dev/process.ts';
import { removeDirectory } from '#dev/files.ts';
import { placeFor, serviceUser } from './service-user.ts';

const ADMINISTRATOR = 'fixpoint';
const LOCK_FILE = 'postmaster.pid';
/** The request has eight bytes, and the number 80877103. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');
/** Fast shutdown: open sessions are ended, not awaited. */
export const POSTGRES_END_SIGNAL = 'SIGINT';
const GREETING_TIMEOUT_MS = 2_000;

export interface PostgresOptions {
  readonly dir: string;
  readonly password: string;
  readonly logFile: string;
  /** False for tests: nothing needs to survive a power cut. */
  readonly durable: boolean;
  readonly report: (detail: string) => void;
  readonly signal?: AbortSignal;
}

export interface PostgresServer {
  /** Of the database `postgres`, which nothing is in. */
  readonly administratorUrl: string;
  /** Its files really lie here. */
  readonly dir: string;
  readonly service: ServiceOptions;
}

/** A server whose files are there, its address, and how to run it there. */
export async function postgresServer(options: PostgresOptions): Promise<PostgresServer> {
  const user = serviceUser();
  const program = await resolvePostgres(user);
  const dir = placeFor(user, options.dir, ['/var/lib/fixpoint']);
  const dataDir = join(dir, 'data');
  if (!existsSync(dataDir)) {
    options.report('creating the server');
    await createCluster(program, dir, dataDir, options);
  }
  removeStaleLock(dataDir);
  const port = await anyFreePort();
  const service: ServiceOptions = {
    name: 'postgres',
    command: program.postgres,
    args: ['-D', dataDir, ...settings(port, options.durable)],
    env: environment(program),
    cwd: dir,
    logFile: options.logFile,
    user,
    endSignal: POSTGRES_END_SIGNAL,
    answers: async (server) => isReady(server, dataDir) && (await greets(port)),
  };
  const administratorUrl = `postgresql://${ADMINISTRATOR}:${options.password}@${LOOPBACK}:${port}/postgres`;
  return { administratorUrl, dir, service };
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: LOOPBACK,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Made beside its place and moved there when complete: an interrupted first start leaves no half server, and one whose
 * starter was killed works on in a folder of its own.
 */
async function createCluster(
  program: PostgresProgram,
  dir: string,
  dataDir: string,
  { password, signal }: PostgresOptions,
): Promise<void> {
  const user = serviceUser();
  for (const name of globSync('new-*', { cwd: dir })) removeDirectory(join(dir, name));
  const workDir = mkdtempSync(join(dir, 'new-'));
  const [made, passwordFile] = [join(workDir, 'data'), join(workDir, 'password')];
  try {
    mkdirSync(made, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [workDir, made, passwordFile]) chownSync(path, user.uid, user.gid);
    const spawnOptions = { cwd: dir, env: environment(program), ...user, ...(signal && { signal }) };
    await promisify(execFile)(program.initdb, initdbArguments(made, passwordFile), spawnOptions);
    renameSync(made, dataDir);
  } catch (cause) {
    throw new DevFailure(`The database cannot be created in ${dir}: ${messageOf(cause)}`, {
      cause,
    });
  } finally {
    removeDirectory(workDir);
  }
}

/** The built-in locale sorts by code point everywhere alike, whatever the machine's C library. */
function initdbArguments(dataDir: string, passwordFile: string): string[] {
  return [
    `--pgdata=${dataDir}`,
    `--username=${ADMINISTRATOR}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ];
}

function environment(program: PostgresProgram): NodeJS.ProcessEnv {
  return { PATH: dirname(program.postgres), LC_ALL: 'C', TZ: 'UTC' };
}

/** This looks as pg_ctl does: the eighth line of postmaster.pid says `ready` when connections are accepted. */
function isReady(server: RunningProcess, dataDir: string): boolean {
  const lines = lastLines(join(dataDir, LOCK_FILE), 8);
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready';
}

/**
 * Whether it answers the first question of a client, which is whether it encrypts; the file says nothing of a hung one.
 */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: LOOPBACK, port, timeout: GREETING_TIMEOUT_MS }, () => socket.write(SSL_REQUEST));
    for (const event of ['data', 'timeout', 'error', 'close'] as const) {
      socket.once(event, () => {
        resolve(event === 'data');
        socket.destroy();
      });
    }
  });
}

/**
 * After a power cut another process may have got the pid in PostgreSQL's lock, and PostgreSQL would wait for its end. The
 * real one works in its data directory; where that cannot be seen, the judgement is PostgreSQL's.
 */
function removeStaleLock(dataDir: string): void {
  const path = join(dataDir, LOCK_FILE);
  const [pid = ''] = lastLines(path, Infinity);
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)) return;
  } catch {
    return;
  }
  rmSync(path);
}
