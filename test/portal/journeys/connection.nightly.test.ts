/** Tests the pages after a lost connection, and pages that are older than the service. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startApi } from '#test/support/api.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { signIn } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const NOT_LOADED = 'This part could not be loaded. Try again.';

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const api = started(() => startApi());
  const visit = async () => {
    const person = await api.newMember(await api.newTenant());
    const page = await visitors.newPage({ origins: [api.url] });
    await page.goto(`${api.url}/portal/`);
    await signIn(page, person);
    await heading(page, 'Overview');
    return page;
  };
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

  test('a page that could not be loaded says so, and is there when it is tried again', async () => {
    const page = await visit();
    await page.route('**/assets/team-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await sees(page, NOT_LOADED);
    await page.unroute('**/assets/team-*.js');
    await tryAgain(page);
    await heading(page, 'Team');
  });

  test('a dialog that could not be loaded says so over the page, and opens when it is tried again', async () => {
    const page = await visit();
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await heading(page, 'API keys');
    await page.route('**/assets/modal-*.js', (route) => route.abort());
    const create = page.getByRole('button', { name: 'New key' }).first();
    await create.click();
    await sees(page, NOT_LOADED);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByText(NOT_LOADED).count()).toBe(0);
    await create.click();
    await sees(page, NOT_LOADED);
    await page.unroute('**/assets/modal-*.js');
    await tryAgain(page);
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    // A browser that remembers failures reloads the page, and the dialog is opened again.
    await expect.poll(() => page.getByText(NOT_LOADED).count()).toBe(0);
    await page.waitForLoadState('networkidle');
    if (!(await dialog.isVisible())) await create.click();
    await dialog.waitFor();
  });

  test('a page whose files a new version has replaced is loaded anew where the person was', async () => {
    const page = await visit();
    let isNew = false;
    await page.route('**/portal/', (route) => {
      isNew ||= route.request().isNavigationRequest();
      return route.fallback();
    });
    await page.route('**/assets/team-*.js', (route) => (isNew ? route.fallback() : route.fulfill({ status: 404 })));
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await sees(page, NOT_LOADED);
    await tryAgain(page);
    await heading(page, 'Team');
    expect(isNew).toBe(true);
  });

  test('whoever comes for the first time asks for nothing that is refused, and whoever signs in stays so', async () => {
    const person = await api.newMember(await api.newTenant());
    const page = await visitors.newPage({ origins: [api.url] });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${api.url}/portal/`);
    await signIn(page, person);
    await heading(page, 'Overview');
    await page.reload();
    await heading(page, 'Overview');
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.reload();
    await heading(page, 'Sign in');
    expect(refused).toEqual([]);
  });
});
