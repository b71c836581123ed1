/** All codes that a report can carry, with what the documentation says of each. Problems have their own catalogue. */
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';
import { VERDICT_KINDS } from '#domain/verdict/kinds.ts';
import { ANOMALIES } from './anomalies.ts';
import { COMPARISON_WARNINGS } from './comparison-warnings.ts';
import type { Explanation } from './explanation.ts';
import { FAILURES } from './failures.ts';
import { FINDING_EXPLANATIONS } from './findings.ts';
import { REJECTION_REASON_EXPLANATIONS } from './rejection-reasons.ts';
import { SIGNATURE_REASON_EXPLANATIONS } from './signature-reasons.ts';
import { explainVerdict } from './verdicts.ts';
import { explainWarning, WARNING_FINDING_EXPLANATIONS } from './warnings.ts';

export interface CodeKind {
  readonly title: string;
  /** Where in an answer the codes stand, in Markdown. */
  readonly place: string;
  readonly codes: ReadonlyMap<string, Explanation>;
}

export const CODE_KINDS: readonly CodeKind[] = [
  {
    title: 'Kinds of verdicts',
    place:
      '`verdict.kind` of a submission, its report and its webhooks; `verdict.level` is one of `good`, `neutral`, `caution` and `danger`, from the best to the worst',
    codes: new Map(VERDICT_KINDS.map((kind) => [kind, explainVerdict(kind)])),
  },
  {
    title: 'Failures',
    place: '`failure.code` of a submission whose status is `FAILED` or `REJECTED`',
    codes: new Map(FAILURE_CODES.map((code) => [code, FAILURES[code]])),
  },
  {
    title: 'Reasons of rejections',
    place: '`failure.reason` beside `POLICY_REJECTION`; another one is `GLYPH_MISSING`',
    codes: new Map(Object.entries(REJECTION_REASON_EXPLANATIONS)),
  },
  {
    title: 'Warnings',
    place: '`warnings[].code` of a submission and its report',
    codes: new Map(WARNING_CODES.map((code) => [code, explainWarning(code)])),
  },
  {
    title: 'Findings of warnings',
    place: '`warnings[].finding` if a code has several findings, else the code',
    codes: WARNING_FINDING_EXPLANATIONS,
  },
  {
    title: 'Types of findings of the tamper analysis',
    place: '`tamperAnalysis.anomalies[].type`',
    codes: new Map(Object.entries(ANOMALIES)),
  },
  {
    title: 'Findings of the tamper analysis',
    place: '`tamperAnalysis.anomalies[].finding`',
    codes: new Map(FINDING_EXPLANATIONS),
  },
  {
    title: 'Reasons of signatures',
    place: '`security.signatureVerificationResults[].reason`',
    codes: new Map(Object.entries(SIGNATURE_REASON_EXPLANATIONS)),
  },
  {
    title: 'Warnings of comparisons',
    place: '`warnings[].code` of `POST /api/compare`',
    codes: new Map(Object.entries(COMPARISON_WARNINGS)),
  },
];
