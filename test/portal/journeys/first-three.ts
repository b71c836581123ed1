/** The journeys that everybody makes first, by whichever hands. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newAddress, PASSWORD } from '#test/support/accounts.ts';
import { type Person, sha256 } from '#test/support/api.ts';
import { heading, open, sees, type Visitors } from '#test/support/browser.ts';
import type { Hands } from '#test/support/hands.ts';
import { fixture, goTo, type Portal, screenshot, WORKFLOW_PAGES } from '#test/support/portal.ts';

type HandsOf = (page: Page) => Hands;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();
const password = (page: Page) => page.locator('input[name=password]');

/** From nothing to a canonical PDF on one's own disk. */
export async function signUpAndNormalize(portal: Portal, visitors: Visitors, handsOf: HandsOf): Promise<void> {
  const email = newAddress();
  const page = await portal.visit(visitors, '');
  const { press, fill, choose } = handsOf(page);
  await heading(page, 'Sign in');
  await press(link(page, 'Sign up'));
  await heading(page, 'Sign up');
  await fill(page.getByLabel('E-mail address'), email);
  await fill(password(page), PASSWORD);
  await fill(page.getByLabel('Name of your organization'), 'Analytical Engines');
  await screenshot(page, 'sign-up');
  await press(button(page, 'Sign up'));
  await heading(page, 'Check your e-mail');
  await screenshot(page, 'sign-up-mail');

  await open(page, `${portal.api.url}/portal/${await portal.linked(email)}`);
  await heading(page, 'Confirm your e-mail address');
  await fill(password(page), PASSWORD);
  await press(button(page, 'Confirm'));
  await heading(page, 'Thank you');
  await press(link(page, 'Sign in'));
  await heading(page, 'Sign in');
  await fill(page.getByLabel('E-mail address'), email);
  await fill(password(page), PASSWORD);
  await press(button(page, 'Sign in'));
  await heading(page, 'Overview');
  await screenshot(page, 'first-overview');

  await press(link(page, 'Send documents'));
  await heading(page, 'Send documents');
  await choose(button(page, 'Choose files'), [fixture('pdf/hello.pdf')]);
  await sees(page, '1 file: 1 normalized.');
  await screenshot(page, 'first-document-sent');
  await press(link(page, 'hello.pdf'));
  await heading(page, 'hello.pdf');
  const [download] = await Promise.all([page.waitForEvent('download'), press(button(page, 'Download canonical PDF'))]);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // What lies on the disk is what the page told of.
  await sees(page, sha256(bytes));
  const id = page.url().split('/').pop() ?? '';
  const workflow = await link(page, 'Its workflow in Temporal').getAttribute('href');
  expect(workflow).toBe(`${WORKFLOW_PAGES}doc-${id}`);
  await screenshot(page, 'first-passport');
}

const FORGED = 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.';

/** A contract whose page was exchanged after it was signed. */
export async function readWhatWasForged(
  portal: Portal,
  visitors: Visitors,
  person: Person,
  handsOf: HandsOf,
): Promise<void> {
  const page = await portal.visitAs(visitors, person, '#/documents/upload');
  const { press, choose } = handsOf(page);
  await heading(page, 'Send documents');
  await choose(button(page, 'Choose files'), [fixture('demo/contract-changed-after-signing.pdf')]);
  await sees(page, '1 file: 1 rejected.');
  await press(link(page, 'contract-changed-after-signing.pdf'));
  await heading(page, 'contract-changed-after-signing.pdf');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByText(FORGED).waitFor();
  await screenshot(page, 'forged-verdict');

  // The page that was signed beside the page that is there, and what became another word.
  const inWords = page.getByRole('region', { name: 'Page 1 in words' });
  await inWords.getByText(/4,800.* became .*48,000/).waitFor();
  const enlarged = page.getByRole('region', { name: 'Changed places on page 1' });
  await enlarged
    .getByRole('img', { name: /a changed place on page 1$/ })
    .nth(1)
    .waitFor();
  expect(await page.getByRole('img', { name: /^Page 1: / }).count()).toBe(2);
  await screenshot(page, 'forged-pages');
  await press(button(page, /^Show the bytes/));
  await button(page, 'Show less').waitFor();
  await screenshot(page, 'forged-bytes');

  // The list and the overview show the same words.
  await goTo(page, '#/documents?verdict_level=danger');
  await heading(page, 'Documents');
  await sees(page, FORGED);
  await screenshot(page, 'forged-in-list');
  await goTo(page, '#/');
  await page.getByRole('region', { name: 'Needs attention' }).getByText(FORGED).waitFor();
  await screenshot(page, 'forged-on-overview');
}

/** The same contract as it was signed. */
export async function seeNoAlarm(portal: Portal, visitors: Visitors, person: Person, handsOf: HandsOf): Promise<void> {
  const page = await portal.visitAs(visitors, person, '#/documents');
  const { press, choose } = handsOf(page);
  await goTo(page, '#/documents/upload');
  await heading(page, 'Send documents');
  await choose(button(page, 'Choose files'), [fixture('demo/contract-signed.pdf')]);
  await sees(page, '1 file: 1 rejected.');
  await press(link(page, 'contract-signed.pdf'));
  await heading(page, 'contract-signed.pdf');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByText('Signed by Alice Example (name taken from the certificate, not verified).').waitFor();
  await sees(page, 'The tamper analysis found nothing.');
  await page.getByText('Changed after signing').waitFor({ state: 'hidden' });
  expect(await page.locator('.fx-tone-danger').count()).toBe(0);
  await screenshot(page, 'signed-verdict');
}
