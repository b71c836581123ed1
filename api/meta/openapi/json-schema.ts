/** Hints for `zod-openapi` about facts that Zod does not know or describes at too much length. */
import { z } from 'zod';
import { Flag } from '#api/http/fields.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function adjust(zodSchema: z.core.$ZodTypes, jsonSchema: JsonSchema, strict: boolean): void {
  if (zodSchema === Flag.def.in) {
    delete jsonSchema.enum;
    jsonSchema.type = 'boolean';
  }
  // A default is given in the type that the transformation makes, and left out where that is another one.
  if (zodSchema instanceof z.ZodDefault && zodSchema.def.innerType === Flag) {
    jsonSchema.default = zodSchema.def.defaultValue;
  }
  delete jsonSchema.readOnly;
  mergeNull(jsonSchema);
  takeFirstSpelling(jsonSchema);
  if (jsonSchema.type?.includes('integer')) simplifyInteger(jsonSchema);
  // The pattern says the same as the format, at length.
  if (jsonSchema.format !== undefined && SELF_EXPLAINING.has(jsonSchema.format)) delete jsonSchema.pattern;
  // All names are strings.
  delete jsonSchema.propertyNames;
  extend(jsonSchema, strict);
  if (zodSchema instanceof z.ZodObject && Object.keys(zodSchema.shape).length > 0 && !isLoose(zodSchema)) {
    // A schema without properties refers to a named schema, which has the rule.
    if (strict && jsonSchema.properties) jsonSchema.additionalProperties = false;
    else delete jsonSchema.additionalProperties;
  }
  if (Array.isArray(jsonSchema.type)) sortMembers(jsonSchema);
}

/**
 * Zod merges the members of a nullable schema in the order in which it came by it, and zod-openapi takes a schema for
 * another one in answers, with `Output` after its name, where the order differs.
 */
function sortMembers(jsonSchema: JsonSchema): void {
  const members = Object.entries(jsonSchema).toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [name] of members) delete jsonSchema[name];
  Object.assign(jsonSchema, Object.fromEntries(members));
}

const SELF_EXPLAINING: ReadonlySet<string> = new Set(['date-time', 'uuid', 'date', 'email']);

function simplifyInteger(jsonSchema: JsonSchema): void {
  jsonSchema.format = 'int64';
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.exclusiveMinimum === 0) {
    delete jsonSchema.exclusiveMinimum;
    jsonSchema.minimum = 1;
  }
}

/** One of two types, of which the second is null, is written as a list of types: generators understand that best. */
function mergeNull(jsonSchema: JsonSchema): void {
  const [value, none, ...more] = jsonSchema.anyOf ?? [];
  if (!value || none?.type !== 'null' || more.length > 0) return;
  if (typeof value.type !== 'string' || value.enum !== undefined || value.$ref !== undefined) return;
  const { type, ...rest } = value;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...rest, ...jsonSchema, type: [type, 'null'] });
}

/** The document describes only the first of several notations of a string, because a client needs only one. */
function takeFirstSpelling(jsonSchema: JsonSchema): void {
  const [first, ...more] = jsonSchema.anyOf ?? [];
  if (first?.type !== 'string' || more.length === 0 || more.some(({ type }) => type !== 'string')) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...first, ...jsonSchema });
}

/** Growing enumerations are words and no rule, except to the tests. */
function extend(jsonSchema: JsonSchema, strict: boolean): void {
  if (jsonSchema['x-extensible-enum'] !== true) return;
  jsonSchema['x-extensible-enum'] = jsonSchema.enum;
  if (!strict) delete jsonSchema.enum;
}

function isLoose(schema: z.ZodObject): boolean {
  return schema.def.catchall instanceof z.ZodUnknown;
}
