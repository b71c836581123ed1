/** `client_reference` and `metadata`: what callers note beside submissions and batches. */
import { z } from 'zod';
import { characterCount } from '#domain/text/characters.ts';
import {
  MAX_METADATA_ENTRIES,
  MAX_METADATA_VALUE_CHARS,
  MAX_REFERENCE_CHARS,
  METADATA_NAME,
} from '#domain/correlation.ts';
import { plainText } from '#api/http/fields.ts';
import { JsonRefused, parseJsonText } from '#api/http/checks/json-text.ts';

const RULE =
  `must be an object of at most ${MAX_METADATA_ENTRIES} strings of at most ${MAX_METADATA_VALUE_CHARS} characters, under ` +
  'names of 1 to 40 letters, digits, _, - and .';

export const ClientReference = plainText(MAX_REFERENCE_CHARS).describe(
  'The id of a record in your system. Answers, lists, webhooks and exports contain it, and lists can be filtered by it.',
);

/** PostgreSQL keeps neither U+0000 nor half of a pair. */
const isText = (text: string): boolean =>
  characterCount(text) <= MAX_METADATA_VALUE_CHARS && text.isWellFormed() && !text.includes('\0');

export const Metadata = z
  .record(z.string(), z.string(RULE), RULE)
  .refine((entries) => {
    const all = Object.entries(entries);
    return all.length <= MAX_METADATA_ENTRIES && all.every(([name, text]) => METADATA_NAME.test(name) && isText(text));
  }, RULE)
  .describe('Strings of your system under names of your choice. Answers, lists, webhooks and exports contain them.');

const FIELD_RULE = RULE.replace('an object', 'a JSON object');

/** The same metadata as JSON in a form field or a query parameter. */
export const MetadataField = z
  .string()
  .transform((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    try {
      const parsed = Metadata.safeParse(parseJsonText(text));
      return parsed.success ? parsed.data : refuse(FIELD_RULE);
    } catch (error) {
      if (!(error instanceof JsonRefused)) throw error;
      return refuse(error.code === 'malformed_json' ? FIELD_RULE : error.message);
    }
  })
  .describe('A JSON object of strings of your system. Answers, lists, webhooks and exports contain it.');
