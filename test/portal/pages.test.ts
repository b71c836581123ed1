/** The pages of the portal: how they are served, and what people who follow the links of mails do on them. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import { extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { PAID_TIERS, PLANS, priceCents } from '#domain/billing/plan.ts';
import { type Browser, findChromium, type Page, startChromium } from '#test/support/chromium.ts';
import { problemOf, sha256, someAddress, startApi, type Api } from '#test/support/api.ts';
import { type Provider, startProvider } from '#test/support/payments.ts';
import { ask, mailedToken, newAddress, PASSWORD, registered, signedIn } from '#test/support/accounts.ts';
import { setUsage } from '#test/support/usage.ts';

const FOLDER = resolve(import.meta.dirname, '../../portal');
const FILES = readdirSync(FOLDER).filter((name) => name !== 'tsconfig.json');
const MAIN = readFileSync(join(FOLDER, 'main.js'), 'utf8');
/** What a fragment may name. */
const VIEWS = (/VIEWS = \{([^}]+)\}/.exec(MAIN)?.[1] ?? '').split(',').map((name) => name.trim());

let api: Api;
let provider: Provider;
/** The portal's own, which is known once the API listens. */
const portalOrigins: string[] = [];

beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ payments: provider.payments, settings: { env: 'development', portalOrigins } });
  portalOrigins.push(api.url);
  provider.tell(api);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

