/** The runner of the Python client: a program that gets one case in each line and prints its result. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome, Run } from './cases.ts';

const CLIENTS = resolve(import.meta.dirname, '../../../clients');

export interface PythonRunner {
  run(run: Run): Promise<Outcome>;
  close(): void;
}

export function startPython(python: string, kind: 'sync' | 'async'): PythonRunner {
  const program = spawn(python, [resolve(CLIENTS, 'conformance/run.py'), kind], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
  return {
    async run(one) {
      program.stdin.write(`${JSON.stringify(one)}\n`);
      const { done, value } = await lines.next();
      if (done === true) throw new Error('The runner in Python has ended; what it said is above.');
      return JSON.parse(value);
    },
    close: () => program.stdin.end(),
  };
}
