import { describe, expect, test } from 'vitest';
import { declaredLevel, pdfaOutcome, type RuleFailure, type Validation, withPdfaOutcome } from './pdfa.ts';
import { DEFAULT_OPTIONS, STAGE_NAMES } from './pipeline.ts';
import { type EngineReport, NO_SECURITY_FACTS, NO_VALIDATION_FACTS } from './report.ts';

const NORMALIZE_ANYWAY = { ...DEFAULT_OPTIONS, pdfaPolicy: 'normalize_anyway' } as const;
const CONFORMING: Validation = { kind: 'validated', compliant: true, failures: [] };

const failure = (rule: string): RuleFailure => ({ rule, description: 'Text of the rule', occurrences: 2 });
const failing = (...rules: string[]): Validation => ({
  kind: 'validated',
  compliant: false,
  failures: rules.map(failure),
});

/** Of a document that declares PDF/A-2a and keeps the claim; `security` says what had to be done to it. */
function reportOf(security: Partial<EngineReport['security']> = {}): EngineReport {
  return {
    status: 'SUCCESS',
    original: { sha256: 'a'.repeat(64), sizeBytes: 1 },
    normalized: { sha256: 'b'.repeat(64), sizeBytes: 1, pdfVersion: '1.7', linearized: true, contentHash: null },
    security: { ...NO_SECURITY_FACTS, ...security },
    validation: {
      ...NO_VALIDATION_FACTS,
      pdfaDeclared: true,
      pdfaLevel: '2a',
      pdfaPreserved: true,
    },
    tamperAnalysis: null,
    warnings: [{ code: 'XREF_REBUILT', message: 'Rebuilt.' }],
    failure: null,
    stages: STAGE_NAMES.map((name, stage) => ({ stage, name, result: 'passed' })),
  };
}

function finalReport(input: Validation, output: Validation, report = reportOf()) {
  const final = withPdfaOutcome(report, pdfaOutcome(input, output, report, DEFAULT_OPTIONS));
  const { pdfaPreserved, pdfaCompliant, validatorValidated, validatorErrors } = final.validation;
  return {
    status: final.status,
    facts: [pdfaPreserved, pdfaCompliant, validatorValidated],
    errors: validatorErrors,
    codes: final.warnings.map(({ code }) => code),
    final,
  };
}

describe('what the report says of PDF/A', () => {
  test('an output that conforms', () => {
    const { status, facts, errors, codes } = finalReport(CONFORMING, CONFORMING);
    expect([status, facts, errors, codes]).toEqual(['SUCCESS', [true, true, true], [], ['XREF_REBUILT']]);
  });

  test('an input that did not conform, and an output that fails no more than it did', () => {
    const { facts, errors, codes } = finalReport(failing('ISO 6.1-1', 'ISO 6.2-1'), failing('ISO 6.1-1'));
    expect(facts).toEqual([true, false, true]);
    expect(errors).toEqual(['ISO 6.1-1: Text of the rule (2)']);
    expect(codes).toEqual(['PDFA_NOT_COMPLIANT', 'PDFA_VALIDATION_FAILED', 'XREF_REBUILT']);
  });

  test('an input that did not conform, and an output that fails something new', () => {
    expect(finalReport(failing('ISO 6.1-1'), failing('ISO 6.1-1', 'ISO 6.3-1')).facts).toEqual([false, false, true]);
  });

  test('an input that did not conform, and an output that does', () => {
    const { facts, codes } = finalReport(failing('ISO 6.1-1'), CONFORMING);
    expect([facts, codes]).toEqual([
      [true, true, true],
      ['PDFA_NOT_COMPLIANT', 'XREF_REBUILT'],
    ]);
  });

  test('a rewrite that broke a rule is told and shipped', () => {
    const { status, facts, codes } = finalReport(CONFORMING, failing('ISO 6.1.3-1'));
    expect([status, facts]).toEqual(['SUCCESS', [false, false, true]]);
    expect(codes).toEqual(['PDFA_VALIDATION_FAILED', 'XREF_REBUILT']);
  });

  test('no validator: nothing is claimed, and a warning says so', () => {
    const away: Validation = { kind: 'unavailable', reason: 'the validator does not answer' };
    for (const [input, output] of [[CONFORMING, away] as const, [away, CONFORMING] as const]) {
      const { status, facts, codes } = finalReport(input, output);
      expect([status, facts]).toEqual(['SUCCESS', [true, false, false]]);
      expect(codes).toEqual(['PDFA_VALIDATOR_UNAVAILABLE', 'XREF_REBUILT']);
    }
  });

  test('an input the validator cannot read says nothing against the output', () => {
    const unreadable: Validation = { kind: 'unreadable', reason: 'veraPDF cannot read the document' };
    expect(finalReport(unreadable, CONFORMING).facts).toEqual([true, true, true]);
  });

  test('at most 200 errors', () => {
    const rules = Array.from({ length: 300 }, (_, index) => `ISO 6.${index}-1`);
    expect(finalReport(failing(...rules), failing(...rules)).errors).toHaveLength(200);
  });
});

describe('pdfa_policy', () => {
  test('preserve rejects a conforming document that conforms no more for what had to be done to it', () => {
    const { status, final } = finalReport(CONFORMING, failing('ISO 6.8-1'), reportOf({ acroformFlattened: true }));
    expect(status).toBe('REJECTED');
    expect(final.normalized).toBeNull();
    expect(final.failure).toMatchObject({
      code: 'POLICY_REJECTION',
      stage: 'AcroFormHandling',
      message: expect.stringMatching(/^PDFA_COMPLIANCE_RISK: .*ISO 6\.8-1/),
    });
    expect(final.stages.map(({ result }) => result)).toEqual([
      ...Array(5).fill('passed'),
      'rejected',
      ...Array(4).fill('not_reached'),
    ]);
  });

  test('preserve goes on with a document that never conformed', () => {
    const report = reportOf({ acroformFlattened: true });
    expect(finalReport(failing('ISO 6.1-1'), failing('ISO 6.1-1', 'ISO 6.8-1'), report).status).toBe('SUCCESS');
  });

  test('normalize_anyway drops a claim that is known to be false, and only such a one', () => {
    const decisionOf = (output: Validation, report = reportOf()) => {
      const outcome = pdfaOutcome(CONFORMING, output, report, NORMALIZE_ANYWAY);
      return outcome.validated ? outcome.decision.kind : null;
    };
    expect(decisionOf(CONFORMING)).toBe('keep');
    expect(decisionOf(failing('ISO 6.8-1'))).toBe('drop_claim');
    expect(decisionOf({ kind: 'unavailable', reason: 'away' })).toBeNull();
    const report = reportOf();
    const passedThrough = { ...report, original: { ...report.original, sha256: report.normalized?.sha256 ?? '' } };
    expect(decisionOf(failing('ISO 6.8-1'), passedThrough)).toBe('keep');
  });
});

test('the level to validate is the one stage 0 recorded', () => {
  const levelOf = (result: string) => declaredLevel([{ name: 'PdfaDetection', result }]);
  expect(['declared_2b', 'declared_4', 'undeclared', 'declaration_invalid'].map(levelOf)).toEqual([
    '2b',
    '4',
    null,
    null,
  ]);
  expect(declaredLevel([])).toBeNull();
});
