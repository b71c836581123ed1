/** The frame of every page of the documentation: head, navigation, search, foot. It needs no script to be used. */
import { CHAPTERS, type Chapter, type DocPage, markdownPath } from './doc-page.ts';
import { escaped, type Heading, type Rendered } from './markdown.ts';

export interface Frame {
  /** Makes of a path of the service what a browser is to ask for. */
  readonly address: (path: string) => string;
  /** The paths of the style sheet and, for pages with scripts, of the scripts. */
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  /** All pages in their order. */
  readonly pages: readonly DocPage[];
}

const GUIDES: readonly Chapter[] = ['start', 'sending', 'results', 'running'];
const LOOK_UP = [
  ['/docs/reference', 'API reference'],
  ['/docs/plain', 'All calls'],
  ['/docs/events', 'Events'],
  ['/problems', 'Problems'],
  ['/codes', 'Codes of reports'],
  ['/docs/settings', 'Settings'],
] as const;
/** These are the pages without any script. */
const WITHOUT_SCRIPT: readonly Chapter[] = ['calls'];
/** Fewer need no list of their own. */
const LISTED_HEADINGS = 3;

export function pageHtml(page: DocPage, { html, headings }: Rendered, frame: Frame): string {
  const { address, pages } = frame;
  const guides = pages.filter(({ chapter, isIndex = false }) => GUIDES.includes(chapter) && !isIndex);
  const main = [
    crumbs(page, address),
    html,
    steps(guides, page, address),
    `<p class="source"><a href="${address(markdownPath(page))}">This page as Markdown</a></p>`,
  ].join('');
  return documentOf(page.title, main, {
    frame,
    current: page.path,
    headings,
    isStill: WITHOUT_SCRIPT.includes(page.chapter),
  });
}

/** The answer to a search, for those who have no script or pressed Enter. */
export function resultsHtml(query: string, found: readonly DocPage[], frame: Frame): string {
  const items = found.map(
    ({ path, title, chapter, summary }) =>
      `<li><a href="${frame.address(path)}">${escaped(title)}</a> <span class="chapter">${CHAPTERS[chapter]}</span><br>${escaped(summary)}</li>`,
  );
  const said =
    query === '' ? 'Enter a search term.' : `${found.length === 0 ? 'No page has' : 'Pages with'} “${escaped(query)}”.`;
  const hint = query !== '' && found.length === 0 ? '<p>Use fewer or shorter words, or copy a code exactly.</p>' : '';
  const main = `<h1>Search</h1>${searchForm(frame.address, 'page-search', query)}<p role="status">${said}</p>${hint}<ol class="results">${items.join('')}</ol>`;
  return documentOf('Search', main, { frame, current: '/docs/search', headings: [], isStill: false });
}

interface Around {
  readonly frame: Frame;
  readonly current: string;
  readonly headings: readonly Heading[];
  readonly isStill: boolean;
}

function documentOf(title: string, main: string, { frame, current, headings, isStill }: Around): string {
  const { address, style, script, icon, pages } = frame;
  const name = current === '/docs' ? 'Fixpoint documentation' : `${title} · Fixpoint`;
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(name)}</title>`,
    `<link rel="icon" href="${address(icon)}">`,
    `<link rel="stylesheet" href="${address(style)}">`,
    isStill ? '' : `<script type="module" src="${address(script)}"></script>`,
    `</head><body data-search="${address('/docs/search.json')}" data-base="${address('/')}">`,
    '<a class="skip" href="#content">Skip to the content</a>',
    `<header class="top"><a class="brand" href="${address('/docs')}">Fixpoint <span>docs</span></a>`,
    '<a class="menu" href="#pages">Menu</a>',
    searchForm(address, 'search'),
    `<nav aria-label="Service"><a href="${address('/docs/reference')}">API reference</a><a href="${address('/portal/')}">Portal</a></nav></header>`,
    '<div class="columns">',
    navigation(pages, current, address),
    `<main id="content" tabindex="-1">${main}</main>`,
    headings.length < LISTED_HEADINGS ? '' : onThisPage(headings),
    '</div></body></html>\n',
  ].join('');
}

/** A plain form: the script adds suggestions to it where there is one. */
function searchForm(address: Frame['address'], id: string, query = ''): string {
  return [
    `<form class="search" role="search" aria-label="${id === 'search' ? 'Documentation' : 'Search again'}" action="${address('/docs/search')}" method="get">`,
    `<label class="unseen" for="${id}">Search the documentation</label>`,
    `<input id="${id}" name="q" type="search" value="${escaped(query)}" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="200">`,
    '<button type="submit">Search</button></form>',
  ].join('');
}

function navigation(pages: readonly DocPage[], current: string, address: Frame['address']): string {
  const link = (path: string, title: string): string =>
    `<li><a href="${address(path)}"${path === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  const list = (title: string, items: readonly string[]): string =>
    `<p class="chapter-name">${title}</p><ul>${items.join('')}</ul>`;
  const guides = GUIDES.map((chapter) => {
    const items = pages.filter((page) => page.chapter === chapter && page.isIndex !== true);
    return list(
      CHAPTERS[chapter],
      items.map(({ path, title }) => link(path, title)),
    );
  });
  const lookUp = LOOK_UP.map(([path, title]) => link(path, title));
  return `<nav id="pages" class="pages" aria-label="Pages"><a class="close" href="#content">Close the menu</a>${guides.join('')}${list('Look it up', lookUp)}</nav>`;
}

function onThisPage(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ depth }) => depth <= 3)
    .map(({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p class="chapter-name">On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** The list page of each chapter that has one. */
const LISTS: Partial<Record<Chapter, readonly [path: string, title: string]>> = {
  calls: ['/docs/plain', 'All calls'],
  events: ['/docs/events', 'Events'],
  problems: ['/problems', 'Problems'],
  codes: ['/codes', 'Codes of reports'],
  settings: ['/docs/settings', 'Settings'],
};

function crumbs({ chapter, path }: DocPage, address: Frame['address']): string {
  if (path === '/docs') return '';
  const list = LISTS[chapter];
  const middle = list && list[0] !== path ? `<li><a href="${address(list[0])}">${list[1]}</a></li>` : '';
  return `<nav class="crumbs" aria-label="Where this is"><ol><li><a href="${address('/docs')}">Documentation</a></li>${middle || (list ? '' : `<li>${CHAPTERS[chapter]}</li>`)}</ol></nav>`;
}

function steps(guides: readonly DocPage[], { path }: DocPage, address: Frame['address']): string {
  const position = guides.findIndex((page) => page.path === path);
  if (position === -1) return '';
  const before = guides[position - 1];
  const after = guides[position + 1];
  const links = [
    before && `<a rel="prev" href="${address(before.path)}"><span>Before</span> ${escaped(before.title)}</a>`,
    after && `<a rel="next" href="${address(after.path)}"><span>Next</span> ${escaped(after.title)}</a>`,
  ];
  return `<nav class="steps" aria-label="Other guides">${links.filter((link) => link !== undefined).join('')}</nav>`;
}
