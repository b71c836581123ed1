/** All pages of the documentation by path, with the front page, the index and the search. */
import { type SearchEntry, wordsOf } from '#domain/documentation/search.ts';
import { problemPages, reportCodePages } from './code-pages.ts';
import { CHAPTERS, type DocPage, markdownPath, plain } from './doc-page.ts';
import { eventPages } from './event-pages.ts';
import { guidePages } from './guides.ts';
import { Description, operationPages } from './operation-pages.ts';
import { settingPages } from './setting-pages.ts';

export interface Library {
  readonly pages: readonly DocPage[];
  /** The keys are paths of pages, and of their Markdown. */
  readonly byPath: ReadonlyMap<string, DocPage>;
}

/** @param openApiDocument what programs read of the API */
export function openLibrary(openApiDocument: object): Library {
  const described = [
    ...guidePages(),
    ...operationPages(Description.parse(openApiDocument)),
    ...eventPages(),
    ...problemPages(),
    ...reportCodePages(),
    ...settingPages(),
  ];
  const pages = [frontPage(described), ...described];
  const byPath = new Map(pages.flatMap((page) => [page.path, markdownPath(page)].map((path) => [path, page])));
  return { pages, byPath };
}

/** The front page lists every guide with its subject. */
function frontPage(pages: readonly DocPage[]): DocPage {
  const summary = 'Send a PDF, get the canonical PDF: the same document gives the same bytes and the same SHA-256.';
  const guides = (['start', 'sending', 'results', 'running'] as const).map((chapter) => {
    const items = pages.filter((page) => page.chapter === chapter);
    return `## ${CHAPTERS[chapter]}\n\n${items.map(listItem).join('\n')}`;
  });
  const markdown = [
    '# Documentation',
    `${summary} Start with the quickstart of your language. It takes a few minutes.`,
    ...guides,
    '## Look it up',
    [
      '- [API reference](/docs/reference): every call on one page, with examples.',
      '- [All calls](/docs/plain): the same on pages without scripts.',
      '- [OpenAPI 3.1](/openapi.json): the same for programs.',
      '- [Events](/docs/events): the events of webhooks.',
      '- [Problems](/problems): the codes of errors.',
      '- [Codes of reports](/codes): failures, warnings, findings, reasons of signatures.',
      '- [Settings](/docs/settings): for operators of the service.',
      '- [llms.txt](/llms.txt): all pages as Markdown, for programs that read.',
    ].join('\n'),
  ].join('\n\n');
  return { path: '/docs', chapter: 'start', title: 'Documentation', summary, markdown, isIndex: true };
}

function listItem({ path, title, summary }: DocPage): string {
  return `- [${title}](${path}): ${summary}`;
}

/** Nobody searches for the hashes and times of examples. */
const EXAMPLES = /^```json.*?^```$/gms;

/** The searched text. A page of a code has few words, and a guide has many. */
export function searchEntries({ pages }: Library): SearchEntry[] {
  return pages.map(({ path, chapter, title, summary, markdown }) => ({
    path,
    title,
    chapter: CHAPTERS[chapter],
    summary,
    headings: [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => plain(heading)).join(' '),
    words: [...new Set(wordsOf(markdown.replaceAll(EXAMPLES, '')))].join(' '),
  }));
}

/** The pages as programs that read find them (llmstxt.org). */
export function llmsText({ pages }: Library, publicUrl: string): string {
  const chapters = Object.entries(CHAPTERS).map(([chapter, name]) => {
    const items = pages
      .filter((page) => page.chapter === chapter)
      .map((page) => `- [${page.title}](${publicUrl}${markdownPath(page)}): ${page.summary}`);
    return `## ${name}\n\n${items.join('\n')}`;
  });
  return [
    '# Fixpoint',
    '> Turns an arbitrary PDF into its canonical PDF: same document, same bytes, same SHA-256.',
    `Every page is Markdown at the address below, and at the address without \`.md\` with \`Accept: text/markdown\`. All in one: ${publicUrl}/llms-full.txt. The API in OpenAPI 3.1: ${publicUrl}/openapi.json`,
    ...chapters,
    '',
  ].join('\n\n');
}
