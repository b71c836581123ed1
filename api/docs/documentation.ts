/** The documentation: guides, calls, events, settings and codes, as pages for people and as Markdown for programs. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Search, searchOf } from '#domain/documentation/search.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { NEGOTIATED } from '#api/http/headers.ts';
import { isUnchanged } from '#api/http/checks/preconditions.ts';
import type { Answer, Headers } from '#api/operation.ts';
import type { BuiltPages } from '#api/pages/built-pages.ts';
import { DOCS_POLICY } from '#api/pages/content-security-policy.ts';
import { sendBeingBuilt } from '#api/pages/plain-pages.ts';
import type { Services } from '#api/services.ts';
import { type DocPage, markdownPath } from './doc-page.ts';
import { type Library, llmsText, openLibrary, searchEntries } from './library.ts';
import { render } from './markdown.ts';
import { type Picture, readPictures } from './pictures.ts';
import { type Frame, pageHtml, resultsHtml } from './shell.ts';

interface Text {
  readonly bytes: Buffer;
  readonly etag: string;
}

interface Shelf {
  readonly library: Library;
  /** Null while the portal, whose styles it has, is not built. */
  readonly frame: () => Frame | null;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly publicUrl: string;
  readonly search: Search;
  /** Caches rendered pages. The keys are of our own making. */
  readonly made: Map<string, Text>;
}

/** Set up with the first question: many processes of the API are never asked. */
type Deps = () => Shelf;

const HEADERS: Headers = {
  'Content-Security-Policy': {
    description: 'The page loads nothing of another origin.',
    schema: z.string(),
    required: true,
  },
  'Referrer-Policy': { description: 'no-referrer', schema: z.literal('no-referrer'), required: true },
  ETag: { description: 'The hash as a weak validator.', schema: z.string(), required: true },
  ...NEGOTIATED,
};
const UNCHANGED: Answer = { status: 304, description: 'The caller has the current version.', headers: HEADERS };

/** @param types media types */
function answersOf(description: string, ...types: readonly string[]): readonly [Answer, Answer] {
  const content = Object.fromEntries(types.map((type) => [type, type.endsWith('json') ? z.unknown() : z.string()]));
  return [{ status: 200, description, content, headers: HEADERS }, UNCHANGED];
}

const listed = {
  method: 'get',
  tag: 'Service',
  access: anyone,
  query: 'ignored',
  answers: answersOf('A page, as HTML or as Markdown.', 'text/html', 'text/markdown'),
  problems: ['not_found'],
} as const;
const page = { ...listed, isPage: true } as const;

const FOUND = 30;
const name = (about: string) => z.object({ page: z.string().describe(about) });

