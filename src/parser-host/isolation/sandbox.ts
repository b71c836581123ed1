/**
 * The isolation of a parser child: namespaces and an empty root, kernel resource limits, death with its parent, then Node's
 * own permission model. The capabilities of the host are probed once. Missing ones are left out and listed.
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
/** The engine, its packages and the manifest that says how to read them. */
const CODE = [resolve(import.meta.dirname, '../..'), PACKAGES, MANIFEST];

/** In a clone the packages lie below its root; where it is a package itself, they lie around it. */
function packagesFolder(root: string): string {
  const [project = '', ...below] = root.split(MODULES + sep);
  return below.length === 0 ? root + MODULES : project + MODULES;
}

/** Whatever starts parsers: this host, or the parser service (`service/client.ts`). */
export interface ParserStarter {
  /** Starts the program isolated; it may read the code and nothing else. */
  readonly start: (entry: string, memoryMb: number) => StartedParser;
  /** The mechanisms of isolation that there are. */
  readonly mechanisms: readonly string[];
}

export interface Sandbox extends ParserStarter {
  /** Program and arguments that run `entry` isolated. */
  command(entry: string, memoryMb: number): readonly string[];
  /** What a process so started can see of the host's files: these, and what lies in them. */
  visible(entry: string): readonly string[];
  /** The reason for each missing mechanism of the host. */
  readonly missing: readonly string[];
}

interface Limit {
  readonly name: string;
  readonly command: (memoryMb: number, isWalled: boolean) => readonly string[];
}

/** V8 reserves this much for machine code at its start, and the kernel counts it as data. */
const CODE_RANGE_MB = 512;
/** For a loop that no deadline ended. The documents of a child's life are counted together, and it is replaced in time. */
const CPU_SECONDS = 3_600;
/** Node's threads are about a dozen. The kernel counts those of a user, and apart for each user namespace. */
const TASKS = 64;

/** Kernel limits, set inside of the walls. */
const LIMITS: readonly Limit[] = [
  {
    // RLIMIT_DATA binds the JavaScript heap, array buffers and WebAssembly memory alike; nothing may be written.
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

/** Both ends of the protocol have 0, 2 and 3 (`protocol.ts`). */
const FILTER_FD = 4;
/** For a trial, in which nothing else is read. */
const STANDARD_INPUT = 0;

/** The result of the trials, as plain data. */
export interface SandboxTrial {
  /** Names of the limits that this host allows. */
  readonly limits: readonly string[];
  /** The programs inside, and their libraries. */
  readonly programs: readonly string[];
  /** Mechanisms of the isolation; null without one. */
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
  // Not Node, where there is another one: it takes 30 ms to start.
  const trial = [inside.at(-1) ?? process.execPath, '--version'];
  const { wall, obstacles } = firstUsable(walls, { code: CODE, programs }, trial);
  const missing = [...obstacles, ...tried.flatMap(({ obstacle }) => obstacle ?? [])];
  return { limits, programs, wall: wall?.mechanisms ?? null, missing };
}

/**
 * The sandbox of a trial that was made before, on this host.
 *
 * @throws Error for an isolation that this version of the program does not have: parsers would run without any
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

/** The same, for a superuser also as nobody. */
function candidates(walls: readonly Wall[]): Wall[] {
  const isSuperuser = process.getuid?.() === 0;
  return walls.flatMap((each) => (isSuperuser ? [asNobody(each), each] : [each]));
}

function isSame(mechanisms: readonly string[], others: readonly string[] | null): boolean {
  return others !== null && mechanisms.join() === others.join();
}

/** The first wall that this host allows, and what it said of each before. */
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

/** Answers null when the wrapper runs what it is given, else its last words. */
function obstacleOf([program = '', ...args]: readonly string[], input: Uint8Array | null = null): string | null {
  const options = { ...BARE_SURROUNDINGS, encoding: 'utf8', timeout: 10_000, input: input ?? '' } as const;
  const tried = spawnSync(program, args, options);
  if (tried.status === 0) return null;
  const lastWords = tried.stderr?.trim().replaceAll(/\s*\n\s*/g, '; ') ?? '';
  return lastWords === '' ? (tried.error?.message ?? `${program} ends with ${tried.status}`) : lastWords;
}

/** What goes in is its descriptor 0, its last words are 2, and what comes out is 3. */
export function startProcess([program = '', ...args]: readonly string[], filter: Uint8Array | null): StartedParser {
  const pipes = ['pipe', 'ignore', 'pipe', 'pipe', ...(filter === null ? [] : (['pipe'] as const))] as const;
  // A session of its own has no terminal, and is a group of processes that can be ended together.
  const child = spawn(program, args, { ...BARE_SURROUNDINGS, stdio: [...pipes], detached: true });
  // While parsers use all processors, the processes that serve callers go first.
  if (child.pid !== undefined) void lowerSession(child.pid);
  const sink = pipesOf(child)?.[FILTER_FD];
  if (filter !== null && sink instanceof Writable) {
    // A program that could not start shows in its exit.
    sink.on('error', () => undefined);
    sink.write(filter);
    // The wall waits for its end, which `end` sends when this process comes to it: it may be loading what it needs for a while.
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
    // Array buffers and WebAssembly memory lie outside the heap and need the other half.
    `--max-old-space-size=${Math.floor(memoryMb / 2)}`,
    '--disable-proto=throw',
    ...V8_FLAGS,
    '--no-warnings',
  ];
}
