/** What people do with their documents. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pdfSaying, type Person } from '#test/support/api.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { ageSignIns, confirmIdentity, fixture, goTo, screenshot, startPortal } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('on the pages of documents', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const pdf = (name: string, buffer: Uint8Array) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(buffer),
  });
  const fileOf = (path: string) => pdf(basename(path), readFileSync(path));
  const choose = async (page: Page, button: string, files: ReturnType<typeof pdf>[]) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, button)]);
    await chooser.setFiles(files);
  };
  const send = async (person: Person, name: string, bytes: Uint8Array) => {
    const metadata = JSON.stringify({ name });
    const response = await portal.api.postForm(bytes, person, { metadata }, { Prefer: 'wait=50' });
    expect(response.status).toBe(200);
  };

  test('of twenty files one is rejected and one fails, which a reload forgets nothing of', async () => {
    const page = await portal.visitAs(visitors, await portal.newOwner(), '#/documents/upload');
    await heading(page, 'Send documents');
    const good = Array.from({ length: 18 }, (_, index) =>
      pdf(`letter ${index + 1}.pdf`, pdfSaying(`Letter ${index + 1}`)),
    );
    const signed = fileOf(fixture('demo/contract-signed.pdf'));
    const locked = fileOf(fixture('pdf/aes-256-user.pdf'));
    await choose(page, 'Choose files', [...good, signed, locked]);
    const summary = '20 files: 18 normalized, 1 rejected, 1 failed.';
    await page.getByText(summary).waitFor({ timeout: 120_000 });
    await screenshot(page, 'twenty-files');
    await page.reload();
    await heading(page, 'Send documents');
    await sees(page, summary);
    await sees(page, 'letter 18.pdf');
    await page.getByRole('link', { name: 'Their batch' }).click();
    await sees(page, 'letter 18.pdf');
    await screenshot(page, 'twenty-files-batch');
    await goTo(page, '#/documents?status=FAILED');
    await heading(page, 'Documents');
    await sees(page, 'aes-256-user.pdf');
    expect(await page.getByText('letter 18.pdf').count()).toBe(0);
  });

  test('what would refuse every file halts them all, and each is sent once it is mended', async () => {
    const page = await portal.visitAs(visitors, await portal.newOwner(), '#/documents/upload');
    await heading(page, 'Send documents');
    const detail = 'The 100 documents of plan free are used up.';
    let refusals = 0;
    await page.route('**/api/normalize', (route) => {
      refusals += 1;
      return route.fulfill({
        status: 402,
        contentType: 'application/problem+json',
        json: { status: 402, code: 'quota_exceeded', title: 'Monthly quota exceeded', detail },
      });
    });
    await choose(
      page,
      'Choose files',
      Array.from({ length: 12 }, (_, index) => pdf(`bill ${index + 1}.pdf`, pdfSaying(`Bill ${index + 1}`))),
    );
    await sees(page, 'Sending has stopped');
    expect(await page.getByText(detail).count()).toBe(1);
    expect(await page.getByText('12 files: 12 still to send.').count()).toBe(1);
    // At most as many as are sent together, and none of the others.
    expect(refusals).toBeLessThanOrEqual(3);
    await screenshot(page, 'uploads-halted');
    await page.unroute('**/api/normalize');
    await press(page, 'Continue sending');
    await page.getByText('12 files: 12 normalized.').waitFor({ timeout: 120_000 });
    expect(await page.getByText('Sending has stopped').count()).toBe(0);
  });

  test('on a small screen a document’s verdict is seen without a swipe', async () => {
    const owner = await portal.newOwner();
    await send(owner, 'a name that is as long as names of contracts usually are.pdf', pdfSaying('a name'));
    const page = await portal.visitAs(visitors, owner, '#/', { viewport: { width: 390, height: 800 } });
    for (const [fragment, title] of [
      ['#/', 'Overview'],
      ['#/documents', 'Documents'],
    ] as const) {
      await goTo(page, fragment);
      await heading(page, title);
      const tag = page.locator('.fx-tone-good', { hasText: 'Normalized' }).filter({ visible: true });
      await tag.waitFor();
      const { x = 390, width = 0 } = (await tag.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(390);
    }
  });

  test('paper is light, also where the screen is dark', async () => {
    const page = await portal.visitAs(visitors, await portal.newOwner(), '#/', { colorScheme: 'dark' });
    await heading(page, 'Overview');
    const scheme = () => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme');
    expect(await scheme()).toBe('dark');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await scheme()).toBe('light');
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await scheme()).toBe('dark');
  });

  test('one document is erased, by its count, typed words and a recent sign-in', async () => {
    const owner = await portal.newOwner();
    await send(owner, 'to keep.pdf', pdfSaying('to keep'));
    await send(owner, 'to erase.pdf', pdfSaying('to erase'));
    const page = await portal.visitAs(visitors, owner, '#/documents');
    await ageSignIns(portal.api, owner);
    await heading(page, 'Documents');
    await page.getByLabel('Select to erase.pdf').check();
    await press(page, 'Erase…');
    const dialog = page.getByRole('dialog', { name: 'Erase documents' });
    await dialog.getByText('will be erased').first().waitFor();
    const erase = dialog.getByRole('button', { name: 'Erase 1 document' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('erase 1');
    await screenshot(page, 'erase-one');
    await erase.click();
    // Escape closes the upper dialog only.
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.locator('input[name=password]').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox').inputValue()).toBe('erase 1');
    await erase.click();
    await confirmIdentity(page, owner);
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('to erase.pdf').count()).toBe(0);
    await sees(page, 'to keep.pdf');
  });

  test('two files are compared, and what differs is told', async () => {
    const page = await portal.visitAs(visitors, await portal.newOwner(), '#/compare');
    await heading(page, 'Compare');
    await choose(page, 'Before: choose a file', [fileOf(fixture('demo/offer-first.pdf'))]);
    await choose(page, 'After: choose a file', [fileOf(fixture('demo/offer-second.pdf'))]);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Pages' }).waitFor();
    await screenshot(page, 'comparison');
  });
});
