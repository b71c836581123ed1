/** The facts that a report has about a file that was embedded in a document. */
import { z } from 'zod';
import { sha256 } from '#src/contract/values.ts';

export const embeddedFileSchema = z.strictObject({
  name: z
    .string()
    .describe('The name in the document, without folders and control characters. It is no path to write to.'),
  mediaType: z.string().nullable().describe('The media type that the document states; null without one.'),
  relationship: z
    .string()
    .nullable()
    .describe('The relation to the document, for example `Alternative`; null if the document states none.'),
  content: z.enum(['complete', 'damaged', 'not_read']).describe('Whether the service could read the content.'),
  sizeBytes: z
    .int()
    .nonnegative()
    .nullable()
    .describe('The size of the unpacked content; null unless the content is complete.'),
  sha256: sha256.nullable().describe('The SHA-256 of the unpacked content; null unless the content is complete.'),
});
