/** The descendants of a process, as Linux reports them (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessBelow {
  readonly pid: number;
  readonly command: string;
  /** True if it has no children. */
  readonly isLeaf: boolean;
}

/** Every descendant of `root`, the nearest first. */
export function processesBelow(root: number): ProcessBelow[] {
  const childrenOf = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found: ProcessBelow[] = [];
  for (let level = childrenOf.get(root) ?? []; level.length > 0;) {
    const next = level.flatMap(({ pid }) => childrenOf.get(pid) ?? []);
    found.push(...level.map(({ pid }) => ({ pid, command: commandOf(pid), isLeaf: !childrenOf.has(pid) })));
    level = next;
  }
  return found;
}

function allProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    const stat = readOrEmpty(`/proc/${name}/stat`);
    // The name of the program stands in brackets and may contain blanks and brackets.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return Number.isInteger(parent) ? [{ pid: Number(name), parent }] : [];
  });
}

function commandOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

/** Empty if the process has ended meanwhile. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
