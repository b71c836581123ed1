/** Independent tools of the machine. A missing tool is reported and left out. */
import { execFile, spawnSync } from 'node:child_process';

export interface ToolResult {
  /** Null if the tool was killed, because it took too long or crashed. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;
const known = new Map<string, boolean>();

export function isInstalled(tool: string): boolean {
  const answer = known.get(tool) ?? spawnSync(tool, ['-v'], { timeout: TIMEOUT_MS }).error === undefined;
  known.set(tool, answer);
  return answer;
}

export type Command = readonly [program: string, ...args: string[]];

export interface Probed {
  readonly name: string;
  /** A command that succeeds if the program is installed. */
  readonly probe: Command;
}

const PROBE_TIMEOUT_MS = 60_000;

/** The installed programs. Each missing one is reported by name. */
export function installed<Program extends Probed>(
  programs: readonly Program[],
  report: (detail: string) => void,
): Program[] {
  return programs.filter(({ name, probe: [program, ...args] }) => {
    const isThere = spawnSync(program, args, { timeout: PROBE_TIMEOUT_MS }).status === 0;
    if (!isThere) report(`${name}: not installed`);
    return isThere;
  });
}

/** Never fails, because any result of a tool is a fact about the document. */
export function run(tool: string, args: readonly string[]): Promise<ToolResult> {
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const;
    const child = execFile(tool, args, options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr: stderr.toString() });
    });
  });
}

/** Runs synchronously, for a process without other work. */
export function runNow(tool: string, args: readonly string[]): ToolResult {
  const { status, stdout, stderr } = spawnSync(tool, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES });
  // Both are null for a missing tool, whatever their types say.
  return { status, stdout: stdout ?? Buffer.alloc(0), stderr: String(stderr ?? '') };
}

/** Processes all items, by default as many in parallel as there are cores. The results have the order of the items. */
export async function mapAll<T, R>(
  items: readonly T[],
  task: (item: T, index: number) => Promise<R>,
  atOnce = LANES,
): Promise<R[]> {
  const results = Array.from<R>({ length: items.length });
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await task(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

export const LANES = 2;
