/** Tests the built pages: their policies and their cache times. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BuiltPages, currentPages, readBuiltPages } from '#api/pages/built-pages.ts';
import { OUTPUTS, replaceOutput } from '#src/dist.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { problemOf, sha256, startApi } from '#test/support/api.ts';
import { portalRoutes } from '#test/support/portal-routes.ts';
import { started } from '#test/support/started.ts';

const FOLDER = OUTPUTS.portal;
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => extname(name) !== '')
  .map((name) => name.replaceAll(sep, '/'));
const ASSETS = FILES.filter((name) => name.startsWith('portal/assets/'));
const SCRIPT = ASSETS.find((name) => name.endsWith('.js')) ?? '';

const PAGES = [
  ['/', 'index.html'],
  ['/verify', 'verify.html'],
  ['/portal/', 'portal/index.html'],
  ['/portal/frame.html', 'portal/frame.html'],
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const typeOf = (name: string) => TYPES[extname(name)] ?? 'application/octet-stream';

/** Directives that all pages of ours have. */
const FORBIDDEN = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"];

const api = started(() => startApi());
const directivesOf = ({ headers }: Response) => (headers.get('content-security-policy') ?? '').split('; ');

describe('every page', () => {
  test.each(PAGES)('%s is %s as it was built, asked for anew each time', async (path, name) => {
    const response = await api.get(path, null);
    const { headers, status } = response;
    expect(status).toBe(200);
    expect(await response.text()).toBe(readFileSync(join(FOLDER, name), 'utf8'));
    expect(headers.get('content-type')?.split(';')[0]).toBe('text/html');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(PAGES)('%s runs no script but files of this origin, and evaluates no text', async (path, name) => {
    const directives = directivesOf(await api.get(path, null));
    expect(directives).toEqual(expect.arrayContaining(FORBIDDEN));
    const scripts = directives.find((directive) => directive.startsWith('script-src ')) ?? '';
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    const html = readFileSync(join(FOLDER, name), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/);
  });

  test('may send requests to this origin alone, and be in no frame', async () => {
    for (const path of ['/', '/verify', '/portal/']) {
      const directives = directivesOf(await api.get(path, null));
      expect(directives).toEqual(expect.arrayContaining(["connect-src 'self'", "frame-ancestors 'none'"]));
    }
  });

  test('leads to files beside it, wherever a proxy has put the service', () => {
    for (const [, name] of PAGES) {
      expect(readFileSync(join(FOLDER, name), 'utf8').match(/(?:href|src)="(?:\/|https?:)/g)).toBeNull();
    }
  });
});

describe('the frame in which documents are drawn', () => {
  test('has an origin that is nobody else’s, and no way out', async () => {
    const directives = directivesOf(await api.get('/portal/frame.html', null));
    expect(directives).toEqual(
      expect.arrayContaining(['sandbox allow-scripts', "connect-src 'none'", "frame-ancestors 'self'"]),
    );
  });
});

describe('what the pages are made of', () => {
  test.each(ASSETS)('%s may be kept for ever: its name has the hash of its content', async (name) => {
    const response = await api.get(`/${name}`, null);
    const { headers, status } = response;
    expect(status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(readFileSync(join(FOLDER, name)))).toBe(true);
    expect(headers.get('content-type')?.split(';')[0]).toBe(typeOf(name));
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // The frame has a separate origin and still loads its scripts from here.
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['/portal/', `/${SCRIPT}`])('%s comes once: who has it is told that it is the same', async (path) => {
    // Sends the request of a browser, because fetch itself would use no cache.
    const revalidate = (known: string) => api.get(path, null, { 'If-None-Match': known, 'Cache-Control': 'max-age=0' });
    const first = await api.get(path, null);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`W/"${sha256(Buffer.from(await first.arrayBuffer()))}"`);
    for (const known of [etag, etag.slice('W/'.length), `"other", ${etag}`]) {
      const again = await revalidate(known);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await revalidate('"other"')).status).toBe(200);
  });
});

test('while the portal is built, a page says so and loads itself again, until the build is there', async () => {
  let built: BuiltPages | null = null;
  const waiting = await startApi({ pages: () => built });
  try {
    for (const path of ['/', '/portal/', '/docs']) {
      const response = await waiting.get(path, null);
      const { headers, status } = response;
      expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5']);
      const html = await response.text();
      expect(html).toContain('The portal is being built');
      expect(html).toContain('<meta http-equiv="refresh" content="5">');
      expect(html).not.toContain('<script');
    }
    const markdown = await waiting.get('/docs/quickstart-curl.md', null);
    expect(markdown.status).toBe(200);
    built = readBuiltPages(FOLDER);
    for (const path of ['/', '/portal/', '/docs']) expect((await waiting.get(path, null)).status).toBe(200);
  } finally {
    await waiting.close();
  }
});

test('pages are read again after each build', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'fixpoint-pages-')), 'portal');
  const pages = currentPages(folder);
  expect(pages()).toBeNull();
  for (const text of ['first', 'second']) {
    await replaceOutput(folder, async (next) => {
      writeFileSync(join(next, 'index.html'), text);
      return [];
    });
    expect(pages()?.get('index.html')?.bytes.toString()).toBe(text);
    expect([...(pages() ?? new Map()).keys()]).toEqual(['index.html']);
  }
  rmSync(join(folder, '..'), { recursive: true });
});

