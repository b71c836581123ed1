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
  count: count.describe('The total number.'),
  listed: z.array(name).max(20).readonly().describe('The first entries.'),
});

const kindList = z.strictObject({
  count: count.describe('The number of kinds.'),
  listed: z
    .array(
      z.strictObject({
        name: name.describe('The kind, for example `JavaScript`.'),
        count: count.describe('The number of things of this kind.'),
      }),
    )
    .max(MAX_LISTED)
    .readonly()
    .describe('The most frequent kinds, or fonts by name.'),
});

export const fontList = z.strictObject({
  count: count.describe('The number of fonts.'),
  listed: z
    .array(
      z.strictObject({
        name: name.describe('The name of the font.'),
        pages: z.array(pageRangeSchema).max(20).readonly().describe('The pages that use it; the first 20 ranges.'),
        pageCount: count.describe('The number of pages that use the font.'),
      }),
    )
    .max(MAX_LISTED)
    .readonly()
    .describe('The first fonts by name.'),
});

export const signatureList = z.strictObject({
  count: count.describe('The number of signatures.'),
  first: name.describe('The field of the first one; empty for a signature without a field.'),
  reason: growing(SIGNATURE_REASONS).nullable().describe('The reason of the first one.'),
  algorithm: name.nullable().describe('The algorithm that is not supported; null where the reason is another one.'),
});

const fileList = z.strictObject({
  count: count.describe('The number of files.'),
  listed: z.array(embeddedFileSchema).max(MAX_LISTED).readonly().describe('The first files.'),
});

const unsupported = z.strictObject({
  count: count.describe('The number of streams.'),
  filter: name.describe('The filter of the first one; empty for a filter without a name.'),
  areImages: z.boolean().describe('All streams are images.'),
});

export const warningFactsSchema = z
  .strictObject({
    count: count.exactOptional().describe('The number of things that the warning counts.'),
    names: nameList.exactOptional().describe('Names of fonts, or keys of metadata.'),
    kinds: kindList.exactOptional().describe('The kinds of the counted things.'),
    part: z.enum(DOCUMENT_PARTS).exactOptional().describe('The part with the first entry; absent for a page.'),
    entry: name.exactOptional().describe('The first entry, for example `OpenAction`.'),
    remainingFonts: fontList.exactOptional().describe('Fonts without a program in the output.'),
    substitutedFonts: fontList.exactOptional().describe('Fonts that have a substitute in the output.'),
    fonts: nameList.exactOptional().describe('Fonts for which no substitute has all glyphs.'),
    glyphs: nameList.exactOptional().describe('Glyphs that no substitute has.'),
    characters: nameList.exactOptional().describe('Characters of field values without a font, such as `U+0041`.'),
    characterCount: count.exactOptional().describe('The number of characters.'),
    imageCount: count.exactOptional().describe('The number of images.'),
    pictureCount: count.exactOptional().describe('The number of removed media with a picture on the page.'),
    files: fileList.exactOptional().describe('Embedded files.'),
    invoice: name.exactOptional().describe('The removed file that is the electronic invoice.'),
    invalid: signatureList.exactOptional().describe('Signatures that are not valid.'),
    unverifiable: signatureList.exactOptional().describe('Signatures that cannot be verified.'),
    cutObjectStreams: count.exactOptional().describe('The number of object streams without their last objects.'),
    damagedCount: count.exactOptional().describe('The number of streams with broken data.'),
    unsupported: unsupported.exactOptional().describe('Streams behind a filter that is not supported.'),
    replacedCount: count.exactOptional().describe('The number of annotations that became marked content.'),
    removedCount: count.exactOptional().describe('The number of annotations that left the structure tree.'),
    propertyCount: count.exactOptional().describe('The number of properties of XMP metadata.'),
    level: name.exactOptional().describe('A PDF/A level, for example `2b`.'),
    element: name.exactOptional().describe('The root element that an invoice must have.'),
    reason: name.exactOptional().describe('The reason for the missing answer of the validator.'),
  })
  .describe(
    'The data of the warning. A warning has only the members that its sentence needs.',
  ) satisfies z.ZodType<WarningFacts>;
