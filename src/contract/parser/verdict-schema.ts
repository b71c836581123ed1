/** The verdict of a document, as answers have it. */
import { z } from 'zod';
import { VERDICT_KINDS, VERDICT_LEVELS } from '#domain/verdict/kinds.ts';
import { MAX_SIGNERS } from '#domain/verdict/signers.ts';
import { MAX_TEXT_CHANGES } from '#domain/verdict/text-changes.ts';
import { pageRangesSchema } from './finding-schema.ts';
import { textChangeSchema } from './report-schema.ts';
import { growing } from '#src/contract/values.ts';

export const VerdictLevel = z
  .enum(VERDICT_LEVELS)
  .describe(
    'The attention that the document needs: `good`, `neutral`, `caution`, `danger`, from the best to the worst.',
  );

const level = VerdictLevel.describe('The level of this kind.');
const kind = growing(VERDICT_KINDS).describe('The verdict, for programs.');

/** A verdict without names and without words of the document. */
export const VerdictSummary = z.object({ kind, level });

export const VerdictSigner = z.object({
  name: z.string().nullable().describe('The name that the certificate states; null where it states none.'),
  fieldName: z.string().describe('The form field that holds the signature; empty for a signature without a field.'),
  signedAt: z.string().nullable().describe('The time that the signature states: ISO 8601 in UTC. Null without one.'),
  valid: z.boolean().describe('Whether the signature is valid.'),
  reason: z.string().nullable().describe('The reason of `signatureVerificationResults`; null without one.'),
  certificateTrusted: z
    .boolean()
    .nullable()
    .describe(
      'Whether the certificate leads to a trust anchor and has not expired; null where the service has no trust anchors.',
    ),
  isTimestamp: z.boolean().describe('Whether this is a timestamp of the document, and no signature of a person.'),
  revision: z
    .int()
    .positive()
    .nullable()
    .describe('The last revision that the signature covers, from 1; null where that is unknown.'),
});

export const TextChange = textChangeSchema;

export const Verdict = z.object({
  kind,
  level,
  label: z.string().describe('A word or two for people.'),
  sentence: z.string().describe('The verdict for people. Names and words of the document in it come from the file.'),
  notes: z.array(z.string()).describe('Further sentences for people.'),
  signers: z.array(VerdictSigner).max(MAX_SIGNERS).describe('Each signature once, in the order of signing.'),
  changes: z
    .array(TextChange)
    .max(MAX_TEXT_CHANGES)
    .nullable()
    .describe(
      'The words that changed after the document was signed, numbers first. Null where no change followed a signature, or the words are unknown.',
    ),
  pages: pageRangesSchema.describe('The pages that the verdict is about.'),
});
