/** Attestations, their envelope, the verdict about them, and the keys that sign them. */
import { z } from 'zod';
import { PARSER_ISOLATIONS } from '#domain/parser-isolation.ts';
import { VERDICT_LEVELS } from '#domain/verdict/kinds.ts';
import { count, dateTime, growing, sha256 } from './values.ts';

export const AttestedVerdict = z
  .object({
    kind: z.string().describe('A stable id; `/codes/{kind}` explains it.'),
    level: z.enum(VERDICT_LEVELS).describe('The level of the verdict, from the best to the worst.'),
  })
  .describe('The verdict on the original, without names and words of the document.');

export const NamedFacts = z
  .object({
    submissionId: z.uuid().describe('The submission for which the attestation was made.'),
    sha256: sha256.describe('SHA-256 of its facts document, in hex.'),
  })
  .describe('The facts document of the submission for which the attestation was made.');

export const Attestation = z.object({
  '@context': z.url().describe('The JSON-LD context.'),
  '@type': z.literal('NormalizationAttestation').describe('The type of the attestation.'),
  version: z.literal('1.0').describe('The version of this schema.'),
  attestationId: z.uuid().describe('The id of the attestation.'),
  issuedAt: dateTime.describe('The time of signing.'),
  issuer: z
    .object({
      name: z.string().describe('The name of the service.'),
      url: z.url().describe('The address of its keys.'),
      publicKeyId: z.string().describe('RFC 7638 thumbprint: the `kid` in the key set.'),
    })
    .describe('The service that signed the attestation.'),
  subject: z
    .object({
      originalSha256: sha256.describe('SHA-256 of the original, in hex.'),
      originalSizeBytes: count.describe('The size in bytes.'),
      normalizedSha256: sha256.describe('SHA-256 of the canonical document, in hex.'),
      normalizedSizeBytes: count.describe('The size in bytes.'),
      contentHash: z
        .string()
        .regex(/^(?:[0-9a-f]{64})?$/)
        .describe('SHA-256 of the text, independent of its layout; empty for a document without extractable text.'),
    })
    .describe('The document of the attestation.'),
  processing: z
    .object({
      toolchainVersion: z.string().describe('The tools of the service with their versions.'),
      engineVersion: z.string().describe('The version of the engine.'),
      pipelineSpec: z.string().describe('The pipeline specification of the output.'),
      dockerImageDigest: z.string().describe('The digest of the image that ran; `unpinned` outside of an image.'),
      parserIsolation: z
        .enum(PARSER_ISOLATIONS)
        .optional()
        .describe('The isolation of the parser process, as in `/readyz`. Absent in older attestations.'),
      processingTimeMs: count.describe('The processing time in milliseconds.'),
    })
    .describe('The process that made the document.'),
  findings: z
    .object({
      healthScore: z.int().min(0).max(100).describe('100 for a document without any problem.'),
      contentRemoved: z.array(z.string()).describe('Kinds of removed content.'),
      structuralRepairs: z.array(z.string()).describe('Kinds of repaired damage.'),
      warningCount: count.describe('The number of warnings in the report.'),
      verdict: AttestedVerdict.optional().meta({
        description: 'The verdict on the original. Absent in older attestations.',
      }),
    })
    .describe('The findings about the document.'),
  facts: NamedFacts.optional().meta({
    description: 'The facts document of the attestation. Absent in older attestations.',
  }),
  signature: z
    .object({
      algorithm: z.literal('ECDSA-P256-SHA256').describe('The algorithm of the signature.'),
      value: z
        .base64()
        .describe(
          'The DER signature over the RFC 8785 form of everything but this object. Use the JSON as it came, because a model that writes times or nulls in another way changes the bytes.',
        ),
      publicKeyCertificate: z.url().describe('The address of the key set.'),
      timestamp: z
        .base64()
        .optional()
        .describe(
          'The TimeStampToken of RFC 3161 over the bytes of `value`, by which a third party proves the time of the signature. Absent where the service has no timestamp authority.',
        ),
    })
    .describe('The signature over the attestation.'),
});

/** DSSE version 1 around an in-toto Statement. */
export const Envelope = z.object({
  payloadType: z.string().describe('The media type `application/vnd.in-toto+json`.'),
  payload: z.base64().describe('The Statement in Base64.'),
  signatures: z
    .array(
      z.object({
        keyid: z.string().describe('The `kid` in the key set.'),
        sig: z.base64().describe('The signature over type and payload, as DSSE joins them.'),
      }),
    )
    .min(1)
    .describe('Signatures, one of each key.'),
});

export const Verification = z.object({
  valid: z.boolean().describe('Whether the signature and the document are valid.'),
  attestationId: z.string().describe('The hash in the attestation, like the next two members.'),
  normalizedSha256: z.string().describe('SHA-256 of the canonical document, in hex.'),
  issuedAt: z.string().describe('The time of signing.'),
  reason: growing(['malformed', 'unknown_key', 'signature_invalid', 'artifact_mismatch', 'original_mismatch'])
    .nullable()
    .describe('The reason why the attestation is not valid; null for a valid one.'),
  verdict: AttestedVerdict.nullable().describe(
    'The signed verdict on the original; null if the attestation is not valid or contains no verdict.',
  ),
  facts: NamedFacts.nullable().describe(
    'The facts document of the attestation; null if the attestation is not valid or names none.',
  ),
});

export const PublicJwk = z.object({
  kty: z.literal('EC').describe('The kind of key.'),
  use: z.literal('sig').describe('The use of the key: it signs.'),
  alg: z.literal('ES256').describe('The algorithm.'),
  kid: z.string().describe('The RFC 7638 thumbprint of the key.'),
  crv: z.literal('P-256').describe('The curve of the key.'),
  x: z.string().describe('The coordinate in Base64url.'),
  y: z.string().describe('The other coordinate in Base64url.'),
  'x-created-at': dateTime.optional().describe('The start of the use of the key. All its signatures are newer.'),
  'x-retired-at': dateTime.optional().describe('The end of the use of the key; absent for the current key.'),
});

export const KeySet = z.object({
  keys: z.array(PublicJwk).describe('Keys, the current key first, then the retired ones.'),
});
