import { createPublicKey, verify } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { issuerWith, newKey, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { attestable, NAMED_FACTS, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { attestationContext } from './context.ts';
import { publicPem } from '#src/keys/signing-key.ts';

const key = newKey();
const { kid } = key.publicJwk;
const completed = {
  ...attestable(REPORT),
  normalized: NORMALIZED,
  processingTimeMs: 12,
  attestationId: '018f2b6e-0000-7000-8000-000000000001',
  issuedAt: new Date('2026-11-28T10:00:00.900Z'),
};
const { attestation, certificate, envelope } = await issuerWith(key)(completed);

test('the attestation has the facts of the report', () => {
  expect(attestation).toEqual({
    '@context': `${PUBLIC_URL}/ns/attestation/v1`,
    '@type': 'NormalizationAttestation',
    version: '1.0',
    attestationId: completed.attestationId,
    issuedAt: '2026-11-28T10:00:00.900Z',
    issuer: { name: 'Fixpoint', url: PUBLIC_URL, publicKeyId: kid },
    subject: {
      originalSha256: 'a'.repeat(64),
      originalSizeBytes: 1_000,
      normalizedSha256: 'b'.repeat(64),
      normalizedSizeBytes: 2_000,
      contentHash: 'c'.repeat(64),
    },
    processing: {
      toolchainVersion: 'fixpoint-0.0.0 test',
      engineVersion: '0.0.0',
      pipelineSpec: PIPELINE_SPEC,
      dockerImageDigest: 'unpinned',
      parserIsolation: 'full',
      processingTimeMs: 12,
    },
    findings: {
      healthScore: 100,
      contentRemoved: [],
      structuralRepairs: [],
      warningCount: 0,
      verdict: { kind: 'normalized', level: 'neutral' },
    },
    facts: NAMED_FACTS,
    signature: {
      algorithm: 'ECDSA-P256-SHA256',
      value: expect.stringMatching(/^ME/),
      publicKeyCertificate: `${PUBLIC_URL}/.well-known/attestation-keys.json`,
    },
  });
});

test('where an authority is asked, the attestation has its token over the bytes of the signature', async () => {
  const stamp = async (bytes: Uint8Array) => Buffer.concat([Buffer.from('stamped '), bytes]);
  const { signature } = (await issuerWith(key, stamp)(completed)).attestation;
  const expected = Buffer.concat([Buffer.from('stamped '), Buffer.from(signature.value, 'base64')]);
  expect(signature.timestamp).toBe(expected.toString('base64'));
});

test('a document without text has no content hash, and says so with an empty string', async () => {
  const normalized = { ...NORMALIZED, contentHash: null };
  const proof = await issuerWith(key)({ ...completed, normalized });
  expect(proof.attestation.subject.contentHash).toBe('');
});

test('the certificate is a JWS with the announced claims', async () => {
  const { payload, protectedHeader } = await jwtVerify(certificate, createLocalJWKSet({ keys: [key.publicJwk] }));
  expect(protectedHeader).toEqual({ alg: 'ES256', kid, typ: 'normalization-certificate+jwt' });
  expect(payload).toEqual({
    iss: PUBLIC_URL,
    sub: `sha256:${NORMALIZED.sha256}`,
    jti: completed.attestationId,
    iat: 1_795_860_000,
    originalSha256: REPORT.original.sha256,
    normalizedSha256: NORMALIZED.sha256,
    contentHash: NORMALIZED.contentHash,
    processedAt: '2026-11-28T10:00:00.900Z',
    pipelineVersion: '0.0.0',
    pipelineSpec: PIPELINE_SPEC,
    verdict: { kind: 'normalized', level: 'neutral' },
    facts: NAMED_FACTS,
  });
});

test('the envelope is DSSE around an in-toto Statement', () => {
  const payload = Buffer.from(envelope.payload, 'base64');
  // PAE as the protocol of DSSE writes it.
  const signed = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
  const [signature] = envelope.signatures;
  expect(signature?.keyid).toBe(kid);
  const publicKey = createPublicKey(publicPem(key.publicJwk));
  expect(verify('sha256', signed, publicKey, Buffer.from(signature?.sig ?? '', 'base64'))).toBe(true);
  const { issuer, subject, processing, findings, facts, attestationId, issuedAt } = attestation;
  expect(JSON.parse(payload.toString())).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'normalized.pdf', digest: { sha256: NORMALIZED.sha256 } }],
    predicateType: `${PUBLIC_URL}/ns/attestation/v1`,
    predicate: { attestationId, issuedAt, issuer, subject, processing, findings, facts },
  });
});

test('the context gives every term of the attestation a meaning, and no other', () => {
  const context: Record<string, Record<string, object>> = JSON.parse(JSON.stringify(attestationContext(PUBLIC_URL)));
  const stamped = { ...attestation, signature: { ...attestation.signature, timestamp: '' } };
  const terms = new Set(namesIn(stamped).filter((name) => !name.startsWith('@')));
  terms.add(attestation['@type']);
  expect(new Set(Object.keys(context['@context'] ?? {}))).toEqual(new Set([...terms, '@version']));
  expect(context['@context']?.['healthScore']).toEqual({
    '@id': `${PUBLIC_URL}/ns/attestation/v1#healthScore`,
    '@type': 'http://www.w3.org/2001/XMLSchema#integer',
  });
});

function namesIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? [name, ...namesIn(item)] : [name],
  );
}
