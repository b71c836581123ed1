/** Attestations, their envelope, the verdict about them, and the keys that sign them. */
import { z } from 'zod';
import { PARSER_ISOLATIONS } from '#domain/parser-isolation.ts';
import { VERDICT_LEVELS } from '#domain/verdict/kinds.ts';
import { count, dateTime, growing, sha256 } from './values.ts';

export const AttestedVerdict = z
  .object({
    kind: z.string().describe('A stable id; `/codes/{kind}` explains it.'),
    level: z.enum(VERDICT_LEVELS).describe('From the best to the worst.'),
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
  '@type': z.literal('NormalizationAttestation').describe('What it is.'),
  version: z.literal('1.0').describe('Of this schema.'),
  attestationId: z.uuid().describe('The attestation.'),
  issuedAt: dateTime.describe('When it was signed.'),
  issuer: z
    .object({
      name: z.string().describe('Its name.'),
      url: z.url().describe('Where it publishes its keys.'),
      publicKeyId: z.string().describe('RFC 7638 thumbprint: the `kid` in the key set.'),
    })
    .describe('Who signed it.'),
  subject: z
    .object({
      originalSha256: sha256.describe('SHA-256 of the document as it came, in hex.'),
      originalSizeBytes: count.describe('Its size.'),
      normalizedSha256: sha256.describe('SHA-256 of the canonical document, in hex.'),
      normalizedSizeBytes: count.describe('Its size.'),
      contentHash: z
        .string()
        .regex(/^(?:[0-9a-f]{64})?$/)
        .describe('SHA-256 of the text, whatever its layout; empty for a document without extractable text.'),
    })
    .describe('The document it is about.'),
  processing: z
    .object({
      toolchainVersion: z.string().describe('What it was made with, and by which versions.'),
      engineVersion: z.string().describe('The version of the engine.'),
      pipelineSpec: z.string().describe('The specification whose bytes these are.'),
      dockerImageDigest: z.string().describe('Of the image that ran; `unpinned` outside of one.'),
      parserIsolation: z
        .enum(PARSER_ISOLATIONS)
        .optional()
        .describe(
          'What the process that parsed the document was cut off from, as in `/readyz`. Absent in older attestations.',
        ),
      processingTimeMs: count.describe('Milliseconds of work.'),
    })
    .describe('How it was made.'),
  findings: z
    .object({
      healthScore: z.int().min(0).max(100).describe('100 for a document that gave no cause for anything.'),
      contentRemoved: z.array(z.string()).describe('Kinds of content that were taken out.'),
      structuralRepairs: z.array(z.string()).describe('Kinds of damage that were repaired.'),
      warningCount: count.describe('How many warnings the report has.'),
      verdict: AttestedVerdict.optional().meta({
        description: 'The verdict on the original. Absent in older attestations.',
      }),
    })
    .describe('What was found.'),
  facts: NamedFacts.optional().meta({
    description: 'The facts document that it belongs to. Absent in older attestations.',
  }),
  signature: z
    .object({
      algorithm: z.literal('ECDSA-P256-SHA256').describe('How it is signed.'),
      value: z
        .base64()
        .describe(
          'DER signature over the RFC 8785 form of everything but this object: of the JSON as it came, since a model that writes times or nulls in another way has other bytes.',
        ),
      publicKeyCertificate: z.url().describe('The key set.'),
      timestamp: z
        .base64()
        .optional()
        .describe(
          'TimeStampToken of RFC 3161 over the bytes of `value`: a third party says that the signature existed then. Absent where the service has no timestamp authority.',
        ),
    })
    .describe('The signature over it.'),
});

/** DSSE version 1 around an in-toto Statement. */
export const Envelope = z.object({
  payloadType: z.string().describe('`application/vnd.in-toto+json`.'),
  payload: z.base64().describe('The Statement.'),
  signatures: z
    .array(
      z.object({
        keyid: z.string().describe('The `kid` in the key set.'),
        sig: z.base64().describe('Over type and payload, as DSSE joins them.'),
      }),
    )
    .min(1)
    .describe('One of each key.'),
});

export const Verification = z.object({
  valid: z.boolean().describe('Whether signature and document hold.'),
  attestationId: z.string().describe('This and the next two as the attestation has them.'),
  normalizedSha256: z.string().describe('SHA-256 of the canonical document, in hex.'),
  issuedAt: z.string().describe('When it was signed.'),
  reason: growing(['malformed', 'unknown_key', 'signature_invalid', 'artifact_mismatch', 'original_mismatch'])
    .nullable()
    .describe('Why it is not valid; null where it is.'),
  verdict: AttestedVerdict.nullable().describe(
    'The signed verdict on the original; null where it is not valid, and where the attestation says nothing of it.',
  ),
  facts: NamedFacts.nullable().describe(
    'The facts document that the attestation names; null where it is not valid, and where it names none.',
  ),
});

export const PublicJwk = z.object({
  kty: z.literal('EC').describe('The kind of key.'),
  use: z.literal('sig').describe('It signs.'),
  alg: z.literal('ES256').describe('The algorithm.'),
  kid: z.string().describe('RFC 7638 thumbprint.'),
  crv: z.literal('P-256').describe('The curve.'),
  x: z.string().describe('Base64url of the coordinate.'),
  y: z.string().describe('Base64url of the other coordinate.'),
  'x-created-at': dateTime.optional().describe('Since when it signs: nothing that it signed is older.'),
  'x-retired-at': dateTime.optional().describe('Since when it signs no more; absent while it does.'),
});

export const KeySet = z.object({
  keys: z.array(PublicJwk).describe('The current key first, then those that have retired.'),
});
