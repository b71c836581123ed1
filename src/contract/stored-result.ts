/**
 * The result of a submission as its row stores it: the parts that the bodies of answers are made of, without the words of any
 * version. Older reports have other words.
 */
import { z } from 'zod';
import { sha256 } from './values.ts';

const text = z.string();
const number = z.number();

export const StoredResult = z.object({
  metadata: z.record(text, text),
  stageDurationsMs: z.record(text, number).nullable(),
  report: z
    .object({
      original: z.object({ sha256, sizeBytes: number }),
      normalized: z
        .object({ sha256, sizeBytes: number, pdfVersion: text, linearized: z.boolean(), contentHash: text.nullable() })
        .nullable(),
      security: z.object({
        signatureCount: number,
        signatureVerificationResults: z.array(
          z.object({ fieldName: text, signerName: text.nullable(), signedAt: text.nullable(), valid: z.boolean() }),
        ),
      }),
      validation: z.object({ validatorErrors: z.array(text) }),
      tamperAnalysis: z
        .object({
          riskLevel: text,
          anomaliesDetected: number,
          anomalies: z.array(z.object({ type: text, severity: text })),
        })
        .nullable(),
      verdict: z
        .object({
          kind: text,
          level: text,
          signers: z.array(z.object({ name: text.nullable(), fieldName: text, valid: z.boolean() })),
          changes: z.array(z.object({ page: number, before: text.nullable(), after: text.nullable() })).nullable(),
          pages: z.array(z.object({ first: number, last: number })),
        })
        .optional(),
      warnings: z.array(z.object({ code: text, message: text })),
      failure: z.object({ code: text, message: text, stage: text.nullable() }).nullable(),
      stages: z.array(z.object({ stage: number, name: text, result: text })),
    })
    .nullable(),
});
