/** `fixpoint inspect`: what the passport of a document says, in a terminal or as JSON. */
import { type Anomaly, type EngineReport, SEVERITIES, type Severity } from '#domain/report.ts';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import { type Verdict, verdictOf } from '#domain/verdict/verdict.ts';
import { grouped } from '#domain/verdict/words.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { inOneLine, painter, printable, say } from '#src/cli/terminal.ts';
import { metOf, readFailOn, sentenceOf } from './findings.ts';
import { checkInputs } from './inputs.ts';
import { type EngineFlags, exitCodeOf, forEachOf, type Processed, processFile, withPool } from './parsers.ts';
import { revisionLines, signatureLines, type StripLine } from './revision-strip.ts';

export interface InspectFlags extends EngineFlags {
  readonly json: boolean;
  readonly failOn?: string;
}

const MARKS: Readonly<Record<VerdictLevel, string>> = { danger: '✖', caution: '▲', neutral: '●', good: '✔' };

/** Prints the documents in their order. */
export async function inspectFiles(files: readonly string[], flags: InspectFlags): Promise<number> {
  checkInputs(files);
  const failOn = flags.failOn === undefined ? null : readFailOn(flags.failOn);
  return withPool({ ...flags, jobs: 1 }, async (pool) => {
    let exitCode: number = EXIT.done;
    await forEachOf(files, 1, async (file, index) => {
      const processed = await processFile(pool, file, flags);
      const met = failOn === null ? [] : metOf(failOn, processed.report);
      exitCode = Math.max(exitCode, exitCodeOf(processed), met.length > 0 ? EXIT.found : EXIT.done);
      tell(file, processed, flags.json, { isFirst: index === 0, isNamed: files.length > 1 });
    });
    return exitCode;
  });
}

function tell(file: string, processed: Processed, json: boolean, place: { isFirst: boolean; isNamed: boolean }): void {
  const { report, timeline, code, message } = processed;
  if (report === null) return say(`FAILED   ${inOneLine(file)}  ${code ?? ''}: ${message ?? ''}`);
  const verdict = verdictOf(report);
  if (json) {
    process.stdout.write(`${JSON.stringify({ file, verdict, report, revisions: timeline })}\n`);
    return;
  }
  const paint = painter();
  const title = place.isNamed ? [...(place.isFirst ? [] : ['']), inOneLine(file)] : [];
  const lines = passportLines(verdict, report, processed).map(({ tone, text }) => {
    const clean = printable(text);
    return tone === null ? clean : paint(tone, clean);
  });
  process.stdout.write(`${[...title, ...lines].join('\n')}\n`);
}

const plain = (text: string): StripLine => ({ tone: null, text });

export function passportLines(
  verdict: Verdict,
  report: EngineReport,
  { timeline }: Pick<Processed, 'timeline'>,
): StripLine[] {
  const { level, label, sentence, notes } = verdict;
  const { tamperAnalysis, warnings, security } = report;
  const findings = gravestFirst(tamperAnalysis?.anomalies ?? []).map((anomaly) => ({
    tone: TONES[anomaly.severity],
    text: `  ${sentenceOf(anomaly)}`,
  }));
  return [
    { tone: level, text: `${MARKS[level]} ${label}` },
    plain(`  ${sentence}`),
    ...notes.map((note) => plain(`  - ${note}`)),
    plain(''),
    ...hashLines(report).map(plain),
    ...(timeline === null || timeline.count === 0
      ? []
      : section(`Revisions  ${timeline.count}, ${bytes(timeline.sizeBytes)}`, revisionLines(timeline))),
    ...(timeline === null
      ? []
      : section(
          `Signatures  ${timeline.signatureCount}`,
          signatureLines(timeline, security.signatureVerificationResults),
        )),
    ...section(`Findings  risk ${tamperAnalysis?.riskLevel ?? 'not known'}`, findings),
    ...section(
      'Warnings',
      warnings.map(({ code, message }) => plain(`  ${code}: ${inOneLine(message)}`)),
    ),
  ];
}

function gravestFirst(anomalies: readonly Anomaly[]): Anomaly[] {
  return anomalies.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
}

const TONES: Readonly<Record<Severity, VerdictLevel>> = {
  low: 'neutral',
  medium: 'caution',
  high: 'danger',
  critical: 'danger',
};

function hashLines({ original, normalized, failure }: EngineReport): string[] {
  return [
    `Original   ${original.sha256}  ${bytes(original.sizeBytes)}`,
    ...(normalized === null
      ? []
      : [
          `Canonical  ${normalized.sha256}  ${bytes(normalized.sizeBytes)}`,
          `Content    ${normalized.contentHash ?? 'none: it has no text that can be read'}`,
        ]),
    ...(failure === null ? [] : [`No output  ${failure.code}: ${inOneLine(failure.message)}`]),
  ];
}

function section(title: string, lines: readonly StripLine[]): StripLine[] {
  return lines.length === 0 ? [] : [plain(''), plain(title), ...lines];
}

function bytes(count: number): string {
  return `${grouped(count)} bytes`;
}
