/**
 * The isolation of a parser child: no network, kernel resource limits, death with its parent, then Node's own
 * permission model. The host's tools are probed once; what a host lacks is left out and can be read off.
 */
import { spawnSync } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname, resolve, sep } from 'node:path';

const MODULES = `${sep}node_modules`;
const MANIFEST = findPackageJSON(import.meta.url) ?? '';
/** The engine, its packages and the manifest that says how to read them. */
const CODE = [`${resolve(import.meta.dirname, '..')}/*`, `${packagesFolder(dirname(MANIFEST))}/*`, MANIFEST];

/** In a clone the packages lie below its root; where it is a package itself, they lie around it. */
function packagesFolder(root: string): string {
  const [project = '', ...below] = root.split(MODULES + sep);
  return below.length === 0 ? root + MODULES : project + MODULES;
}

export interface Sandbox {
  /** Program and arguments that run `entry` isolated; it may read the code, and the files named here. */
  command(entry: string, memoryMb: number, readable?: readonly string[]): readonly string[];
  /** The mechanisms of isolation that this host has. */
  readonly mechanisms: readonly string[];
  /** What kept the host from each mechanism that it lacks. */
  readonly missing: readonly string[];
}

interface Wrapper {
  readonly name: string;
  readonly command: (memoryMb: number) => readonly string[];
}

/** Whatever is started isolated is given nothing of ours, not even a `PATH`: the system's own is searched. */
export const BARE_SURROUNDINGS = { cwd: '/', env: {} } as const;

/** V8 reserves this much for machine code at its start, and the kernel counts it as data. */
const CODE_RANGE_MB = 512;

/** Each is tried alone, since a container may forbid one and allow the others. */
const WRAPPERS: readonly Wrapper[] = [
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

export function probeSandbox(wrappers: readonly Wrapper[] = WRAPPERS): Sandbox {
  const tried = wrappers.map(({ name, command }) => ({ name, command, obstacle: obstacleOf(command(1024)) }));
  const usable = tried.filter(({ obstacle }) => obstacle === null);
  return {
    mechanisms: [...usable.map(({ name }) => name), 'permission'],
    missing: tried.flatMap(({ obstacle }) => obstacle ?? []),
    command: (entry, memoryMb, readable = []) => [
      ...usable.flatMap(({ command }) => command(memoryMb)),
      process.execPath,
      ...nodeFlags(entry, memoryMb, readable),
      entry,
    ],
  };
}

/** Answers null when the wrapper runs what it is given, else its last words. */
function obstacleOf([program = '', ...args]: readonly string[]): string | null {
  const tried = spawnSync(program, [...args, 'true'], { ...BARE_SURROUNDINGS, encoding: 'utf8', timeout: 5_000 });
  if (tried.status === 0) return null;
  return tried.error?.message ?? tried.stderr.trim().replaceAll(/\s*\n\s*/g, '; ');
}

function nodeFlags(entry: string, memoryMb: number, readable: readonly string[]): string[] {
  return [
    '--permission',
    ...[...CODE, `${dirname(entry)}/*`, ...readable].map((path) => `--allow-fs-read=${path}`),
    // Array buffers and WebAssembly memory lie outside the heap and need the other half.
    `--max-old-space-size=${Math.floor(memoryMb / 2)}`,
    '--disable-proto=throw',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
}
