/** Markdown as HTML, by marked; code is coloured by highlight.js. The sources are ours, and hold no HTML. */
import { createRequire } from 'node:module';
import { Marked, type Tokens } from 'marked';

/** The used part of highlight.js, because its own types would add browser types to the whole program. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
}

const load = createRequire(import.meta.url);
const hljs: Highlighter = load('highlight.js/lib/core');
const LANGUAGES = {
  sh: load('highlight.js/lib/languages/bash'),
  ts: load('highlight.js/lib/languages/typescript'),
  python: load('highlight.js/lib/languages/python'),
  go: load('highlight.js/lib/languages/go'),
  php: load('highlight.js/lib/languages/php'),
  http: load('highlight.js/lib/languages/http'),
  json: load('highlight.js/lib/languages/json'),
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The names of languages of code blocks for people. */
const LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  console: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  json: 'JSON',
  http: 'HTTP',
  text: 'Output',
};

export interface Heading {
  readonly id: string;
  /** HTML. */
  readonly text: string;
  readonly depth: number;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * @param address makes of a path of the documentation what a browser is to ask for
 * @param darkTwin the path of the same picture for dark surroundings, or null
 */
export function render(
  markdown: string,
  address: (path: string) => string,
  darkTwin: (path: string) => string | null,
): Rendered {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  let figures = 0;
  const marked = new Marked({
    // A bare address in the text is an example and no link.
    tokenizer: { url: () => undefined },
    renderer: {
      html({ text }) {
        throw new Error(`The documentation has no HTML of its own: ${text.slice(0, 40)}`);
      },
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const id = uniqueId(text, taken);
        headings.push({ id, text: inner, depth });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const isForeign = /^https?:/.test(href);
        return `<a href="${escaped(href.startsWith('/') ? address(href) : href)}"${isForeign ? ' rel="noreferrer"' : ''}>${inner}</a>`;
      },
      image({ href, text }) {
        const dark = darkTwin(href);
        const source =
          dark === null ? '' : `<source media="(prefers-color-scheme: dark)" srcset="${escaped(address(dark))}">`;
        return `<picture>${source}<img src="${escaped(address(href))}" alt="${escaped(text)}"></picture>`;
      },
      code({ text, lang = '' }) {
        figures += 1;
        return codeBlock(text, lang.split(' ')[0] ?? '', figures);
      },
      table({ header, rows }) {
        figures += 1;
        const cellOf = (tag: string, { tokens, text }: Tokens.TableCell): string => {
          // The corner above names of rows heads nothing.
          const kind = text === '' ? 'td' : tag;
          return `<${kind}${kind === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${kind}>`;
        };
        const cells = (tag: string, row: readonly Tokens.TableCell[]) => row.map((one) => cellOf(tag, one)).join('');
        const isPairs = header.every(({ text }) => text === '');
        const head = isPairs ? '' : `<thead><tr>${cells('th', header)}</tr></thead>`;
        const lines = rows.map(
          (row) =>
            `<tr>${isPairs ? pair(row.map(({ tokens }) => this.parser.parseInline(tokens))) : cells('td', row)}</tr>`,
        );
        return `<div class="${isList(header, rows) ? 'wide list' : 'wide'}" role="region" aria-label="Table ${figures}" tabindex="0"><table>${head}<tbody>${lines.join('')}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

/** Whether the rows are names in code with their meanings: on a phone the meaning is below the name. */
function isList(header: readonly Tokens.TableCell[], rows: readonly (readonly Tokens.TableCell[])[]): boolean {
  const isName = ([first]: readonly Tokens.TableCell[]): boolean => /^\[?`[^`]+`/.test(first?.text ?? '');
  return header.length <= 3 && rows.every(isName);
}

/** In a table without a head the first column names the row. */
function pair([name = '', ...values]: readonly string[]): string {
  return `<th scope="row">${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}`;
}

function codeBlock(text: string, language: string, number: number): string {
  const label = LABELS[language] ?? 'Text';
  const inner = Object.hasOwn(LANGUAGES, language) ? hljs.highlight(text, { language }).value : escaped(text);
  return (
    `<figure class="code"><figcaption>${label}</figcaption>` +
    `<pre tabindex="0" role="region" aria-label="${label}, example ${number}"><code>${inner}\n</code></pre></figure>\n`
  );
}

/** The words of the heading with hyphens between, as GitHub names it, so that links work there too. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim();
  const id = words.replaceAll(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
