/** Normalizes many files by the command line, as a user would, or one file in this process. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { normalize } from '#engine/normalize.ts';
import { sha256 } from '#tools/figures.ts';

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

export interface Normalized {
  /** By file. A file without a line of its own was lost: the process died. */
  readonly lines: ReadonlyMap<string, FileLine>;
  /** By the SHA-256 of the original. */
  readonly reports: ReadonlyMap<string, EngineReport>;
}

/** More arguments than this do not fit every system's command line. */
const FILES_PER_PROCESS = 500;

export async function normalizeAll(paths: readonly string[], run: Run): Promise<Normalized> {
  const lines = new Map<string, FileLine>();
  const reports = new Map<string, EngineReport>();
  for (let first = 0; first < paths.length; first += FILES_PER_PROCESS) {
    const part = paths.slice(first, first + FILES_PER_PROCESS);
    const output = `${run.output}-${first}`;
    mkdirSync(output, { recursive: true });
    for await (const line of runCli(part, { ...run, output })) lines.set(line.file, line);
    for (const report of readReports(reportsOf(output))) reports.set(report.original.sha256, report);
  }
  return { lines, reports };
}

async function* runCli(paths: readonly string[], { output, jobs, flags }: Run): AsyncGenerator<FileLine> {
  const where = ['-o', output, '--reports', reportsOf(output), '--ndjson'];
  const args = ['src/cli.ts', 'normalize', ...paths, ...where, '--jobs', String(jobs), ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) yield FileLine.parse(JSON.parse(line));
}

function reportsOf(output: string): string {
  return join(output, 'reports');
}

function* readReports(directory: string): Generator<EngineReport> {
  for (const name of readdirSync(directory)) {
    // Written a moment ago by the code whose type this is.
    yield JSON.parse(readFileSync(join(directory, name), 'utf8')) as EngineReport;
  }
}

/** Without linearization, so that differences are easy to find, and without signatures, which would end it. */
export function normalizePlain(file: Uint8Array): ReturnType<typeof normalize> {
  return normalize(file, { ...DEFAULT_OPTIONS, linearize: false, signedPdfPolicy: 'strip' });
}

/** Answers null for a document that has no output. */
export async function plainHash(file: Uint8Array): Promise<string | null> {
  const { bytes } = await normalizePlain(file);
  return bytes && sha256(bytes);
}
