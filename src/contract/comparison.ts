/** The comparison of two documents, as it is asked for and answered. */
import { z } from 'zod';
import { COMPARED_FILES, COMPARISON_WARNING_CODES, IGNORED_CODES, SECURITY_FIELDS } from '#domain/compare.ts';
import { PAGE_MATCHES } from '#domain/pages/fingerprints.ts';
import { comparisonFactsSchema } from './parser/comparison-schema.ts';
import { count, file, growing, placed } from './values.ts';

const action = z
  .enum(['added', 'removed', 'modified'])
  .describe('The difference between the first and the second document.');

const pageNumber = z.int().positive();
const position = (of: string) => pageNumber.describe(`The page number in the ${of} document, from 1.`);

const pageHash = z.string().regex(/^[0-9a-f]{16}$/);

const contentHash = pageHash.describe('The first 16 hex digits of a SHA-256 of all visible content of the page.');

export const PageInfo = z.object({ pageNumber: pageNumber.describe('The number of the page, from 1.'), contentHash });

const change = {
  oldValue: z.string().nullable().describe('The value in the first document; null without one.'),
  newValue: z.string().nullable().describe('The value in the second document; null without one.'),
};

const positions = { oldPosition: position('first'), newPosition: position('second') };

export const PageReorder = z.object({ ...positions, contentHash });

export const DiffSummary = z.object({
  totalChanges: count.describe(
    'The number of entries in all lists. A difference between the object counts of different documents counts as one entry.',
  ),
  severity: z.enum(['none', 'minor', 'moderate', 'major']).describe('The most serious level of these differences.'),
  identical: z.boolean().describe('Whether the documents have no difference.'),
});

export const StructuralDiffReport = z.object({
  summary: placed(DiffSummary, 'All of it in one look.'),
  metadata: z
    .array(z.object({ field: z.string().describe('The key of the entry.'), ...change }))
    .describe('Differences between the document information dictionaries.'),
  pages: z
    .object({
      added: z.array(PageInfo).describe('Pages that only the second document has.'),
      removed: z.array(PageInfo).describe('Pages that only the first document has.'),
      reordered: z.array(PageReorder).describe('Pages at another place among the other pages.'),
      modified: z
        .array(
          z.object({
            ...positions,
            oldContentHash: pageHash.describe('The content of the page in the first document.'),
            newContentHash: pageHash.describe('The content of the page in the second document.'),
            textChanges: z
              .array(
                z.object({
                  before: z.string().nullable().describe('The words in the first document; null without any.'),
                  after: z.string().nullable().describe('The words in the second document; null without any.'),
                }),
              )
              .nullable()
              .describe(
                'The words that differ, numbers first. Empty if both pages have the same words. Null if the words are unknown.',
              ),
          }),
        )
        .describe('Pages of both documents with different content.'),
      matches: z
        .array(
          z.object({
            ...positions,
            match: growing(PAGE_MATCHES).describe(
              '`page`: the whole pages have the same content. `without_margins`: the pages are the same between the top and bottom margins.',
            ),
          }),
        )
        .describe(
          'Pages of the first document that the second one has at another place, or with other margins. The other lists cover their changes.',
        ),
      totalA: count.describe('Pages of the first document. A page that no list names is the same in both documents.'),
      totalB: count.describe('Pages of the second document.'),
    })
    .describe('The differences between the pages.'),
  objects: z
    .object({
      added: count.describe('The number of objects that only the second document has.'),
      removed: count.describe('The number of objects that only the first document has.'),
      totalA: count.describe('The number in the first document.'),
      totalB: count.describe('The number in the second document.'),
    })
    .describe('Approximate numbers of objects: entries of the cross-reference in use.'),
  forms: z
    .array(z.object({ fieldName: z.string().describe('The full name of the field.'), action, ...change }))
    .describe('Form fields.'),
  annotations: z
    .array(
      z.object({
        page: pageNumber.describe('The number of the page, from 1.'),
        type: z.string().describe('The subtype of the annotation, for example `Link`.'),
        action,
      }),
    )
    .describe('Annotations on pages that both documents have.'),
  security: z
    .array(
      z.object({
        field: growing(SECURITY_FIELDS).describe('The name of the fact.'),
        oldValue: z.string().describe('The value in the first document.'),
        newValue: z.string().describe('The value in the second document.'),
      }),
    )
    .describe('Facts about encryption, signatures and active content.'),
  fonts: z
    .array(
      z.object({
        name: z.string().describe('The base name of the font without the subset tag.'),
        action: z.enum(['added', 'removed']).describe('The change of the font from the first to the second document.'),
      }),
    )
    .describe('Fonts that only one of the documents has.'),
  warnings: z
    .array(
      z.object({
        code: growing(COMPARISON_WARNING_CODES).describe('The code of the warning, for programs.'),
        message: z.string().describe('The warning for people.'),
        facts: comparisonFactsSchema.exactOptional(),
      }),
    )
    .describe('Facts that are no differences, but matter to readers.'),
  ignored: z
    .array(
      z.object({
        code: growing(IGNORED_CODES).describe('The code of the property, for programs.'),
        message: z.string().describe('The property for people, as a part of a sentence.'),
      }),
    )
    .describe('Properties in which the files differ although the documents are the same.'),
});

export const COMPARE_PARTS = Object.fromEntries(
  COMPARED_FILES.map((name) => [
    name,
    file.describe(name === 'file_a' ? 'The document before.' : 'The document after.'),
  ]),
);
