/** Tests the buttons for printed forms on their pages. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noCounts } from '#domain/privacy/account-deletion.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { DeletionTombstoneEntity } from '#store/privacy/purge.ts';
import { pdfSaying, sha256, submissionOf } from '#test/support/api.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { hasBrowser, heading, sees, useBrowser } from '#test/support/browser.ts';
import { hasPdftotext, wordsOf } from '#test/support/printed-words.ts';
import { fixture, goTo, screenshot, startPortal } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('on paper', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());

  /** The file that a button saves. */
  async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  const says = (pdf: Buffer, ...facts: string[]) => {
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    if (hasPdftotext) for (const fact of facts) expect(wordsOf(pdf)).toContain(fact);
  };

  test('a passport has the certificate of its document', async () => {
    const owner = await portal.newOwner();
    const response = await portal.api.postForm(pdfSaying('on paper'), owner, {}, { Prefer: 'wait=50' });
    const { submissionId, normalized, original } = await submissionOf(response);
    const page = await portal.visitAs(visitors, owner, `#/documents/${submissionId}`);
    const { name, bytes } = await saved(page, 'Print certificate (PDF)');
    expect(name).toBe(`certificate-${submissionId}.pdf`);
    says(bytes, 'Certificate of normalization', normalized?.sha256 ?? '', original.sha256 ?? '');
    // The printed form was stored.
    expect(sha256((await saved(page, 'Print certificate (PDF)')).bytes)).toBe(sha256(bytes));
  });

  test('a comparison has its report, which is not charged again', async () => {
    const owner = await portal.newOwner();
    const page = await portal.visitAs(visitors, owner, '#/compare');
    await heading(page, 'Compare');
    const files = ['first', 'second'].map((which) => fixture(`demo/offer-${which}.pdf`));
    for (const [index, side] of ['Before', 'After'].entries()) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: `${side}: choose a file` }).click(),
      ]);
      await chooser.setFiles(files[index] ?? '');
    }
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Pages', exact: true }).waitFor();
    await sees(page, '49,999 of 50,000 are left.');
    const { name, bytes } = await saved(page, 'Print report (PDF)');
    expect(name).toBe('comparison.pdf');
    says(bytes, 'Comparison of two documents', ...files.map((path) => sha256(readFileSync(path))));
    await screenshot(page, 'comparison-printed');
    await page.reload();
    await sees(page, '49,999 of 50,000 are left.');
  });

  test('a deleted organization has its certificate, for whoever has the address from the mail', async () => {
    const id = randomUUID();
    const [requestedAt, executedAt] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-23T10:00:00Z')];
    const facts = { certificateId: id, organizationId: randomUUID(), requestedAt, executedAt, counts: noCounts() };
    const certificate = await certifier({ key: newKey(), publicUrl: 'https://fixpoint.test' }).deletion(facts);
    const certificateUntil = new Date(Date.now() + 86_400_000);
    const tombstone = { id, organizationMark: `mark-${id}`, requestedAt, executedAt, counts: noCounts() };
    await portal.api.database.system().insert(DeletionTombstoneEntity, { ...tombstone, certificate, certificateUntil });
    const page = await portal.visit(visitors, `#/deleted?certificate=${id}`);
    await heading(page, 'Certificate of deletion');
    await screenshot(page, 'deleted');
    const printed = await saved(page, 'Print certificate (PDF)');
    expect(printed.name).toBe(`deletion-${id}.pdf`);
    says(printed.bytes, 'Certificate of deletion', id, '23 November 2026, 10:00:00 UTC');
    const signed = await saved(page, 'Certificate (JWS)');
    expect([signed.name, signed.bytes.toString()]).toEqual([`deletion-${id}.jws`, certificate]);
    // An unknown deletion has no printed form.
    await goTo(page, `#/deleted?certificate=${randomUUID()}`);
    await page.getByRole('button', { name: 'Print certificate (PDF)' }).click();
    await sees(page, 'No such certificate, or its time is over.');
  });
});
