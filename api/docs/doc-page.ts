/** A page of the documentation. Its Markdown is the source for people, programs and the search. */

export const CHAPTERS = {
  start: 'Start here',
  sending: 'Send documents',
  results: 'Read results',
  running: 'Plan and operate',
  calls: 'Calls',
  events: 'Events',
  problems: 'Problems',
  codes: 'Codes of reports',
  settings: 'Settings',
} as const;

export type Chapter = keyof typeof CHAPTERS;

export interface DocPage {
  /** Below the address of the service: `/docs/batches`. */
  readonly path: string;
  readonly chapter: Chapter;
  /** The title without markup. */
  readonly title: string;
  /** One sentence about the page, without markup. */
  readonly summary: string;
  /** The whole page, with the title as its one heading of the first level. */
  readonly markdown: string;
  /** Lists other pages: the address of its Markdown is that of a page in it. */
  readonly isIndex?: boolean;
}

/** The path of the page as Markdown. */
export function markdownPath({ path, isIndex = false }: Pick<DocPage, 'path' | 'isIndex'>): string {
  return isIndex ? `${path}/index.md` : `${path}.md`;
}

/** The first sentence that the Markdown says, below its title; without markup. */
export function firstSentence(markdown: string): string {
  const paragraph = markdown.split('\n\n').find((block) => /^[\w`"*[]/.test(block)) ?? '';
  const [sentence = ''] = /^.*?\.(?=\s|$)/.exec(plain(paragraph)) ?? [plain(paragraph)];
  return sentence.replace(/:$/, '.');
}

/** The plain text of Markdown. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Text within a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}

/** A table, or nothing where it would have no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return `${lines.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
