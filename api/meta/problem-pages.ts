/** The pages that the `type` of a problem leads to. */
import { z } from 'zod';
import { type ErrorCode, ERRORS } from '#domain/problem-codes.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { notFound } from '#api/http/http.ts';
import { explained, html, reading, sendPage } from './page.ts';

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
      summary: 'What the code of an error means and what to do about it',
      params: z.object({ code: z.string().describe('The code of a problem.') }),
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

function entry(code: ErrorCode): string {
  const facts = [
    ['Code', `\`${code}\``],
    ['Status', String(ERRORS[code].status)],
  ] as const;
  return `${explained(ERRORS[code], facts)}<p><a href="/problems">All problems</a></p>`;
}

function list(): string {
  const items = Object.entries(ERRORS).map(
    ([code, { status, title }]) =>
      `<li>${status} <a href="/problems/${code}"><code>${code}</code></a> ${html(title)}</li>`,
  );
  return `<h1>Problems</h1><ul>${items.join('')}</ul><p><a href="/codes">Codes of reports</a></p>`;
}
