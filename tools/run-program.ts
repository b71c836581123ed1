/** Runs programs of a tool to their end. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  /** The exit code, or the reason for a failed start; null if a signal ended it. */
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs in the order of writing. */
  readonly output: string;
}

interface Options {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Never fails, because the caller decides about the exit code. */
export async function runProgram([program = '', ...args]: readonly string[], options: Options): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      written.output += text;
    });
  }
  return { status: await endOf(child), ...written };
}

function endOf(child: ChildProcess): Promise<Ended['status']> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', resolve);
  });
}
