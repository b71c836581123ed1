/** The data of failures, in the answers of parsers, in stored reports and in answers of the API. */
import { z } from 'zod';
import { type FailureDetails, LIMITED_QUANTITIES, UNDECODABLE_PARTS } from '#domain/findings/failure.ts';
import { growing } from '#src/contract/values.ts';

const count = z.int().nonnegative();
const name = z.string().max(256);

export const failureDetailsSchema = z
  .strictObject({
    limit: growing(LIMITED_QUANTITIES)
      .exactOptional()
      .describe('The quantity of which the document has more than the limit.'),
    encryption: z
      .strictObject({
        handler: name.describe('The security handler.'),
        version: z.number().describe('`V` of the encryption dictionary.'),
        revision: z.number().describe('`R` of the encryption dictionary.'),
      })
      .exactOptional()
      .describe('A security handler, version or revision that is not supported.'),
    cryptFilter: z
      .strictObject({
        name: name.describe('Its name.'),
        method: name.nullable().describe('Its method; null where the document does not define the filter.'),
      })
      .exactOptional()
      .describe('A crypt filter that is not supported.'),
    encryptionEntry: z
      .strictObject({ name: name.describe('Its name.'), bytes: count.describe('Its length.') })
      .exactOptional()
      .describe('An entry of the encryption dictionary with another length than the standard asks for.'),
    unsupported: z
      .strictObject({
        part: growing(UNDECODABLE_PARTS).describe('The kind of streams.'),
        count: count.describe('How many streams.'),
        filter: name.describe('The filter of the first one.'),
      })
      .exactOptional()
      .describe('Streams behind a filter that is not supported.'),
    residue: z
      .strictObject({
        count: count.describe('How many traces.'),
        first: name.nullable().describe('The first entry; null where only the embedded file that stays is missing.'),
      })
      .exactOptional()
      .describe('Active content that is left in the output.'),
    isRefusedAgain: z
      .boolean()
      .exactOptional()
      .describe('The output is refused when it is normalized again, or changes each time.'),
  })
  .describe(
    'The data of the message. A failure has the members that its message needs.',
  ) satisfies z.ZodType<FailureDetails>;
