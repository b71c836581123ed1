/**
 * Reads the description of the API into the data that the writers of clients need: named types, and operations with
 * their inputs.
 */
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { API_VERSION } from '#domain/pipeline.ts';

export type Type =
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'named'; readonly name: string }
  /** An open list of words may grow, so a client must accept unknown words. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isOpen: boolean }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'map'; readonly of: Type }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'either'; readonly of: readonly Type[] };

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly isRequired: boolean;
  readonly says: string;
}

/** One argument of an operation. `name` is its spelling in the request. */
export interface Input extends Member {
  readonly place: 'path' | 'query' | 'body';
}

export type Answer = 'json' | 'text' | 'bytes' | 'nothing';
export type Credentials = 'any' | 'accessToken' | 'none';

export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly says: string;
  readonly inputs: readonly Input[];
  readonly hasBody: boolean;
  readonly answer: Answer;
  /** The type of a JSON answer. */
  readonly result: Type;
  /** Whether a repetition with the same idempotency key has no second effect. */
  readonly takesKey: boolean;
  readonly credentials: Credentials;
  /** The type of an item of a list that is read by cursor. */
  readonly item: Type | null;
}

export interface Description {
  readonly version: string;
  readonly types: ReadonlyMap<string, { readonly type: Type; readonly says: string }>;
  readonly operations: readonly ClientOperation[];
  readonly codes: readonly string[];
}

/** Uploads and a stream of events are written by hand in each client. */
export const BY_HAND = ['normalizeDocument', 'compare', 'followSubmission'];
/** GitHub and the payment provider call these with their own signatures, so they are no calls of a customer. */
export const OF_OTHERS = ['reportPublishedKeys', 'receivePaymentEvent'];

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function readDescription(): Description {
  const document = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, 'https://fixpoint.example'))) as Document;
  const { schemas } = document.components;
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => operationOf(method, path, one, schemas)),
    )
    .filter(({ id }) => ![...BY_HAND, ...OF_OTHERS].includes(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const types = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => [name, { type: typeOf(schema), says: schema.description ?? '' }] as const);
  const codes = schemas['Problem']?.properties?.['code']?.['x-extensible-enum'] ?? [];
  return { version: API_VERSION, types: new Map(types), operations, codes };
}

function operationOf(
  method: string,
  path: string,
  operation: OpenApiOperation,
  schemas: Document['components']['schemas'],
): ClientOperation {
  const { operationId: id, summary, security, parameters = [], requestBody, responses } = operation;
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  // An operation that redirects returns a file.
  const answer = responses['302'] ? 'bytes' : answerOf(Object.keys(content));
  const result = answer === 'json' ? typeOf(Object.values(content)[0]?.schema ?? {}) : ({ kind: 'unknown' } as const);
  const body = requestBody?.content['application/json']?.schema;
  const inputs = [
    ...parameters.flatMap(inputOf),
    ...membersOf(body).map((one) => ({ ...one, place: 'body' as const })),
  ];
  const isPaged = inputs.some(({ name, place }) => name === 'cursor' && place === 'query');
  return {
    id,
    method: method.toUpperCase(),
    path,
    says: summary,
    inputs: inputs.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    hasBody: body !== undefined,
    answer,
    result,
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    credentials: credentialsOf(security),
    item: isPaged ? itemOf(result, schemas) : null,
  };
}

function inputOf({ in: place, name, required = false, schema, description = '' }: Parameter): Input[] {
  if (place !== 'path' && place !== 'query') return [];
  return [{ name, place, type: typeOf(schema), isRequired: required, says: description }];
}

function answerOf(mediaTypes: readonly string[]): Answer {
  const [first = ''] = mediaTypes;
  if (first === '') return 'nothing';
  // The compact serialization is text, although its name contains JSON.
  if (first.endsWith('json') && !first.includes('jose')) return 'json';
  return first === 'application/pdf' || first === 'application/zip' ? 'bytes' : 'text';
}

function credentialsOf(security: OpenApiOperation['security']): Credentials {
  if (security.length === 0) return 'none';
  return security.some((one) => 'apiKey' in one) ? 'any' : 'accessToken';
}

function itemOf(page: Type, schemas: Document['components']['schemas']): Type {
  if (page.kind === 'list') return page.of;
  const schema = page.kind === 'named' ? schemas[page.name] : undefined;
  const items = membersOf(schema).find(({ name }) => name === 'items')?.type;
  if (items?.kind !== 'list') throw new Error('A list has no items.');
  return items.of;
}

function membersOf({ properties = {}, required = [] }: Schema = {}): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name),
    says: schema.description ?? '',
  }));
}

function typeOf(schema: Schema): Type {
  const { $ref, type, anyOf, oneOf, items, additionalProperties } = schema;
  if ($ref !== undefined) return { kind: 'named', name: $ref.slice($ref.lastIndexOf('/') + 1) };
  const choices = anyOf ?? oneOf;
  if (choices) return { kind: 'either', of: choices.map(typeOf) };
  if (Array.isArray(type)) return { kind: 'either', of: type.map((one: string) => typeOf({ ...schema, type: one })) };
  if (type === 'null') return { kind: 'null' };
  if (schema.const !== undefined && typeof schema.const === 'string')
    return { kind: 'words', words: [schema.const], isOpen: false };
  const open = schema['x-extensible-enum'];
  if (open) return { kind: 'words', words: open, isOpen: true };
  if (schema.enum) return { kind: 'words', words: schema.enum, isOpen: false };
  if (type === 'array') return { kind: 'list', of: typeOf(items ?? {}) };
  if (schema.properties && Object.keys(schema.properties).length > 0)
    return { kind: 'object', members: membersOf(schema) };
  if (type === 'object') {
    return {
      kind: 'map',
      of: typeof additionalProperties === 'object' ? typeOf(additionalProperties) : { kind: 'unknown' },
    };
  }
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') return { kind: type };
  return { kind: 'unknown' };
}
