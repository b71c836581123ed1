/** `fixpoint normalize` and `fixpoint hash`: the service's engine on local files, each in a limited parser process. */
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type NormalizeOptions, type PdfaPolicy, type SignedPdfPolicy, STAGE_NAMES } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { readTrustStore } from '#src/trust-store.ts';
import { networkWarning } from '#src/engine-host/network.ts';
import { createParserPool, ParserFailure, type ParserPool } from '#src/engine-host/pool.ts';
import { probeSandbox, type Sandbox } from '#src/engine-host/sandbox.ts';

export interface NormalizeFlags {
  readonly output: string;
  readonly reports?: string;
  readonly ndjson: boolean;
  readonly signedPdfPolicy: SignedPdfPolicy;
  readonly pdfaPolicy: PdfaPolicy;
  readonly linearize: boolean;
  readonly removeAnnotations: boolean;
  readonly trustStore?: string;
  readonly jobs: number;
}

/** One line of `--ndjson`. */
interface FileResult {
  /** As given on the command line. */
  readonly file: string;
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  readonly code: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly output: string | null;
  readonly ms: number;
}

interface Processed {
  readonly status: FileResult['status'];
  readonly code: string | null;
  readonly bytes: Uint8Array | null;
  readonly report: EngineReport | null;
}

/** Parser memory on the command line; the service's is configured. */
const MEMORY_MB = 1024;
/** Longer than any document may take: a file waits for its turn, however many are before it. */
const WAIT_MS = 24 * 60 * 60 * 1000;

/** Exit codes: 0 done, 3 unreadable or not a PDF, 4 rejected by policy, 5 failed. With several files the greatest. */
export async function normalizeFiles(files: readonly string[], flags: NormalizeFlags): Promise<number> {
  await mkdir(flags.output, { recursive: true });
  if (flags.reports !== undefined) await mkdir(flags.reports, { recursive: true });
  const names = outputNames(files);
  return withPool(flags, flags.jobs, async (pool) => {
    let exitCode = 0;
    await forEachOf(files, flags.jobs, async (file, index) => {
      const result = await normalizeOne(pool, file, names[index] ?? file, flags);
      print(result, flags.ndjson);
      exitCode = Math.max(exitCode, exitCodeOf(result));
    });
    return exitCode;
  });
}

/** Prints the canonical hash alone. */
export async function hashFile(file: string, flags: NormalizeFlags): Promise<number> {
  return withPool(flags, 1, async (pool) => {
    const processed = await processFile(pool, file, flags);
    const hash = processed.report?.normalized?.sha256;
    if (hash === undefined) process.stderr.write(`${file}: ${processed.status} ${processed.code ?? ''}\n`);
    else process.stdout.write(`${hash}\n`);
    return exitCodeOf(processed);
  });
}

async function withPool(
  { trustStore }: NormalizeFlags,
  jobs: number,
  use: (pool: ParserPool) => Promise<number>,
): Promise<number> {
  const sandbox = probeSandbox();
  const warned = warnOfNetwork(sandbox);
  const pool = createParserPool({
    sandbox,
    processes: jobs,
    memoryMb: MEMORY_MB,
    maxWaiting: jobs,
    trustAnchors: trustStore === undefined ? [] : await readTrustStore(trustStore),
    onFault: ({ document, reason }) => process.stderr.write(`${document ?? 'parser'}: ${reason}\n`),
  });
  try {
    return await use(pool);
  } finally {
    await Promise.all([pool.close(), warned]);
  }
}

/** Not refused as the service does: whoever runs this has chosen the files, and reads them with their own rights. */
async function warnOfNetwork(sandbox: Sandbox): Promise<void> {
  const warning = await networkWarning(sandbox);
  if (warning !== null) process.stderr.write(`${warning}\n`);
}

async function normalizeOne(pool: ParserPool, file: string, name: string, flags: NormalizeFlags): Promise<FileResult> {
  const startedAt = performance.now();
  const { status, code, bytes, report } = await processFile(pool, file, flags);
  const output = bytes ? join(flags.output, `${name}.pdf`) : null;
  if (bytes && output !== null) await writeWhole(output, bytes);
  if (report && flags.reports !== undefined) {
    await writeWhole(join(flags.reports, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  }
  return {
    file,
    status,
    code,
    sha256: report?.normalized?.sha256 ?? null,
    sizeBytes: report?.normalized?.sizeBytes ?? null,
    output,
    ms: Math.round(performance.now() - startedAt),
  };
}

async function processFile(pool: ParserPool, file: string, flags: NormalizeOptions): Promise<Processed> {
  const { linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy } = flags;
  const sizeBytes = await stat(file)
    .then((stats) => (stats.isFile() ? stats.size : null))
    .catch(() => null);
  if (sizeBytes === null) return { status: 'FAILED', code: 'FILE_UNREADABLE', bytes: null, report: null };
  try {
    const options = { linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy };
    const session = await pool.open(file, { path: file, sizeBytes }, options, WAIT_MS);
    try {
      for (const name of STAGE_NAMES) if ((await session.runStage(name)).ended) break;
      const { bytes, report } = await session.result();
      return { status: report.status, code: report.failure?.code ?? null, bytes, report };
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
    return { status: 'FAILED', code: error.code, bytes: null, report: null };
  }
}

/** Runs over all items, `width` at a time, in order of start. */
async function forEachOf<T>(
  items: readonly T[],
  width: number,
  run: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) await run(item, index);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** The files' own names; a name met before gets a number. */
function outputNames(files: readonly string[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const base = basename(file, extname(file));
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
    taken.add(name);
    return name;
  });
}

/** Nobody ever sees half a file. */
async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

function print(result: FileResult, ndjson: boolean): void {
  if (ndjson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else
    process.stderr.write(
      `${result.status.padEnd(8)} ${result.file}${result.code === null ? '' : `  ${result.code}`}\n`,
    );
}

function exitCodeOf({ status, code }: Pick<FileResult, 'status' | 'code'>): number {
  if (status === 'SUCCESS') return 0;
  if (status === 'REJECTED') return 4;
  return code === 'NOT_A_PDF' || code === 'EMPTY_FILE' || code === 'FILE_UNREADABLE' ? 3 : 5;
}
