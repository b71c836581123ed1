/** The documentation: guides, calls, events, settings and codes, as pages for people and as Markdown for programs. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { search } from '#domain/documentation/search.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { NEGOTIATED } from '#api/http/headers.ts';
import type { Answer, Headers } from '#api/operation.ts';
import { DOCS_POLICY } from '#api/pages/content-security-policy.ts';
import { readBuiltPages } from '#api/pages/built-pages.ts';
import type { Services } from '#api/services.ts';
import { type DocPage, markdownPath } from './doc-page.ts';
import { type Library, llmsText, openLibrary, searchEntries } from './library.ts';
import { render } from './markdown.ts';
import { type Picture, readPictures } from './pictures.ts';
import { type Frame, pageHtml, resultsHtml } from './shell.ts';

interface Text {
  readonly text: string;
  readonly etag: string;
}

interface Deps {
  readonly library: Library;
  readonly frame: Frame;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly publicUrl: string;
  /** What was asked for once is kept. The keys are of our own making. */
  readonly made: Map<string, Text>;
}

const HEADERS: Headers = {
  'Content-Security-Policy': { description: 'Nothing of another origin.', schema: z.string(), required: true },
  ETag: { description: 'The hash as a weak validator.', schema: z.string(), required: true },
  ...NEGOTIATED,
};
const answers: readonly [Answer, Answer] = [
  {
    status: 200,
    description: 'A page, as HTML or as Markdown.',
    content: { 'text/html': z.string(), 'text/markdown': z.string(), 'application/json': z.unknown() },
    headers: HEADERS,
  },
  { status: 304, description: 'The caller has it.', headers: HEADERS },
];
const PICTURE: readonly [Answer, Answer] = [
  {
    status: 200,
    description: 'A picture.',
    content: { 'image/svg+xml': z.string(), 'image/png': z.string() },
    headers: HEADERS,
  },
  { status: 304, description: 'The caller has it.', headers: HEADERS },
];

const common = { method: 'get', tag: 'Service', access: anyone, query: 'ignored' } as const;
const reading = { ...common, answers, problems: ['not_found'] } as const;
const page = { ...reading, isPage: true } as const;
const described = {
  ...reading,
  answers: [{ ...answers[0], content: { 'text/html': z.string(), 'text/markdown': z.string() } }, answers[1]],
} as const;

const FOUND = 30;
const name = (about: string) => z.object({ page: z.string().describe(about) });

const endpoints = [
  endpoint({
    ...page,
    path: '/docs',
    id: 'getDocumentation',
    summary: 'Where the documentation begins',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/docs', deps),
  }),
  endpoint({
    ...page,
    path: '/docs/search',
    id: 'searchDocumentation',
    summary: 'The pages that have some words',
    handle({ ctx }, deps: Deps) {
      const query = String([ctx.query['q'] ?? ''].flat()[0]).slice(0, 200);
      const found = search(searchEntries(deps.library), query, FOUND);
      const pages = found.flatMap(({ path }) => deps.library.byPath.get(path) ?? []);
      send(ctx, 'text/html', textOf(resultsHtml(query, pages, deps.frame)));
    },
  }),
  endpoint({
    ...page,
    path: '/docs/search.json',
    id: 'getSearchIndex',
    summary: 'What the pages search in by themselves',
    handle({ ctx }, deps: Deps) {
      send(
        ctx,
        'application/json',
        kept(deps, 'index', () => JSON.stringify(searchEntries(deps.library))),
      );
    },
  }),
  endpoint({
    ...page,
    answers: PICTURE,
    path: '/docs/images/{file}',
    id: 'getDocumentationPicture',
    summary: 'A picture of the documentation',
    params: z.object({ file: z.string().describe('Its name.') }),
    handle({ ctx, params }, { pictures }: Deps) {
      const picture = pictures.get(params.file ?? '');
      if (!picture) throw notFound('page', 'No such picture.');
      send(ctx, picture.type, { text: picture.bytes, etag: picture.etag });
    },
  }),
  endpoint({
    ...page,
    path: '/docs/{page}',
    id: 'getDocumentationPage',
    summary: 'A page of the documentation',
    params: name('Its name; with `.md` it comes as Markdown.'),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/docs/${params.page ?? ''}`, deps),
  }),
  endpoint({
    ...page,
    path: '/docs/{chapter}/{page}',
    id: 'getDocumentationEntry',
    summary: 'The page of a call, an event or a setting',
    params: name('Its name; with `.md` it comes as Markdown.').extend({
      chapter: z.string().describe('What it is of.'),
    }),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/docs/${params.chapter ?? ''}/${params.page ?? ''}`, deps),
  }),
  endpoint({
    ...described,
    path: '/problems',
    id: 'listProblems',
    summary: 'Every code an error may carry',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/problems', deps),
  }),
  endpoint({
    ...described,
    path: '/problems/{code}',
    id: 'getProblem',
    summary: 'What the code of an error means and what to do about it',
    params: z.object({ code: z.string().describe('The code of a problem; with `.md` the page comes as Markdown.') }),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/problems/${params.code ?? ''}`, deps, 'problem'),
  }),
  endpoint({
    ...described,
    path: '/codes',
    id: 'listCodes',
    summary: 'Every code a result or a report may carry',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/codes', deps),
  }),
  endpoint({
    ...described,
    path: '/codes/{code}',
    id: 'getCode',
    summary: 'What the code of a result or a report means and what to do about it',
    params: z.object({ code: z.string().describe('A code of reports; with `.md` the page comes as Markdown.') }),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/codes/${params.code ?? ''}`, deps, 'code'),
  }),
  endpoint({
    ...page,
    path: '/llms.txt',
    id: 'getLlmsText',
    summary: 'The list of all pages as Markdown',
    answers: [{ ...answers[0], content: { 'text/markdown': z.string() } }, answers[1]],
    handle({ ctx }, deps: Deps) {
      send(
        ctx,
        'text/markdown',
        kept(deps, 'llms', () => llmsText(deps.library, deps.publicUrl)),
      );
    },
  }),
  endpoint({
    ...page,
    path: '/llms-full.txt',
    id: 'getLlmsFullText',
    summary: 'All pages as one text in Markdown',
    answers: [{ ...answers[0], content: { 'text/markdown': z.string() } }, answers[1]],
    handle({ ctx }, deps: Deps) {
      const whole = () => deps.library.pages.map((one) => markdownOf(one, deps)).join('\n\n---\n\n');
      send(ctx, 'text/markdown', kept(deps, 'llms-full', whole));
    },
  }),
];

