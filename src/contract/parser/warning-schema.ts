/** Facts of warnings: names in them come from hostile files, so that every length has a limit. */
import { z } from 'zod';
import { DOCUMENT_PARTS, MAX_LISTED, type WarningFacts } from '#domain/findings/warning.ts';
import { SIGNATURE_REASONS } from '#domain/report.ts';
import { growing } from '#src/contract/values.ts';
import { pageRangeSchema } from './finding-schema.ts';
import { embeddedFileSchema } from './embedded-file-schema.ts';

const count = z.int().nonnegative();
const name = z.string().max(256);

export const nameList = z.strictObject({
  count: count.describe('How many there are in all.'),
  listed: z.array(name).max(20).readonly().describe('The first of them.'),
});

const kindList = z.strictObject({
  count: count.describe('How many kinds there are in all.'),
  listed: z
    .array(
      z.strictObject({
        name: name.describe('The kind, for example `JavaScript`.'),
        count: count.describe('How many things are of this kind.'),
      }),
    )
    .max(MAX_LISTED)
    .readonly()
    .describe('The most frequent kinds, or fonts by name.'),
});

export const fontList = z.strictObject({
  count: count.describe('How many fonts there are in all.'),
  listed: z
    .array(
      z.strictObject({
        name: name.describe('The name of the font.'),
        pages: z.array(pageRangeSchema).max(20).readonly().describe('The pages that use it; the first 20 ranges.'),
        pageCount: count.describe('How many pages use it.'),
      }),
    )
    .max(MAX_LISTED)
    .readonly()
    .describe('The first of them by name.'),
});

export const signatureList = z.strictObject({
  count: count.describe('How many signatures there are.'),
  first: name.describe('The field of the first one; empty for a signature without a field.'),
  reason: growing(SIGNATURE_REASONS).nullable().describe('The reason of the first one.'),
  algorithm: name.nullable().describe('The algorithm that is not supported; null where the reason is another one.'),
});

const fileList = z.strictObject({
  count: count.describe('How many files there are in all.'),
  listed: z.array(embeddedFileSchema).max(MAX_LISTED).readonly().describe('The first of them.'),
});

const unsupported = z.strictObject({
  count: count.describe('How many streams there are.'),
  filter: name.describe('The filter of the first one; empty for a filter without a name.'),
  areImages: z.boolean().describe('All of them are images.'),
});

export const warningFactsSchema = z
  .strictObject({
    count: count.exactOptional().describe('How many things the warning counts.'),
    names: nameList.exactOptional().describe('Names of fonts, or keys of metadata.'),
    kinds: kindList.exactOptional().describe('The kinds of what `count` counts.'),
    part: z.enum(DOCUMENT_PARTS).exactOptional().describe('The part with the first one; absent for a page.'),
    entry: name.exactOptional().describe('The first of them, for example `OpenAction`.'),
    remainingFonts: fontList.exactOptional().describe('Fonts without a program in the output.'),
    substitutedFonts: fontList.exactOptional().describe('Fonts that have a substitute in the output.'),
    fonts: nameList.exactOptional().describe('Fonts for which no substitute has all glyphs.'),
    glyphs: nameList.exactOptional().describe('Glyphs that no substitute has.'),
    characters: nameList.exactOptional().describe('Characters of field values without a font, such as `U+0041`.'),
    characterCount: count.exactOptional().describe('How many characters.'),
    imageCount: count.exactOptional().describe('How many images.'),
    pictureCount: count.exactOptional().describe('How many removed media have a picture on the page.'),
    files: fileList.exactOptional().describe('Embedded files.'),
    invoice: name.exactOptional().describe('The removed file that is the electronic invoice.'),
    invalid: signatureList.exactOptional().describe('Signatures that are not valid.'),
    unverifiable: signatureList.exactOptional().describe('Signatures that cannot be verified.'),
    cutObjectStreams: count.exactOptional().describe('How many object streams have lost their last objects.'),
    damagedCount: count.exactOptional().describe('How many streams have broken data.'),
    unsupported: unsupported.exactOptional().describe('Streams behind a filter that is not supported.'),
    replacedCount: count.exactOptional().describe('How many annotations became marked content.'),
    removedCount: count.exactOptional().describe('How many annotations left the structure tree.'),
    propertyCount: count.exactOptional().describe('How many properties of XMP metadata.'),
    level: name.exactOptional().describe('A level of PDF/A, for example `2b`.'),
    element: name.exactOptional().describe('The root element that an invoice must have.'),
    reason: name.exactOptional().describe('Why the validator did not answer.'),
  })
  .describe(
    'The data of the warning. Each warning has those members that its sentence needs.',
  ) satisfies z.ZodType<WarningFacts>;
