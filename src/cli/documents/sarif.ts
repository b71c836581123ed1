/**
 * The findings as SARIF 2.1.0 (OASIS Standard, 27 March 2020), which code scanning reads. Each verdict, each finding, each document
 * without an output and each file that is not canonical is one result; the file is where it is.
 */
import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ANOMALIES } from '#domain/codes/anomalies.ts';
import type { Explanation } from '#domain/codes/explanation.ts';
import { FAILURES } from '#domain/codes/failures.ts';
import { explainVerdict } from '#domain/codes/verdicts.ts';
import type { ByteRange } from '#domain/findings/finding.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { Severity } from '#domain/report.ts';
import { isVerdictKind, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { programVersion } from '#src/program-version.ts';
import { isAlarming } from './findings.ts';
import { PIPE } from './inputs.ts';
import type { Processed } from './parsers.ts';

export interface Examined {
  readonly file: string;
  readonly processed: Processed;
  /** Null where that was not asked. */
  readonly isCanonical: boolean | null;
}

type Level = 'error' | 'warning' | 'note';

interface Finding {
  readonly ruleId: string;
  readonly level: Level;
  readonly message: string;
  readonly location: string | null;
  readonly byteRange?: ByteRange | null | undefined;
}

const LEVELS: Readonly<Record<Severity, Level>> = { low: 'note', medium: 'warning', high: 'error', critical: 'error' };
const VERDICTS: Readonly<Record<VerdictLevel, Level>> = {
  good: 'note',
  neutral: 'note',
  caution: 'warning',
  danger: 'error',
};
const NOT_CANONICAL = 'NOT_CANONICAL';
const FILE_UNREADABLE = 'FILE_UNREADABLE';

export function sarifOf(examined: readonly Examined[]): string {
  const found = examined.flatMap((one) => findingsOf(one).map((finding) => ({ ...finding, file: one.file })));
  const ruleIds = [...new Set(found.map(({ ruleId }) => ruleId))].toSorted();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Fixpoint',
            semanticVersion: programVersion(),
            rules: ruleIds.map(ruleOf),
            properties: { pipelineSpec: PIPELINE_SPEC },
          },
        },
        columnKind: 'unicodeCodePoints',
        artifacts: [...new Set(examined.map(({ file }) => uriOf(file)))].map((uri) => ({ location: { uri } })),
        results: found.map((finding) => resultOf(finding, ruleIds)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function findingsOf({ processed, isCanonical }: Examined): Finding[] {
  const { status, code, message, report } = processed;
  const anomalies = report?.tamperAnalysis?.anomalies ?? [];
  const verdict = report && verdictOf(report);
  return [
    ...(isAlarming(verdict)
      ? [{ ruleId: verdict.kind, level: VERDICTS[verdict.level], message: verdict.sentence, location: null }]
      : []),
    ...anomalies.map((anomaly) => ({
      ruleId: anomaly.type,
      level: LEVELS[anomaly.severity],
      message: anomaly.description,
      location: anomaly.location,
      byteRange: anomaly.place?.byteRange,
    })),
    ...(status === 'SUCCESS'
      ? []
      : [{ ruleId: code ?? status, level: 'error' as const, message: message ?? status, location: null }]),
    ...(isCanonical === false
      ? [{ ruleId: NOT_CANONICAL, level: 'warning' as const, message: RULES[NOT_CANONICAL].cause, location: null }]
      : []),
  ];
}

const RULES = {
  [NOT_CANONICAL]: {
    title: 'Not canonical',
    cause: 'The file is not its own canonical form.',
    remedy: 'Normalize the file, and commit the output.',
  },
  [FILE_UNREADABLE]: {
    title: 'Not readable',
    cause: 'The file cannot be read.',
    remedy: 'Name a PDF that is there and may be read.',
  },
} as const;

type Rule = Pick<Explanation, 'title' | 'cause' | 'remedy'>;

const KNOWN: Readonly<Record<string, Rule>> = { ...ANOMALIES, ...FAILURES, ...RULES };

function ruleOf(id: string) {
  const { title, cause, remedy } = KNOWN[id] ??
    (isVerdictKind(id) ? explainVerdict(id) : undefined) ?? { title: id, cause: id, remedy: id };
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: cause },
    help: { text: remedy, markdown: remedy },
    properties: { tags: ['security'] },
  };
}

function resultOf(finding: Finding & { file: string }, ruleIds: readonly string[]) {
  const { ruleId, level, message, location, byteRange, file } = finding;
  const uri = uriOf(file);
  return {
    ruleId,
    ruleIndex: ruleIds.indexOf(ruleId),
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: 1, ...regionOf(byteRange) } },
        ...(location !== null && { logicalLocations: [{ fullyQualifiedName: location }] }),
      },
    ],
    // The same finding in a file that was moved or otherwise changed is the same alert.
    partialFingerprints: { 'finding/v1': createHash('sha256').update(`${uri}\0${ruleId}\0${message}`).digest('hex') },
  };
}

function regionOf(range: ByteRange | null | undefined): { byteOffset?: number; byteLength?: number } {
  return range ? { byteOffset: range.start, byteLength: range.end - range.start } : {};
}

/** Relative where it lies in the folder of the call, as code scanning wants it. */
function uriOf(file: string): string {
  if (file === PIPE) return 'stdin';
  const path = relative(process.cwd(), resolve(file));
  const isOutside = path.startsWith('..') || isAbsolute(path);
  if (isOutside) return pathToFileURL(resolve(file)).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