export const documentationFeature = feature(depsOf, endpoints);

function depsOf({ openApiDocument, settings: { publicUrl }, pagesFolder }: Services): Deps {
  const library = openLibrary(openApiDocument);
  const assets = [...readBuiltPages(pagesFolder).keys()];
  const asset = (pattern: RegExp): string => {
    const found = assets.find((one) => pattern.test(one));
    if (found === undefined) throw new Error(`The built pages have nothing like ${pattern.source}.`);
    return `/${found}`;
  };
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const frame: Frame = {
    address: (path) => base + path,
    style: asset(/^portal\/assets\/docs-[\w-]+\.css$/),
    icon: asset(/^portal\/assets\/icon-[\w-]+\.svg$/),
    script: asset(/^portal\/assets\/docs-[\w-]+\.js$/),
    pages: library.pages,
  };
  return { library, frame, pictures: readPictures(), publicUrl, made: new Map() };
}

function sendPage(ctx: Context, path: string, deps: Deps, resource = 'page'): void {
  const found = deps.library.byPath.get(path);
  if (!found) throw notFound(resource, `No such ${resource}.`);
  ctx.vary('Accept');
  const isMarkdown = path !== found.path || ctx.accepts('text/html', 'text/markdown') === 'text/markdown';
  if (isMarkdown)
    send(
      ctx,
      'text/markdown',
      kept(deps, `md ${found.path}`, () => markdownOf(found, deps)),
    );
  else
    send(
      ctx,
      'text/html',
      kept(deps, `html ${found.path}`, () => htmlOf(found, deps)),
    );
}

function htmlOf(found: DocPage, { frame, pictures }: Deps): string {
  const darkTwin = (path: string): string | null => {
    const dark = path.replace('-light.', '-dark.');
    return dark !== path && pictures.has(dark.split('/').at(-1) ?? '') ? dark : null;
  };
  return pageHtml(found, render(found.markdown, frame.address, darkTwin), frame);
}

/** Links lead to other pages as Markdown, and are whole: who reads it may have nothing but the text. */
function markdownOf({ markdown }: DocPage, { library, publicUrl }: Pick<Deps, 'library' | 'publicUrl'>): string {
  return markdown.replaceAll(/\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, fragment = '') => {
    const target = library.byPath.get(path);
    return `](${publicUrl}${target ? markdownPath(target) : path}${String(fragment)})`;
  });
}

function kept({ made }: Deps, key: string, make: () => string): Text {
  const text = made.get(key) ?? textOf(make());
  made.set(key, text);
  return text;
}

function textOf(text: string): Text {
  return { text, etag: `W/"${createHash('sha256').update(text).digest('hex')}"` };
}

function send(
  ctx: Context,
  type: string,
  { text, etag }: { readonly text: string | Buffer; readonly etag: string },
): void {
  ctx.set({ 'Content-Security-Policy': DOCS_POLICY, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' });
  ctx.status = 200;
  ctx.type = type;
  ctx.body = text;
  ctx.etag = etag;
  if (ctx.fresh) ctx.status = 304;
}
