/** The OpenAPI 3.1 document, made of the operations by zod-openapi, and of the schemas the server itself works with. */
import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { API_VERSION } from '#domain/pipeline.ts';
import type { Operation } from '#api/operation.ts';
import * as schemas from '#src/contract/schemas.ts';
import { SHARED_HEADERS } from './openapi/answers.ts';
import { withExamples } from './openapi/examples.ts';
import { adjust } from './openapi/json-schema.ts';
import { pathsOf } from './openapi/operations.ts';
import { describeParameters } from './openapi/parameters.ts';
import { TAGS } from './openapi/tags.ts';
import { WEBHOOKS } from './openapi/webhooks.ts';

/**
 * `strict` is for tests: it refuses members that the schemas do not name, which clients must expect, and has the pages
 * too.
 */
export function openApiDocument(operations: readonly Operation[], publicUrl: string, { strict = false } = {}) {
  const described = operations.filter(({ isPage = false }) => strict || !isPage);
  const used = new Set<string>(described.map(({ tag }) => tag));
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Fixpoint',
        version: API_VERSION,
        summary: 'Makes the canonical PDF of any PDF: same document, same bytes, same SHA-256.',
        description: DESCRIPTION,
        contact: { name: 'Fixpoint', url: publicUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS)
        .filter(([name]) => used.has(name))
        .map(([name, description]) => ({ name, description })),
      paths: pathsOf(described),
      webhooks: WEBHOOKS,
      components: { schemas: namedSchemas(), headers: SHARED_HEADERS, securitySchemes: SECURITY_SCHEMES },
    },
    { override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema, strict) },
  );
  return withExamples(describeParameters(document));
}

const DESCRIPTION = [
  'Errors are problems of RFC 9457 with a stable `code`; unknown parameters are refused by name.',
  'A new member of an answer, a new code or a new event does not make a new version of the API:',
  'lists of words that may grow are `x-extensible-enum`.',
  'Choose a version with the header `Api-Version`.',
  'A header `X-Request-Id` of yours, 1 to 128 letters, digits, `.`, `_` or `-`, comes back as `X-Client-Request-Id`.',
  'Besides the headers that are named at each answer, any may have those of CORS (`Access-Control-…`), of compression',
  '(`Content-Encoding`), of caches (`Vary`) and of HTTP itself (`Date`, `Connection`, `Content-Length`).',
].join(' ');

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The API key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a Bearer credential.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of `POST /api/auth/login`.',
  },
} as const;

/** Schemas that have a name are written once and referred to. */
function namedSchemas(): Record<string, z.ZodObject | z.ZodEnum> {
  const all: readonly (readonly [string, unknown])[] = Object.entries(schemas);
  return Object.fromEntries(
    all.flatMap(([name, schema]) =>
      schema instanceof z.ZodObject || schema instanceof z.ZodEnum ? [[name, schema]] : [],
    ),
  );
}
