/** Tests the amount of JavaScript of a page: the sum of its loaded files, compressed as they are sent. */
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startApi } from '#test/support/api.ts';
import { hasBrowser, heading, useBrowser } from '#test/support/browser.ts';
import { signIn } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const KB = 1_000;

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const api = started(() => startApi());

  /** Fails if the scripts since the last call are too large, and names them. */
  const budget = (page: Page): ((most: number) => Promise<void>) => {
    const scripts: Promise<readonly [size: number, name: string]>[] = [];
    page.on('response', (response) => {
      const isScript = response.headers()['content-type']?.startsWith('text/javascript') === true;
      const sizeOf = async () => gzipSync(await response.body()).length;
      if (isScript) scripts.push(sizeOf().then((size) => [size, basename(response.url())]));
    });
    return async (most) => {
      const sizes = (await Promise.all(scripts)).toSorted(([a], [b]) => b - a);
      const total = sizes.reduce((sum, [size]) => sum + size, 0);
      expect(total).toBeGreaterThan(10 * KB);
      expect(total, `of ${sizes.map((one) => one.join(' ')).join(', ')}`).toBeLessThanOrEqual(most * KB);
    };
  };

  test('signing in takes at most 130 kB', async () => {
    const page = await visitors.newPage({ origins: [api.url] });
    const within = budget(page);
    await page.goto(`${api.url}/portal/#/login`);
    await heading(page, 'Sign in');
    await within(130);
  });

  test('the documents take at most 190 kB', async () => {
    const person = await api.newMember(await api.newTenant());
    const page = await visitors.newPage({ origins: [api.url] });
    await page.goto(`${api.url}/portal/#/documents`);
    await signIn(page, person);
    await heading(page, 'Documents');
    // The page is loaded anew, so that nothing of the sign-in counts.
    const within = budget(page);
    await page.reload();
    await heading(page, 'Documents');
    await page.waitForLoadState('networkidle');
    await within(190);
  });
});
