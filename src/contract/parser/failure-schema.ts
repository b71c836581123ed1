/** The data of failures, in the answers of parsers, in stored reports and in answers of the API. */
import { z } from 'zod';
import { type FailureDetails, LIMITED_QUANTITIES, UNDECODABLE_PARTS } from '#domain/findings/failure.ts';
import { growing } from '#src/contract/values.ts';

const count = z.int().nonnegative();
const name = z.string().max(256);

export const failureDetailsSchema = z
  .strictObject({
    limit: growing(LIMITED_QUANTITIES).exactOptional().describe('The quantity that exceeds its limit.'),
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
        name: name.describe('The name of the crypt filter.'),
        method: name.nullable().describe('The method of the filter; null if the document does not define the filter.'),
      })
      .exactOptional()
      .describe('A crypt filter that is not supported.'),
    encryptionEntry: z
      .strictObject({
        name: name.describe('The name of the entry.'),
        bytes: count.describe('The length of the entry.'),
      })
      .exactOptional()
      .describe('An entry of the encryption dictionary whose length differs from the standard.'),
    unsupported: z
      .strictObject({
        part: growing(UNDECODABLE_PARTS).describe('The kind of streams.'),
        count: count.describe('The number of streams.'),
        filter: name.describe('The filter of the first one.'),
      })
      .exactOptional()
      .describe('Streams behind a filter that is not supported.'),
    residue: z
      .strictObject({
        count: count.describe('The number of traces.'),
        first: name.nullable().describe('The first entry; null if only the embedded file that stays is missing.'),
      })
      .exactOptional()
      .describe('Active content that is left in the output.'),
    isRefusedAgain: z
      .boolean()
      .exactOptional()
      .describe('The service refused or changed the output when it normalized the output again.'),
  })
  .describe(
    'The data of the message. A failure has only the members that its message needs.',
  ) satisfies z.ZodType<FailureDetails>;
