/** Pages without the portal's files: HTML with one style and no script. */
import { createHash } from 'node:crypto';
import type { Context } from '#api/http/http.ts';

const STYLE =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}small{opacity:.7}';

/** Nothing but this one style, and a form that searches here. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const PLAIN_PAGE_HEADERS = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' };

/**
 * People see this page at an address where nothing is; programs get a problem.
 *
 * @param publicUrl of the service, which may lie below a path
 * @param requestId of our own making
 */
export function notFoundPage(publicUrl: string, requestId: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  return plainPage('Not found', '', [
    '<h1>There is no such page</h1>',
    '<p>The address is mistyped, or the page has another one now.</p>',
    `<form role="search" action="${base}/docs/search"><label>Search the documentation: <input name="q" type="search" maxlength="200"></label> <button>Search</button></form>`,
    `<p><a href="${base}/docs">Documentation</a> · <a href="${base}/portal/">Portal</a></p>`,
    `<p><small>404 · request ${requestId}</small></p>`,
  ]);
}

const REFRESH_SECONDS = 5;

/** Answers with 503 and a page that the browser loads again until the portal is built. */
export function sendBeingBuilt(ctx: Context): void {
  ctx.set({ ...PLAIN_PAGE_HEADERS, 'Cache-Control': 'no-store', 'Retry-After': String(REFRESH_SECONDS) });
  ctx.status = 503;
  ctx.type = 'text/html';
  ctx.body = plainPage('Portal', `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`, [
    '<h1>The portal is being built</h1>',
    '<p>This page opens by itself in about 20 s. Where it does not, the terminal of <code>npm start</code> gives the reason.</p>',
  ]);
}

function plainPage(title: string, head: string, body: readonly string[]): string {
  return [
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title} · Fixpoint</title>${head}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<style>${STYLE}</style></head><body><main>${body.join('')}</main></body></html>\n`,
  ].join('');
}
