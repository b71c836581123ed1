/**
 * Tests the served documentation: everything has its page, every link has a target, and every page exists as Markdown.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENT_EXAMPLES } from '#api/docs/event-examples.ts';
import { GUIDES, GUIDES_FOLDER } from '#api/docs/guides.ts';
import { openLibrary } from '#api/docs/library.ts';
import { markdownPath } from '#api/docs/doc-page.ts';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { PLAN_TIERS, PLANS } from '#domain/billing/plan.ts';
import { CODE_KINDS } from '#domain/codes/codes.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import { REGIONS } from '#domain/region.ts';
import { NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { EVENTS } from '#src/contract/events.ts';
import { describedSettings, envExample } from '#src/config.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const { pages, byPath } = openLibrary(openApiDocument(OPERATIONS, 'https://fixpoint.test'));
const guide = (name: string): string => readFileSync(join(GUIDES_FOLDER, `${name}.md`), 'utf8');

const api = started(() => startApi());

describe('nothing is without its page', () => {
  const missing = (paths: readonly string[]) => paths.filter((path) => !byPath.has(path));

  test('no call of the API', () => {
    const calls = OPERATIONS.filter(({ isPage = false }) => !isPage);
    expect(calls.length).toBeGreaterThan(80);
    expect(missing(calls.map(({ id }) => `/docs/operations/${id}`))).toEqual([]);
  });

  test('no event', () => {
    expect(missing(NOTICE_TYPES.map((type) => `/docs/events/${type}`))).toEqual([]);
  });

  test('no setting', () => {
    const named = [...envExample().matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
    expect(new Set(describedSettings().map(({ name }) => name))).toEqual(new Set(named));
    expect(missing(named.map((name) => `/docs/settings/${name}`))).toEqual([]);
  });

  test('no code', () => {
    expect(missing(Object.keys(ERRORS).map((code) => `/problems/${code}`))).toEqual([]);
    const codes = CODE_KINDS.flatMap((kind) => [...kind.codes.keys()]);
    expect(missing(codes.map((code) => `/codes/${code}`))).toEqual([]);
  });

  test('no file of the guides, and no guide without its file', () => {
    const files = readdirSync(GUIDES_FOLDER).filter((name) => name.endsWith('.md'));
    const listed = Object.values(GUIDES).flatMap((names) => names.map((name) => `${name}.md`));
    expect(new Set(files)).toEqual(new Set(listed));
  });
});

test('every page has one heading of the first level, and says in a sentence what it is about', () => {
  for (const { path, markdown, summary } of pages) {
    const text = markdown.replaceAll(/^```.*?^```$/gms, '');
    expect({ path, headings: text.match(/^# /gm)?.length }).toEqual({ path, headings: 1 });
    expect({ path, summary }).toEqual({ path, summary: expect.stringMatching(/\S.*[.:]$/s) });
  }
});

test('no page sends its reader to a file that only the repository has', () => {
  for (const { path, markdown } of pages)
    expect({ path, files: markdown.match(/`docs\/[\w/-]+\.md`/g) }).toEqual({ path, files: null });
});

test.each(NOTICE_TYPES)('the example of %s is as it is sent', (type) => {
  expect(EVENTS[type].schema.strict().safeParse(EVENT_EXAMPLES[type]).error).toBeUndefined();
});

describe('as it is served', () => {
  test('every page is there for people and for programs, under a policy that lets nothing else in', async () => {
    for (const page of pages) {
      const html = await api.get(page.path, null);
      expect({ path: page.path, status: html.status }).toEqual({ path: page.path, status: 200 });
      const policy = html.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('http');
      const markdown = await api.get(markdownPath(page), null);
      expect(markdown.headers.get('content-type')).toContain('text/markdown');
      expect(await markdown.text()).toMatch(/^# /);
    }
  });

  test('no link leads nowhere, and no picture is missing', async () => {
    const ids = new Map<string, Set<string>>();
    const links = new Map<string, string>();
    for (const { path } of pages) {
      const text = await (await api.get(path, null)).text();
      ids.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
      for (const [, link = ''] of text.matchAll(/ (?:href|src|srcset|action)="([^"]+)"/g))
        links.set(new URL(link, `https://fixpoint.test${path}`).href, path);
    }
    const lost: string[] = [];
    const asked = new Map<string, number>();
    for (const [link, from] of links) {
      const { origin, pathname, hash } = new URL(link);
      if (origin !== 'https://fixpoint.test') continue;
      const known = ids.get(pathname);
      if (known && hash !== '' && !known.has(decodeURIComponent(hash.slice(1))))
        lost.push(`${from}: ${pathname}${hash}`);
      if (known) continue;
      const status = asked.get(pathname) ?? (await api.get(pathname, null)).status;
      asked.set(pathname, status);
      if (status !== 200) lost.push(`${from}: ${pathname} is ${status}`);
    }
    expect(lost).toEqual([]);
  });

  test('links of the Markdown are whole and lead to Markdown', async () => {
    const text = await (await api.get('/docs/batches.md', null)).text();
    expect(text).toContain('(https://fixpoint.test/docs/limits.md)');
    expect(text).toContain('(https://fixpoint.test/docs/events/batch.completed.md)');
    expect(text).not.toMatch(/\]\(\//);
  });

  test('Accept chooses between HTML and Markdown, and browsers get HTML', async () => {
    const typeOf = async (accept: string) => {
      const { headers } = await api.get('/docs/batches', null, { Accept: accept });
      expect(headers.get('vary')).toContain('Accept');
      return headers.get('content-type')?.split(';')[0];
    };
    expect(await typeOf('text/markdown')).toBe('text/markdown');
    expect(await typeOf('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('text/html');
    expect(await typeOf('*/*')).toBe('text/html');
    const problem = await api.get('/problems/not_found', null, { Accept: 'text/markdown' });
    expect(await problem.text()).toMatch(/^# .*\n\nThe code is `not_found`/);
  });

  test('whoever has a page gets it once', async () => {
    for (const path of ['/docs', '/docs/limits.md', '/docs/search.json', '/docs/images/revisions.svg', '/llms.txt']) {
      const first = await api.get(path, null);
      const again = await api.get(path, null, { 'If-None-Match': first.headers.get('etag') ?? '' });
      expect({ path, status: again.status }).toEqual({ path, status: 304 });
    }
  });

  test('llms.txt lists every page, and llms-full.txt has every one', async () => {
    const list = await (await api.get('/llms.txt', null)).text();
    expect(list).toMatch(/^# Fixpoint\n\n> /);
    const listed = [...list.matchAll(/\]\(https:\/\/fixpoint\.test(\S+)\): /g)].map(([, path]) => path);
    expect(new Set(listed)).toEqual(new Set(pages.map(markdownPath)));
    const whole = await (await api.get('/llms-full.txt', null)).text();
    for (const { title } of pages) expect(whole).toContain(title.split(' ').at(-1));
  });

  test('below a path of a proxy all addresses begin with it', async () => {
    const below = await startApi({ settings: { publicUrl: 'https://fixpoint.test/pdf' } });
    try {
      const html = await (await below.get('/docs/limits', null)).text();
      const addresses = [...html.matchAll(/ (?:href|src|action|data-\w+)="(\/[^"]*)"/g)].map(([, path = '']) => path);
      expect(addresses.length).toBeGreaterThan(30);
      expect(addresses.filter((path) => !path.startsWith('/pdf/'))).toEqual([]);
      expect(await (await below.get('/llms.txt', null)).text()).toContain('(https://fixpoint.test/pdf/docs/limits.md)');
    } finally {
      await below.close();
    }
  });

  test('the calls are on pages without any script', async () => {
    for (const path of ['/docs/plain', '/docs/operations/normalizeDocument']) {
      expect(await (await api.get(path, null)).text()).not.toContain('<script');
    }
    expect(await (await api.get('/docs/limits', null)).text()).toContain(
      '<script type="module" src="/portal/assets/docs-',
    );
  });

  test('what is no page is 404, and so is what would leave the folder', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/events/nothing',
      '/docs/images/nothing.svg',
      '/docs/%2e%2e%2fREADME',
      '/docs/images/..%2fbatches.md',
    ]) {
      const response = await api.get(path, null);
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
      expect(await problemOf(response)).toMatchObject({ code: 'not_found' });
    }
  });

  test('people get a page where nothing is, and programs a problem', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const askFor = (path: string, Accept: string) => api.get(path, null, { Accept });
    for (const path of ['/docs/nothing', '/nothing', '/docs/%E0%A4%A']) {
      const page = await askFor(path, accept);
      expect({ path, status: page.status }).toEqual({ path, status: 404 });
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(page.headers.get('vary')).toContain('Accept');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('href="/docs"');
      for (const other of ['*/*', 'application/json', 'text/markdown'])
        expect(await problemOf(await askFor(path, other))).toMatchObject({ code: 'not_found' });
    }
    for (const call of ['/api/nothing', '/problems/nothing'])
      expect(await problemOf(await askFor(call, accept))).toMatchObject({ code: 'not_found' });
  });

  test('the service finds pages by words, for those without script', async () => {
    const search = async (query: string) => (await api.get(`/docs/search?q=${encodeURIComponent(query)}`, null)).text();
    expect(await search('idempotency')).toContain('href="/docs/idempotency"');
    expect(await search('not_a_pdf')).toContain('href="/problems/not_a_pdf"');
    expect(await search('xyzzy')).toContain('No page has “xyzzy”');
    expect(await search('<script>"')).toContain('&lt;script&gt;&quot;');
    expect(await search('')).toContain('Enter a search term.');
  });
});

