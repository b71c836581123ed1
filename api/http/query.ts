/**
 * Query parameters and headers by a schema: every name is known, none is given twice, and each value is what it should
 * be.
 */
import { z } from 'zod';
import { faultsOf, faulty, unknownNames, WORDS } from './faults.ts';
import { type Context, type Field, queryFields, uniqueFields } from './http.ts';

export function readQuery<Schema extends z.ZodObject>(ctx: Context, schema: Schema): z.output<Schema> {
  return readFields(queryFields(ctx), 'query', schema);
}

/** Reads the fields of a form in the same way. */
export function readFields<Schema extends z.ZodObject>(
  fields: readonly Field[],
  where: 'form' | 'query',
  schema: Schema,
): z.output<Schema> {
  const { values, faults } = uniqueFields(fields, where, Object.keys(schema.shape));
  const parsed = schema.safeParse(Object.fromEntries(values), WORDS);
  if (parsed.success && faults.length === 0) return parsed.data;
  throw faulty([...faults, ...(parsed.error ? faultsOf(parsed.error, where) : [])]);
}

/** Reads the headers of the schema. An empty header counts as sent, and is checked like any other. */
export function readHeaders<Schema extends z.ZodObject>(ctx: Context, schema: Schema): z.output<Schema> {
  const given = Object.keys(schema.shape).map((name) => [name, ctx.req.headers[name.toLowerCase()]?.toString().trim()]);
  const parsed = schema.safeParse(Object.fromEntries(given), WORDS);
  if (parsed.success) return parsed.data;
  throw faulty(faultsOf(parsed.error, 'header'));
}

/** Refuses a request that has one of these headers, be it empty. */
export function refuseHeaders(ctx: Context, names: readonly string[]): void {
  const given = names.filter((name) => ctx.req.headers[name.toLowerCase()] !== undefined);
  if (given.length > 0) throw faulty(unknownNames(given, 'header', []));
}

/** Decimal digits only: no sign, no fraction, no exponent. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = (text: unknown) => (typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text);
  return z.preprocess(digits, z.int({ error }).min(min, { error }).max(max, { error }));
}

/** This is for requests that know no parameter. */
export const NoQuery = z.object({});
