/** The built pages of the portal, sent under a policy that lets nothing else in. */
import { z } from 'zod';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { isUnchanged } from '#api/http/checks/preconditions.ts';
import type { Headers } from '#api/operation.ts';
import type { BuiltPage, BuiltPages } from './built-pages.ts';
import { FRAME_POLICY, PAGE_POLICY, REFERENCE_POLICY } from './content-security-policy.ts';
import { sendBeingBuilt } from './plain-pages.ts';

const PAGE_HEADERS: Headers = {
  ETag: {
    description: 'The hash as a weak validator, because the page may come compressed.',
    schema: z.string(),
    required: true,
  },
  'Referrer-Policy': { description: 'no-referrer', schema: z.literal('no-referrer'), required: true },
  'Content-Security-Policy': {
    description: 'The page loads nothing of another origin.',
    schema: z.string(),
    required: true,
  },
  'Cross-Origin-Opener-Policy': {
    description:
      'A page of another origin that opened this one has no control over it. The page in a sandbox has `unsafe-none`.',
    schema: z.enum(['same-origin', 'unsafe-none']),
    required: true,
  },
};
const ASSET_HEADERS: Headers = {
  'Access-Control-Allow-Origin': {
    description: 'The frame that draws documents has an origin of its own.',
    schema: z.literal('*'),
    required: true,
  },
};

const reading = { method: 'get', tag: 'Service', access: anyone, query: 'ignored', isPage: true } as const;
const UNCHANGED = { status: 304, description: 'The caller has the current version.', headers: PAGE_HEADERS } as const;
const PAGE = {
  status: 200,
  description: 'The page.',
  content: { 'text/html': z.string() },
  headers: PAGE_HEADERS,
} as const;

/** Always asked for anew, so that all files are of one version. */
const REVALIDATED = 'no-cache';
/** The name of an asset has a hash of its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

type CurrentPages = () => BuiltPages | null;

const endpoints = [
  page('/', 'getWelcomePage', 'What the service is', 'index.html'),
  page('/verify', 'getVerifyPage', 'Verifies in the browser', 'verify.html'),
  page('/portal/', 'getPortalPage', 'The portal; the fragment says what it shows', 'portal/index.html'),
  page('/portal/frame.html', 'getFramePage', 'Draws pages of documents', 'portal/frame.html', FRAME_POLICY),
  page('/docs/reference', 'getReference', 'Every call on one page', 'docs/reference.html', REFERENCE_POLICY),
  endpoint({
    ...reading,
    path: '/portal',
    id: 'getPortal',
    summary: 'Leads to the portal',
    answers: [
      {
        status: 308,
        description: 'The address of the pages.',
        content: { 'text/plain': z.string() },
        headers: { Location: { description: 'A relative address.', schema: z.literal('portal/'), required: true } },
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
    path: '/portal/assets/{file}',
    id: 'getPortalAsset',
    summary: 'Returns a file of the pages',
    params: z.object({ file: z.string().describe('The name of the file.') }),
    answers: [
      {
        status: 200,
        description: 'A script, a style sheet, a picture or data of the pages.',
        content: {
          'text/javascript': z.string(),
          'text/css': z.string(),
          'image/svg+xml': z.string(),
          'image/png': z.string(),
          'application/wasm': z.string(),
          'application/octet-stream': z.string(),
        },
        headers: { ...PAGE_HEADERS, ...ASSET_HEADERS },
      },
      { ...UNCHANGED, headers: { ...PAGE_HEADERS, ...ASSET_HEADERS } },
    ],
    problems: ['not_found'],
    handle({ ctx, params }, pages: CurrentPages) {
      const asset = pages()?.get(`portal/assets/${params.file ?? ''}`);
      if (!asset) throw notFound('page', 'No such page.');
      ctx.set('Access-Control-Allow-Origin', '*');
      send(ctx, asset, FOR_EVER, PAGE_POLICY);
    },
  }),
];

/** Strictly: `/portal` leads to `/portal/`, which is the page. */
export const portalPagesFeature = feature(({ pages }): CurrentPages => pages, endpoints, { strict: true });

function page(path: string, id: string, summary: string, file: string, policy = PAGE_POLICY) {
  return endpoint({
    ...reading,
    path,
    id,
    summary,
    answers: [PAGE, UNCHANGED],
    problems: ['not_found'],
    handle({ ctx }, pages: CurrentPages) {
      const built = pages();
      if (built === null) return sendBeingBuilt(ctx);
      const found = built.get(file);
      if (!found) throw notFound('page', 'No such page.');
      send(ctx, found, REVALIDATED, policy);
    },
  });
}

function send(ctx: Context, { type, bytes, etag }: BuiltPage, cacheControl: string, policy: string): void {
  const isKnown = isUnchanged(ctx, { etag });
  ctx.set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    // Browsers refuse to show a page in a sandbox that isolates its opener (HTML, "cross-origin opener policies").
    'Cross-Origin-Opener-Policy': policy === REFERENCE_POLICY ? 'unsafe-none' : 'same-origin',
    'Cache-Control': cacheControl,
  });
  ctx.status = 200;
  ctx.type = type;
  ctx.body = bytes;
  ctx.etag = etag;
  if (isKnown) ctx.status = 304;
}
