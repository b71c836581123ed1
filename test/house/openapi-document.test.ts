/** Tests that readers understand the description of the API and that generators can make clients of it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import { NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';

const Schema = z.record(z.string(), z.unknown());
const Words = z.looseObject({ description: z.string().optional(), schema: Schema.optional() });
const Content = z.record(z.string(), z.looseObject({ schema: Schema }));
const Answer = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: Content.optional(),
  'x-codes': z.array(z.string()).optional(),
});
const Parameter = Words.extend({ name: z.string(), in: z.string(), 'x-go-name': z.string().optional() });
const DescribedOperation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), Answer),
});
const Document = z.looseObject({
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(z.string(), z.record(z.string(), DescribedOperation)),
  webhooks: z.record(z.string(), z.object({ post: DescribedOperation })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema), headers: z.record(z.string(), Words) }),
});

const text = JSON.stringify(openApiDocument(OPERATIONS, 'https://fixpoint.test'));
const { tags, paths, webhooks, components } = Document.parse(JSON.parse(text));
const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
const operations = [...calls, ...Object.values(webhooks).map(({ post }) => post)];

/** Every schema in the document with its position. */
function* schemasIn(value: unknown, place: string): Generator<{ place: string; schema: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { place, schema: Schema.parse(value) };
  for (const [name, part] of Object.entries(value)) yield* schemasIn(part, `${place}/${name}`);
}

const all = [...schemasIn(JSON.parse(text), '')];

test('every operation, parameter, header and property is described', () => {
  const silent = all.flatMap(({ place, schema }) => {
    const named = { ...Schema.parse(schema['properties'] ?? {}) };
    return /\/example|\/properties$/.test(place) ? [] : silentOf(named).map((name) => `${place}/${name}`);
  });
  const parameters = operations.flatMap(({ operationId, parameters: ofOne }) =>
    ofOne.filter(({ description }) => !saysSomething(description)).map(({ name }) => `${operationId} ${name}`),
  );
  const headers = Object.entries(components.headers).filter(([, { description }]) => !saysSomething(description));
  expect([...silent, ...parameters, ...headers.map(([name]) => name)]).toEqual([]);
  expect(operations.filter(({ summary, description }) => summary === '' || description === '')).toEqual([]);
});

/** A sentence that starts with a space has lost the one before it. */
const WORDS = /^\S/;

function saysSomething(description = ''): boolean {
  return WORDS.test(description);
}

function silentOf(properties: Record<string, unknown>): string[] {
  const described = z.looseObject({ description: z.string().regex(WORDS) });
  return Object.entries(properties).flatMap(([name, schema]) => (described.safeParse(schema).success ? [] : [name]));
}

test('every chapter has a description, and every operation a chapter', () => {
  const chapters = new Set(tags.map(({ name }) => name));
  expect(operations.flatMap((operation) => operation.tags).filter((tag) => !chapters.has(tag))).toEqual([]);
});

test('every problem is of one type, and says which codes it may have', () => {
  const problems = calls.flatMap(({ responses }) =>
    Object.values(responses).filter(({ content }) => isProblem(content)),
  );
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  for (const { content, description, 'x-codes': codes = [] } of problems) {
    expect(Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, { schema }]))).toEqual(
      problem,
    );
    expect(codes.filter((code) => !(code in ERRORS) || !description.includes(`\`${code}\``))).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
  }
});

function isProblem(content: z.infer<typeof Content> = {}): boolean {
  return 'application/problem+json' in content;
}

test('every kind of event has its own type', () => {
  expect(Object.keys(webhooks)).toEqual([...NOTICE_TYPES]);
  const bodies = Object.values(webhooks).map(
    ({ post }) => post.requestBody?.content['application/json']?.schema['$ref'],
  );
  expect(new Set(bodies).size).toBe(NOTICE_TYPES.length);
});

/** The names that oapi-codegen derives from an operation. A schema with the same name would be declared twice. */
const GO_SUFFIXES = [
  'Params',
  'Response',
  'Request',
  'RequestBody',
  'JSONBody',
  'JSONRequestBody',
  'MultipartBody',
  'MultipartRequestBody',
];

test('no name of an operation is that of a schema in the languages of generated clients', () => {
  const schemas = Object.keys(components.schemas).map((name) => name.toLowerCase());
  const made = operations.flatMap(({ operationId }) => ['', ...GO_SUFFIXES].map((suffix) => operationId + suffix));
  expect(made.filter((name) => schemas.includes(name.toLowerCase()))).toEqual([]);
  expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(made.length);
});