describe('the tables of the guides are what the code says', () => {
  const rowOf = (page: string, name: string): string[] => {
    const [, cells = ''] = new RegExp(`^\\| ${name} \\|(.*)\\|$`, 'm').exec(page) ?? [];
    return cells.split('|').map((one) => one.trim());
  };
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
  const dollars = (cents: number): string => `$${(cents / 100).toLocaleString('en-US')}`;

  test('limits of the plans', () => {
    const page = guide('limits');
    const limits = PLAN_TIERS.map((tier) => PLANS[tier]);
    expect(rowOf(page, 'size of a file')).toEqual(limits.map(({ maxFileBytes }) => mib(maxFileBytes)));
    expect(rowOf(page, 'documents a month')).toEqual(
      limits.map(({ monthlyDocs }) => monthlyDocs.toLocaleString('en-US')),
    );
    expect(rowOf(page, 'worked on at the same time')).toEqual(
      limits.map(({ concurrentJobs }) => String(concurrentJobs)),
    );
    expect(rowOf(page, 'retention')).toEqual(limits.map(({ retentionDays }) => `${retentionDays} days`));
  });

  test.each(PLAN_TIERS)('the price and the retention of %s', (tier) => {
    const { monthlyDocs, monthlyPriceCents, overage, overageMillicents, retentionDays } = PLANS[tier];
    const name = tier[0]?.toUpperCase() + tier.slice(1);
    expect(rowOf(guide('plans'), name)).toEqual([
      monthlyDocs.toLocaleString('en-US'),
      dollars(monthlyPriceCents),
      dollars(monthlyPriceCents * 10),
      overage ? `$${(overageMillicents / 100_000).toFixed(3)}` : 'refused',
    ]);
    expect(rowOf(guide('retention-and-erasure'), name)).toEqual([`${retentionDays} days`]);
  });

  test('regions', () => {
    const named = [...guide('regions').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(REGIONS));
  });
});

test('guides refer to files that are there, so that they can be read in the repository too', () => {
  for (const name of readdirSync(GUIDES_FOLDER).filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(join(GUIDES_FOLDER, name), 'utf8').replaceAll(/^```.*?^```$/gms, '');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|\/|#)([^)#]+)/g)) {
      expect(() => readFileSync(resolve(GUIDES_FOLDER, target)), `${name}: ${target}`).not.toThrow();
    }
  }
});
