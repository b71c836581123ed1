/**
 * Query parameters and headers by a schema: every name is known, none is given twice, and each value is what it should
 * be.
 */
import { z } from 'zod';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { type Context, type Field, queryFields, uniqueFields } from './http.ts';

export function readQuery<Schema extends z.ZodObject>(ctx: Context, schema: Schema): z.output<Schema> {
  return readFields(queryFields(ctx), 'query', schema);
}

/** The same of the fields of a form. */
export function readFields<Schema extends z.ZodObject>(
  fields: readonly Field[],
  where: 'form' | 'query',
  schema: Schema,
): z.output<Schema> {
  const values = uniqueFields(fields, where, Object.keys(schema.shape));
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error, where);
}

/** The headers that the schema names; one that is empty counts as absent. */
export function readHeaders<Schema extends z.ZodObject>(ctx: Context, schema: Schema): z.output<Schema> {
  const given = Object.keys(schema.shape).map((name) => [name, ctx.get(name).trim() || undefined]);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error, 'header');
}

type Part = 'form' | 'query' | 'header';

function refusal({ issues }: z.ZodError, where: Part): ServiceError {
  const errors = issues.map((issue): FieldError => {
    const name = String(issue.path[0]);
    return { in: where, name, ...fault(issue, name, where) };
  });
  return new ServiceError('validation_failed', errors.map(({ detail }) => detail).join('; '), { errors });
}

function fault(issue: z.core.$ZodIssue, name: string, where: Part): Pick<FieldError, 'code' | 'detail'> {
  if (issue.code === 'invalid_value') {
    const detail = where === 'header' ? issue.message : `must be one of ${issue.values.join(', ')}`;
    return { code: 'invalid_enum', detail: `${name} ${detail}` };
  }
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return { code: typeof code === 'string' ? code : 'invalid_value', detail: `${name} ${issue.message}` };
}

/** Decimal digits only: no sign, no fraction, no exponent. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = (text: unknown) => (typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text);
  return z.preprocess(digits, z.int({ error }).min(min, { error }).max(max, { error }));
}

/** This is for requests that know no parameter. */
export const NoQuery = z.object({});
