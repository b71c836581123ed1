/** `fixpoint dev` in a folder of its own, as a person calls it. */
import {
  type ChildProcessWithoutNullStreams,
  spawn,
  type SpawnSyncOptionsWithStringEncoding,
  spawnSync,
} from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { anyFreePort } from '#dev/network.ts';
import { type DevState, stateFile } from '#dev/state.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'fixpoint.mjs');
/** The first start may have to build the programs. */
export const TIMEOUT_MS = 600_000;

export interface Ending {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Installation {
  readonly dataDir: string;
  readonly port: number;
  /** Waits for the end of the command. */
  dev(...args: string[]): Ending;
  /** In the foreground, to be ended by whoever calls. */
  begin(): ChildProcessWithoutNullStreams;
  /** Does not wait for its end. */
  devBeside(...args: string[]): Promise<Ending>;
  state(): DevState;
  log(name: string): string;
  /** Ends what runs, and deletes it. */
  remove(): void;
}

export async function newInstallation(): Promise<Installation> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'fixpoint-dev-')), 'data');
  const port = await anyFreePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'development' };
  const options: SpawnSyncOptionsWithStringEncoding = { env, cwd: ROOT, encoding: 'utf8' };
  const dev = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, 'dev', ...args], options);
    return { status, stdout, stderr };
  };
  const begin = (...args: string[]) => spawn(process.execPath, [LAUNCHER, 'dev', ...args], { env, cwd: ROOT });
  return {
    dataDir,
    port,
    dev,
    begin,
    devBeside: async (...args) => {
      const child = begin(...args);
      const ended = new Promise<number | null>((settle) => child.once('exit', settle));
      const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      return { status, stdout, stderr };
    },
    state: () => stateFile(dataDir).read(),
    log: (name) => readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8'),
    remove: () => {
      dev('stop');
      dev('wipe', '--yes');
      rmSync(resolve(dataDir, '..'), { recursive: true, force: true });
    },
  };
}
