/**
 * Independent tools of the machine. They judge what is there and are left out, with a word, where they are not
 * installed.
 */
import { execFile, spawnSync } from 'node:child_process';

export interface ToolResult {
  /** Null when the tool was killed: it took too long, or crashed. */
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
  /** It succeeds where the program is installed. */
  readonly probe: Command;
}

const PROBE_TIMEOUT_MS = 60_000;

/** The programs of this machine; each other is reported by name. */
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

/** Fails never: what a tool says of a document is a fact, even if it says nothing. */
export function run(tool: string, args: readonly string[]): Promise<ToolResult> {
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const;
    const child = execFile(tool, args, options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr: stderr.toString() });
    });
  });
}

/** The same at once, for a process that has nothing else to do. */
export function runNow(tool: string, args: readonly string[]): ToolResult {
  const { status, stdout, stderr } = spawnSync(tool, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES });
  // Both are null where the tool is not installed, whatever their types say.
  return { status, stdout: stdout ?? Buffer.alloc(0), stderr: String(stderr ?? '') };
}

/** Runs over all items, by default as many at a time as there are cores here. Results in the order of the items. */
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
