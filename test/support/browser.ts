/**
 * A headless browser with pages that watch themselves. A test fails at its end if a page requested another origin,
 * violated the Content Security Policy, or had an uncaught exception.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { someAddress } from './addresses.ts';
import { findChromium } from './chromium.ts';

/** Pages are slow on a machine that runs other tests too. */
const PATIENCE_MS = 60_000;

const PROGRAM = findChromium();
export const hasBrowser = PROGRAM !== null;

export interface Requested extends BrowserContextOptions {
  /** The origins that the page may request. Any other request is a fault. */
  readonly origins: readonly string[];
}

export interface Visitors {
  /**
   * A page of another person, with separate cookies and a separate address. Only for use within a test, which closes
   * the page and reports its faults at the end.
   */
  newPage(requested: Requested): Promise<Page>;
}

/** One browser for all tests of the calling file or group. */
export function useBrowser(): Visitors {
  let browser: Browser;
  beforeAll(async () => {
    // Its sandbox does not work for root, and it only visits our own pages.
    browser = await chromium.launch({
      executablePath: PROGRAM ?? '',
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--no-proxy-server'],
    });
  });
  afterAll(() => browser.close());
  return {
    async newPage({ origins, ...requested }) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...requested });
      await context.addInitScript({ content: callFrom(someAddress()) });
      context.setDefaultTimeout(PATIENCE_MS);
      const complaints = await watched(context, origins);
      const page = await context.newPage();
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') console.info(await seen(page));
        await context.close();
        expect(complaints).toEqual([]);
      });
      return page;
    },
  };
}

/**
 * Limits count calls by address, so scripts send their own address in a header, as a proxy does. A header on all
 * requests of the browser would block the scripts of the frame with another origin.
 */
function callFrom(address: string): string {
  return `{
    const { fetch } = window;
    window.fetch = (target, options = {}) => {
      const headers = new Headers(options.headers);
      headers.set('X-Forwarded-For', '${address}');
      return fetch(target, { ...options, headers });
    };
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (...target) {
      open.apply(this, target);
      this.setRequestHeader('X-Forwarded-For', '${address}');
    };
  }`;
}

/** The visible text of the page, for a failed test. */
async function seen(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 5_000 });
  return `${page.url()}\n${text}`;
}

/** The console of the browser reports only some of the violations. */
const TELL_BREACHES = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  console.error('Content Security Policy: ' + [violatedDirective, blockedURI, sourceFile].join(' '));
});`;

/** Returns a list that receives the faults of the pages in the context. */
export async function watched(context: BrowserContext, origins: readonly string[]): Promise<readonly string[]> {
  const complaints: string[] = [];
  await context.addInitScript({ content: TELL_BREACHES });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isForeign = /^(?:https?|wss?):$/.test(protocol) && !origins.includes(origin);
    if (isForeign) complaints.push(`a request to ${request.url()}`);
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (failure) => {
    const error = failure.error();
    complaints.push(`an error nobody caught: ${error.stack ?? error.message}`);
  });
  return complaints;
}

/** The heading of a loaded page gets the focus. */
export async function heading(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
}

/** Waits until a text is visible. */
export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Loads a page anew, even if only the fragment differs. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}
