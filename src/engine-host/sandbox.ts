/**
 * The walls around a parser child: no network, kernel resource limits, death with its parent, then Node's own
 * permission model. The host's tools are probed once; what a host lacks is left out and can be read off.
 */
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Sandbox {
  /** Program and arguments that run `entry` behind the walls. */
  command(entry: string, memoryMb: number): readonly string[];
  /** The walls this host has, for the log. */
  readonly walls: readonly string[];
}

/** V8 reserves this much for machine code at its start, and the kernel counts it as data. */
const CODE_RANGE_MB = 512;

/** Each is tried alone, since a container may forbid one and allow the others. */
const WRAPPERS: ReadonlyArray<{ name: string; command: (memoryMb: number) => readonly string[] }> = [
  { name: 'unshare', command: () => ['unshare', '--user', '--map-current-user', '--net'] },
  {
    // RLIMIT_DATA binds the JavaScript heap, array buffers and WebAssembly memory alike; nothing may be written.
    name: 'prlimit',
    command: (memoryMb) => ['prlimit', dataLimit(memoryMb), '--nofile=64', '--fsize=0', '--core=0'],
  },
  {
    // A child in an endless loop must not outlive a worker that was killed. Last, since the signal is forgotten when
    // credentials change, as they do in a new user namespace.
    name: 'setpriv',
    command: () => ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
  },
];

function dataLimit(memoryMb: number): string {
  return `--data=${(memoryMb + CODE_RANGE_MB) * 1024 * 1024}`;
}

export function probeSandbox(): Sandbox {
  const usable = WRAPPERS.filter(({ command }) => runs(command(1024)));
  return {
    walls: [...usable.map(({ name }) => name), 'permission'],
    command: (entry, memoryMb) => [
      ...usable.flatMap(({ command }) => command(memoryMb)),
      process.execPath,
      ...nodeFlags(entry, memoryMb),
      entry,
    ],
  };
}

function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
}

function nodeFlags(entry: string, memoryMb: number): string[] {
  const readable = [`${ROOT}/src/*`, `${ROOT}/node_modules/*`, `${ROOT}/package.json`, `${dirname(entry)}/*`];
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Array buffers and WebAssembly memory lie outside the heap and need the other half.
    `--max-old-space-size=${Math.floor(memoryMb / 2)}`,
    '--disable-proto=throw',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
}
