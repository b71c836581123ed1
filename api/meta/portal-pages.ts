/** The pages of the portal, as they lie in `portal/`: read once, sent under a policy that lets nothing else in. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Router } from '@koa/router';
import { ServiceError } from '#domain/errors.ts';
import type { Context, State } from '#api/http/http.ts';

const FOLDER = join(import.meta.dirname, '../../portal');

/** By extension; a file of another kind is none of the pages. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  // Always asked for anew, so that all files are of one version.
  'Cache-Control': 'no-cache',
};

interface Page {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

export function portalPageRoutes(): Router<State> {
  const router = new Router<State>({ strict: true });
  const pages = readPages();

  // Relative, as the pages' own links are: a proxy may have put the service below a path.
  router.get('/portal', (ctx) => {
    ctx.status = 308;
    ctx.set('Location', 'portal/');
    ctx.body = 'The portal is at portal/\n';
  });

  router.get('/portal/', (ctx) => sendPage(ctx, pages.get('index.html')));
  router.get('/portal/:file', (ctx) => sendPage(ctx, pages.get(ctx.params['file'] ?? '')));

  return router;
}

/** By name. A path is never looked up on the disk. */
function readPages(): ReadonlyMap<string, Page> {
  const pages = readdirSync(FOLDER).flatMap((name): [string, Page][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const bytes = readFileSync(join(FOLDER, name));
    return [[name, { type, bytes, etag: createHash('sha256').update(bytes).digest('hex') }]];
  });
  return new Map(pages);
}

function sendPage(ctx: Context, page: Page | undefined): void {
  if (!page) throw new ServiceError('not_found', 'No such page.', { members: { resource: 'page' } });
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.type = page.type;
  ctx.body = page.bytes;
  ctx.etag = page.etag;
  if (ctx.fresh) ctx.status = 304;
}
