/**
 * A browser without a window, and pages in it that watch themselves: a test fails at its end when a page of its asked
 * another origin for something, met the Content Security Policy, or threw what nobody caught.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { someAddress } from './addresses.ts';
import { findChromium } from './chromium.ts';

/** Pages take their time on a machine that runs other tests beside. */
const PATIENCE_MS = 60_000;

const PROGRAM = findChromium();
export const hasBrowser = PROGRAM !== null;

export interface Requested extends BrowserContextOptions {
  /** Where the page may send requests; a request to anywhere else is a fault. */
  readonly origins: readonly string[];
}

export interface Visitors {
  /**
   * A page with cookies and an address of its own, as another person's. Within a test alone: it is closed, and what it
   * complained of told, when the test ends.
   */
  newPage(requested: Requested): Promise<Page>;
}

/** One browser for all tests of the file or of the group in which it is called. */
export function useBrowser(): Visitors {
  let browser: Browser;
  beforeAll(async () => {
    // Its sandbox refuses to work for root; what it visits here is our own.
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
 * Limits of calls count addresses: scripts name one of their own, as a proxy does. A header that the browser adds to all it
 * asks for would keep the frame of another origin from its scripts.
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

/** The visible page when a test failed. */
async function seen(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 5_000 });
  return `${page.url()}\n${text}`;
}

/** The console of the browser tells of breaches by itself, but not of all of them. */
const TELL_BREACHES = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  console.error('Content Security Policy: ' + [violatedDirective, blockedURI, sourceFile].join(' '));
});`;

/** Answers a list that grows with what the pages of the context complain of. */
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

/** The heading of a page takes the focus once the page is there. */
export async function heading(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
}

/** Waits until a text is to be seen. */
export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Loads a page anew, also where only the fragment is another one. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}
