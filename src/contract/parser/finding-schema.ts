/** Facts and places of findings: names in them come from hostile files, so that every length has a limit. */
import { z } from 'zod';
import type { Facts, Place } from '#domain/findings/finding.ts';
import { placed } from '#src/contract/values.ts';

const count = z.int().nonnegative();
const name = z.string().max(256);
const names = z.array(name).max(20).readonly();

export const pageRangeSchema = z.strictObject({
  first: z.int().positive().describe('The first page of the range, from 1.'),
  last: z.int().positive().describe('The last page of the range.'),
});

export const pageRangesSchema = z.array(pageRangeSchema).max(20).readonly();

export const objectIdSchema = z.strictObject({
  number: count.describe('The number of the object.'),
  generation: count.describe('The generation of the object.'),
});

export const byteRangeSchema = z.strictObject({
  start: count.describe('The first byte.'),
  end: count.describe('The byte after the last one.'),
});

export const placeSchema = z.strictObject({
  pages: pageRangesSchema.describe('The pages, as ranges; the first 20 of them.'),
  pageCount: count.describe('The number of these pages.'),
  object: objectIdSchema.nullable().describe('The first object; null where the finding names none.'),
  byteRange: byteRangeSchema.nullable().describe('The bytes of the original; null where the finding names none.'),
  fields: names.describe('The form fields, by their qualified names; the first 20 of them.'),
  fieldCount: count.describe('The number of these fields.'),
  signatures: names.describe('The fields of the signatures; empty for a signature without a field.'),
  signatureCount: count.describe('The number of these signatures.'),
}) satisfies z.ZodType<Place>;

export const place = placed(placeSchema, 'The part of the document that the finding is about.');

export const factsSchema = z
  .strictObject({
    count: count.exactOptional().describe('The number of objects, pages or other things that the finding counts.'),
    total: count.exactOptional().describe('The total number.'),
    bytes: count.exactOptional().describe('A number of bytes.'),
    position: count.exactOptional().describe('The position of a byte in the original.'),
    revision: count.exactOptional().describe('A revision of the original, from 1.'),
    pageCount: count.exactOptional().describe('The number of pages in this reading.'),
    otherPageCount: count.exactOptional().describe('The number of pages in another reading.'),
    otherObject: objectIdSchema.exactOptional().describe('A second object.'),
    version: name.exactOptional().describe('A version of PDF.'),
    otherVersion: name.exactOptional().describe('Another version of PDF.'),
    entry: name.exactOptional().describe('The entry that was changed, for example `page /Contents`.'),
    isAfterSigning: z.boolean().exactOptional().describe('A signature covers the state before the change.'),
    hides: z.boolean().exactOptional().describe('The change replaced or hid something that was shown.'),
  })
  .describe(
    'The data of the finding. A finding has only the members that its sentence needs.',
  ) satisfies z.ZodType<Facts>;
