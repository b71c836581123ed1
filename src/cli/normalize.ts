/** `fixpoint normalize` and `fixpoint hash`: the service's engine on local files, each in a limited parser process. */
import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { type NormalizeOptions, STAGE_NAMES } from '#domain/pipeline.ts';
import {
  type Anomaly,
  type EngineReport,
  isGrave,
  type OverallSignatureStatus,
  type RiskLevel,
} from '#domain/report.ts';
import { messageOf } from '#src/system-error.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { networkWarning } from '#src/parser-host/isolation/inspect.ts';
import { createParserPool, ParserFailure, type ParserPool } from '#src/parser-host/pool.ts';
import { probeSandbox, type Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import { type OutputFlags, type Outputs, planOutputs, writeOutput } from './outputs.ts';

export interface EngineFlags extends NormalizeOptions {
  readonly trustStore?: string;
  readonly jobs: number;
}

export interface NormalizeFlags extends EngineFlags, OutputFlags {
  readonly ndjson: boolean;
}

/** One line of `--ndjson`. */
interface FileResult {
  /** The path is as given on the command line. */
  readonly file: string;
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  readonly code: string | null;
  readonly sha256: string | null;
  /** The specification whose bytes the output has. */
  readonly pipelineSpec: string | null;
  readonly sizeBytes: number | null;
  readonly output: string | null;
  readonly riskLevel: RiskLevel | null;
  readonly overallSignatureStatus: OverallSignatureStatus | null;
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
/** All files are those of whoever runs the command. */
const OWNED = { organizationId: 'own' };

/** The exit code, the greatest of all files: those of `docs/command-line.md`. */
export async function normalizeFiles(files: readonly string[], flags: NormalizeFlags): Promise<number> {
  const planned = (await planOutputs(files, flags)).map((outputs, index) => ({ file: files[index] ?? '', outputs }));
  return withPool(flags, flags.jobs, async (pool) => {
    let exitCode = 0;
    await forEachOf(planned, flags.jobs, async ({ file, outputs }) => {
      const startedAt = performance.now();
      const processed = await written(await processFile(pool, file, flags), outputs, flags.force);
      print(file, processed, outputs, Math.round(performance.now() - startedAt), flags.ndjson);
      exitCode = Math.max(exitCode, exitCodeOf(processed));
    });
    return exitCode;
  });
}

/** Prints the canonical hash alone. */
export async function hashFile(file: string, flags: EngineFlags): Promise<number> {
  return withPool(flags, 1, async (pool) => {
    const processed = await processFile(pool, file, flags);
    const hash = processed.report?.normalized?.sha256;
    if (hash === undefined) process.stderr.write(`${file}: ${processed.status} ${processed.code ?? ''}\n`);
    else process.stdout.write(`${hash}\n`);
    return exitCodeOf(processed);
  });
}

async function withPool(
  { trustStore }: EngineFlags,
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

/**
 * Nothing is refused as the service does: whoever runs this has chosen the files, and reads them with their own rights.
 */
async function warnOfNetwork(sandbox: Sandbox): Promise<void> {
  const warning = await networkWarning(sandbox);
  if (warning !== null) process.stderr.write(`${warning}\n`);
}

/** Writes what was made of a file. What cannot be written has not succeeded. */
async function written(processed: Processed, { pdf, report }: Outputs, force: boolean): Promise<Processed> {
  try {
    if (processed.bytes) await writeOutput(pdf, processed.bytes, force);
    if (processed.report && report !== null) {
      await writeOutput(report, `${JSON.stringify(processed.report, null, 2)}\n`, force);
    }
    return processed;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return { ...processed, status: 'FAILED', code: 'OUTPUT_UNWRITABLE', bytes: null };
  }
}

async function processFile(pool: ParserPool, file: string, flags: NormalizeOptions): Promise<Processed> {
  const { linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy, missingGlyphPolicy, embeddedFilesPolicy } = flags;
  const sizeBytes = await stat(file)
    .then((stats) => (stats.isFile() ? stats.size : null))
    .catch(() => null);
  if (sizeBytes === null) return { status: 'FAILED', code: 'FILE_UNREADABLE', bytes: null, report: null };
  try {
    const options = {
      linearize,
      removeAnnotations,
      signedPdfPolicy,
      pdfaPolicy,
      ...(missingGlyphPolicy && { missingGlyphPolicy }),
      ...(embeddedFilesPolicy && { embeddedFilesPolicy }),
    };
    const session = await pool.open(file, { ...OWNED, input: { path: file, sizeBytes }, options }, WAIT_MS);
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

function print(file: string, processed: Processed, outputs: Outputs, ms: number, ndjson: boolean): void {
  const { status, code, bytes, report } = processed;
  if (!ndjson) {
    const words = [status.padEnd(8) + ' ' + file, ...(code === null ? [] : [code]), ...alarms(report)];
    process.stderr.write(`${words.join('  ')}\n`);
    return;
  }
  const result: FileResult = {
    file,
    status,
    code,
    sha256: report?.normalized?.sha256 ?? null,
    pipelineSpec: report?.normalized?.pipelineSpec ?? null,
    sizeBytes: report?.normalized?.sizeBytes ?? null,
    output: bytes && outputs.pdf,
    riskLevel: report?.tamperAnalysis?.riskLevel ?? null,
    overallSignatureStatus: report?.security.overallSignatureStatus ?? null,
    ms,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** What must not be hidden behind the word for success: the gravest finding, and signatures that are not valid. */
function alarms(report: EngineReport | null): string[] {
  if (!report) return [];
  const grave = (report.tamperAnalysis?.anomalies ?? []).filter(isGrave);
  const gravest = grave.find(({ severity }) => severity === 'critical') ?? grave[0];
  const invalid = report.warnings.filter(({ code }) => code === 'SIGNATURE_INVALID').map(({ message }) => message);
  return [...(gravest ? [findingOf(gravest, grave.length - 1)] : []), ...invalid];
}

function findingOf({ severity, description }: Anomaly, more: number): string {
  return `${severity.toUpperCase()}: ${description}${more === 0 ? '' : ` And ${more} more.`}`;
}

function exitCodeOf({ status, code }: Pick<FileResult, 'status' | 'code'>): number {
  if (status === 'SUCCESS') return 0;
  if (status === 'REJECTED') return 4;
  return code === 'NOT_A_PDF' || code === 'EMPTY_FILE' || code === 'FILE_UNREADABLE' ? 3 : 5;
}
