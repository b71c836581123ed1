/** What people do on the pages of accounts, and what the links of mails lead to. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { ask, mailedToken, newAddress, PASSWORD, registered, signedIn } from '#test/support/accounts.ts';
import { startApi } from '#test/support/api.ts';
import { hasBrowser, heading, open, sees, useBrowser } from '#test/support/browser.ts';
import { startProvider } from '#test/support/payments.ts';
import { sidewaysScroll, signIn } from '#test/support/portal.ts';
import { codeOf } from '#test/support/second-factors.ts';
import { setUsage } from '#test/support/usage.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const NEW_PASSWORD = 'nine quiet looms of 1843';
/** Passkeys are of a domain, and never of an address. */
const localhost = (url: string) => url.replace('127.0.0.1', 'localhost');

/** Known once the API listens. */
const portalOrigins: string[] = [];

const provider = started(() => startProvider());
const api = started(() =>
  startApi({
    payments: provider.payments,
    settings: { env: 'development', portalOrigins, webauthnRpId: 'localhost' },
  }),
);

beforeAll(async () => {
  portalOrigins.push(api.url, localhost(api.url));
  provider.tell(api);
});

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();

  const visit = async (fragment: string, at = api.url): Promise<Page> => {
    const page = await visitors.newPage({ origins: [at, provider.url] });
    await page.goto(`${at}/portal/${fragment}`);
    return page;
  };
  /** The fragment of the link in the newest mail. */
  const linked = async (email: string): Promise<string> => {
    const text = (await api.mails(email)).at(-1)?.text ?? '';
    return /https:\/\/fixpoint\.test\/portal\/(#\S+)/.exec(text)?.[1] ?? 'no link';
  };
  const isConfirmed = async (email: string) => (await signedIn(api, email)).user.emailVerified;
  const password = (page: Page) => page.locator('input[name=password]');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const keepCodes = async (page: Page) => {
    await page.getByLabel('I have stored them').check();
    await press(page, 'Done');
  };
  const signInWith = (page: Page, email: string) => signIn(page, { email, password: PASSWORD });

  test('an address is confirmed by the password, not by opening the link', async () => {
    const email = await registered(api);
    const link = await linked(email);
    const page = await visit(link);
    await heading(page, 'Confirm your e-mail address');
    expect(await isConfirmed(email)).toBe(false);
    await password(page).fill('of somebody else');
    await press(page, 'Confirm');
    await sees(page, 'This is not the password of the account.');
    expect(await isConfirmed(email)).toBe(false);
    await password(page).fill(PASSWORD);
    await press(page, 'Confirm');
    await heading(page, 'Thank you');
    expect(await isConfirmed(email)).toBe(true);

    await open(page, `${api.url}/portal/${link}`);
    await password(page).fill(PASSWORD);
    await press(page, 'Confirm');
    await sees(page, 'This link is no longer valid.');
  });

  test('a forgotten password is replaced, and a weak one refused beside its field', async () => {
    const email = await registered(api);
    const page = await visit('#/forgot');
    await heading(page, 'Choose a new password');
    await page.getByLabel('E-mail address').fill(email);
    await press(page, 'Send the mail');
    await heading(page, 'Check your e-mail');

    await open(page, `${api.url}/portal/${await linked(email)}`);
    await heading(page, 'Choose a new password');
    await password(page).fill('password');
    await press(page, 'Save the password');
    await sees(page, 'is easily guessed');
    expect(await page.locator(':focus').getAttribute('name')).toBe('password');
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await password(page).fill(NEW_PASSWORD);
    await press(page, 'Save the password');
    await heading(page, 'The password was changed');

    await page.getByRole('link', { name: 'Sign in' }).click();
    await heading(page, 'Sign in');
    await page.getByLabel('E-mail address').fill(email);
    await password(page).fill(PASSWORD);
    await press(page, 'Sign in');
    await sees(page, 'The address or the password is not right.');
    await password(page).fill(NEW_PASSWORD);
    await press(page, 'Sign in');
    await heading(page, 'Overview');
  });

  test('signing in takes a keyboard alone, leaves nothing for scripts, and outlives a reload, but not signing out', async () => {
    const email = await registered(api);
    const page = await visit('');
    await heading(page, 'Sign in');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'Overview');
    const kept = 'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location.href';
    expect(await page.evaluate(kept)).not.toMatch(/ey[\w-]+\.|refresh|token/i);
    await open(page, `${api.url}/portal/`);
    await heading(page, 'Overview');
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
    await open(page, `${api.url}/portal/`);
    await heading(page, 'Sign in');
  });

  test('signing out in one tab leaves the pages in the others, with whatever stands over them', async () => {
    const email = await registered(api);
    const page = await visit('');
    await signInWith(page, email);
    await heading(page, 'Overview');
    const other = await page.context().newPage();
    await other.goto(`${api.url}/portal/#/settings`);
    await heading(other, 'Settings');
    await other.keyboard.press('Control+k');
    await press(page, 'Sign out');
    for (const tab of [page, other]) {
      await heading(tab, 'Sign in');
      expect(await tab.content()).not.toContain(email);
    }
  });

  test('the dialog to sign in again, where the sign-in has ended, hides the page until it is back', async () => {
    const email = await registered(api);
    const page = await visit('');
    await signInWith(page, email);
    await heading(page, 'Overview');
    const { organization } = await signedIn(api, email);
    const ended = { endedAt: new Date() };
    await api.database.system().nativeUpdate(SessionEntity, { organizationId: organization.id }, ended);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    await dialog.waitFor();
    const styleOf = (name: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('.mantine-Modal-overlay')).${name}`);
    await expect.poll(() => styleOf('opacity')).toBe('1');
    expect(await styleOf('backgroundColor')).not.toMatch(/rgba|\//);
    await dialog.locator('input[name=password]').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await sees(page, 'Check the chain');
  });

  test('an access token that has ended is replaced unnoticed, by the cookie', async () => {
    const page = await visit('#/login');
    await signInWith(page, await registered(api));
    await heading(page, 'Overview');
    let refreshes = 0;
    await page.route('**/api/**', async (route) => {
      const headers = route.request().headers();
      if (route.request().url().endsWith('/auth/refresh')) refreshes++;
      else if (refreshes === 0) headers['authorization'] = 'Bearer eyJ0.eyJ0.ended';
      await route.continue({ headers });
    });
    // The overview has not asked for these.
    await page.getByRole('link', { name: 'Audit log' }).click();
    await heading(page, 'Audit log');
    await expect.poll(() => refreshes).toBe(1);
    await sees(page, 'Check the chain');
  });

  test('whoever is not signed in is asked to, and led on to where they wanted to go', async () => {
    const page = await visit('#/team');
    await signInWith(page, await registered(api));
    await heading(page, 'Team');
  });

  test('whoever is invited sees to what, and is in with a password', async () => {
    const owner = await api.newMember(await api.newTenant());
    const email = newAddress();
    await api.portal('POST', '/api/portal/team/invite', owner, { email, role: 'member' });
    const page = await visit(await linked(email));
    await heading(page, 'Join Test');
    await sees(page, 'member');
    await password(page).fill(NEW_PASSWORD);
    await press(page, 'Join');
    await heading(page, 'Overview');
    await sees(page, email);
    // Billing is the owner's and the admins'.
    expect(await page.getByRole('link', { name: 'Plan and billing' }).count()).toBe(0);
  });

  test('an owner subscribes on the pages of the payment provider, and comes back', async () => {
    const email = await registered(api);
    const { organization } = await signedIn(api, email);
    await setUsage(api.database, organization.id, { used: 25 });
    const token = await mailedToken(api, email);
    expect((await ask(api, 'verify-email', { token, password: PASSWORD })).status).toBe(200);
    const page = await visit('#/billing');
    await signInWith(page, email);
    await heading(page, 'Plan and billing');
    await sees(page, /25 of 100/);
    await page.getByText('Yearly').click();
    await page.getByRole('button', { name: /^Subscribe to Growth/ }).click();
    await sees(page, '$2490.00 per year');
    await press(page, 'Cancel');
    await heading(page, 'Plan and billing');
    await page.getByText('Yearly').click();
    await page.getByRole('button', { name: /^Subscribe to Growth/ }).click();
    await press(page, 'Pay');
    await heading(page, 'Plan and billing');
    await sees(page, 'Thank you');
    await press(page, 'Invoices, means of payment, cancellation');
    await sees(page, 'Cancel at the end of the period');
  });

  test('an authenticator app is set up, and then asked for; a recovery code does as well, once', async () => {
    const email = await registered(api);
    const page = await visit('#/security');
    await signInWith(page, email);
    await heading(page, 'Your security');
    await press(page, 'Set up an authenticator app');
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = await dialog.locator('code').innerText();
    await dialog.getByLabel('Code of your authenticator app').fill('000000');
    await dialog.getByRole('button', { name: 'Set up' }).click();
    await sees(page, 'is not right');
    await dialog.getByLabel('Code of your authenticator app').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Set up' }).click();
    const [code = ''] = (
      await page
        .locator('pre')
        .filter({ hasText: /^\w{5}-/ })
        .innerText()
    ).split('\n');
    await keepCodes(page);

    const secondFactor = async () => {
      const other = await visit('#/login');
      await signInWith(other, email);
      await heading(other, 'Second factor');
      return other;
    };
    const byApp = await secondFactor();
    await byApp.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await press(byApp, 'Go on');
    await heading(byApp, 'Overview');
    const recover = async () => {
      const other = await secondFactor();
      await press(other, 'Use a recovery code');
      await other.getByLabel('Recovery code').fill(code);
      await press(other, 'Use a recovery code');
      return other;
    };
    await heading(await recover(), 'Overview');
    await sees(await recover(), 'was used before');
  });

  test('a passkey is added, signs in, and confirms who one is when the sign-in is an old one', async () => {
    const email = await registered(api);
    const { user } = await signedIn(api, email);
    const page = await visit('#/security', localhost(api.url));
    await withAuthenticator(page);
    await signInWith(page, email);
    await heading(page, 'Your security');
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await press(page, 'Add a passkey');
    await keepCodes(page);
    await sees(page, 'Laptop');
    await press(page, 'Sign out');
    await signInWith(page, email);
    await press(page, 'Use a passkey');
    await heading(page, 'Overview');

    const old = { secondFactorAt: new Date(0) };
    await api.database.system().nativeUpdate(SessionEntity, { memberId: user.id }, old);
    await page.getByRole('link', { name: 'Your security' }).click();
    await press(page, 'Remove Laptop');
    await press(page, 'Remove the passkey');
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await press(page, 'Use a passkey');
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor({ state: 'detached' });
  });

  test.each([
    ['#/', 'Sign in'],
    ['#/register', 'Sign up'],
    ['#/forgot', 'Choose a new password'],
    ['#/reset?token=t', 'Choose a new password'],
    ['#/verify?token=t', 'Confirm your e-mail address'],
    ['#/invitation?token=t', 'This invitation is no longer valid'],
    ['#/nowhere', 'There is no such page'],
  ])('%s is readable on 320 pixels', async (fragment, title) => {
    const page = await visit(fragment);
    await page.setViewportSize({ width: 320, height: 640 });
    await heading(page, title);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});

/** Gives the browser an authenticator that always says yes. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      isUserVerified: true,
      hasUserVerification: true,
      hasResidentKey: true,
      automaticPresenceSimulation: true,
    },
  });
}
