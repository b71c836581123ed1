/** `fixpoint normalize`: the canonical PDF of each file, what was found in it, and whether that is a reason to fail. */
import { performance } from 'node:perf_hooks';
import type { Anomaly, EngineReport, OverallSignatureStatus, RiskLevel } from '#domain/report.ts';
import { type Verdict, verdictOf } from '#domain/verdict/verdict.ts';
import { EXIT, refused } from '#src/cli/exit-codes.ts';
import { type Counter, counterOf, inOneLine, say } from '#src/cli/terminal.ts';
import { alarms, type FailOn, metOf, readFailOn, withWords } from './findings.ts';
import { checkInputs, PIPE } from './inputs.ts';
import { type OutputFlags, type Outputs, OutputUnwritable, planOutputs, writeOutput } from './outputs.ts';
import { type EngineFlags, exitCodeOf, forEachOf, type Processed, processFile, withPool } from './parsers.ts';
import { type Examined, sarifOf } from './sarif.ts';
import { summaryOf } from './summary.ts';

export interface NormalizeFlags extends EngineFlags, OutputFlags {
  readonly ndjson: boolean;
  readonly check: boolean;
  readonly failOn?: string;
}

/** One line of `--ndjson`. */
interface FileResult {
  /** The path is as given on the command line. */
  readonly file: string;
  readonly status: Processed['status'];
  readonly code: string | null;
  readonly message: string | null;
  readonly sha256: string | null;
  /** The specification whose bytes the output has. */
  readonly pipelineSpec: string | null;
  readonly sizeBytes: number | null;
  readonly output: string | null;
  /** True if the file is its own canonical form, or null without one. */
  readonly canonical: boolean | null;
  readonly verdict: Pick<Verdict, 'kind' | 'level' | 'label' | 'sentence'> | null;
  readonly riskLevel: RiskLevel | null;
  readonly findings: readonly Anomaly[];
  readonly warningCodes: readonly string[];
  readonly overallSignatureStatus: OverallSignatureStatus | null;
  /** The conditions of `--fail-on` that match. */
  readonly failedOn: readonly string[];
  readonly ms: number;
}

const NOTHING: FailOn = { level: null, warnings: new Set() };

/** The exit code, the greatest of all files. */
export async function normalizeFiles(files: readonly string[], flags: NormalizeFlags): Promise<number> {
  const requested = withOutput(files, flags);
  checkInputs(files);
  const failOn = flags.failOn === undefined ? NOTHING : readFailOn(flags.failOn);
  const plan = await planOutputs(files, requested);
  const isTaken = plan.sarif === PIPE || plan.documents.some(({ pdf, report }) => pdf === PIPE || report === PIPE);
  if (flags.ndjson && isTaken) throw refused('Standard output takes one PDF, so --ndjson cannot be used with it.');
  const planned = plan.documents.map((outputs, index) => ({ file: files[index] ?? '', outputs }));
  const examined: Examined[] = [];
  const exitCode = await withPool(flags, async (pool) => {
    let greatest: number = EXIT.done;
    const counter = counterOf(files.length);
    try {
      await forEachOf(planned, flags.jobs, async ({ file, outputs }, index) => {
        const startedAt = performance.now();
        const processed = await written(await processFile(pool, file, flags), outputs, flags.force);
        const isCanonical = flags.check ? canonicalityOf(processed) : null;
        examined[index] = { file, processed, isCanonical };
        const failedOn = metOf(failOn, processed.report);
        const ms = Math.round(performance.now() - startedAt);
        print({ file, processed, outputs, isCanonical, failedOn, ms }, flags, counter);
        counter.count(file);
        greatest = Math.max(greatest, codeOf(processed, isCanonical, failedOn));
      });
    } finally {
      counter.end();
    }
    // A pipe has a line for each file, and nothing else.
    if (files.length > 1 && process.stderr.isTTY) say(summaryOf(examined.map(({ processed }) => processed)));
    return greatest;
  });
  if (plan.sarif === null) return exitCode;
  return Math.max(exitCode, await writeSarif(plan.sarif, examined, flags.force));
}

