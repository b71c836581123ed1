/** The OpenAPI 3.1 document, made of the operations and of the schemas the server itself works with. */
import { z } from 'zod';
import { type ErrorCode, ERRORS } from '#domain/errors.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { PORTAL_ACTIONS } from '#domain/team.ts';
import { CLIENT_REQUEST_ID } from '#api/http/http.ts';
import { Flag } from '#api/submissions/options.ts';
import { OPERATIONS } from './operations.ts';
import { type Answer, type HeaderWords, type Operation, problemsOf } from './operation.ts';
import * as schemas from './schemas.ts';

type Json = Record<string, unknown>;

/** `strict` refuses members that the schemas do not name: for tests. Clients must expect that members are added. */
export function openApiDocument(publicUrl: string, { strict = false } = {}): Json {
  const render = renderer(strict);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fixpoint',
      version: API_VERSION,
      summary: 'Turns an arbitrary PDF into its canonical PDF: same document, same bytes, same SHA-256.',
      description: DESCRIPTION,
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: paths(render),
    components: { schemas: components(strict), securitySchemes: SECURITY_SCHEMES },
  };
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
};

type Render = (schema: z.ZodType) => Json;

/** Schemas that have a name are written once and referred to. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) {
    if (schema instanceof z.ZodObject) registry.add(schema, { id });
  }
  return registry;
}

const uri = (id: string) => `#/components/schemas/${id}`;

function components(strict: boolean): Json {
  const { schemas: named } = z.toJSONSchema(namedSchemas(), { ...conversion(strict), uri });
  return Object.fromEntries(Object.entries(named).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

function renderer(strict: boolean): Render {
  const registry = namedSchemas();
  return (schema) => {
    const known = registry.get(schema);
    return known ? { $ref: uri(known.id) } : withoutIdentity(z.toJSONSchema(schema, conversion(strict)));
  };
}

function withoutIdentity(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest }: Json = { ...schema };
  return rest;
}

/** A request is described as it is sent, before defaults and transformations. */
function conversion(strict: boolean) {
  return {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === Flag) {
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
    },
  } as const satisfies Parameters<typeof z.toJSONSchema>[1];
}

function isLoose(schema: z.ZodObject): boolean {
  return schema.def.catchall instanceof z.ZodUnknown;
}

function paths(render: Render): Json {
  const byPath = Map.groupBy(OPERATIONS, ({ path }) => path);
  const entries = [...byPath].map(([path, operations]): [string, Json] => [
    path,
    Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation, render)])),
  ]);
  return Object.fromEntries(entries);
}

function operationObject(operation: Operation, render: Render): Json {
  const { id, tag, summary, scopes, action, body, isBodyOptional = false, answers } = operation;
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
    parameters: parameters(operation, render),
    ...(body && { requestBody: { required: !isBodyOptional, content: contentOf(body, render) } }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, answerObject(answer, render)])),
      ...problemAnswers(problemsOf(operation), new Set(answers.map(({ status }) => status))),
    },
  };
}

const OWN = 'Without the scope `read` a key gets at what it has made itself, and the rest is 404.';

function descriptionOf({ description = '', onlyOwnWithoutRead = false }: Operation): string {
  return [description, onlyOwnWithoutRead ? OWN : ''].join(' ').trim();
}

function securityOf({ scopes, action }: Operation): Json[] {
  if (action) return [{ accessToken: [] }];
  return scopes ? [{ apiKey: [] }, { bearer: [] }] : [];
}

const PARAMETER_PLACES = [
  ['pathParameters', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
] as const;

function parameters(operation: Operation, render: Render): Json[] {
  return PARAMETER_PLACES.flatMap(([part, place]) => {
    const object = operation[part];
    if (!object) return [];
    return Object.entries(object.shape).map(([name, schema]: [string, z.ZodType]) => {
      const { description, ...rest } = render(schema);
      const required = place === 'path' || !schema.safeParse(undefined).success;
      return { name, in: place, required, ...(typeof description === 'string' && { description }), schema: rest };
    });
  });
}

function contentOf(content: Readonly<Record<string, z.ZodType>>, render: Render): Json {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema: render(schema) }]));
}

function answerObject({ description, content, headers = {} }: Answer, render: Render): Json {
  return {
    description,
    headers: { ...headersOf(EVERY_ANSWER, render), ...headersOf(headers, render) },
    ...(content && { content: contentOf(content, render) }),
  };
}

const EVERY_ANSWER: Readonly<Record<string, HeaderWords>> = {
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

function headersOf(headers: Readonly<Record<string, HeaderWords>>, render: Render): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema, required = false }]) => [
      name,
      { description, required, schema: render(schema) },
    ]),
  );
}

/** One answer per status, with the codes it may carry. */
function problemAnswers(codes: readonly ErrorCode[], taken: ReadonlySet<number>): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const entries = [...byStatus].filter(([status]) => !taken.has(status)).toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
        content: {
          'application/problem+json': {
            schema: { allOf: [{ $ref: uri('Problem') }, { properties: { code: { enum: of.toSorted() } } }] },
          },
        },
      },
    ]),
  );
}
