/** The pages of the portal, as they lie in `portal/`: read once, sent under a policy that lets nothing else in. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import type { Headers } from '#api/operation.ts';

const FOLDER = join(import.meta.dirname, '../../portal');

/** The keys are extensions; a file of another kind is none of the pages. */
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

type Deps = ReadonlyMap<string, Page>;

const PAGE_HEADERS: Headers = {
  ETag: { description: 'The hash as a strong validator.', schema: z.string(), required: true },
  'Content-Security-Policy': { description: 'Nothing of another origin.', schema: z.string(), required: true },
};

const reading = { method: 'get', tag: 'Service', access: anyone, query: 'ignored' } as const;
const UNCHANGED = { status: 304, description: 'The caller has it.' } as const;

const endpoints = [
  endpoint({
    ...reading,
    path: '/portal',
    id: 'getPortal',
    summary: 'Leads to the portal',
    answers: [
      {
        status: 308,
        description: 'The pages are one step further.',
        content: { 'text/plain': z.string() },
        headers: { Location: { description: 'Relative.', schema: z.literal('portal/'), required: true } },
      },
    ],
    handle({ ctx }) {
      // Relative, as the pages' own links are: a proxy may have put the service below a path.
      ctx.set('Location', 'portal/');
      ctx.body = 'The portal is at portal/\n';
    },
  }),
  endpoint({
    ...reading,
    path: '/portal/',
    id: 'getPortalPage',
    summary: 'The page of the portal',
    description:
      'The fragment says what it shows: mails lead to `#/verify?token=…`, refusals for the plan to `#/billing`.',
    answers: [
      { status: 200, description: 'The page.', content: { 'text/html': z.string() }, headers: PAGE_HEADERS },
      UNCHANGED,
    ],
    handle: ({ ctx }, pages: Deps) => sendPage(ctx, pages.get('index.html')),
  }),
  endpoint({
    ...reading,
    path: '/portal/{file}',
    id: 'getPortalFile',
    summary: 'What the page of the portal is made of',
    params: z.object({ file: z.string() }),
    answers: [
      {
        status: 200,
        description: 'A script, a style sheet, a picture or the page.',
        content: {
          'text/javascript': z.string(),
          'text/css': z.string(),
          'image/svg+xml': z.string(),
          'text/html': z.string(),
        },
        headers: PAGE_HEADERS,
      },
      UNCHANGED,
    ],
    problems: ['not_found'],
    handle: ({ ctx, params }, pages: Deps) => sendPage(ctx, pages.get(params.file ?? '')),
  }),
];

/** Strictly: `/portal` leads to `/portal/`, which is the page. */
export const portalPagesFeature = feature((): Deps => readPages(), endpoints, { strict: true });

/** Pages are found by name. A path is never looked up on the disk. */
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
  if (!page) throw notFound('page', 'No such page.');
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.type = page.type;
  ctx.body = page.bytes;
  ctx.etag = page.etag;
  if (ctx.fresh) ctx.status = 304;
}
