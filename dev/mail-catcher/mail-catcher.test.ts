/** Tests that a mail received by SMTP becomes a file and appears on the page. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MailRefused } from '#domain/accounts/mail.ts';
import { type Mailer, smtpMailer } from '#src/mail/smtp.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';

let directory: string;
let catcher: MailCatcher;
let mailer: Mailer;

beforeEach(async () => {
  directory = join(mkdtempSync(join(tmpdir(), 'fixpoint-mail-')), 'mail');
  catcher = await startMailCatcher({ directory, smtpPort: 0, pagePort: 0 });
  mailer = smtpMailer({ url: catcher.smtpUrl, from: 'Fixpoint <no-reply@fixpoint.example>' });
});
afterEach(async () => {
  mailer.close();
  await catcher.close();
  rmSync(join(directory, '..'), { recursive: true });
});

const LINK = 'https://fixpoint.test/portal/#/verify?token=abc&more=1';
const MAIL = { to: 'ada@person.example', subject: 'Grüße, Ada', text: `Confirm:\n\n${LINK}\n` };
const get = async (path: string) => (await fetch(catcher.url + path)).text();
const files = () => readdirSync(directory);

test('a mail is kept as it was sent, for the owner of the folder only', async () => {
  await mailer.send('id-1', MAIL);
  const [name = ''] = files();
  expect(files()).toHaveLength(1);
  const eml = readFileSync(join(directory, name), 'utf8');
  expect(eml).toMatch(/^From: Fixpoint <no-reply@fixpoint\.example>\r$/m);
  expect(eml).toMatch(/^To: ada@person\.example\r$/m);
  expect(eml).toMatch(/^Message-ID: <id-1@fixpoint\.example>\r$/m);
  expect(eml).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('the page lists mails, the newest first, and shows one with its links', async () => {
  expect(await get('/')).toContain('No mail yet');
  await mailer.send('id-1', MAIL);
  await mailer.send('id-2', { ...MAIL, subject: 'Second' });
  const list = await get('/');
  expect(list.indexOf('Second')).toBeLessThan(list.indexOf('Grüße, Ada'));
  const path = /href="(\/[^"]+\.eml)">Grüße, Ada</.exec(list)?.[1] ?? '';
  const shown = await get(path);
  expect(shown).toContain('<dd>ada@person.example</dd>');
  const href = /<a href="([^"]+)" rel="noreferrer">/.exec(shown)?.[1] ?? '';
  expect(href.replaceAll('&amp;', '&')).toBe(LINK);
});

test('what a mail says is text, whatever it looks like', async () => {
  const hostile = `<script>alert(1)</script> "quoted" https://evil.example/"onmouseover="alert(1)`;
  await mailer.send('id-1', { ...MAIL, subject: hostile, text: hostile });
  const list = await get('/');
  const shown = await get(/href="(\/[^"]+\.eml)"/.exec(list)?.[1] ?? '');
  for (const html of [list, shown]) {
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/<[^>]*onmouseover/);
  }
  const response = await fetch(catcher.url);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('there is no way out of the folder, and none in under another name', async () => {
  for (const path of ['/..%2f..%2fetc%2fpasswd', '/nothing.eml', '/%00']) {
    expect((await fetch(catcher.url + path)).status).toBe(404);
  }
  expect((await fetch(catcher.url, { method: 'DELETE' })).status).toBe(405);
  const asked = await new Promise((resolve) => {
    request(catcher.url, { headers: { Host: 'rebound.example' } }, ({ statusCode }) => resolve(statusCode)).end();
  });
  expect(asked).toBe(421);
});

test('a mail that is too large is refused for good, and not kept', async () => {
  const send = mailer.send('id-1', { ...MAIL, text: 'x'.repeat(11 * 1024 * 1024) });
  await expect(send).rejects.toThrow(MailRefused);
  expect(files()).toEqual([]);
});

test('lines and recipients cannot be smuggled in', async () => {
  await mailer.send('id-1', {
    to: 'ada@person.example',
    subject: 'One\r\nBcc: eve@evil.example',
    text: '.\r\nQUIT\r\n',
  });
  const [name = ''] = files();
  const eml = readFileSync(join(directory, name), 'utf8');
  expect(eml).not.toMatch(/^Bcc:/im);
  expect(await get(`/${name}`)).toContain('QUIT');
});
