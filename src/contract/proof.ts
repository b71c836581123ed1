/** Attestations, their envelope, the verdict about them, and the keys that sign them. */
import { z } from 'zod';
import { count, dateTime, sha256 } from './values.ts';

export const Attestation = z.object({
  '@context': z.url(),
  '@type': z.literal('NormalizationAttestation'),
  version: z.literal('1.0'),
  attestationId: z.uuid(),
  issuedAt: dateTime,
  issuer: z.object({ name: z.string(), url: z.url(), publicKeyId: z.string() }),
  subject: z.object({
    originalSha256: sha256,
    originalSizeBytes: count,
    normalizedSha256: sha256,
    normalizedSizeBytes: count,
    contentHash: z.union([sha256, z.literal('')]).describe('Empty for a document without extractable text.'),
  }),
  processing: z.object({
    toolchainVersion: z.string(),
    engineVersion: z.string(),
    pipelineSpec: z.string(),
    dockerImageDigest: z.string(),
    processingTimeMs: count,
  }),
  findings: z.object({
    healthScore: z.int().min(0).max(100),
    contentRemoved: z.array(z.string()),
    structuralRepairs: z.array(z.string()),
    warningCount: count,
  }),
  signature: z.object({
    algorithm: z.literal('ECDSA-P256-SHA256'),
    value: z.base64().describe('DER signature over the RFC 8785 form of everything but this object.'),
    publicKeyCertificate: z.url(),
  }),
});

/** DSSE version 1 around an in-toto Statement. */
export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.base64(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.base64() })).min(1),
});

export const Verification = z.object({
  valid: z.boolean(),
  attestationId: z.string().describe('This and the next two as the attestation has them.'),
  normalizedSha256: z.string(),
  issuedAt: z.string(),
  reason: z.enum(['malformed', 'unknown_key', 'signature_invalid', 'artifact_mismatch']).nullable(),
});

const jwk = z.object({
  kty: z.literal('EC'),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
  kid: z.string(),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  'x-retired-at': dateTime.optional(),
});

export const KeySet = z.object({ keys: z.array(jwk) });
