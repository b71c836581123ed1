/**
 * Tests the documentation in a browser: it works by the keyboard and without script, and requests nothing from other
 * origins.
 */
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { violations } from '#test/support/axe.ts';
import { startApi } from '#test/support/api.ts';
import { hasBrowser, sees, useBrowser } from '#test/support/browser.ts';
import { sidewaysScroll } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const PHONE = { width: 390, height: 800 };
/**
 * One page of each kind. All pages are made in the same way, and `all.nightly.test.ts` opens every guide in every form.
 */
const KINDS = [
  '/docs',
  '/docs/tamper-findings',
  '/docs/operations/normalizeDocument',
  '/codes/NO_PAGES',
  '/docs/search?q=webhook',
];

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const api = started(() => startApi());
  const visit = async (path: string, requested: object = {}) => {
    const page = await visitors.newPage({ origins: [api.url], ...requested });
    await page.goto(api.url + path);
    return page;
  };

  test.each([
    { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { colorScheme: 'dark', viewport: PHONE },
  ])('pages of all kinds are for everybody, $colorScheme, $viewport.width pixels wide', async (form) => {
    const page = await visit('/docs', form);
    for (const path of KINDS) {
      await page.goto(api.url + path);
      expect.soft(await violations(page), path).toEqual([]);
      expect.soft(await sidewaysScroll(page), `beyond the edge: ${path}`).toBe(0);
    }
  });

  test('pictures are loaded, and those of screens are dark where it is dark', async () => {
    const page = await visit('/docs/tamper-findings', { colorScheme: 'dark' });
    const all = "[...document.querySelectorAll('main img')]";
    for (const picture of await page.locator('main img').all()) await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate<boolean>(`${all}.every((one) => one.naturalWidth > 0)`)).toBe(true);
    const sources = await page.evaluate<string[]>(`${all}.map((one) => one.currentSrc)`);
    expect(sources.filter((source) => source.endsWith('-dark.png'))).toHaveLength(1);
    expect(sources.length).toBeGreaterThanOrEqual(6);
  });

  test('the search suggests pages while one types, and arrows and Enter lead to one', async () => {
    const page = await visit('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency');
    const option = page.getByRole('option').first();
    await option.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await option.waitFor({ state: 'hidden' });
    await page.keyboard.type(' keys');
    await option.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${api.url}/docs/idempotency`);
  });

  test('Enter without a choice asks the service, as a form does without script', async () => {
    const page = await visit('/docs', { javaScriptEnabled: false });
    await page.locator('#search').fill('not_a_pdf');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/search\?q=not_a_pdf$/);
    await page.locator('.results a').first().click();
    await page.waitForURL(`${api.url}/problems/not_a_pdf`);
  });

  test('on a phone the menu opens and closes without script', async () => {
    const page = await visit('/docs/limits', { javaScriptEnabled: false, viewport: PHONE });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Plans' }).click();
    await page.waitForURL(`${api.url}/docs/plans`);
    expect(await menu.isVisible()).toBe(false);
  });

  test('the first stop of the keyboard leads past the menu', async () => {
    const page = await visit('/docs/limits');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').evaluate((element) => element.closest('main') !== null)).toBe(true);
  });

  test('on paper there is the text alone', async () => {
    const page = await visit('/docs/webhooks');
    await page.emulateMedia({ media: 'print' });
    for (const place of ['.top', '.pages', '.contents', '.steps'])
      expect(await page.locator(place).isVisible()).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(true);
  });

  test.each(['light', 'dark'])(
    'the reference shows the calls, asks nobody else for anything, and is for everybody, %s',
    async (colorScheme) => {
      const page = await visit('/docs/reference', { colorScheme });
      await sees(page, 'Normalizes a PDF');
      const chapters = new Set(OPERATIONS.filter(({ isPage = false }) => !isPage).map(({ tag }) => tag));
      for (const chapter of chapters) await sees(page, chapter);
      await page.waitForLoadState('networkidle');
      await expect.poll(() => violations(page)).toEqual([]);
    },
  );

  test('the code of the reference has an origin of its own: no cookie, no sign-in and no answer of the API', async () => {
    const page = await visit('/docs/reference#tag/normalization/POST/api/normalize');
    const address = new URL(api.url);
    const cookie = {
      name: '__Host-refresh',
      value: 'secret',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    } as const;
    await page.context().addCookies([{ ...cookie, url: `https://${address.host}/` }]);
    await page.context().addCookies([{ name: 'open', value: 'secret', url: api.url, sameSite: 'Strict' }]);
    await sees(page, 'Normalizes a PDF');
    expect(await page.getByText('Test Request').count()).toBe(0);
    expect(await page.evaluate('origin')).toBe('null');
    expect(await page.evaluate('(() => { try { return document.cookie } catch { return "none" } })()')).toBe('none');

    const asked = page.waitForRequest(`${api.url}/api/auth/refresh`);
    // A request that needs no preflight: with the cookie it would use the refresh token.
    await page.evaluate(`navigator.sendBeacon('${api.url}/api/auth/refresh')`);
    expect(await (await asked).allHeaders()).not.toHaveProperty('cookie');
    const call = `fetch('${api.url}/api/quota').then(() => 'read', () => 'refused')`;
    expect(await page.evaluate(call)).toBe('refused');
  });

  test('a click in the menu of the reference leads to the calls, and the address says so', async () => {
    const page = await visit('/docs/reference');
    await page.getByText('Webhooks').first().click();
    await page.getByText('Adds an endpoint').first().click();
    await page.waitForURL(`${api.url}/docs/reference#tag/webhooks/POST/api/portal/webhooks`);
  });

  test('without script the reference leads to the calls', async () => {
    const page = await visit('/docs/reference', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'The same without script' }).first().click();
    await page.waitForURL(`${api.url}/docs/plain`);
    await page.getByRole('link', { name: 'POST /api/normalize' }).click();
    await page.waitForURL(`${api.url}/docs/operations/normalizeDocument`);
  });
});
