/**
 * Stage 10, PDF/A validation: what a validator says of input and output (ISO 19005), and what follows for the report.
 */
import type { NormalizeOptions, StageName } from './pipeline.ts';
import { mergedWarnings, type StageWarning, warning } from './findings/warning.ts';
import type { EngineReport, Failure, StageReport } from './report.ts';
import { describeWarning } from './sentences/describe.ts';
import { lostConformance } from './sentences/rejection-sentences.ts';
import type { StageRecord } from './submission.ts';

/** One test of one clause that a document does not pass. */
export interface RuleFailure {
  /** For example `ISO 19005-2:2011 6.2.11.5-1`. */
  readonly rule: string;
  readonly description: string;
  readonly occurrences: number;
}

export interface Verdict {
  readonly compliant: boolean;
  /** Sorted by rule, each rule once. */
  readonly failures: readonly RuleFailure[];
}

/** `unavailable`: nobody could be asked. `unreadable`: the validator cannot read this document, or not in time. */
export type Validation =
  | ({ readonly kind: 'validated' } & Verdict)
  | { readonly kind: 'unavailable' | 'unreadable'; readonly reason: string };

/** The result of a document after its validation. */
export type PdfaDecision =
  | { readonly kind: 'keep' }
  /** The claim is known to be false, and the caller wants none then. */
  | { readonly kind: 'drop_claim' }
  /** The document conformed, and what had to be done to it made it conform no more. */
  | { readonly kind: 'reject'; readonly stage: StageName; readonly rules: readonly string[] };

/** Everything the workflow remembers of stage 10. */
export type PdfaOutcome =
  | { readonly validated: false; readonly reason: string }
  | {
      readonly validated: true;
      readonly compliant: boolean;
      /** Null when the validator could not read the input. */
      readonly inputCompliant: boolean | null;
      readonly preserved: boolean;
      readonly errors: readonly string[];
      readonly decision: PdfaDecision;
    };

const MAX_ERRORS = 200;
const MAX_RULES_NAMED = 10;
const LEVEL_RESULT = /^declared_(\w{1,2})$/;

/** The level the document declares, by what stage 0 recorded; null when there is nothing to validate against. */
export function declaredLevel(records: ReadonlyArray<Pick<StageRecord, 'name' | 'result'>>): string | null {
  const detection = records.find(({ name }) => name === 'PdfaDetection');
  return LEVEL_RESULT.exec(detection?.result ?? '')?.[1] ?? null;
}

function errorLines({ failures }: Verdict): string[] {
  const lines = failures.map(({ rule, description, occurrences }) => `${rule}: ${description} (${occurrences})`);
  return lines.slice(0, MAX_ERRORS);
}

export function pdfaOutcome(
  input: Validation,
  output: Validation,
  report: EngineReport,
  options: NormalizeOptions,
): PdfaOutcome {
  if (output.kind !== 'validated') return { validated: false, reason: output.reason };
  if (input.kind === 'unavailable') return { validated: false, reason: input.reason };
  const known = input.kind === 'validated' ? new Set(input.failures.map(({ rule }) => rule)) : new Set();
  const added = output.failures.map(({ rule }) => rule).filter((rule) => !known.has(rule));
  const inputCompliant = input.kind === 'validated' ? input.compliant : null;
  return {
    validated: true,
    compliant: output.compliant,
    inputCompliant,
    preserved: report.validation.pdfaPreserved && added.length === 0,
    errors: errorLines(output),
    decision: output.compliant ? { kind: 'keep' } : decide(report, options, inputCompliant === true ? added : []),
  };
}

/** Decides about an output that does not conform; `broken` are the rules its conforming input passed. */
function decide(report: EngineReport, { pdfaPolicy }: NormalizeOptions, broken: readonly string[]): PdfaDecision {
  const isOurs = report.normalized !== null && report.normalized.sha256 !== report.original.sha256;
  if (pdfaPolicy === 'normalize_anyway') {
    return isOurs && report.validation.pdfaPreserved ? { kind: 'drop_claim' } : { kind: 'keep' };
  }
  const stage = transformingStage(report);
  if (!isOurs || broken.length === 0 || stage === undefined) return { kind: 'keep' };
  return { kind: 'reject', stage, rules: broken.slice(0, MAX_RULES_NAMED) };
}

/** The first stage that changed what the document shows or holds; a mere rewrite is none. */
function transformingStage({ security, stages }: EngineReport): StageName | undefined {
  const hasResult = (result: string) => stages.some((stage) => stage.result === result);
  const changes: ReadonlyArray<readonly [StageName, boolean]> = [
    ['DigitalSignatureDetection', security.digitalSignaturesRemoved],
    ['ActiveContentRemoval', security.embeddedFilesRemoved || security.javascriptRemoved || security.richMediaRemoved],
    ['AcroFormHandling', security.acroformFlattened || security.annotationsRemoved],
    ['FontResourceValidation', hasResult('substituted') || hasResult('non_embedded_remaining')],
  ];
  return changes.find(([, changed]) => changed)?.[0];
}

/** The report with what stage 10 found. */
export function withPdfaOutcome(report: EngineReport, outcome: PdfaOutcome): EngineReport {
  if (!outcome.validated) {
    const validation = { ...report.validation, validatorValidated: false };
    return withWarnings({ ...report, validation }, [warning('PDFA_VALIDATOR_UNAVAILABLE', { reason: outcome.reason })]);
  }
  const { compliant, preserved, errors, decision } = outcome;
  const isClaimed = report.validation.pdfaPreserved;
  const validation = {
    ...report.validation,
    pdfaPreserved: isClaimed && preserved,
    pdfaCompliant: isClaimed && compliant,
    validatorValidated: true,
    validatorErrors: errors,
  };
  const validated = withWarnings({ ...report, validation }, warningsOf(report, outcome));
  return decision.kind === 'reject' ? rejected(validated, decision) : validated;
}

function warningsOf(report: EngineReport, outcome: Extract<PdfaOutcome, { validated: true }>): StageWarning[] {
  const { inputCompliant, compliant, errors } = outcome;
  const level = levelOf(report);
  return [
    ...(inputCompliant === false ? [warning('PDFA_NOT_COMPLIANT', { level })] : []),
    ...(compliant ? [] : [warning('PDFA_VALIDATION_FAILED', { level, count: errors.length })]),
  ];
}

function levelOf({ validation }: EngineReport): string {
  return String(validation.pdfaLevel);
}

function rejected(report: EngineReport, { stage, rules }: Extract<PdfaDecision, { kind: 'reject' }>): EngineReport {
  const message = lostConformance(levelOf(report), stage, rules);
  const failure: Failure = { code: 'POLICY_REJECTION', message, stage, reason: 'PDFA_COMPLIANCE_RISK' };
  const validation = { ...report.validation, pdfaPreserved: false };
  const stages = endedAt(report.stages, stage);
  return { ...report, status: 'REJECTED', normalized: null, validation, failure, stages };
}

/** It is as for any other rejection: nothing is said of the stages after it. */
function endedAt(stages: readonly StageReport[], name: StageName): StageReport[] {
  const last = stages.findIndex((stage) => stage.name === name);
  return stages.map((stage, index) => {
    if (index < last) return stage;
    return { ...stage, result: index === last ? 'rejected' : 'not_reached' };
  });
}

function withWarnings(report: EngineReport, added: readonly StageWarning[]): EngineReport {
  const warnings = [...report.warnings, ...mergedWarnings(added).map(describeWarning)];
  return { ...report, warnings: warnings.toSorted((a, b) => (a.code < b.code ? -1 : 1)) };
}
