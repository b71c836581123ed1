/** What was signed under an older specification of the pipeline stays true, and verifiable by today's code. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { OLDER_SPECS, recordedUnder } from '#test/support/builders/recorded.ts';
import { verifyAttestation } from './verify.ts';
import { verifyingKey, verifySignature } from './ecdsa.ts';

describe.each(OLDER_SPECS)('a document of %s', (spec) => {
  const { artifact, report, proof, keys } = recordedUnder(spec);
  const { attestation, certificate, envelope } = proof;
  const { sha256, contentHash } = report.normalized;

  test('has an attestation that verifies, with its PDF', async () => {
    expect(attestation.processing.pipelineSpec).toBe(spec);
    expect(await verifyAttestation(attestation, keys, { pdf: artifact })).toEqual({
      valid: true,
      attestationId: attestation.attestationId,
      normalizedSha256: sha256,
      issuedAt: attestation.issuedAt,
      reason: null,
      verdict: null,
      facts: null,
    });
  });

  test('cannot be passed off as one of today: the specification is signed', async () => {
    const processing = { ...attestation.processing, pipelineSpec: PIPELINE_SPEC };
    const verdict = await verifyAttestation({ ...attestation, processing }, keys);
    expect(verdict).toMatchObject({ valid: false, reason: 'signature_invalid' });
  });

  test('has a certificate that a JOSE library verifies', async () => {
    const keySet = createLocalJWKSet({ keys: [...keys.keys] });
    const { payload } = await jwtVerify(certificate, keySet, { typ: 'normalization-certificate+jwt' });
    expect(payload).toMatchObject({ sub: `sha256:${sha256}`, contentHash, pipelineSpec: spec });
  });

  test('has an in-toto statement that verifies', async () => {
    const [{ x, y }] = keys.keys;
    const payload = Buffer.from(envelope.payload, 'base64').toString();
    const signed = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} ${payload}`;
    const key = (await verifyingKey({ x, y })) ?? expect.fail('no key');
    expect(await verifySignature(key, envelope.signatures[0]?.sig ?? '', signed)).toBe(true);
    expect(JSON.parse(payload)).toMatchObject({ predicate: { processing: { pipelineSpec: spec } } });
  });
});
