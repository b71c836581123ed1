/**
 * The isolation of a parser child: namespaces and an empty root, kernel resource limits, death with its parent, then
 * the permission model of Node. The capabilities of the host are probed once. Missing ones are left out and listed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { Writable } from 'node:stream';
import { V8_FLAGS } from '#src/parser-host/child-programs.ts';
import { lowerSession, NICENESS } from './priority.ts';
import { BARE_SURROUNDINGS, byPath, findProgram, withLibraries } from './programs.ts';
import { pipesOf, startedHere, type StartedParser } from './started-parser.ts';
import { asNobody, knownWalls, type VisibleFiles, type Wall } from './walls.ts';

const MODULES = `${sep}node_modules`;
const MANIFEST = findPackageJSON(import.meta.url) ?? '';
export const PACKAGES = packagesFolder(dirname(MANIFEST));
/** The engine, its packages and the manifest with their format. */
const CODE = [resolve(import.meta.dirname, '../..'), PACKAGES, MANIFEST];

/** The packages are below the root of a clone, and around an installed package. */
function packagesFolder(root: string): string {
  const [project = '', ...below] = root.split(MODULES + sep);
  return below.length === 0 ? root + MODULES : project + MODULES;
}

/** A starter of parsers: this host, or the parser service (`service/client.ts`). */
export interface ParserStarter {
  /** Starts the program isolated. It can only read the code. */
  readonly start: (entry: string, memoryMb: number) => StartedParser;
  /** The available mechanisms of isolation. */
  readonly mechanisms: readonly string[];
}

export interface Sandbox extends ParserStarter {
  /** The program and arguments that run `entry` isolated. */
  command(entry: string, memoryMb: number): readonly string[];
  /** The files and folders of the host that such a process can read. */
  visible(entry: string): readonly string[];
  /** The reason for each mechanism that is missing on the host. */
  readonly missing: readonly string[];
}

interface Limit {
  readonly name: string;
  readonly command: (memoryMb: number, isWalled: boolean) => readonly string[];
}

/** V8 reserves this much for machine code at its start, and the kernel counts it as data. */
const CODE_RANGE_MB = 512;
/** The last limit for an endless loop. It covers all documents of a child, which is replaced before it is reached. */
const CPU_SECONDS = 3_600;
/** Node uses about twelve threads. The kernel counts those of a user, separately for each user namespace. */
const TASKS = 64;

/** The kernel limits that are set inside of the isolation. */
const LIMITS: readonly Limit[] = [
  {
    // RLIMIT_DATA limits the JavaScript heap, array buffers and WebAssembly memory together, and no file can be
    // written.
    name: 'prlimit',
    command: (memoryMb, isWalled) => {
      const limits = [dataLimit(memoryMb), '--nofile=64', '--fsize=0', '--core=0', `--cpu=${CPU_SECONDS}`];
      return ['prlimit', ...limits, ...(isWalled ? [`--nproc=${TASKS}`] : [])];
    },
  },
  {
    // A child in an endless loop must not outlive a worker that was killed.
    name: 'setpriv',
    command: () => ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
  },
];

function dataLimit(memoryMb: number): string {
  return `--data=${(memoryMb + CODE_RANGE_MB) * 1024 * 1024}`;
}

/** Both ends of the protocol use 0, 2 and 3 (`protocol.ts`). */
const FILTER_FD = 4;
/** A trial reads nothing else, so its filter can use this descriptor. */
const STANDARD_INPUT = 0;

/** The result of the trials, as plain data. */
export interface SandboxTrial {
  /** The names of the limits that this host allows. */
  readonly limits: readonly string[];
  /** The programs inside of the isolation, and their libraries. */
  readonly programs: readonly string[];
  /** The mechanisms of the isolation; null without one. */
  readonly wall: readonly string[] | null;
  readonly missing: readonly string[];
}

export function probeSandbox(walls: readonly Wall[] = knownWalls()): Sandbox {
  return sandboxOf(trySandbox(walls), walls);
}

export function trySandbox(walls: readonly Wall[] = knownWalls()): SandboxTrial {
  const tried = LIMITS.map((limit) => ({ ...limit, obstacle: obstacleOf([...limit.command(1024, false), 'true']) }));
  const limits = tried.flatMap(({ name, obstacle }) => (obstacle === null ? name : []));
  const inside = [process.execPath, ...limits.flatMap((name) => findProgram(name) ?? [])];
  const programs = withLibraries(inside);
  // Another program than Node is preferred, because Node takes 30 ms to start.
  const trial = [inside.at(-1) ?? process.execPath, '--version'];
  const { wall, obstacles } = firstUsable(walls, { code: CODE, programs }, trial);
  const missing = [...obstacles, ...tried.flatMap(({ obstacle }) => obstacle ?? [])];
  return { limits, programs, wall: wall?.mechanisms ?? null, missing };
}

