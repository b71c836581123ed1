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
  clientReference: z.string().nullable().describe('The value from the request; null without one.'),
  metadata: z.record(z.string(), z.string()).describe('The value from the request; empty without one.'),
};

export const CreatedBy = z.object({
  type: z.enum(['api_key', 'member']).describe('Whether a program acted or a member who was signed in.'),
  id: z.uuid().describe('The id of the key or the member, also after their removal.'),
});

export const createdBy = CreatedBy.nullable().describe(
  'The API key or the member of the request; null in older records.',
);

export const page = {
  page: z.int().positive().optional().describe('The number of the page, from 1; absent with a cursor.'),
  page_size: z.int().min(1).max(100).describe('The limit of items on a page.'),
  total: count
    .optional()
    .describe('The number of items on all pages; absent with a cursor, because the service then counts nothing.'),
  next_cursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
};

export const file = z.string().meta({ format: 'binary', contentMediaType: 'application/pdf' });
