/** The pages that the `type` of a problem leads to, and the table of all codes for the documentation. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ErrorCode, ERRORS } from '#domain/problem-codes.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';

const page = { status: 200, description: 'A page.', content: { 'text/html': z.string() } } as const;
const reading = { method: 'get', tag: 'Service', access: anyone, query: 'ignored', answers: [page] } as const;

export const problemPagesFeature = feature(
  () => null,
  [
    endpoint({
      ...reading,
      path: '/problems',
      id: 'listProblems',
      summary: 'Every code an error may carry',
      handle: ({ ctx }) => sendPage(ctx, 'Problems', list()),
    }),
    endpoint({
      ...reading,
      path: '/problems/{code}',
      id: 'getProblem',
      summary: 'What a code means and what to do about it',
      params: z.object({ code: z.string() }),
      problems: ['not_found'],
      handle({ ctx, params }) {
        const code = params.code ?? '';
        if (isErrorCode(code)) return sendPage(ctx, code, entry(code));
        throw notFound('problem', 'No such code.');
      },
    }),
  ],
);

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'code{font-size:.95em}dt{font-weight:600}dd{margin:0 0 .75rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function sendPage(ctx: Context, title: string, main: string): void {
  ctx.set('Content-Security-Policy', `default-src 'none'; style-src 'sha256-${STYLE_HASH}'`);
  ctx.set('Cache-Control', 'public, max-age=3600');
  ctx.type = 'text/html';
  ctx.body = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title} · Fixpoint</title><style>${STYLE}</style><main>${main}</main></html>\n`,
  ].join('');
}

function entry(code: ErrorCode): string {
  const { status, title, retryable, advice } = ERRORS[code];
  return [
    `<h1>${title}</h1>`,
    `<dl><dt>Code</dt><dd><code>${code}</code></dd><dt>Status</dt><dd>${status}</dd>`,
    `<dt>The same request again</dt><dd>${retryable ? 'may succeed later' : 'will not succeed'}</dd></dl>`,
    `<p>${html(advice)}</p><p><a href="/problems">All problems</a></p>`,
  ].join('');
}

function list(): string {
  const items = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `<li>${status} <a href="/problems/${code}"><code>${code}</code></a> ${title}</li>`,
  );
  return `<h1>Problems</h1><ul>${items.join('')}</ul>`;
}

/** The little Markdown the rows use: code in backticks. */
function html(markdown: string): string {
  const escaped = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** The rows of `docs/errors.md`. */
export function errorTable(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, retryable, advice }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${advice} |`,
  );
  return ['| Code | Status | Retry | When, and what to do |', '|---|---|---|---|', ...rows, ''].join('\n');
}
