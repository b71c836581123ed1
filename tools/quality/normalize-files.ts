/** Normalizes many files with the command line, as a user does, or one file in this process. */
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
  /** The lines by file. A file without a line was lost with its process. */
  readonly lines: ReadonlyMap<string, FileLine>;
  /** The reports by the SHA-256 of the original. */
  readonly reports: ReadonlyMap<string, EngineReport>;
}

/** More arguments exceed the command line of some systems. */
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
    // The code with this type has just written the file.
    yield JSON.parse(readFileSync(join(directory, name), 'utf8')) as EngineReport;
  }
}

/**
 * The output is not linearized, which makes differences easy to find, and signatures are removed, which would end the
 * run.
 */
export function normalizePlain(file: Uint8Array): ReturnType<typeof normalize> {
  return normalize(file, { ...DEFAULT_OPTIONS, linearize: false, signedPdfPolicy: 'strip' });
}

/** Returns null for a document without an output. */
export async function plainHash(file: Uint8Array): Promise<string | null> {
  const { bytes } = await normalizePlain(file);
  return bytes && sha256(bytes);
}
