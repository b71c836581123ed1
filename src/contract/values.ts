/** Values that the bodies of several answers have. */
import { z } from 'zod';

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const prefixedSha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const count = z.int().nonnegative();

export const dateTime = z.iso.datetime();

/**
 * Words of which there may be new ones at any time. The description names them without forbidding others: generated
 * clients of some languages refuse a value that an enumeration lacks.
 */
export function growing<const Word extends string>(words: readonly Word[]) {
  return z.enum(words).meta({ 'x-extensible-enum': true });
}

/** An object that has a name, with words about this place: a copy with other words would not be known by the name. */
export function placed<Schema extends z.ZodObject>(schema: Schema, words: string) {
  return z.nonoptional(schema).describe(words);
}

/** A link inside the service. */
export const path = z.string().regex(/^\//);

/** Values that callers attached. */
export const correlation = {
  clientReference: z.string().nullable().describe('As it was given with the request; null without.'),
  metadata: z.record(z.string(), z.string()).describe('As it was given with the request; empty without.'),
};

export const CreatedBy = z.object({
  type: z.enum(['api_key', 'member']).describe('Whether a program or a person who was signed in.'),
  id: z.uuid().describe('Of the key or the member, also once they are gone.'),
});

export const createdBy = CreatedBy.nullable().describe(
  'The API key or the member whose request made it; null where that was not recorded.',
);

export const page = {
  page: z.int().positive().optional().describe('Counted from 1; absent with a cursor.'),
  page_size: z.int().min(1).max(100).describe('The most that a page has.'),
  total: count
    .optional()
    .describe('The number of items on all pages; absent with a cursor, with which the service counts nothing.'),
  next_cursor: z.string().nullable().describe('For the next page, as `cursor`; null on the last one.'),
};

export const file = z.string().meta({ format: 'binary', contentMediaType: 'application/pdf' });
