/** Query parameters by a schema: every name is known, none is given twice, and each value is what it should be. */
import { z } from 'zod';
import { ServiceError, type FieldError } from '#domain/errors.ts';
import { queryFields, uniqueFields, type Context } from './http.ts';

export function readQuery<Schema extends z.ZodObject>(ctx: Context, schema: Schema): z.infer<Schema> {
  const values = uniqueFields(queryFields(ctx), 'query', Object.keys(schema.shape));
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(fieldError);
  throw new ServiceError('validation_failed', errors.map(({ detail }) => detail).join('; '), { errors });
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  const name = String(issue.path[0]);
  if (issue.code === 'invalid_value') {
    const detail = `${name} must be one of ${issue.values.join(', ')}`;
    return { in: 'query', name, code: 'invalid_enum', detail };
  }
  return { in: 'query', name, code: 'invalid_value', detail: `${name} ${issue.message}` };
}

/** Decimal digits only: no sign, no fraction, no exponent. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = (text: unknown) => (typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text);
  return z.preprocess(digits, z.int({ error }).min(min, { error }).max(max, { error }));
}

/** For requests that know no parameter. */
export const NoQuery = z.object({});
