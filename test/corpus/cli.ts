/** Runs the command line over many files, as a user would. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const FileLine = z.object({
  file: z.string(),
  status: z.enum(['SUCCESS', 'FAILED', 'REJECTED']),
  code: z.string().nullable(),
  sha256: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  output: z.string().nullable(),
  ms: z.number(),
});

export type FileLine = z.infer<typeof FileLine>;

export interface Run {
  readonly output: string;
  readonly jobs: number;
  readonly flags: readonly string[];
}

/** More arguments than this do not fit every system's command line. */
const FILES_PER_PROCESS = 500;

/** Results by file. A file without a line of its own was lost: the process died. */
export async function normalizeAll(paths: readonly string[], run: Run): Promise<Map<string, FileLine>> {
  const lines = new Map<string, FileLine>();
  for (let first = 0; first < paths.length; first += FILES_PER_PROCESS) {
    const part = paths.slice(first, first + FILES_PER_PROCESS);
    const output = `${run.output}-${first}`;
    mkdirSync(output, { recursive: true });
    for await (const line of runCli(part, { ...run, output })) lines.set(line.file, line);
  }
  return lines;
}

async function* runCli(paths: readonly string[], { output, jobs, flags }: Run): AsyncGenerator<FileLine> {
  const args = ['src/cli.ts', 'normalize', ...paths, '-o', output, '--ndjson', '--jobs', String(jobs), ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) yield FileLine.parse(JSON.parse(line));
}
