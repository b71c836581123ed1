/**
 * Tests a document whose names contain markup, direction changes and line ends: the pages show them as text without any
 * effect.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pdfSaying, type Person } from '#test/support/api.ts';
import { HOSTILE_NAME, hostileNames } from '#test/support/builders/hostile-pages.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { goTo, screenshot, startPortal } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('hostile names', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  let owner: Person;
  let submissionId: string;
  const portal = started(() => startPortal());

  beforeAll(async () => {
    owner = await portal.newOwner();
    const metadata = JSON.stringify({ filename: HOSTILE_NAME });
    const fields = { metadata, client_reference: 'hostile' };
    const response = await portal.api.postForm(hostileNames(), owner, fields, { Prefer: 'wait=50' });
    ({ submissionId } = JSON.parse(await response.text()));
    expect([response.status, typeof submissionId]).toEqual([200, 'string']);
  });

  /** Everything that is visible or read aloud. The browser itself reports scripts and requests. */
  const expectHarmless = async (page: Page) => {
    const hidden = /.{0,100}(?!\s)[\p{Cc}\u202A-\u202E\u2066\u2067]/u.exec(await page.content());
    expect(hidden?.[0]).toBeUndefined();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  };

  test('are read in lists and on the passport', async () => {
    const page = await portal.visitAs(visitors, owner, '#/documents');
    await heading(page, 'Documents');
    await sees(page, '\uFFFDfdp.exe');
    await expectHarmless(page);
    await goTo(page, `#/documents/${submissionId}`);
    await heading(page, /\uFFFDfdp\.exe/);
    await sees(page, 'Hashes');
    await sees(page, /^(?:1 page differs|No page differs)$/);
    await screenshot(page, 'hostile-names');
    await expectHarmless(page);
  });

  test('of entries are each told in a comparison', async () => {
    const page = await portal.visitAs(visitors, owner, '#/compare');
    await heading(page, 'Compare');
    for (const [side, bytes] of [
      ['Before', pdfSaying('plain')],
      ['After', hostileNames()],
    ] as const) {
      const button = page.getByRole('button', { name: `${side}: choose a file` });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
      await chooser.setFiles([{ name: HOSTILE_NAME, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }]);
    }
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = page.getByRole('table', { name: 'Metadata: each change' });
    for (const key of ['__proto__', 'constructor', 'toString']) {
      await table.getByRole('cell', { name: key, exact: true }).waitFor();
    }
    await screenshot(page, 'hostile-names-compared');
    await expectHarmless(page);
  });
});
