/** Programs that a tool runs to their end. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  /** The exit code, or why the program did not start; null where a signal ended it. */
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both outputs in the order of their writing. */
  readonly output: string;
}

interface Options {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Never fails: how a program ended is for the caller to decide. */
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
