/** Tests the checks that every page of a test runs. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, sees, useBrowser, watched } from '#test/support/browser.ts';
import { requires } from '#test/support/requires.ts';

const HTML = `<!doctype html><title>A bad page</title><p>Here.</p><img src="http://localhost:1/picture.png" alt="">
  <script>setTimeout(() => { throw new Error('nobody catches this'); });</script>`;
const POLICY = "default-src 'none'; script-src 'unsafe-inline'";

describe('a page in a test is watched for', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', POLICY).end(HTML);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test.each([
    ['requests to another origin', /a request to http:\/\/localhost:1\/picture.png/],
    ['breaches of the policy', /violates the following Content Security Policy/],
    ['errors nobody caught', /nobody catches this/],
  ])('%s', async (_, complaint) => {
    const quiet = await visitors.newPage({ origins: [] });
    const context = await quiet.context().browser()?.newContext();
    if (!context) throw new Error('The browser has gone.');
    const complaints = await watched(context, [origin]);
    const page = await context.newPage();
    await page.goto(origin);
    await sees(page, 'Here.');
    await expect.poll(() => complaints.join('\n')).toMatch(complaint);
    await context.close();
  });
});
