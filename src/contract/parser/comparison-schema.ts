/** A comparison as it comes back from a child that has read hostile bytes: every field checked, none added. */
import { z } from 'zod';
import {
  COMPARED_FILES,
  COMPARISON_WARNING_CODES,
  type FactualComparison,
  IGNORED_CODES,
  SECURITY_FIELDS,
} from '#domain/compare.ts';
import { PAGE_MATCHES } from '#domain/pages/fingerprints.ts';
import { MAX_TEXT_CHANGES, MAX_TEXT_LENGTH } from '#domain/verdict/text-changes.ts';
import { failedFactsSchema, rejectionSchema } from './report-schema.ts';

const count = z.int().nonnegative();
const position = z.int().positive();
const text = z.string().max(4_000);
const value = text.nullable();
const hash = z.string().regex(/^[0-9a-f]{16}$/);
const action = z.enum(['added', 'removed', 'modified']);
const page = z.strictObject({ pageNumber: position, contentHash: hash });
const words = z.string().max(MAX_TEXT_LENGTH).nullable();
const wordChange = z.strictObject({ before: words, after: words });

export const comparisonFactsSchema = z
  .strictObject({
    pipelineSpecA: z.string().max(100).describe('The specification under which the first file was normalized.'),
    pipelineSpecB: z.string().max(100).describe('The specification under which the second file was normalized.'),
    isNormalized: z.boolean().describe('The service normalized both files again before the comparison.'),
  })
  .describe('The data of the warning.');

const report = z.strictObject({
  summary: z.strictObject({
    totalChanges: count,
    severity: z.enum(['none', 'minor', 'moderate', 'major']),
    identical: z.boolean(),
  }),
  metadata: z.array(z.strictObject({ field: text, oldValue: value, newValue: value })),
  pages: z.strictObject({
    added: z.array(page),
    removed: z.array(page),
    reordered: z.array(z.strictObject({ oldPosition: position, newPosition: position, contentHash: hash })),
    modified: z.array(
      z.strictObject({
        oldPosition: position,
        newPosition: position,
        oldContentHash: hash,
        newContentHash: hash,
        textChanges: z.array(wordChange).max(MAX_TEXT_CHANGES).nullable(),
      }),
    ),
    matches: z.array(z.strictObject({ oldPosition: position, newPosition: position, match: z.enum(PAGE_MATCHES) })),
    totalA: count,
    totalB: count,
  }),
  objects: z.strictObject({ added: count, removed: count, totalA: count, totalB: count }),
  forms: z.array(z.strictObject({ fieldName: text, action, oldValue: value, newValue: value })),
  annotations: z.array(z.strictObject({ page: position, type: text, action })),
  security: z.array(z.strictObject({ field: z.enum(SECURITY_FIELDS), oldValue: text, newValue: text })),
  fonts: z.array(z.strictObject({ name: text, action: z.enum(['added', 'removed']) })),
  ignored: z.array(z.strictObject({ code: z.enum(IGNORED_CODES), message: text })),
  warnings: z.array(z.strictObject({ code: z.enum(COMPARISON_WARNING_CODES), facts: comparisonFactsSchema })),
});

const file = z.enum(COMPARED_FILES).nullable();

const failure = z.union([rejectionSchema.extend({ file }), failedFactsSchema.extend({ file })]);

export const comparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('report'), report }),
  z.strictObject({ kind: z.literal('failure'), failure }),
]) satisfies z.ZodType<FactualComparison>;
