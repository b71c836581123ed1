import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { type EngineReport, isGrave } from '#domain/report.ts';
import { normalize } from '#test/support/normalize.ts';
import { SHADOW_ATTACKS, SIGNATURE_ATTACKS } from '#test/support/builders/signature-attacks.ts';

async function reportOf(input: Uint8Array): Promise<EngineReport> {
  return (await normalize(input, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' })).report;
}

function firstSignature({ security }: EngineReport): boolean | undefined {
  return security.signatureVerificationResults.find(({ fieldName }) => fieldName === 'Signature1')?.valid;
}

describe.each(
  Map.groupBy(SIGNATURE_ATTACKS, ({ family }) => family)
    .entries()
    .toArray(),
)('%s', (_, attacks) => {
  it.each(attacks)('$name', async ({ build }) => {
    const report = await reportOf(build());
    expect(report.tamperAnalysis?.anomalies.some(isGrave)).toBe(true);
    expect(firstSignature(report) ?? false).toBe(false);
    expect(report.security.overallSignatureStatus).not.toBe('ALL_VALID');
  });
});

describe('shadow attacks', () => {
  it.each(SHADOW_ATTACKS)('$name', async ({ sprung }) => {
    const report = await reportOf(sprung());
    expect(firstSignature(report)).toBe(false);
    expect(report.security.signatureVerificationResults[0]?.reason).toBe('MODIFIED_AFTER_SIGNING');
    expect(report.tamperAnalysis?.anomalies.some(isGrave)).toBe(true);
  });

  it.each(SHADOW_ATTACKS)('are told before they are sprung: $name', async ({ name, prepared }) => {
    const report = await reportOf(prepared());
    expect(firstSignature(report)).toBe(true);
    // A font that is exchanged later is an ordinary font before.
    const levels = name.includes('font') ? ['none'] : ['medium', 'high'];
    expect(levels).toContain(report.tamperAnalysis?.riskLevel);
  });
});
