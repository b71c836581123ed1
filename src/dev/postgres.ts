/** A PostgreSQL server of our own: loopback TCP only, no socket file, a random password, the database `fixpoint`. */
import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DevFailure, messageOf } from './failure.ts';
import { LOOPBACK, anyFreePort } from './network.ts';
import { type PostgresProgram, resolvePostgres } from './postgres-program.ts';
import { lastLines, run, type RunningProcess, whenReady } from './process.ts';
import { placeFor, serviceUser, type ServiceUser } from './service-user.ts';

const ROLE = 'fixpoint';
const DATABASE = 'fixpoint';

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
  readonly url: string;
  /** Where its files really lie. */
  readonly dir: string;
  readonly address: string;
  readonly process: RunningProcess;
}

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = serviceUser();
  const program = await resolvePostgres(user);
  const dir = placeFor(user, options.dir, ['/var/lib/fixpoint']);
  const dataDir = join(dir, 'data');
  if (!existsSync(dataDir)) {
    options.report('creating the database');
    await createCluster(program, dir, dataDir, options.password, user);
  }
  options.report('starting');
  options.signal?.throwIfAborted();
  const port = await anyFreePort();
  const server = await run({
    name: 'postgres',
    command: program.postgres,
    args: ['-D', dataDir, ...settings(port, options.durable)],
    env: environment(program),
    cwd: dir,
    logFile: options.logFile,
    user,
    // Fast shutdown: open sessions are ended, not awaited.
    endSignal: 'SIGINT',
  });
  await whenReady(server, () => isReady(server, dataDir), options.signal);
  const url = `postgresql://${ROLE}:${options.password}@${LOOPBACK}:${port}/${DATABASE}`;
  return { url, dir, address: `${LOOPBACK}:${port}`, process: server };
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

/** Made beside its place and moved there when complete: an interrupted first start leaves no half database. */
async function createCluster(
  program: PostgresProgram,
  dir: string,
  dataDir: string,
  password: string,
  user: ServiceUser | null,
): Promise<void> {
  const workDir = `${dataDir}.new`;
  const passwordFile = join(dir, 'password');
  rmSync(workDir, { recursive: true, force: true });
  try {
    mkdirSync(workDir, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [workDir, passwordFile]) chownSync(path, user.uid, user.gid);
    const spawnOptions = { cwd: dir, env: environment(program), ...user };
    await promisify(execFile)(program.initdb, initdbArguments(workDir, passwordFile), spawnOptions);
    await createDatabase(program, workDir, spawnOptions);
    renameSync(workDir, dataDir);
  } catch (cause) {
    throw new DevFailure(`The database cannot be created in ${dir}: ${messageOf(cause)}`, {
      cause,
    });
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** The built-in locale sorts by code point everywhere alike, whatever the machine's C library. */
function initdbArguments(dataDir: string, passwordFile: string): string[] {
  return [
    `--pgdata=${dataDir}`,
    `--username=${ROLE}`,
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

/** In single-user mode, which needs neither a client nor the password. */
async function createDatabase(
  program: PostgresProgram,
  dataDir: string,
  spawnOptions: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(program.postgres, ['--single', '-D', dataDir, 'postgres'], {
    ...spawnOptions,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(`CREATE DATABASE ${DATABASE};\n`);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`CREATE DATABASE ended with code ${String(code)}`);
}

function environment(program: PostgresProgram): NodeJS.ProcessEnv {
  return { PATH: dirname(program.postgres), LC_ALL: 'C', TZ: 'UTC' };
}

/** As pg_ctl does: the eighth line of postmaster.pid says `ready` when connections are accepted. */
function isReady(server: RunningProcess, dataDir: string): boolean {
  const lines = lastLines(join(dataDir, 'postmaster.pid'), 8);
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready';
}
