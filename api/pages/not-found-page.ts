/** What people see at an address where nothing is. Programs get a problem. */
import { createHash } from 'node:crypto';

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

export const NOT_FOUND_HEADERS = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' };

/** @param publicUrl of the service, which may lie below a path @param requestId of our own making */
export function notFoundPage(publicUrl: string, requestId: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Not found · Fixpoint</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<style>${STYLE}</style></head><body><main><h1>There is no such page</h1>`,
    '<p>The address is mistyped, or the page has another one now.</p>',
    `<form role="search" action="${base}/docs/search"><label>Search the documentation: <input name="q" type="search" maxlength="200"></label> <button>Search</button></form>`,
    `<p><a href="${base}/docs">Documentation</a> · <a href="${base}/portal/">Portal</a></p>`,
    `<p><small>404 · request ${requestId}</small></p></main></body></html>\n`,
  ].join('');
}
