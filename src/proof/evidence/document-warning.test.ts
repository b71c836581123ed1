import { describe, expect, test } from 'vitest';
import { documentWarning } from './document-warning.ts';

const SAID = 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.';
const common = { origin: 'archive', name: 'file.json' } as const;
const report = (value: unknown) => ({ ...common, kind: 'report', value }) as const;
const submission = (value: unknown) => ({ ...common, kind: 'submission', value }) as const;

describe('the warning about an original', () => {
  test.each([
    [
      { level: 'danger', sentence: SAID },
      { level: 'danger', sentence: SAID },
    ],
    [
      { level: 'caution', sentence: 'Repaired.' },
      { level: 'caution', sentence: 'Repaired.' },
    ],
    [
      { level: 'new', sentence: 'New.' },
      { level: 'caution', sentence: 'New.' },
    ],
    [7, { level: 'caution', sentence: 'The files have no sentence about it.' }],
    [null, { level: 'caution', sentence: 'The files have no sentence about it.' }],
    [{ level: 'neutral', sentence: 'Normalized.' }, null],
    [{ level: 'good', sentence: 'Normalized.' }, null],
  ])('of the verdict %j', (verdict, warning) => {
    expect(documentWarning([report({ verdict })], undefined)).toEqual(warning);
    expect(documentWarning([submission({ verdict })], undefined)).toEqual(warning);
  });

  test('is that of the worse verdict, whatever the order of the files', () => {
    const files = [
      submission({ verdict: { level: 'caution', sentence: 'Repaired.' } }),
      report({ verdict: { level: 'danger', sentence: SAID } }),
    ];
    for (const given of [files, files.toReversed()]) expect(documentWarning(given, undefined)?.level).toBe('danger');
  });

  test.each([
    [report({ tamperAnalysis: { findings: [{ severity: 'critical' }] } }), 'danger'],
    [report({ tamperAnalysis: { findings: [{ severity: 'medium' }] } }), 'caution'],
    [submission({ tamperAnalysis: { anomalies: [{ severity: 'high' }] } }), 'danger'],
    [submission({ security: { overallSignatureStatus: 'SOME_INVALID' } }), 'caution'],
    [submission({ tamperAnalysis: null }), undefined],
  ])('of an earlier version comes from its findings', (file, level) => {
    expect(documentWarning([file], undefined)?.level).toBe(level);
  });
});
