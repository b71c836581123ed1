/**
 * `npm run pdfa -- DIR [filter] [--policy normalize_anyway] [--embedded-files keep_invoice]`: does PDF/A stay PDF/A?
 * Normalizes every PDF below a folder that declares a level, asks veraPDF about input and output, and decides as the
 * service does. Names every document that conformed and does so no more, and every clause that fails anew in one that
 * never did. Exits 1 when fewer than 99 % of the outputs of conforming documents conform.
 */
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pdfaOutcome, type PdfaOutcome, type RuleFailure, type Validation } from '#domain/pdfa.ts';
import { DEFAULT_OPTIONS, type PdfaPolicy } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { startParts } from '#dev/parts/parts.ts';
import { type Validator, verapdf } from '#src/validator/verapdf.ts';
import { normalizeAll } from '#tools/quality/normalize-files.ts';
import { type CorpusFile, readCorpus } from '#tools/quality/corpus/files.ts';
import { LANES, mapAll } from '#tools/quality/programs.ts';
import { median } from '#tools/figures.ts';

const GOAL = 0.99;
const PATIENCE = { deadlineMs: 70_000, absenceMs: 15_000 };

interface Case {
  readonly file: CorpusFile;
  readonly level: string;
  readonly report: EngineReport;
  /** Null if the document was not normalized. The report has the reason. */
  readonly output: string | null;
}

interface Judged extends Case {
  readonly input: Validation;
  readonly after: Validation;
  readonly outcome: PdfaOutcome;
  readonly tookMs: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { policy: { type: 'string', default: 'preserve' }, 'embedded-files': { type: 'string', default: 'remove' } },
});
const [directory = '../shared/corpus/dev', filter] = positionals;
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-pdfa-'));
const parts = await startParts({ verapdf: true, dataDir: join(scratch, 'parts') });
const pdfaPolicy: PdfaPolicy = values.policy === 'normalize_anyway' ? 'normalize_anyway' : 'preserve';
try {
  if ('missing' in parts.verapdf) throw new Error(parts.verapdf.missing);
  const validator = verapdf(parts.verapdf.url);
  const cases = await normalizeDeclared(resolve(directory), filter);
  const judged = await mapAll(cases, (one) => judgeCase(validator, one));
  process.exitCode = print(judged) >= GOAL ? 0 : 1;
} finally {
  await parts.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function normalizeDeclared(from: string, part: string | undefined): Promise<Case[]> {
  const files = readCorpus(from, part).filter(({ truth }) => truth === null || truth.spec.pdfaDeclared === true);
  // A rewrite invalidates a signature at any level of PDF/A.
  const policies = ['--pdfa-policy', pdfaPolicy, '--embedded-files-policy', values['embedded-files']];
  const flags = [...policies, '--signed-pdf-policy', 'strip'];
  const run = { output: join(scratch, 'out'), jobs: LANES, flags };
  const paths = files.map(({ path }) => path);
  const { lines, reports } = await normalizeAll(paths, run);
  return files.flatMap((file) => {
    const report = reports.get(file.sha256);
    const level = report?.validation.pdfaLevel ?? null;
    if (report === undefined || level === null) return [];
    return [{ file, level, report, output: lines.get(file.path)?.output ?? null }];
  });
}

async function judgeCase(validator: Validator, one: Case): Promise<Judged> {
  const { file, level, report, output } = one;
  const ask = async (path: string) => validator.validate(await openAsBlob(path), level, PATIENCE);
  const input = await ask(file.path);
  const startedAt = performance.now();
  const after: Validation = output === null ? { kind: 'unreadable', reason: 'no output' } : await ask(output);
  const tookMs = performance.now() - startedAt;
  return {
    ...one,
    input,
    after,
    tookMs,
    outcome: pdfaOutcome(input, after, report, { ...DEFAULT_OPTIONS, pdfaPolicy }),
  };
}

/** Returns the share of outputs of conforming documents that conform. */
function print(judged: readonly Judged[]): number {
  const conforming = judged.filter(({ input }) => input.kind === 'validated' && input.compliant);
  const outputs = conforming.filter((one) => one.output !== null && !isRejected(one));
  const kept = outputs.filter(({ after }) => after.kind === 'validated' && after.compliant);
  for (const one of judged) printOne(one, conforming.includes(one));
  const share = outputs.length === 0 ? 1 : kept.length / outputs.length;
  const unread = judged.filter(({ input }) => input.kind !== 'validated').length;
  console.log(`\ndeclared ${judged.length}, not readable for veraPDF ${unread}, conforming ${conforming.length}`);
  console.log(
    `normalized ${outputs.length}, conforming ${kept.length} (${(100 * share).toFixed(1)} %), goal ${100 * GOAL} %`,
  );
  console.log(`veraPDF per output: median ${Math.round(median(judged.map(({ tookMs }) => tookMs)))} ms`);
  return share;
}

function isRejected({ outcome }: Judged): boolean {
  return outcome.validated && outcome.decision.kind === 'reject';
}

function printOne(one: Judged, wasConforming: boolean): void {
  const { file, level, report, input, after } = one;
  const isKept = after.kind === 'validated' && after.compliant;
  const added = addedFailures(input, after);
  if (wasConforming ? isKept : added.length === 0) return;
  const end = isRejected(one) ? 'rejected as PDFA_COMPLIANCE_RISK' : `${report.status} ${report.failure?.code ?? ''}`;
  console.log(`\n${file.name} (${level}, ${wasConforming ? 'conforming' : 'not conforming'}): ${end}`);
  for (const { rule, description, occurrences } of added) console.log(`  ${rule}: ${description} (${occurrences})`);
  if (after.kind !== 'validated') console.log(`  ${after.reason}`);
}

function addedFailures(input: Validation, after: Validation): RuleFailure[] {
  if (input.kind !== 'validated' || after.kind !== 'validated') return [];
  const before = new Set(input.failures.map(({ rule }) => rule));
  return after.failures.filter(({ rule }) => !before.has(rule));
}
