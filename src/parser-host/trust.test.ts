import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { createParserPool } from './pool.ts';

const ada = createSigner();
const common = { processes: 1, memoryMb: 1024, maxWaiting: 4 };
const trustAnchors = [createSigner({ commonName: 'Another' }), ada].map(
  ({ certificate }) => new Uint8Array(certificate),
);
const plain = createParserPool(common);
const trusting = createParserPool({ ...common, trustAnchors });
afterAll(async () => {
  await plain.close();
  await trusting.close();
});

async function normalizeIn(pool: typeof plain, signer = ada) {
  const options = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
  const session = await pool.open(
    'signed',
    { organizationId: 'test', input: signedHello(signer, { entries: '/M(D:20240304050607Z)' }), options },
    60_000,
  );
  const { report } = await session.result();
  await session.close();
  return report;
}

test('every document of a child is held against the anchors it was given at its start', async () => {
  for (const report of [await normalizeIn(trusting), await normalizeIn(trusting)]) {
    expect(report.status).toBe('SUCCESS');
    expect(report.security.signatureVerificationResults[0]).toMatchObject({
      valid: true,
      certificateChainTrusted: true,
    });
  }
});

test('a child without anchors says nothing of trust', async () => {
  const { security } = await normalizeIn(plain);
  expect(security.signatureVerificationResults[0]).toMatchObject({ valid: true, certificateChainTrusted: null });
});

test('a child knows what day it is: who signed with a key that has expired since proves nothing by the day they claim', async () => {
  const { security } = await normalizeIn(plain, createSigner({ notAfter: '20250101000000Z' }));
  expect(security.signatureVerificationResults[0]).toMatchObject({ valid: true, certificateExpired: true });
  const inTime = await normalizeIn(plain);
  expect(inTime.security.signatureVerificationResults[0]).toMatchObject({ certificateExpired: false });
});
