/** Collects all faults of a request, each with its field and a sentence of the API. */
import type { z } from 'zod';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { pointerOf } from './checks/json-text.ts';
import { nearestName } from './nearest-name.ts';

type Part = FieldError['in'];

const MAX_NAME_CHARS = 100;
/** A body may have thousands, and an answer that names them all would be many times as long. */
const MAX_TOLD = 50;

/** One name that is not known is reason enough for that code: a typo must not silently mean the default. */
export function faulty(faults: readonly FieldError[]): ServiceError {
  const told = faults.slice(0, MAX_TOLD);
  const errors = told.filter((error, index) => told.findIndex((other) => isSame(other, error)) === index);
  const code = errors.some((error) => error.code === 'unknown_parameter') ? 'unknown_parameter' : 'validation_failed';
  return new ServiceError(code, errors.map(({ detail }) => detail).join('; '), { errors });
}

/**
 * The values of several reads of one request, or one problem with all their faults. A refusal that is alone keeps its
 * code; one that is of no field, or no refusal at all, comes before the others.
 */
export async function together<T extends readonly unknown[] | []>(
  reads: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  const settled = await Promise.allSettled(reads);
  const reasons: unknown[] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (reasons.length < 2) return Promise.all(reads);
  const refusals = reasons.filter((reason) => reason instanceof ServiceError);
  const errors = refusals.flatMap((refusal) => refusal.errors);
  const other = reasons.find((reason) => !(reason instanceof ServiceError) || reason.errors.length === 0);
  throw other ?? faulty(errors);
}

/** For `together`: what is thrown at once is thrown as by the others. */
export async function attempt<T>(read: () => T | Promise<T>): Promise<T> {
  return await read();
}

/** The answer has the first fault of a field, because further faults of the same value usually follow from it. */
function isSame(one: FieldError, other: FieldError): boolean {
  return one.in === other.in && one.name === other.name;
}

export function fault(where: Part, name: string, code: string, detail: string): FieldError {
  return { in: where, name, code, detail };
}

/** Values of several parameters that are present. */
export function unknownNames(names: readonly string[], where: Part, known: readonly string[]): FieldError[] {
  return names.slice(0, MAX_TOLD).map((name) => unknownName(name, where, known));
}

export function unknownName(name: string, where: Part, known: readonly string[]): FieldError {
  const nearest = nearestName(name, known);
  const shown = JSON.stringify(name.slice(0, MAX_NAME_CHARS));
  const detail = `${shown} is not a parameter of this request${nearest ? `; did you mean ${nearest}?` : ''}`;
  return fault(where, name.slice(0, MAX_NAME_CHARS), 'unknown_parameter', detail);
}

/** The faults that a schema finds in named values. */
export function faultsOf({ issues }: z.ZodError, where: Part): FieldError[] {
  return issues.slice(0, MAX_TOLD).map((issue) => {
    const name = String(issue.path[0]);
    return fault(where, name, codeOf(issue, TEXT_CODES), `${name} ${issue.message}`);
  });
}

/** Faults of a JSON body, where `name` is a JSON pointer (RFC 6901). */
export function bodyFaultsOf({ issues }: z.ZodError, value: unknown, known: readonly string[]): FieldError[] {
  return issues.slice(0, MAX_TOLD).flatMap((issue) => {
    const pointer = pointerOf(issue.path);
    if (issue.code === 'unrecognized_keys') {
      const unknown = unknownNames(issue.keys, 'body', pointer === '' ? known : []);
      return unknown.map((one) => ({ ...one, name: `${pointer}${pointerOf([one.name])}` }));
    }
    if (pointer === '') return [fault('body', '', 'invalid_type', 'The body must be a JSON object')];
    return [
      fault(
        'body',
        pointer,
        isAbsent(value, issue.path) ? 'required' : codeOf(issue, JSON_CODES),
        said(pointer, issue),
      ),
    ];
  });
}

const said = (pointer: string, { message }: z.core.$ZodIssue): string => `${pointer.slice(1)} ${message}`;

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return false;
    if (!Object.hasOwn(at, part)) return true;
    at = Reflect.get(at, part);
  }
  return false;
}

type Codes = Partial<Record<z.core.$ZodIssue['code'], string>>;

function codeOf(issue: z.core.$ZodIssue, codes: Codes): string {
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.['code'];
    return typeof code === 'string' ? code : 'invalid_value';
  }
  return codes[issue.code] ?? 'invalid_value';
}

/** Schemas of values that arrive as text. */
const TEXT_CODES: Codes = { invalid_value: 'invalid_enum' };
const JSON_CODES: Codes = {
  invalid_type: 'invalid_type',
  too_small: 'out_of_range',
  too_big: 'out_of_range',
};

/** The default sentence for a fault. It follows the name of the field. */
export const WORDS = {
  error(issue: z.core.$ZodRawIssue): string {
    if (issue.input === undefined) return 'is missing';
    switch (issue.code) {
      case 'invalid_type':
        return `must be ${KINDS[issue.expected] ?? issue.expected}`;
      case 'invalid_value':
        return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
      case 'too_small':
        return `must ${VERBS[issue.origin] ?? 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
      case 'too_big':
        return `must ${VERBS[issue.origin] ?? 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
      default:
        return 'is not what it should be';
    }
  },
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const VERBS: Readonly<Record<string, string>> = { string: 'have', array: 'have' };
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
