/** The OpenAPI 3.1 document, made of the operations by zod-openapi, and of the schemas the server itself works with. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { type ErrorCode, ERRORS } from '#domain/problem-codes.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { PORTAL_ACTIONS } from '#domain/permissions.ts';
import { CLIENT_REQUEST_ID } from '#api/http/http.ts';
import { type Answer, type Headers, type Operation, problemsOf } from '#api/operation.ts';
import { Flag } from '#api/submissions/options.ts';
import * as schemas from '#src/contract/schemas.ts';

/** `strict` refuses members that the schemas do not name: for tests. Clients must expect that members are added. */
export function openApiDocument(operations: readonly Operation[], publicUrl: string, { strict = false } = {}) {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Fixpoint',
        version: API_VERSION,
        summary: 'Turns an arbitrary PDF into its canonical PDF: same document, same bytes, same SHA-256.',
        description: DESCRIPTION,
      },
      servers: [{ url: publicUrl }],
      tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
      paths: pathsOf(operations),
      components: { schemas: namedSchemas(), securitySchemes: SECURITY_SCHEMES },
    },
    { override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema, strict) },
  );
}

const DESCRIPTION = [
  'Errors are problems of RFC 9457 with a stable `code`; unknown parameters are refused by name.',
  'A new member of an answer, a new code or a new event is no new version of the API.',
  'Choose a version with the header `Api-Version`.',
  'A header `X-Request-Id` of yours, 1 to 128 letters, digits, `.`, `_` or `-`, comes back as `X-Client-Request-Id`.',
].join(' ');

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a Bearer credential.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of `POST /api/auth/login`.',
  },
} as const;

/** Schemas that have a name are written once and referred to. */
function namedSchemas(): Record<string, z.ZodObject> {
  const all: readonly (readonly [string, unknown])[] = Object.entries(schemas);
  return Object.fromEntries(all.flatMap(([name, schema]) => (schema instanceof z.ZodObject ? [[name, schema]] : [])));
}

/** What Zod cannot know, or says at more length than a reader needs. */
function adjust(zodSchema: z.core.$ZodTypes, jsonSchema: z.core.JSONSchema.BaseSchema, strict: boolean): void {
  if (zodSchema === Flag.def.in) {
    delete jsonSchema.enum;
    jsonSchema.type = 'boolean';
  }
  // A default is given in the type that the transformation makes, and left out where that is another one.
  if (zodSchema instanceof z.ZodDefault && zodSchema.def.innerType === Flag) {
    jsonSchema.default = zodSchema.def.defaultValue;
  }
  delete jsonSchema.readOnly;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // The pattern says the same as the format, at length.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'uuid' || jsonSchema.format === 'date') {
    delete jsonSchema.pattern;
  }
  if (zodSchema instanceof z.ZodObject && !isLoose(zodSchema)) {
    if (strict) jsonSchema.additionalProperties = false;
    else if (Object.keys(jsonSchema.properties ?? {}).length > 0) delete jsonSchema.additionalProperties;
  }
}

function isLoose(schema: z.ZodObject): boolean {
  return schema.def.catchall instanceof z.ZodUnknown;
}

function pathsOf(operations: readonly Operation[]) {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const entries = [...byPath].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((operation) => [operation.method, operationObject(operation)])),
  ]);
  return Object.fromEntries(entries);
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, access, params, query, headers, body, answers } = operation;
  const { scopes, action } = access;
  const description = descriptionOf(operation);
  const roles = action && action !== 'signed-in' ? PORTAL_ACTIONS[action].roles : null;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== '' && { description }),
    security: securityOf(operation),
    ...(scopes && { 'x-scopes': scopes }),
    ...(roles && { 'x-roles': roles }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && query !== 'ignored' && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { required: !body.isOptional, content: contentOf(body.content) } }),
    responses: {
      ...Object.fromEntries(answers.map((one) => [String(one.status), answerObject(one)])),
      ...problemAnswers(problemsOf(operation), new Set(answers.map(({ status }) => status))),
    },
  };
}

const OWN = 'Without the scope `read` a key gets at what it has made itself, and the rest is 404.';

function descriptionOf({ description = '', onlyOwnWithoutRead = false }: Operation): string {
  return [description, onlyOwnWithoutRead ? OWN : ''].join(' ').trim();
}

function securityOf({ access: { scopes, action } }: Operation): Record<string, string[]>[] {
  if (action) return [{ accessToken: [] }];
  return scopes ? [{ apiKey: [] }, { bearer: [] }] : [];
}

function contentOf(content: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

function answerObject({ description, content, headers = {} }: Answer): ZodOpenApiResponseObject {
  return {
    description,
    headers: headersOf({ ...EVERY_ANSWER, ...headers }),
    ...(content && { content: contentOf(content) }),
  };
}

const EVERY_ANSWER: Headers = {
  'X-Request-Id': {
    description: 'Ours, of this request alone: leads support to it.',
    schema: z.string().regex(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
    required: true,
  },
  'X-Client-Request-Id': {
    description: 'What the request had as its `X-Request-Id`, where that was a plain word.',
    schema: z.string().regex(CLIENT_REQUEST_ID),
  },
  'Api-Version': { description: 'The version that answered.', schema: z.iso.date(), required: true },
};

function headersOf(headers: Headers): z.ZodObject {
  const entries = Object.entries(headers).map(([name, { description, schema, required = false }]) => {
    const value = required ? schema : schema.optional();
    return [name, value.meta({ header: { description } })] as const;
  });
  return z.object(Object.fromEntries(entries));
}

/** One answer per status, with the codes it may carry. */
function problemAnswers(codes: readonly ErrorCode[], taken: ReadonlySet<number>) {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const entries = [...byStatus].filter(([status]) => !taken.has(status)).toSorted(([a], [b]) => a - b);
  return Object.fromEntries(entries.map(([status, of]) => [String(status), problemAnswer(of)]));
}

function problemAnswer(codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const problem = { $ref: '#/components/schemas/Problem' };
  const schema = { allOf: [problem, { properties: { code: { enum: codes.toSorted() } } }] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    content: { 'application/problem+json': { schema } },
  };
}
