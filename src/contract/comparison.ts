/** The comparison of two documents, as it is asked for and answered. */
import { z } from 'zod';
import { COMPARED_FILES, COMPARISON_WARNING_CODES, SECURITY_FIELDS } from '#domain/compare.ts';
import { count, file } from './values.ts';

const action = z.enum(['added', 'removed', 'modified']);

const pageNumber = z.int().positive();

const pageHash = z.string().regex(/^[0-9a-f]{16}$/);

const pageInfo = z.object({ pageNumber, contentHash: pageHash });

const change = { oldValue: z.string().nullable(), newValue: z.string().nullable() };

const positions = { oldPosition: pageNumber, newPosition: pageNumber };

export const StructuralDiffReport = z.object({
  summary: z.object({
    totalChanges: count,
    severity: z.enum(['none', 'minor', 'moderate', 'major']),
    identical: z.boolean(),
  }),
  metadata: z.array(z.object({ field: z.string(), ...change })),
  pages: z.object({
    added: z.array(pageInfo),
    removed: z.array(pageInfo),
    reordered: z.array(z.object({ ...positions, contentHash: pageHash })),
    modified: z.array(z.object({ ...positions, oldContentHash: pageHash, newContentHash: pageHash })),
  }),
  objects: z.object({ added: count, removed: count, totalA: count, totalB: count }),
  forms: z.array(z.object({ fieldName: z.string(), action, ...change })),
  annotations: z.array(z.object({ page: pageNumber, type: z.string(), action })),
  security: z.array(z.object({ field: z.enum(SECURITY_FIELDS), oldValue: z.string(), newValue: z.string() })),
  fonts: z.array(z.object({ name: z.string(), action: z.enum(['added', 'removed']) })),
  warnings: z.array(z.object({ code: z.enum(COMPARISON_WARNING_CODES), message: z.string() })),
});

export const COMPARE_PARTS = Object.fromEntries(COMPARED_FILES.map((name) => [name, file]));