/**
 * The sandbox of an earlier trial on this host.
 * @throws Error for an isolation that this version of the program does not have, because parsers would run without any
 */
export function sandboxOf(trial: SandboxTrial, walls: readonly Wall[] = knownWalls()): Sandbox {
  const { programs, missing } = trial;
  const limits = LIMITS.filter(({ name }) => trial.limits.includes(name));
  const wall = candidates(walls).find(({ mechanisms }) => isSame(mechanisms, trial.wall)) ?? null;
  if (wall === null && trial.wall !== null) throw new Error(`There is no isolation by ${trial.wall.join(', ')}.`);
  const filesFor = (entry: string): VisibleFiles => ({ code: [...CODE, dirname(entry)], programs });
  const nice = findProgram('nice');
  const command = (entry: string, memoryMb: number) => [
    ...(nice === null ? [] : [nice, '-n', NICENESS]),
    ...(wall?.command(filesFor(entry), FILTER_FD) ?? []),
    ...limits.flatMap((limit) => byPath(limit.command(memoryMb, wall !== null))),
    process.execPath,
    ...nodeFlags(entry, memoryMb),
    entry,
  ];
  return {
    mechanisms: [...(wall?.mechanisms ?? []), ...limits.map(({ name }) => name), 'permission'],
    missing,
    visible: (entry) => Object.values(filesFor(entry)).flat(),
    command,
    start: (...what) => startProcess(command(...what), wall?.filter ?? null),
  };
}

/** The candidates, for a superuser also as nobody. */
function candidates(walls: readonly Wall[]): Wall[] {
  const isSuperuser = process.getuid?.() === 0;
  return walls.flatMap((each) => (isSuperuser ? [asNobody(each), each] : [each]));
}

function isSame(mechanisms: readonly string[], others: readonly string[] | null): boolean {
  return others !== null && mechanisms.join() === others.join();
}

/** The first candidate that this host allows, and the errors of those before it. */
function firstUsable(
  walls: readonly Wall[],
  files: VisibleFiles,
  trial: readonly string[],
): { wall: Wall | null; obstacles: readonly string[] } {
  const obstacles = new Set<string>();
  for (const wall of candidates(walls)) {
    const obstacle = obstacleOf([...wall.command(files, STANDARD_INPUT), ...trial], wall.filter);
    if (obstacle === null) return { wall, obstacles: [...obstacles] };
    obstacles.add(obstacle);
  }
  return { wall: null, obstacles: [...obstacles] };
}

/** Returns null if the wrapper runs the command, else the last words of the wrapper. */
function obstacleOf([program = '', ...args]: readonly string[], input: Uint8Array | null = null): string | null {
  const options = { ...BARE_SURROUNDINGS, encoding: 'utf8', timeout: 10_000, input: input ?? '' } as const;
  const tried = spawnSync(program, args, options);
  if (tried.status === 0) return null;
  const lastWords = tried.stderr?.trim().replaceAll(/\s*\n\s*/g, '; ') ?? '';
  return lastWords === '' ? (tried.error?.message ?? `${program} ends with ${tried.status}`) : lastWords;
}

/** Descriptor 0 is the input, 2 has the last words, and 3 is the output. */
export function startProcess([program = '', ...args]: readonly string[], filter: Uint8Array | null): StartedParser {
  const pipes = ['pipe', 'ignore', 'pipe', 'pipe', ...(filter === null ? [] : (['pipe'] as const))] as const;
  // A separate session has no terminal, and its processes form one group that can be ended together.
  const child = spawn(program, args, { ...BARE_SURROUNDINGS, stdio: [...pipes], detached: true });
  // Processes that serve callers have priority while parsers use all processors.
  if (child.pid !== undefined) void lowerSession(child.pid);
  const sink = pipesOf(child)?.[FILTER_FD];
  if (filter !== null && sink instanceof Writable) {
    // A failed start is reported as the exit of the program.
    sink.on('error', () => undefined);
    sink.write(filter);
    // The process waits for its end, which `end` sends when this process reaches it. Loading may delay that.
    if (sink.writableLength === 0) sink.destroy();
    else sink.end();
  }
  return startedHere(child);
}

function nodeFlags(entry: string, memoryMb: number): string[] {
  const code = CODE.map((path) => (path === MANIFEST ? path : `${path}/*`));
  return [
    '--permission',
    ...[...code, `${dirname(entry)}/*`].map((path) => `--allow-fs-read=${path}`),
    // Array buffers and WebAssembly memory are outside of the heap and need the other half.
    `--max-old-space-size=${Math.floor(memoryMb / 2)}`,
    '--disable-proto=throw',
    ...V8_FLAGS,
    '--no-warnings',
  ];
}