/** Without a word where to, one document of a pipe goes on in the pipe. */
function withOutput(files: readonly string[], { output, ...flags }: NormalizeFlags): OutputFlags {
  if (flags.check) {
    if (output !== undefined) throw refused('--check writes no PDF: leave out -o.');
    return flags;
  }
  if (output !== undefined) return { ...flags, output };
  if (files.length === 1 && files[0] === PIPE) return { ...flags, output: PIPE };
  throw refused('Name an output: -o out.pdf, -o with a folder, or -o - for standard output (--check writes nothing).');
}

/** Writes what was made of a file. A document without a written output has failed. */
async function written(processed: Processed, { pdf, report }: Outputs, force: boolean): Promise<Processed> {
  try {
    if (processed.bytes && pdf !== null) await writeOutput(pdf, processed.bytes, force);
    if (processed.report && report !== null) {
      await writeOutput(report, `${JSON.stringify(processed.report, null, 2)}\n`, force);
    }
    return processed;
  } catch (error) {
    if (!(error instanceof OutputUnwritable)) throw error;
    return { ...processed, status: 'FAILED', code: 'OUTPUT_UNWRITABLE', message: error.message, bytes: null };
  }
}

/** The documents are done all the same. */
async function writeSarif(path: string, examined: readonly Examined[], force: boolean): Promise<number> {
  try {
    await writeOutput(path, sarifOf(examined), force);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof OutputUnwritable)) throw error;
    say(error.message);
    return EXIT.failed;
  }
}

function canonicalityOf({ report }: Processed): boolean | null {
  return report?.normalized ? report.normalized.sha256 === report.original.sha256 : null;
}

function codeOf(processed: Processed, isCanonical: boolean | null, failedOn: readonly string[]): number {
  const codes = [exitCodeOf(processed)];
  if (isCanonical === false) codes.push(EXIT.differs);
  if (failedOn.length > 0) codes.push(EXIT.found);
  return Math.max(...codes);
}

interface Printed {
  readonly file: string;
  readonly processed: Processed;
  readonly outputs: Outputs;
  readonly isCanonical: boolean | null;
  readonly failedOn: readonly string[];
  readonly ms: number;
}

function print(result: Printed, { ndjson }: NormalizeFlags, counter: Counter): void {
  if (!ndjson) return counter.say(lineOf(result));
  process.stdout.write(`${JSON.stringify(jsonOf(result))}\n`);
}

function lineOf({ file, processed, isCanonical, failedOn }: Printed): string {
  const { status, code, message, report } = processed;
  return [
    `${status.padEnd(8)} ${inOneLine(file)}`,
    ...(code === null ? [] : [`${code}: ${message ?? ''}`]),
    ...(isCanonical === false ? ['NOT CANONICAL'] : []),
    ...alarms(report && withWords(report)),
    ...(failedOn.length > 0 ? [`(--fail-on: ${failedOn.join(', ')})`] : []),
  ].join('  ');
}

function shortVerdict(report: EngineReport): FileResult['verdict'] {
  const { kind, level, label, sentence } = verdictOf(report);
  return { kind, level, label, sentence };
}

function jsonOf({ file, processed, outputs, failedOn, ms }: Printed): FileResult {
  const { status, code, message, bytes, report } = processed;
  const normalized = report?.normalized ?? null;
  return {
    file,
    status,
    code,
    message,
    sha256: normalized?.sha256 ?? null,
    pipelineSpec: normalized?.pipelineSpec ?? null,
    sizeBytes: normalized?.sizeBytes ?? null,
    output: bytes && outputs.pdf,
    canonical: canonicalityOf(processed),
    verdict: report && shortVerdict(report),
    riskLevel: report?.tamperAnalysis?.riskLevel ?? null,
    findings: report?.tamperAnalysis?.anomalies ?? [],
    warningCodes: [...new Set((report?.warnings ?? []).map((warning) => warning.code))],
    overallSignatureStatus: report?.security.overallSignatureStatus ?? null,
    failedOn,
    ms,
  };
}