const endpoints = [
  endpoint({
    ...page,
    path: '/docs',
    id: 'getDocumentation',
    summary: 'Leads to the first page of the documentation',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/docs', deps),
  }),
  endpoint({
    ...page,
    path: '/docs/search',
    id: 'searchDocumentation',
    summary: 'Finds the pages that contain some words',
    handle({ ctx }, deps: Deps) {
      const query = String([ctx.query['q'] ?? ''].flat()[0]).slice(0, 200);
      const { search, library, frame } = deps();
      const framed = frame();
      if (framed === null) return sendBeingBuilt(ctx);
      const pages = search(query, FOUND).flatMap(({ path }) => library.byPath.get(path) ?? []);
      send(ctx, 'text/html', textOf(resultsHtml(query, pages, framed)));
    },
  }),
  endpoint({
    ...page,
    path: '/docs/search.json',
    id: 'getSearchIndex',
    answers: answersOf('Every page with its words.', 'application/json'),
    summary: 'Returns the index of the search in pages',
    handle({ ctx }, deps: Deps) {
      send(
        ctx,
        'application/json',
        kept(deps(), 'index', ({ library }) => JSON.stringify(searchEntries(library))),
      );
    },
  }),
  endpoint({
    ...page,
    answers: answersOf('A picture.', 'image/svg+xml', 'image/png'),
    path: '/docs/images/{file}',
    id: 'getDocumentationPicture',
    summary: 'Returns a picture of the documentation',
    params: z.object({ file: z.string().describe('The name of the picture.') }),
    handle({ ctx, params }, deps: Deps) {
      const picture = deps().pictures.get(params.file ?? '');
      if (!picture) throw notFound('page', 'No such picture.');
      send(ctx, picture.type, picture);
    },
  }),
  endpoint({
    ...page,
    path: '/docs/{page}',
    id: 'getDocumentationPage',
    summary: 'Returns a page of the documentation',
    params: name('Its name; with `.md` it comes as Markdown.'),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/docs/${params.page ?? ''}`, deps),
  }),
  entry('operations', 'getPageOfCall', 'The page of a call of the API'),
  entry('events', 'getPageOfEvent', 'The page of an event'),
  entry('settings', 'getPageOfSetting', 'The page of a setting'),
  endpoint({
    ...listed,
    path: '/problems',
    id: 'listProblems',
    summary: 'Lists every code of an error',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/problems', deps),
  }),
  endpoint({
    ...listed,
    path: '/problems/{code}',
    id: 'getProblem',
    summary: 'Explains an error code',
    params: z.object({ code: z.string().describe('The code of a problem. With `.md` the page comes as Markdown.') }),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/problems/${params.code ?? ''}`, deps, 'problem'),
  }),
  endpoint({
    ...listed,
    path: '/codes',
    id: 'listCodes',
    summary: 'Lists every code of a result or a report',
    handle: ({ ctx }, deps: Deps) => sendPage(ctx, '/codes', deps),
  }),
  endpoint({
    ...listed,
    path: '/codes/{code}',
    id: 'getCode',
    summary: 'Explains a code of a result or a report',
    params: z.object({ code: z.string().describe('A code of reports. With `.md` the page comes as Markdown.') }),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/codes/${params.code ?? ''}`, deps, 'code'),
  }),
  endpoint({
    ...page,
    path: '/llms.txt',
    id: 'getLlmsText',
    summary: 'Lists all pages as Markdown',
    answers: answersOf('A text in Markdown.', 'text/markdown'),
    handle({ ctx }, deps: Deps) {
      send(
        ctx,
        'text/markdown',
        kept(deps(), 'llms', ({ library, publicUrl }) => llmsText(library, publicUrl)),
      );
    },
  }),
  endpoint({
    ...page,
    path: '/llms-full.txt',
    id: 'getLlmsFullText',
    summary: 'Returns all pages as one text in Markdown',
    answers: answersOf('A text in Markdown.', 'text/markdown'),
    handle({ ctx }, deps: Deps) {
      const whole = (shelf: Shelf) => shelf.library.pages.map((one) => markdownOf(one, shelf)).join('\n\n---\n\n');
      send(ctx, 'text/markdown', kept(deps(), 'llms-full', whole));
    },
  }),
];

function entry(chapter: string, id: string, summary: string) {
  return endpoint({
    ...page,
    path: `/docs/${chapter}/{page}`,
    id,
    summary,
    params: name('Its name; with `.md` it comes as Markdown.'),
    handle: ({ ctx, params }, deps: Deps) => sendPage(ctx, `/docs/${chapter}/${params.page ?? ''}`, deps),
  });
}

export const documentationFeature = feature(depsOf, endpoints);

function depsOf(services: Services): Deps {
  let shelf: Shelf | null = null;
  return () => (shelf ??= shelfOf(services));
}

function shelfOf({ openApiDocument, settings: { publicUrl }, pages }: Services): Shelf {
  const library = openLibrary(openApiDocument);
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const frame = () => {
    const built = pages();
    return built && frameOf(built, { pages: library.pages, address: (path) => base + path });
  };
  const search = searchOf(searchEntries(library));
  return { library, frame, pictures: readPictures(), publicUrl, search, made: new Map() };
}

function frameOf(built: BuiltPages, around: Pick<Frame, 'pages' | 'address'>): Frame {
  const asset = (pattern: RegExp): string => {
    const found = [...built.keys()].find((path) => pattern.test(path));
    if (found === undefined) throw new Error(`The built pages have nothing like ${pattern.source}.`);
    return `/${found}`;
  };
  return {
    ...around,
    style: asset(/^portal\/assets\/docs-[\w-]+\.css$/),
    icon: asset(/^portal\/assets\/icon-[\w-]+\.svg$/),
    script: asset(/^portal\/assets\/docs-[\w-]+\.js$/),
  };
}

function sendPage(ctx: Context, path: string, deps: Deps, resource = 'page'): void {
  const shelf = deps();
  const found = shelf.library.byPath.get(path);
  if (!found) throw notFound(resource, `No such ${resource}.`);
  ctx.vary('Accept');
  const isMarkdown = path !== found.path || ctx.accepts('text/html', 'text/markdown') === 'text/markdown';
  if (isMarkdown)
    send(
      ctx,
      'text/markdown',
      kept(shelf, `md ${found.path}`, () => markdownOf(found, shelf)),
    );
  else sendHtml(ctx, found, shelf);
}

function sendHtml(ctx: Context, found: DocPage, shelf: Shelf): void {
  const frame = shelf.frame();
  if (frame === null) return sendBeingBuilt(ctx);
  const key = `html ${frame.style} ${frame.script} ${found.path}`;
  send(
    ctx,
    'text/html',
    kept(shelf, key, () => htmlOf(found, frame, shelf)),
  );
}

function htmlOf(found: DocPage, frame: Frame, { pictures }: Shelf): string {
  const darkTwin = (path: string): string | null => {
    const dark = path.replace('-light.', '-dark.');
    return dark !== path && pictures.has(dark.split('/').at(-1) ?? '') ? dark : null;
  };
  return pageHtml(found, render(found.markdown, frame.address, darkTwin), frame);
}

/** Links lead to other pages as Markdown, and are whole: who reads it may have nothing but the text. */
function markdownOf({ markdown }: DocPage, { library, publicUrl }: Shelf): string {
  return markdown.replaceAll(/\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, fragment = '') => {
    const target = library.byPath.get(path);
    return `](${publicUrl}${target ? markdownPath(target) : path}${String(fragment)})`;
  });
}

function kept(shelf: Shelf, key: string, make: (shelf: Shelf) => string): Text {
  const text = shelf.made.get(key) ?? textOf(make(shelf));
  shelf.made.set(key, text);
  return text;
}

function textOf(text: string): Text {
  return { bytes: Buffer.from(text), etag: `W/"${createHash('sha256').update(text).digest('hex')}"` };
}

function send(ctx: Context, type: string, { bytes, etag }: Text): void {
  const isKnown = isUnchanged(ctx, { etag });
  ctx.set({ 'Content-Security-Policy': DOCS_POLICY, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' });
  ctx.status = 200;
  ctx.type = type;
  ctx.body = bytes;
  ctx.etag = etag;
  if (isKnown) ctx.status = 304;
}