test('no two parameters of an operation have one name in the languages of generated clients', () => {
  for (const { operationId, parameters } of operations) {
    const names = parameters.map(({ name, 'x-go-name': goName = name }) => plain(goName));
    expect(`${operationId} ${names.toSorted().join(' ')}`).toBe(
      `${operationId} ${[...new Set(names)].toSorted().join(' ')}`,
    );
  }
});

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

test('what a form and the query may both say has no default, which generated clients would send against the other', () => {
  const sent = calls.flatMap(({ operationId, parameters, requestBody }) => {
    const form = requestBody?.content['multipart/form-data']?.schema;
    const fields = Schema.parse(form?.['properties'] ?? {});
    return parameters
      .filter(({ in: place, name }) => place === 'query' && name in fields)
      .filter(({ name, schema = {} }) => 'default' in schema || 'default' in Schema.parse(fields[name]))
      .map(({ name }) => `${operationId} ${name}`);
  });
  expect(sent).toEqual([]);
});

test('only bytes have a media type: generated clients take a string with one for a file', () => {
  const files = all.filter(({ schema }) => 'contentMediaType' in schema && schema['format'] !== 'binary');
  expect(files.map(({ place }) => place)).toEqual([]);
});

test('how the Python client reads a media type is known to its generator, or written down for it', () => {
  const config = parse(
    readFileSync(resolve(import.meta.dirname, '../../tools/drills/matrix/python/config.yml'), 'utf8'),
  );
  const known = /^application\/(?:.+\+)?json$|^text\/|^application\/octet-stream$/;
  const types = calls.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)),
  );
  const unknown = new Set(types.filter((type) => !known.test(type) || type in config.content_type_overrides));
  expect(Object.keys(config.content_type_overrides).toSorted()).toEqual([...unknown].toSorted());
});

test('every schema is referred to, or named by a description, as those of server-sent events are', () => {
  const said = all
    .map(({ schema: { description } }) => (typeof description === 'string' ? description : ''))
    .join('\n');
  const isUsed = (name: string): boolean =>
    text.includes(`"#/components/schemas/${name}"`) || new RegExp(`\\b${name}\\b`).test(said);
  expect(Object.keys(components.schemas).filter((name) => !isUsed(name))).toEqual([]);
});

test('what is the same in requests and in answers has one name', () => {
  const names = Object.keys(components.schemas);
  expect(names.filter((name) => names.includes(name.replace(/Output$/, '')) && name.endsWith('Output'))).toEqual([]);
});

test('of several types a value has one, or null', () => {
  const mixed = all.filter(({ schema: { anyOf, oneOf, type } }) => isMixed(anyOf ?? oneOf) || isMixedType(type));
  // A known event, or a future one.
  expect(mixed.map(({ place }) => place)).toEqual(['/components/schemas/WebhookDelivery/properties/payload']);
});

function isMixed(options: unknown): boolean {
  return Array.isArray(options) && options.filter((option) => Schema.parse(option)['type'] !== 'null').length > 1;
}

function isMixedType(type: unknown): boolean {
  return Array.isArray(type) && type.filter((one) => one !== 'null').length > 1;
}

test('what a schema refers to is there, under its own name', () => {
  const names = Object.keys(components.schemas);
  const references = all.flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [$ref] : []));
  const known = new Set([
    ...names.map((name) => `#/components/schemas/${name}`),
    ...Object.keys(components.headers).map((name) => `#/components/headers/${name}`),
  ]);
  expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  // `zod-openapi` makes a second schema if those of requests and answers differ.
  expect(names.filter((name) => name.endsWith('Output') || name.startsWith('__'))).toEqual([]);
});

test('paths are told apart by their first segment that differs', () => {
  const segments = Object.keys(paths).map((path) => path.split('/'));
  const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false;
  const ambiguous = segments.flatMap((one) =>
    segments.flatMap((other) => {
      if (one === other || one.length !== other.length) return [];
      const differing = one.map((segment, index) => [segment, other[index]] as const).filter(([a, b]) => a !== b);
      const isFirst = differing.some(([a, b]) => isParameter(a) && !isParameter(b));
      const isSecond = differing.some(([a, b]) => !isParameter(a) && isParameter(b));
      const both = differing.every(([a, b]) => isParameter(a) || isParameter(b));
      return both && isFirst && isSecond ? [`${one.join('/')} ${other.join('/')}`] : [];
    }),
  );
  expect(ambiguous).toEqual([]);
});
