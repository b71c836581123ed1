/** Tests that everybody can verify received files without an account and without a network. */
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { submissionOf } from '#test/support/api.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { drop, type NamedBytes } from '#test/support/hands.ts';
import { fixture, screenshot, startPortal } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('with the network cut', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());

  /** The evidence of a document from its passport. */
  const downloaded = async (): Promise<Uint8Array> => {
    const { api } = portal;
    const person = await portal.newOwner();
    const response = await api.postForm(readFileSync(fixture('pdf/hello.pdf')), person, {}, { Prefer: 'wait=50' });
    const { submissionId } = await submissionOf(response);
    const page = await portal.visitAs(visitors, person, `#/documents/${submissionId}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the evidence' }).click(),
    ]);
    return readFile(await download.path());
  };

  const visitOffline = async (): Promise<Page> => {
    const { api } = portal;
    const page = await visitors.newPage({ origins: [api.url] });
    await page.goto(`${api.url}/verify`);
    await heading(page, 'Verify a document');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    return page;
  };
  const verify = (page: Page, file: NamedBytes) => drop(page.locator('body'), [file]);

  test('the evidence is verified, and one flipped byte of its document refused', async () => {
    const evidence = await downloaded();
    const page = await visitOffline();
    await verify(page, { name: 'evidence.zip', bytes: evidence });
    await sees(page, 'The PDF is, byte for byte, the one that was attested.');
    expect(await page.locator('.fx-tone-danger').count()).toBe(0);
    await screenshot(page, 'verify-holds');

    const files = unzipSync(evidence);
    const name = Object.keys(files).find((one) => one.endsWith('.pdf')) ?? '';
    const document = files[name] ?? new Uint8Array();
    const at = document.length >> 1;
    document[at] = (document[at] ?? 0) ^ 1;
    await page.getByRole('button', { name: 'Start over' }).click();
    await verify(page, { name: 'evidence.zip', bytes: zipSync(files) });
    await sees(page, 'The PDF is not the document that was attested.');
    await screenshot(page, 'verify-refuses');
  });
});