describe('the files of the portal', () => {
  test.each([['index.html', ''], ...FILES.map((name) => [name, name])])('%s is at /portal/%s', async (name, path) => {
    const response = await api.get(`/portal/${path}`, null);
    const { headers } = response;
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(readFileSync(join(FOLDER, name), 'utf8'));
    const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
    expect(headers.get('content-type')?.split(';')[0]).toBe(
      Object.entries(types).find(([end]) => end === extname(name))?.[1],
    );
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('come once: who has them is told that they are the same', async () => {
    // As a browser does; fetch by itself would ask for no answer out of a cache.
    const revalidate = (etag: string) =>
      api.get('/portal/main.js', null, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    const { headers } = await api.get('/portal/main.js', null);
    const etag = headers.get('etag') ?? '';
    expect(etag).toBe(`"${sha256(Buffer.from(MAIN))}"`);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await revalidate(known);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await revalidate('"other"')).status).toBe(200);
  });

  test('are found below /portal too, wherever a proxy has put the service', async () => {
    const response = await api.portal('GET', '/portal', null);
    expect([response.status, response.headers.get('location')]).toEqual([308, 'portal/']);
    expect((await fetch(`${api.url}/portal`)).url).toBe(`${api.url}/portal/`);
    const elsewhere = [MAIN, ...FILES.map((name) => readFileSync(join(FOLDER, name), 'utf8'))].join('\n');
    expect(elsewhere.match(/(?:href|src)="\/|fetch\(['"`]\//g)).toBeNull();
  });

  test.each([
    '/portal/../package.json',
    '/portal/..%2fpackage.json',
    '/portal/%2e%2e/package.json',
    '/portal/..%5cpackage.json',
    '/portal/%2fetc%2fpasswd',
    '/portal/index.html%00.js',
    '/portal/tsconfig.json',
    '/portal/main.ts',
    '/portal/main.js/',
    '/portal/constructor',
    '/portal//index.html',
  ])('are all there is: %s is not found', async (path) => {
    // Not by fetch, which would tidy the path up.
    const call = request(api.url, { path }).end();
    const [response] = await once(call, 'response');
    response.resume();
    expect(response.statusCode).toBe(404);
  });

  test('a name that is none of them is a problem with its code', async () => {
    expect(await problemOf(await api.get('/portal/none.js', null))).toMatchObject({
      code: 'not_found',
      resource: 'page',
    });
  });

  test('have no script and no style but in files of their own', () => {
    const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/);
  });
});

describe('what leads to the portal', () => {
  test('every link of a mail names a view', () => {
    const mails = mailTemplates('https://fixpoint.test');
    const texts = [
      mails.verification('t'),
      mails.alreadyRegistered(),
      mails.reset('t'),
      mails.passwordChanged(),
      mails.invitation('Analytical Engines', 't'),
      mails.publishedKey({ name: 'CI', keyPrefix: 'fxp_abcd' }, null),
    ].map(({ text }) => text);
    const names = [...texts.join('\n').matchAll(/fixpoint\.test\/portal\/#\/(\w+)/g)].map(([, name = '']) => name);
    expect(new Set(names)).toEqual(new Set(['verify', 'login', 'forgot', 'reset', 'invitation']));
    expect(VIEWS).toEqual(expect.arrayContaining([...names, 'billing']));
  });

  test('the plans on the page are those of the service', async () => {
    const { PLANS: shown } = await import(join(FOLDER, 'plans.js'));
    expect(shown).toEqual(
      PAID_TIERS.map((tier) => ({
        tier,
        name: expect.stringMatching(new RegExp(`^${tier}$`, 'i')),
        documents: PLANS[tier].monthlyDocs,
        month: priceCents(tier, 'month') / 100,
        year: priceCents(tier, 'year') / 100,
        further: PLANS[tier].overageMillicents / 100_000,
      })),
    );
  });
});

const program = findChromium();
if (program === null) console.info('The pages are not visited: there is no Chromium on the PATH.');

describe.skipIf(program === null)('in a browser', { timeout: 120_000 }, () => {
  /** Pixels of the page that are beyond the right edge. */
  const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const NEW_PASSWORD = 'nine quiet looms of 1843';
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium(program ?? '');
  });
  afterAll(() => browser.close());

  /** As somebody else each time, for the limits of calls. */
  const visit = async (fragment: string): Promise<void> => {
    page = await browser.newPage({ 'X-Forwarded-For': someAddress() });
    await page.open(`${api.url}/portal/${fragment}`);
  };
  /** The fragment of the link in the newest mail. */
  const linked = async (email: string): Promise<string> => {
    const text = (await api.mails(email)).at(-1)?.text ?? '';
    return /https:\/\/fixpoint\.test\/portal\/(#\S+)/.exec(text)?.[1] ?? 'no link';
  };
  const isConfirmed = async (email: string) => (await signedIn(api, email)).user.emailVerified;
  const signIn = async (email: string, password = PASSWORD): Promise<void> => {
    await page.fill('E-mail address', email);
    await page.fill('Password', password);
    await page.click('Sign in');
  };

  test('an address is confirmed by the password, not by opening the link', async () => {
    const email = await registered(api);
    await visit(await linked(email));
    await page.heading('Confirm your e-mail address');
    expect(await isConfirmed(email)).toBe(false);
    await page.fill('Password', 'of somebody else');
    await page.click('Confirm');
    await page.sees('This is not the password of the account.');
    expect(await isConfirmed(email)).toBe(false);
    await page.fill('Password', PASSWORD);
    await page.click('Confirm');
    await page.heading('Thank you');
    expect(await isConfirmed(email)).toBe(true);

    await visit(await linked(email));
    await page.fill('Password', PASSWORD);
    await page.click('Confirm');
    await page.sees('This link is no longer valid.');
    expect(page.complaints).toEqual([]);
  });

  test('a forgotten password is replaced, a weak one refused beside its field, and usage shown after signing in', async () => {
    const email = await registered(api);
    const { organization } = await signedIn(api, email);
    await setUsage(api.database, organization.id, { used: 25 });
    await visit('#/forgot');
    await page.heading('Choose a new password');
    await page.fill('E-mail address', email);
    await page.click('Send the mail');
    await page.heading('Look into your mail');

    await visit(await linked(email));
    await page.fill('New password', 'password');
    await page.click('Save the password');
    await page.sees('is easily guessed');
    expect(await page.read('[document.activeElement.id, document.activeElement.ariaInvalid]')).toEqual([
      'field-password',
      'true',
    ]);
    await page.fill('New password', NEW_PASSWORD);
    await page.click('Save the password');
    await page.heading('The password was changed');

    await page.click('Sign in');
    await page.heading('Sign in');
    await signIn(email);
    await page.sees('The address or the password is not right.');
    await signIn(email, NEW_PASSWORD);
    await page.heading('Analytical Engines');
    await page.sees('25 of 100 documents in this period');
    expect(page.complaints).toEqual([]);
  });

  test('signing in takes a keyboard alone, and outlives a reload, but not signing out', async () => {
    const email = await registered(api);
    await visit('');
    await page.heading('Sign in');
    await page.type('Tab', email, 'Tab', PASSWORD, 'Enter');
    await page.heading('Analytical Engines');
    expect(await page.read('Object.keys(localStorage).length + Object.keys(sessionStorage).length')).toBe(0);
    expect(await page.read('document.cookie')).toBe('');
    await page.open(`${api.url}/portal/`);
    await page.heading('Analytical Engines');
    await page.click('Sign out');
    await page.heading('Sign in');
    await page.open(`${api.url}/portal/`);
    await page.heading('Sign in');
  });

  test('an access token that has ended is replaced unnoticed, by the cookie', async () => {
    const email = await registered(api);
    await visit('#/login');
    await signIn(email);
    await page.heading('Analytical Engines');
    await page.read(`{
      const real = window.fetch;
      window.refreshes = 0;
      window.fetch = (address, request) => {
        if (address.endsWith('auth/refresh')) window.refreshes++;
        else if (window.refreshes === 0) request.headers.Authorization = 'Bearer eyJ0.eyJ0.ended';
        return real(address, request);
      };
    }`);
    await page.click('Plan and billing');
    await page.heading('Plan and billing');
    expect(await page.read('window.refreshes')).toBe(1);
  });

  test('whoever is not signed in is asked to, and led on to where they wanted to go', async () => {
    const email = await registered(api);
    await visit('#/billing');
    await page.heading('Sign in');
    await signIn(email);
    await page.heading('Plan and billing');
    const { token } = await signedIn(api, email);
    await api.portal('POST', '/api/auth/logout-all', { token });
    await page.click('Starter, $99 a month');
    await page.sees('Your sign-in has ended.');
    await page.click('Back');
    await page.heading('Sign in');
  });

  test('an owner subscribes on the pages of the payment provider, and comes back', async () => {
    const email = await registered(api);
    await visit('#/billing');
    await signIn(email);
    await page.click('Starter, $99 a month');
    await page.sees('Confirm your e-mail address first');
    await page.click('Back');
    await page.click('Send the mail again');
    await page.sees('a mail is on its way');
    const token = await mailedToken(api, email);
    expect((await ask(api, 'verify-email', { token, password: PASSWORD })).status).toBe(200);

    await visit('#/billing');
    await signIn(email);
    await page.click('Growth, $2,490 a year');
    await page.sees('$2490.00 per year');
    await page.click('Cancel');
    await page.heading('Plan and billing');
    await page.click('Growth, $2,490 a year');
    await page.click('Pay');
    await page.heading('Plan and billing');
    await page.sees('Thank you.');
    await page.click('Invoices, means of payment, cancellation');
    await page.sees('Cancel at the end of the period');
    await page.click('Back');
    await page.heading('Plan and billing');
    expect(page.complaints).toEqual([]);
  });

  test('whoever is invited sees to what, and is in with a password', async () => {
    const owner = await api.newMember(await api.newTenant());
    const email = newAddress();
    await api.portal('POST', '/api/portal/team/invite', owner, { email, role: 'member' });
    await visit(await linked(email));
    await page.heading('Join Test');
    await page.sees('with the role member');
    await page.fill('New password', NEW_PASSWORD);
    await page.click('Join');
    await page.heading('Test');
    await page.sees(email);
    expect(await page.read('document.body.innerText')).not.toContain('billing');
    // Billing is the owner's and the admins'.
    await page.open(`${api.url}/portal/#/billing`);
    await page.sees('yours is member');
  });

  test.each([
    ['#/home', 'Sign in'],
    ['#/forgot', 'Choose a new password'],
    ['#/reset?token=t', 'Choose a new password'],
    ['#/verify?token=t', 'Confirm your e-mail address'],
    ['#/invitation?token=t', 'This did not work'],
    ['#/nowhere', 'There is no such page'],
  ])('%s is readable on 320 pixels', async (fragment, heading) => {
    await visit(fragment);
    await page.narrow(320);
    await page.heading(heading);
    expect(await page.read(OVERFLOW)).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('so are the usage and the plans', async () => {
    const email = await registered(api, newAddress(), 'A'.repeat(200));
    await visit('#/billing');
    await page.narrow(320);
    await signIn(email);
    await page.heading('Plan and billing');
    expect(await page.read(OVERFLOW)).toBe(0);
    await page.click('Back');
    await page.heading('A'.repeat(200));
    expect(await page.read(OVERFLOW)).toBe(0);
  });
});
