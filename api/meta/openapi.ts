/** GET /openapi.json: the description of the API, as this process serves it. */
import { createHash } from 'node:crypto';
import { Router } from '@koa/router';
import type { State } from '#api/http/http.ts';
import { openApiDocument } from '#api/openapi/document.ts';

export function openApiRoutes(publicUrl: string): Router<State> {
  const router = new Router<State>();
  const text = JSON.stringify(openApiDocument(publicUrl));
  const etag = `"${createHash('sha256').update(text).digest('hex')}"`;

  router.get('/openapi.json', (ctx) => {
    ctx.set({ ETag: etag, 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' });
    ctx.type = 'application/json';
    ctx.body = text;
    if (ctx.get('If-None-Match') === etag) ctx.status = 304;
  });

  return router;
}
