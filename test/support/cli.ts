/** Runs `fixpoint` in a new empty folder, as a user runs it in a shell. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

export const CLI = resolve(import.meta.dirname, '../../src/cli.ts');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Desk {
  readonly folder: string;
  put(name: string, content: Uint8Array | string): void;
  read(name: string): Uint8Array;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The bytes of its standard output. */
  bytes(args: readonly string[], options?: RunOptions): Promise<Uint8Array>;
  /** The caller must end the process. */
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
  remove(): void;
}

interface RunOptions {
  readonly input?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment names no service and no credentials. */
export function newDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-cli-'));
  const start: Desk['start'] = (args, { input, env = {} } = {}) => {
    const surroundings = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: folder,
      env: { ...surroundings, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...env },
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return child;
  };
  return {
    folder,
    put: (name, content) => writeFileSync(join(folder, name), content),
    read: (name) => new Uint8Array(readFileSync(join(folder, name))),
    start,
    async run(args, options) {
      const child = start(args, options);
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { status: child.exitCode, stdout, stderr };
    },
    async bytes(args, options) {
      const child = start(args, options);
      const [written] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'exit')]);
      return new Uint8Array(written);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
