/** The pages of the codes that results and reports carry: failures, warnings, findings, reasons of signatures. */
import { z } from 'zod';
import { CODE_KINDS, type CodeKind } from '#domain/codes/codes.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { notFound } from '#api/http/http.ts';
import { explained, html, reading, sendPage } from './page.ts';

export const codePagesFeature = feature(
  () => null,
  [
    endpoint({
      ...reading,
      path: '/codes',
      id: 'listCodes',
      summary: 'Every code a result or a report may carry',
      handle: ({ ctx }) => sendPage(ctx, 'Codes', `<h1>Codes</h1>${CODE_KINDS.map(list).join('')}`),
    }),
    endpoint({
      ...reading,
      path: '/codes/{code}',
      id: 'getCode',
      summary: 'What the code of a result or a report means and what to do about it',
      params: z.object({ code: z.string().describe('A code of reports.') }),
      problems: ['not_found'],
      handle({ ctx, params }) {
        const code = params.code ?? '';
        const kind = CODE_KINDS.find(({ codes }) => codes.has(code));
        if (!kind) throw notFound('code', 'No such code.');
        return sendPage(ctx, code, entry(code, kind));
      },
    }),
  ],
);

function entry(code: string, { place, codes }: CodeKind): string {
  const explanation = codes.get(code);
  if (!explanation) throw new Error(`The catalogue lost ${code}.`);
  const facts = [
    ['Code', `\`${code}\``],
    ['Where', place],
  ] as const;
  return `${explained(explanation, facts)}<p><a href="/codes">All codes</a></p>`;
}

function list({ title, place, codes }: CodeKind): string {
  const items = [...codes].map(
    ([code, explanation]) => `<li><a href="/codes/${code}"><code>${code}</code></a> ${html(explanation.title)}</li>`,
  );
  return `<h2>${title}</h2><p>${html(place)}</p><ul>${items.join('')}</ul>`;
}
