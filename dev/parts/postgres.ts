/** A PostgreSQL server on the loopback interface without a socket file. The administrator has a random password. */
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
/** The fast shutdown ends open sessions instead of waiting for them. */
export const POSTGRES_END_SIGNAL = 'SIGINT';
const GREETING_TIMEOUT_MS = 2_000;

export interface PostgresOptions {
  readonly dir: string;
  readonly password: string;
  readonly logFile: string;
  /** False for tests, whose data need not survive a power cut. */
  readonly durable: boolean;
  readonly report: (detail: string) => void;
  readonly signal?: AbortSignal;
}

export interface PostgresServer {
  /** The address of the database `postgres`, which is empty. */
  readonly administratorUrl: string;
  /** The real folder of its files. */
  readonly dir: string;
  readonly service: ServiceOptions;
}

/** Makes the files of a server if needed, and returns its address and its command. */
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
 * The files are made in another folder and moved when they are complete, so that an interrupted first start leaves no
 * partial server. A killed start continues in its own folder.
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

/** The built-in locale sorts by code point on every machine, independent of the C library. */
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

/** The check of pg_ctl: the eighth line of postmaster.pid is `ready` when the server accepts connections. */
function isReady(server: RunningProcess, dataDir: string): boolean {
  const lines = lastLines(join(dataDir, LOCK_FILE), 8);
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready';
}

/**
 * Whether it answers the first question of a client, which is about encryption. The file does not reveal a hung server.
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
 * After a power cut another process may have the pid in PostgreSQL's lock, and PostgreSQL would wait for its end. The
 * real server works in its data directory. If that cannot be read, PostgreSQL decides.
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
