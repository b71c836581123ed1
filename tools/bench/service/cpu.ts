/**
 * The processor time of the parts of a service, as Linux counts it for each process and its ended children (proc(5)).
 */
import { readFileSync } from 'node:fs';
import { CHILD_PATHS } from '#src/parser-host/child-programs.ts';
import { processesBelow } from '#tools/drills/faults/process-tree.ts';
import type { Instance } from './instance.ts';

export const PARTS = ['api', 'worker', 'parsers', 'verifiers', 'temporal', 'postgres', 'store'] as const;
export type Part = (typeof PARTS)[number];
export type CpuMs = Readonly<Record<Part, number>>;

/** USER_HZ, which is 100 on every Linux that Node supports. */
const TICK_MS = 10;
const SAMPLE_EVERY_MS = 100;

export interface CpuMeter {
  /**
   * The milliseconds of all parts since the start of the meter. The difference of two readings is the use between them.
   */
  read(): CpuMs;
  stop(): void;
}

/**
 * The meter polls the processor time of parsers and verifiers, because their parent does not count a child that was
 * killed in a process namespace.
 */
export function cpuMeter({ pids }: Pick<Instance, 'pids'>): CpuMeter {
  const { api = 0, worker = 0, temporal = 0, postgres = 0, store = 0 } = pids;
  const children = { parsers: new Map<number, number>(), verifiers: new Map<number, number>() };
  const look = () => {
    for (const { pid, command } of processesBelow(worker)) {
      if (CHILD_PATHS.parser.test(command)) children.parsers.set(pid, timesOf(pid).own);
      if (CHILD_PATHS.verifier.test(command)) children.verifiers.set(pid, timesOf(pid).own);
    }
  };
  const looking = setInterval(look, SAMPLE_EVERY_MS);
  return {
    read() {
      look();
      return {
        api: tree(api),
        worker: sum(workerProcesses(worker).map((pid) => timesOf(pid).own)),
        parsers: sum([...children.parsers.values()]),
        verifiers: sum([...children.verifiers.values()]),
        temporal: tree(temporal),
        postgres: tree(postgres),
        store: tree(store),
      };
    },
    stop: () => clearInterval(looking),
  };
}

export function cpuBetween(before: CpuMs, after: CpuMs): CpuMs {
  return ofEachPart((part) => after[part] - before[part]);
}

export function ofEachPart(ms: (part: Part) => number): CpuMs {
  const entries = PARTS.map((part) => [part, ms(part)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the list itself
  return Object.fromEntries(entries) as CpuMs;
}

export function totalOf(cpu: CpuMs): number {
  return sum(Object.values(cpu));
}

/** The process time of a process and all its descendants. */
export function tree(root: number): number {
  return sum([root, ...processesBelow(root).map(({ pid }) => pid)].map(all));
}

/** A supervisor of workers with its workers, or the only worker. */
function workerProcesses(root: number): number[] {
  const others = processesBelow(root).filter(({ command }) => / \S*temporal\/worker\/main\.ts/.test(command));
  return [root, ...others.map(({ pid }) => pid)];
}

function all(pid: number): number {
  const { own, ended } = timesOf(pid);
  return own + ended;
}

/** The time of ended children belongs to the parent that waited for them; 0 if the process itself has ended. */
function timesOf(pid: number): { readonly own: number; readonly ended: number } {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fieldsOf(pid);
  return { own: (user + system) * TICK_MS, ended: (childrenUser + childrenSystem) * TICK_MS };
}

/** utime, stime, cutime and cstime are fields 14 to 17. The name of the program, in brackets, may contain blanks. */
function fieldsOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
