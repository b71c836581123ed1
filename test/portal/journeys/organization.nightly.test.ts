/** Tests the actions of owners for their organization. */
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { newAddress } from '#test/support/accounts.ts';
import { pdfSaying, type Person } from '#test/support/api.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { startReceiver } from '#test/support/deliveries.ts';
import { ageSignIns, confirmIdentity, fixture, goTo, screenshot, startPortal } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const NEW_PASSWORD = 'nine quiet looms of 1843';

describe('for an organization', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const send = (person: Person, bytes: Uint8Array, prefer = 'wait=50') =>
    portal.api.postForm(bytes, person, {}, { Prefer: prefer });

  test('a receiver that failed is read of, mended, and gets what it missed', async () => {
    const owner = await portal.newOwner();
    const receiver = await startReceiver();
    receiver.answer(410, {}, 'switched off');
    const page = await portal.visitAs(visitors, owner, '#/webhooks');
    await heading(page, 'Webhooks');
    await press(page, 'New endpoint');
    await page.getByLabel('Address').fill(receiver.url);
    await press(page, 'Add the endpoint');
    await page.getByRole('dialog', { name: 'The signing secret of the endpoint' }).waitFor();
    await screenshot(page, 'webhook-secret');
    await press(page, /kept/i);

    await send(owner, readFileSync(fixture('pdf/hello.pdf')), 'respond-async');
    await expect.poll(() => receiver.calls.length).toBe(1);
    receiver.answer(200);
    await page.getByRole('tab', { name: /failed/i }).click();
    await page
      .getByRole('button', { name: /Show the delivery/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    await dialog.getByText('410').first().waitFor();
    await dialog.getByText('switched off').first().waitFor();
    await screenshot(page, 'webhook-failed');
    // A receiver that answers that it is gone gets nothing until a member enables it again.
    await goTo(page, '#/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await press(page, 'Switch on');
    await press(page, 'Switch it on');
    await goTo(page, '#/webhooks?tab=dead');
    await page
      .getByRole('button', { name: /Show the delivery/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await expect.poll(() => receiver.calls.length).toBe(2);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await receiver.close();
  });

  test('whoever is invited joins, and is in', async () => {
    const owner = await portal.newOwner();
    const email = newAddress();
    const page = await portal.visitAs(visitors, owner, '#/team');
    await heading(page, 'Team');
    await press(page, 'Invite');
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('E-mail address').fill(email);
    await screenshot(page, 'invite');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await sees(page, email);

    const guest = await portal.visit(visitors, await portal.linked(email));
    await heading(guest, 'Join Test');
    await screenshot(guest, 'invitation');
    await guest.locator('input[name=password]').fill(NEW_PASSWORD);
    await press(guest, 'Join');
    await heading(guest, 'Overview');
    await page.reload();
    await heading(page, 'Team');
    await page.getByRole('region', { name: 'Members' }).getByText(email).first().waitFor();
  });

  test('everything is exported and downloaded', async () => {
    const owner = await portal.newOwner();
    await send(owner, pdfSaying('exported'));
    // The archive comes from the store itself.
    const origins = [new URL(inject('parts').s3.endpoint).origin];
    const page = await portal.visitAs(visitors, owner, '#/data', { origins });
    await heading(page, 'Data and privacy');
    await ageSignIns(portal.api, owner);
    await press(page, 'Request an export');
    await confirmIdentity(page, owner);
    await page.getByRole('button', { name: /^Download the export/ }).waitFor({ timeout: 60_000 });
    await screenshot(page, 'export');
    await ageSignIns(portal.api, owner);
    await press(page, /^Download the export/);
    const [download] = await Promise.all([page.waitForEvent('download'), confirmIdentity(page, owner)]);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('the pages of webhooks open with an old sign-in, and the secret is shown after a new proof', async () => {
    const owner = await portal.newOwner();
    const page = await portal.visitAs(visitors, owner, '#/webhooks');
    await ageSignIns(portal.api, owner);
    await page.reload();
    await heading(page, 'Webhooks');
    await page.getByRole('tab', { name: 'Secret of the organization' }).click();
    await page.getByRole('button', { name: 'Show the secret' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Show the secret');
    await confirmIdentity(page, owner);
    await sees(page, /^WEBHOOK_SECRET=whsec_/);
  });

  test('everything is erased, by its count, the typed name and a recent sign-in', async () => {
    const owner = await portal.newOwner();
    for (const words of ['one', 'two']) await send(owner, pdfSaying(words));
    const page = await portal.visitAs(visitors, owner, '#/data');
    await ageSignIns(portal.api, owner);
    await heading(page, 'Data and privacy');
    await press(page, 'Erase all documents');
    await confirmIdentity(page, owner);
    const dialog = page.getByRole('dialog', { name: 'Erase all documents' });
    await dialog.getByText('2 submissions').waitFor();
    await dialog.getByRole('textbox').fill('Test');
    await screenshot(page, 'erase-all');
    await dialog.getByRole('button', { name: 'Erase all of them' }).click();
    await page.getByRole('button', { name: /^Certificate of the erasure/ }).waitFor({ timeout: 90_000 });
    await screenshot(page, 'erased-all');
    const { items } = JSON.parse(await (await portal.api.get('/api/submissions', owner)).text());
    expect(items.filter(({ erasedAt }: { erasedAt: string | null }) => erasedAt === null)).toEqual([]);
  });

  test('the deletion is scheduled, counts down, and is cancelled', async () => {
    const owner = await portal.newOwner();
    const page = await portal.visitAs(visitors, owner, '#/data');
    await heading(page, 'Data and privacy');
    await press(page, 'Delete the organization');
    const dialog = page.getByRole('dialog', { name: 'Delete the organization' });
    await dialog.getByRole('textbox').fill('Test');
    await screenshot(page, 'delete-organization');
    await dialog.getByRole('button', { name: 'Schedule the deletion' }).click();
    await sees(page, 'The deletion is scheduled');
    await sees(page, /Time left:/);
    const left = page.getByText(/Time left:/).last();
    const before = await left.innerText();
    await expect.poll(() => left.innerText()).not.toBe(before);
    await screenshot(page, 'deletion-scheduled');
    await press(page, 'Cancel the deletion');
    await page.getByText('The deletion is scheduled').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the organization' }).first().waitFor();
  });
});
