/** Tests mail through the whole service: a request, Temporal, a worker, and a local mail server. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { type Mailer, smtpMailer } from '#src/mail/smtp.ts';
import { MailEntity, mailStore } from '#store/mail/mails.ts';
import type { mailSweep } from '#workflows/index.ts';
import { type Api, startApi } from '#test/support/api.ts';
import { ask, newAddress, PASSWORD } from '#test/support/accounts.ts';
import { startService } from '#test/support/service.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { started } from '#test/support/started.ts';

let mailer: Mailer;
let api: Api;
let isAway = false;

const service = started(() => startService(inject('parts')));
const server = started(() => startMailServer());

beforeAll(async () => {
  mailer = smtpMailer({ url: server.url, from: 'Fixpoint <no-reply@fixpoint.example>' });
  const startMail = (mailId: string) =>
    isAway ? Promise.reject(new Error('Temporal is away.')) : service.temporal.startMail(mailId);
  api = await startApi({ temporal: { ...service.temporal, startMail } });
  await service.workHere({ mail: { sealer: api.sealer, mailer } });
  await service.pauseSchedules();
});
afterAll(async () => {
  await api.close();
  mailer.close();
});

const mailTo = async (address: string) => {
  const arrived = () => server.mails.filter((mail) => mail.includes(`To: ${address}`));
  await expect.poll(() => arrived().length).toBe(1);
  return PostalMime.parse(arrived()[0] ?? '');
};

test('who registers gets a mail, and its link confirms the address', async () => {
  const email = newAddress();
  expect((await ask(api, 'register', { email, password: PASSWORD })).status).toBe(201);
  const token = /verify\?token=([\w-]{43})/.exec((await mailTo(email)).text ?? '')?.[1];
  expect((await ask(api, 'verify-email', { token, password: PASSWORD })).status).toBe(200);
  await expect.poll(() => api.mails(email)).toEqual([]);
});

test('a mail that could not be started when it was queued is found and sent', async () => {
  const email = newAddress();
  isAway = true;
  expect((await ask(api, 'register', { email, password: PASSWORD })).status).toBe(201);
  isAway = false;
  expect(await api.mails(email)).toHaveLength(1);

  await api.database.system().nativeUpdate(MailEntity, {}, { createdAt: new Date(Date.now() - 60_000) });
  const options = { workflowId: 'mail-sweep-tested', taskQueue: CONTROL_QUEUE, args: [] as [] };
  const swept = await service.client.workflow.execute<typeof mailSweep>('mailSweep', options);
  expect(swept).toBe(1);
  expect(await mailTo(email)).toMatchObject({ subject: 'Confirm your e-mail address' });
});

test('a round takes up all mails that an outage left behind, however many', async () => {
  const { database, sealer } = api;
  const to = newAddress();
  const mails = Array.from({ length: 45 }, (_, n) => ({
    organizationId: null,
    to,
    subject: `Mail ${n}`,
    text: 'Hello',
  }));
  await database.system().transactional((em) => mailStore(database, sealer).queue(em, mails));
  await database.system().nativeUpdate(MailEntity, {}, { createdAt: new Date(Date.now() - 60_000) });

  const options = { workflowId: 'mail-sweep-of-many', taskQueue: CONTROL_QUEUE, args: [] as [] };
  expect(await service.client.workflow.execute<typeof mailSweep>('mailSweep', options)).toBe(45);
  await expect.poll(() => database.system().count(MailEntity)).toBe(0);
  expect(server.mails.filter((mail) => mail.includes(`To: ${to}`))).toHaveLength(45);
});
