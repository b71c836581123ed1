/** The comparison of two documents, as it is asked for and answered. */
import { z } from 'zod';
import { COMPARED_FILES, COMPARISON_WARNING_CODES, IGNORED_CODES, SECURITY_FIELDS } from '#domain/compare.ts';
import { PAGE_MATCHES } from '#domain/pages/fingerprints.ts';
import { comparisonFactsSchema } from './parser/comparison-schema.ts';
import { count, file, growing, placed } from './values.ts';

const action = z
  .enum(['added', 'removed', 'modified'])
  .describe('What became of it from the first document to the second.');

const pageNumber = z.int().positive();
const position = (of: string) => pageNumber.describe(`Its page number in the ${of} document, counted from 1.`);

const pageHash = z.string().regex(/^[0-9a-f]{16}$/);

const contentHash = pageHash.describe('The first 16 hex digits of a SHA-256 over all that the page shows.');

export const PageInfo = z.object({ pageNumber: pageNumber.describe('Counted from 1.'), contentHash });

const change = {
  oldValue: z.string().nullable().describe('In the first document; null where it has none.'),
  newValue: z.string().nullable().describe('In the second document; null where it has none.'),
};

const positions = { oldPosition: position('first'), newPosition: position('second') };

export const PageReorder = z.object({ ...positions, contentHash });

export const DiffSummary = z.object({
  totalChanges: count.describe(
    'Entries of all lists. Documents that differ have one more where their object counts differ.',
  ),
  severity: z.enum(['none', 'minor', 'moderate', 'major']).describe('How grave the gravest of them is.'),
  identical: z.boolean().describe('Whether there is nothing to tell.'),
});

export const StructuralDiffReport = z.object({
  summary: placed(DiffSummary, 'All of it in one look.'),
  metadata: z
    .array(z.object({ field: z.string().describe('The key.'), ...change }))
    .describe('Keys of the document information dictionary.'),
  pages: z
    .object({
      added: z.array(PageInfo).describe('Pages of the second document alone.'),
      removed: z.array(PageInfo).describe('Pages of the first document alone.'),
      reordered: z.array(PageReorder).describe('Pages that moved against the others.'),
      modified: z
        .array(
          z.object({
            ...positions,
            oldContentHash: pageHash.describe('What the page shows in the first document.'),
            newContentHash: pageHash.describe('What it shows in the second one.'),
            textChanges: z
              .array(
                z.object({
                  before: z.string().nullable().describe('The words in the first document; null where it has none.'),
                  after: z.string().nullable().describe('The words in the second document; null where it has none.'),
                }),
              )
              .nullable()
              .describe(
                'The words that differ, numbers first. Empty where both pages have the same words. Null where the words are unknown.',
              ),
          }),
        )
        .describe('The same pages with other content.'),
      matches: z
        .array(
          z.object({
            ...positions,
            match: growing(PAGE_MATCHES).describe(
              '`page`: the page shows the same. `without_margins`: it does between its top and bottom margins.',
            ),
          }),
        )
        .describe(
          'Pages of the first document that are in the second one at another place, or with other margins. They are no changes besides those of the other lists.',
        ),
      totalA: count.describe('Pages of the first document. Those that no list names are the same in both.'),
      totalB: count.describe('Pages of the second document.'),
    })
    .describe('What became of the pages.'),
  objects: z
    .object({
      added: count.describe('How many more the second document has.'),
      removed: count.describe('How many fewer.'),
      totalA: count.describe('In the first document.'),
      totalB: count.describe('In the second document.'),
    })
    .describe('Entries of the cross-reference in use: approximate.'),
  forms: z
    .array(z.object({ fieldName: z.string().describe('Its full name.'), action, ...change }))
    .describe('Fields of forms.'),
  annotations: z
    .array(
      z.object({
        page: pageNumber.describe('Counted from 1.'),
        type: z.string().describe('Its subtype, for example `Link`.'),
        action,
      }),
    )
    .describe('Annotations of pages that both documents have.'),
  security: z
    .array(
      z.object({
        field: growing(SECURITY_FIELDS).describe('The fact.'),
        oldValue: z.string().describe('In the first document.'),
        newValue: z.string().describe('In the second document.'),
      }),
    )
    .describe('Encryption, signatures and active content.'),
  fonts: z
    .array(
      z.object({
        name: z.string().describe('Its base name, without subset tag.'),
        action: z.enum(['added', 'removed']).describe('Which document has it.'),
      }),
    )
    .describe('Fonts that one of the documents has alone.'),
  warnings: z
    .array(
      z.object({
        code: growing(COMPARISON_WARNING_CODES).describe('What it warns of, for programs.'),
        message: z.string().describe('The same for people.'),
        facts: comparisonFactsSchema.exactOptional(),
      }),
    )
    .describe('What is no difference, and has to be known.'),
  ignored: z
    .array(
      z.object({
        code: growing(IGNORED_CODES).describe('In what the files differ, for programs.'),
        message: z.string().describe('The same for people, as a part of a sentence.'),
      }),
    )
    .describe('In what the files differ without a change of the documents.'),
});

export const COMPARE_PARTS = Object.fromEntries(
  COMPARED_FILES.map((name) => [
    name,
    file.describe(name === 'file_a' ? 'The document before.' : 'The document after.'),
  ]),
);
