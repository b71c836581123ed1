/** The members of a schema as rows of a table: dotted names, a type in words, whether it must be there, its meaning. */
import { z } from 'zod';
import { cell } from './doc-page.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly default?: unknown;
}

export const JsonSchema: z.ZodType<JsonSchema> = z.looseObject({});

export type Schemas = Readonly<Record<string, JsonSchema>>;

export const FIELD_HEAD = ['Name', 'Type', 'Meaning'] as const;

/** Deeper members are in the schema that the type names. */
const DEPTH = 3;
/** Longer cells are hard to read. */
const MAX_WORDS = 24;

export function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): string[][] {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return Object.entries(properties).flatMap(([name, member]) => {
    const inner = resolved(member, schemas);
    const path = `${prefix}${name}`;
    const about = member.description ?? inner.description ?? '';
    const isRequired = required.includes(name) ? '' : ' (may be absent)';
    const row = [`\`${path}\``, `${typeOf(member, schemas)}${isRequired}`, about];
    if (depth + 1 >= DEPTH) return [row];
    return [row, ...fieldRows(within(inner, schemas), schemas, `${path}${inner.items ? '[]' : ''}.`, depth + 1)];
  });
}

/** The schema that has the members: that of the items of a list, or the one alternative that is not null. */
function within(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.items) return within(resolved(schema.items, schemas), schemas);
  const [some, ...others] = alternatives(schema).filter(({ type }) => type !== 'null');
  return some && others.length === 0 ? resolved(some, schemas) : schema;
}

export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? schema : schemas[name]) ?? {};
}

/** Describes the type in words, with its allowed values. */
export function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const inner = resolved(schema, schemas);
  const { const: only } = inner;
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  const words = inner.enum ?? inner['x-extensible-enum'];
  if (words) return wordsOf(words, inner.enum === undefined);
  const several = alternatives(inner);
  if (several.length > 0) return several.map((one) => typeOf(one, schemas)).join(' or ');
  if (inner.items) return `list of ${typeOf(inner.items, schemas)}`;
  const types = [inner.type ?? 'object'].flat();
  return types.map((type) => (type === 'string' ? stringOf(inner) : type)).join(' or ');
}

function alternatives({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return anyOf ?? oneOf ?? [];
}

function stringOf({ format, contentMediaType }: JsonSchema): string {
  if (contentMediaType !== undefined) return `file (${contentMediaType})`;
  return format === undefined ? 'string' : `string (${format})`;
}

function wordsOf(words: readonly unknown[], mayGrow: boolean): string {
  const shown = words.slice(0, MAX_WORDS).map((word) => `\`${cell(String(word))}\``);
  const more = words.length > shown.length ? ['…'] : [];
  return `${mayGrow ? 'one of, and there may be more: ' : 'one of '}${[...shown, ...more].join(', ')}`;
}