describe('what is not there', () => {
  test('is found one step further below /portal, wherever a proxy has put the service', async () => {
    const response = await api.portal('GET', '/portal', null);
    expect([response.status, response.headers.get('location')]).toEqual([308, 'portal/']);
    expect((await fetch(`${api.url}/portal`)).url).toBe(`${api.url}/portal/`);
  });

  test.each([
    '/portal/../package.json',
    '/portal/..%2fpackage.json',
    '/portal/%2e%2e/package.json',
    '/portal/..%5cpackage.json',
    '/portal/assets/..%2findex.html',
    '/portal/assets/%2e%2e/index.html',
    '/portal/assets/%2fetc%2fpasswd',
    '/portal/%2fetc%2fpasswd',
    '/portal/index.html%00.js',
    '/portal/index.html',
    '/portal/tsconfig.json',
    '/portal/app/main.tsx',
    '/portal/assets/',
    '/portal/assets/main.tsx',
    '/portal/assets/constructor',
    `/${SCRIPT}/`,
    `/portal//${SCRIPT.slice('portal/'.length)}`,
    '/index.html',
    '/verify/',
    '/verify.html',
  ])('%s is not found', async (path) => {
    // fetch would normalize the path.
    const call = request(api.url, { path }).end();
    const [response] = await once(call, 'response');
    response.resume();
    expect(response.statusCode).toBe(404);
  });

  test('is told with its code, as everywhere', async () => {
    expect(await problemOf(await api.get('/portal/assets/none.js', null))).toMatchObject({
      code: 'not_found',
      resource: 'page',
    });
  });
});

test('every link of a mail names a page for whoever is not signed in', () => {
  const mails = mailTemplates('https://fixpoint.test');
  const texts = [
    mails.verification('t'),
    mails.alreadyRegistered(),
    mails.reset('t'),
    mails.passwordChanged(),
    mails.secondFactor('totp-added'),
    mails.invitation('Analytical Engines', 't'),
    mails.publishedKey({ name: 'CI', keyPrefix: 'fxp_abcd' }, null),
  ].map(({ text }) => text);
  const named = [...texts.join('\n').matchAll(/fixpoint\.test\/portal\/#(\/\w+)/g)].map(([, path = '']) => path);
  expect(new Set(named)).toEqual(new Set(['/verify', '/login', '/forgot', '/reset', '/invitation']));
  const open = portalRoutes().flatMap(({ path, isOpen }) => (isOpen ? [path] : []));
  expect(open).toEqual(expect.arrayContaining(named));
});
