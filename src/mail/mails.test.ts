/** Names of customers in mails: the house speaks first, and a name says nothing in its place. */
import { describe, expect, test } from 'vitest';
import { mailTemplates } from './account-mails.ts';
import { cancelledMail, pendingMail } from './deletion-mails.ts';
import { disabledMail, failingMail } from './webhook-mails.ts';

const NAME = 'Acme”. Your account ends today: https://evil.example/now\u2028\u202E“';
const QUOTED = "“Acme'. Your account ends today: https[:]//evil[.]example/now\uFFFD\uFFFD'”";

const ENDPOINT = { id: 'id-1', url: 'https://sign-in.evil.example/hook', failingSince: new Date(0) };

const templates = mailTemplates('https://fixpoint.test');
const cancellableUntil = new Date('2026-12-01T00:00:00Z');

describe('a mail with a hostile name', () => {
  test.each([
    ['an invitation', templates.invitation(NAME, 'token', true)],
    ['a published key', templates.publishedKey({ name: NAME, keyPrefix: 'fxp_1' }, null)],
    ['a deletion', pendingMail({ organizationName: NAME, cancellableUntil }, 72)],
    ['a cancelled deletion', cancelledMail({ organizationName: NAME })],
  ])('of %s has no subject and no link by it, and quotes it after words of ours', (_what, { subject, text }) => {
    expect(subject).not.toContain('Acme');
    expect(text).toMatch(/^(?:You|Your|The) /);
    expect(text).toContain(QUOTED);
    const links = text.match(/https?:\/\/\S+/g) ?? [];
    expect(links.filter((link) => !link.startsWith('https://fixpoint.test/'))).toEqual([]);
  });

  test.each([
    ['fails', failingMail({ ...ENDPOINT, lastError: 'timeout' })],
    ['was deactivated', disabledMail({ ...ENDPOINT, reason: 'failing' })],
  ])('of an endpoint that %s has no subject and no link by its host', (words, { subject, text }) => {
    expect(subject).toBe(`Your webhook endpoint ${words}`);
    expect(text).toContain('“sign-in[.]evil[.]example”');
    expect(text).not.toContain('evil.example');
  });

  test('of an invitation begins with a sentence without the name', () => {
    const [first = ''] = templates.invitation('Acme', 'token').text.split('\n\n');
    expect(first).toBe(
      'You have been invited to join an organization on Fixpoint. If you do not know it, you can ignore this e-mail.',
    );
  });
});
