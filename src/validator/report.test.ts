import { expect, test } from 'vitest';
import { readReport } from './report.ts';

const rule = (clause: string, testNumber: number, failedChecks: number) => ({
  ruleStatus: 'FAILED',
  specification: 'ISO 19005-2:2011',
  clause,
  testNumber,
  failedChecks,
  description: 'A rule\n   in two lines',
});

const reportWith = (validationResult: unknown) => ({ report: { jobs: [{ validationResult }] } });

test('failures are sorted by clause as numbers, each once, without rules that passed', () => {
  const ruleSummaries = [rule('6.2.11.5', 1, 3), rule('6.2.4', 2, 1), rule('6.2.4', 2, 4), rule('6.1.3', 1, 0)];
  expect(readReport(reportWith([{ compliant: false, details: { ruleSummaries } }]))).toEqual({
    kind: 'validated',
    compliant: false,
    failures: [
      { rule: 'ISO 19005-2:2011 6.2.4-2', description: 'A rule in two lines', occurrences: 5 },
      { rule: 'ISO 19005-2:2011 6.2.11.5-1', description: 'A rule in two lines', occurrences: 3 },
    ],
  });
});

test('versions of veraPDF that answer with one result instead of a list', () => {
  const result = { compliant: true, details: { passedRules: 100, ruleSummaries: [] } };
  expect(readReport(reportWith(result))).toEqual({ kind: 'validated', compliant: true, failures: [] });
});

test('a document veraPDF cannot read', () => {
  const body = { report: { jobs: [{ taskException: { type: 'PARSE', exceptionMessage: 'words of the document' } }] } };
  expect(readReport(body)).toEqual({ kind: 'unreadable', reason: 'veraPDF cannot read the document' });
});

test('anything else is no answer', () => {
  for (const body of [null, 'ok', {}, { report: { jobs: [{ validationResult: [{ compliant: 'yes' }] }] } }]) {
    expect(readReport(body)).toMatchObject({ kind: 'unavailable' });
  }
});
