/** GET /openapi.json: the description of the API, as this process serves it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { ETAG, PUBLIC_HEADERS } from '#api/http/headers.ts';
import { isUnchanged } from '#api/http/checks/preconditions.ts';

interface Deps {
  readonly text: string;
  readonly etag: string;
}

const HEADERS = { ...ETAG, ...PUBLIC_HEADERS };

const endpoints = [
  endpoint({
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'Returns this document',
    access: anyone,
    query: 'ignored',
    answers: [
      {
        status: 200,
        description: 'The document in OpenAPI 3.1.',
        content: { 'application/json': z.looseObject({}) },
        headers: HEADERS,
      },
      { status: 304, description: 'The caller has the current version.', headers: HEADERS },
    ],
    handle({ ctx }, { text, etag }: Deps) {
      const isKnown = isUnchanged(ctx, { etag });
      ctx.set({ ETag: etag, 'Cache-Control': 'public, max-age=300' });
      ctx.type = 'application/json';
      ctx.body = text;
      if (isKnown) ctx.status = 304;
    },
  }),
];

export const openApiFeature = feature(({ openApiDocument }): Deps => {
  const text = JSON.stringify(openApiDocument);
  return { text, etag: `W/"${createHash('sha256').update(text).digest('hex')}"` };
}, endpoints);
