/** Pages of text that the API shows itself: no script, nothing from elsewhere, in the colours the reader prefers. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Explanation } from '#domain/codes/explanation.ts';
import { anyone } from '#api/auth/access.ts';
import type { Context } from '#api/http/http.ts';

const answer = {
  status: 200,
  description: 'A page.',
  content: { 'text/html': z.string() },
  headers: {
    'Content-Security-Policy': { description: 'Nothing in it may run.', schema: z.string(), required: true },
  },
} as const;

/** What the endpoints of all pages have in common. */
export const reading = { method: 'get', tag: 'Service', access: anyone, query: 'ignored', answers: [answer] } as const;

// The root has the colours of the canvas: a colour scheme of the body alone leaves light text on a light page.
const STYLE =
  ':root{color-scheme:light dark;background:canvas;color:canvastext}body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}' +
  'code{font-size:.95em;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0 .75rem}summary{padding:.25rem 0;cursor:pointer}h2{margin-top:2rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function sendPage(ctx: Context, title: string, main: string): void {
  ctx.set('Content-Security-Policy', `${POLICY}; style-src 'sha256-${STYLE_HASH}'`);
  ctx.set('Cache-Control', 'public, max-age=3600');
  ctx.type = 'text/html';
  ctx.body = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title} · Fixpoint</title><style>${STYLE}</style><main>${main}</main></html>\n`,
  ].join('');
}

/** The row of a catalogue as a page; the facts come first. */
export function explained(explanation: Explanation, facts: readonly (readonly [name: string, markdown: string])[]) {
  const { title, cause, remedy, retryable, example } = explanation;
  const rows: typeof facts = [
    ...facts,
    ['When', cause],
    ['What to do', remedy],
    ['The same request again', retryable ? 'may succeed later' : 'will not end otherwise'],
    ['For example', example],
  ];
  const list = rows.map(([name, markdown]) => `<dt>${name}</dt><dd>${html(markdown)}</dd>`);
  return `<h1>${html(title)}</h1><dl>${list.join('')}</dl>`;
}

/** The little Markdown the rows use: code in backticks. */
export function html(markdown: string): string {
  const escaped = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
