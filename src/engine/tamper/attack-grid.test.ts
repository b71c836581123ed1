import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { ATTACK_GRID, BEFORE_ATTACKS, EMPTY_CELLS } from '#test/support/builders/attack-grid.ts';

describe.each([...Map.groupBy(ATTACK_GRID, ({ family }) => family)])('%s', (_, cells) => {
  it.each(cells)('level $level: $name', async ({ build }) => {
    const { report } = await normalize(build(), { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
    const { signatureVerificationResults, overallSignatureStatus } = report.security;
    expect(signatureVerificationResults.find(({ fieldName }) => fieldName === 'Signature1')?.valid ?? false).toBe(
      false,
    );
    expect(overallSignatureStatus).not.toBe('ALL_VALID');
    expect(report.tamperAnalysis?.anomalies.some(isGrave)).toBe(true);
  });

  it('has cells on every level', () => {
    expect(new Set(cells.map(({ level }) => level))).toEqual(new Set([1, 2, 3]));
  });
});

it.each(BEFORE_ATTACKS)('is signed well before: $name', async ({ build }) => {
  const { report } = await normalize(build(), { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  expect(report.security.overallSignatureStatus).toBe('ALL_VALID');
  expect(report.tamperAnalysis?.anomalies.some(isGrave)).toBe(false);
});

it('says of each empty cell why there can be no such attack', () => {
  for (const { why } of EMPTY_CELLS) expect(why).not.toBe('');
});
