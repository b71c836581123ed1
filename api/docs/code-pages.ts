/** A page for each code of problems, results and reports. The `type` of a problem links to its page. */
import { CODE_KINDS, type CodeKind } from '#domain/codes/codes.ts';
import type { Explanation } from '#domain/codes/explanation.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import { type DocPage, plain, table } from './doc-page.ts';

export function problemPages(): DocPage[] {
  const summary = 'All error codes, with their causes and remedies.';
  const rows = Object.entries(ERRORS).map(([code, { status, title, retryable }]) => [
    `[\`${code}\`](/problems/${code})`,
    String(status),
    title,
    retryable ? 'yes' : 'no',
  ]);
  const markdown = [
    '# Problems',
    `${summary} [Errors](/docs/errors) shows how to handle them; [codes of reports](/codes) are another list.`,
    table(['Code', 'Status', 'Meaning', 'Try again'], rows),
  ].join('\n\n');
  const pages = Object.entries(ERRORS).map(([code, row]): DocPage => {
    const facts = [['Status', String(row.status)]];
    return {
      path: `/problems/${code}`,
      chapter: 'problems',
      title: `Problem ${code}`,
      summary: `${plain(row.title)}.`,
      markdown: explained(code, row, facts, '[All problems](/problems)'),
    };
  });
  return [{ path: '/problems', chapter: 'problems', title: 'Problems', summary, markdown, isIndex: true }, ...pages];
}

export function reportCodePages(): DocPage[] {
  const summary = 'Every code that a result or a report may carry.';
  const lists = CODE_KINDS.map(({ title, place, codes }) => {
    const rows = [...codes].map(([code, explanation]) => [`[\`${code}\`](/codes/${code})`, explanation.title]);
    return `## ${title}\n\nIn ${place}.\n\n${table(['Code', 'Meaning'], rows)}`;
  });
  const markdown = ['# Codes of reports', `${summary} [Problems](/problems) are another list.`, ...lists].join('\n\n');
  const list: DocPage = {
    path: '/codes',
    chapter: 'codes',
    title: 'Codes of reports',
    summary,
    markdown,
    isIndex: true,
  };
  return [list, ...CODE_KINDS.flatMap(pagesOf)];
}

function pagesOf({ place, codes }: CodeKind): DocPage[] {
  return [...codes].map(([code, explanation]) => ({
    path: `/codes/${code}`,
    chapter: 'codes',
    title: `Code ${code}`,
    summary: `${plain(explanation.title)}.`,
    markdown: explained(code, explanation, [['Where', place], ...dataOf(explanation)], '[All codes](/codes)'),
  }));
}

function dataOf({ facts = [] }: Explanation): string[][] {
  return facts.length === 0 ? [] : [['Data in `facts`', facts.map((name) => `\`${name}\``).join(', ')]];
}

function explained(code: string, row: Explanation, facts: readonly (readonly string[])[], back: string): string {
  return [
    `# ${row.title}`,
    `The code is \`${code}\`.`,
    `## When`,
    row.cause,
    `## What to do`,
    onTheWeb(row.remedy),
    `## In short`,
    table(
      ['', ''],
      [...facts, ['The same request again', row.retryable ? 'may succeed later' : 'will not end otherwise']],
    ),
    `## For example`,
    `> ${row.example}`,
    back,
  ].join('\n\n');
}

/**
 * Replaces references to repository files by the guide with the same content, for readers who have only the service.
 */
const GUIDES: Readonly<Record<string, string>> = {
  '`docs/guides/authentication.md`': '[API keys and scopes](/docs/authentication)',
  '`docs/guides/retention-and-erasure.md`': '[retention and erasure](/docs/retention-and-erasure)',
};

function onTheWeb(text: string): string {
  return text.replaceAll(/`docs\/[\w/-]+\.md`/g, (file) => GUIDES[file] ?? file);
}
