/** The facts that a report has about a file that was embedded in a document. */
import { z } from 'zod';
import { sha256 } from '#src/contract/values.ts';

export const embeddedFileSchema = z.strictObject({
  name: z.string().describe('As the document calls it, without folders and control characters; no path to write to.'),
  mediaType: z.string().nullable().describe('As the document says; null where it does not.'),
  relationship: z
    .string()
    .nullable()
    .describe('What it is to the document, for example `Alternative`; null where that is not said.'),
  content: z.enum(['complete', 'damaged', 'not_read']).describe('Whether its content could be read.'),
  sizeBytes: z.int().nonnegative().nullable().describe('Of the unpacked content; null unless that is complete.'),
  sha256: sha256.nullable().describe('Of the unpacked content; null unless that is complete.'),
});
