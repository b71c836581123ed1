/** What was signed under an older specification of the pipeline stays true, and verifiable by today's code. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { ARTIFACT, RECORDED_KEYS, RECORDED_PROOF, RECORDED_REPORT } from '#test/support/builders/recorded-norm-1.ts';
import { verifyAttestation } from './verify.ts';
import { verifyingKey, verifySignature } from './ecdsa.ts';

const { attestation, certificate, envelope } = RECORDED_PROOF;
const { sha256, contentHash } = RECORDED_REPORT.normalized;

test('the attestation of a document of norm-1 verifies, with its PDF', async () => {
  expect(attestation.processing.pipelineSpec).toBe('norm-1');
  expect(await verifyAttestation(attestation, RECORDED_KEYS, { pdf: ARTIFACT })).toEqual({
    valid: true,
    attestationId: attestation.attestationId,
    normalizedSha256: sha256,
    issuedAt: attestation.issuedAt,
    reason: null,
  });
});

test('the specification is signed: one of norm-1 cannot be passed off as one of norm-2', async () => {
  const processing = { ...attestation.processing, pipelineSpec: 'norm-2' };
  const verdict = await verifyAttestation({ ...attestation, processing }, RECORDED_KEYS);
  expect(verdict).toMatchObject({ valid: false, reason: 'signature_invalid' });
});

test('its certificate verifies with a JOSE library', async () => {
  const keys = createLocalJWKSet({ keys: [...RECORDED_KEYS.keys] });
  const { payload } = await jwtVerify(certificate, keys, { typ: 'normalization-certificate+jwt' });
  expect(payload).toMatchObject({ sub: `sha256:${sha256}`, contentHash, pipelineSpec: 'norm-1' });
});

test('its in-toto statement verifies', async () => {
  const [{ x, y }] = RECORDED_KEYS.keys;
  const payload = Buffer.from(envelope.payload, 'base64').toString();
  const signed = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} ${payload}`;
  const key = (await verifyingKey({ x, y })) ?? expect.fail('no key');
  expect(await verifySignature(key, envelope.signatures[0]?.sig ?? '', signed)).toBe(true);
  expect(JSON.parse(payload)).toMatchObject({ predicate: { processing: { pipelineSpec: 'norm-1' } } });
});
