import { describe, expect, test } from 'vitest';
import { NOTHING_ATTESTED } from '#src/proof/verify/attested.ts';
import { documentVerdict, NOT_SIGNED } from './document-verdict.ts';
import type { Statement } from './statements.ts';

const SAID = 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.';
const common = { origin: 'archive', name: 'file.json' } as const;
const report = (value: unknown) => ({ ...common, kind: 'report', value }) as const;
const submission = (value: unknown) => ({ ...common, kind: 'submission', value }) as const;

describe('the verdict in files that nobody signs', () => {
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
    const expected = warning === null ? NOT_SIGNED : { kind: '', isSigned: false, ...warning };
    expect(documentVerdict([report({ verdict })], [], undefined)).toEqual(expected);
    expect(documentVerdict([submission({ verdict })], [], undefined)).toEqual(expected);
  });

  test('is that of the worse verdict, whatever the order of the files', () => {
    const files = [
      submission({ verdict: { level: 'caution', sentence: 'Repaired.' } }),
      report({ verdict: { level: 'danger', sentence: SAID } }),
    ];
    for (const given of [files, files.toReversed()]) expect(documentVerdict(given, [], undefined).level).toBe('danger');
  });

  test.each([
    [report({ tamperAnalysis: { findings: [{ severity: 'critical' }] } }), 'danger'],
    [report({ tamperAnalysis: { findings: [{ severity: 'medium' }] } }), 'caution'],
    [submission({ tamperAnalysis: { anomalies: [{ severity: 'high' }] } }), 'danger'],
    [submission({ security: { overallSignatureStatus: 'SOME_INVALID' } }), 'caution'],
    [submission({ tamperAnalysis: null }), null],
  ])('of an earlier version comes from its findings', (file, level) => {
    expect(documentVerdict([file], [], undefined).level).toBe(level);
  });
});

const ATTESTED: Statement = {
  form: 'attestation',
  reason: null,
  kid: 'k',
  source: 'service',
  isMisnamed: false,
  life: { createdAt: '', retiredAt: '' },
  issuer: 'https://fixpoint.test',
  issuedAt: '2026-11-28T10:00:00.000Z',
  originalSha256: 'a',
  normalizedSha256: 'b',
  contentHash: '',
  warningCount: 0,
  attested: { ...NOTHING_ATTESTED, verdict: { kind: 'changed_after_signing', level: 'danger' } },
};

describe('the signed verdict', () => {
  test('is that of an attestation whose signature holds', () => {
    expect(documentVerdict([], [ATTESTED], undefined)).toEqual({
      kind: 'changed_after_signing',
      level: 'danger',
      isSigned: true,
      sentence: 'The attestation signs the verdict “Changed after signing”.',
    });
    expect(documentVerdict([], [{ ...ATTESTED, reason: 'signature_invalid' }], undefined)).toBe(NOT_SIGNED);
    expect(documentVerdict([], [{ ...ATTESTED, attested: NOTHING_ATTESTED }], undefined)).toBe(NOT_SIGNED);
  });

  test('is the worse of attestation and facts, which may be of two submissions of one document', () => {
    const good = { verdict: { kind: 'no_findings', level: 'good' } };
    expect(documentVerdict([], [ATTESTED], good)).toMatchObject({ level: 'danger', isSigned: true });
    const attested = { ...NOTHING_ATTESTED, verdict: { kind: 'no_findings', level: 'good' } as const };
    const facts = { verdict: { kind: 'repaired', level: 'caution' } };
    expect(documentVerdict([], [{ ...ATTESTED, attested }], facts)).toMatchObject({ level: 'caution', isSigned: true });
  });

  test('is never made better by a file that nobody signs, and may be made worse', () => {
    const attested = { ...NOTHING_ATTESTED, verdict: { kind: 'no_findings', level: 'good' } as const };
    const statements = [{ ...ATTESTED, attested }];
    const danger = report({ verdict: { level: 'danger', sentence: SAID } });
    expect(documentVerdict([danger], statements, undefined)).toMatchObject({ level: 'danger', isSigned: false });
    const good = report({ verdict: { level: 'good', sentence: 'Normalized.' } });
    expect(documentVerdict([good], [ATTESTED], undefined)).toMatchObject({ level: 'danger', isSigned: true });
  });
});
