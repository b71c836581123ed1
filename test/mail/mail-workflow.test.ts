/** Tests mail over days of skipped time, with the real workflow, activities, store and a real mail server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { ApplicationFailure, WorkflowFailedError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createMailActivities } from '#activities/index.ts';
import { MAIL_QUEUE, mailWorkflowId } from '#domain/accounts/mail.ts';
import { type Mailer, smtpMailer } from '#src/mail/smtp.ts';
import { MailEntity, mailQueue, mailStore } from '#store/mail/mails.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { readSealer } from '#src/keys/sealing.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import { mailCalls } from '#temporal/client/mails.ts';
import type { mail } from '#workflows/index.ts';
import { startSkippedTime, type SkippedTime } from '#test/support/time-skipping.ts';
import { recordHistory } from '#test/support/history.ts';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

const SECRET_LINK = 'https://fixpoint.test/portal/#/reset?token=hush';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

quietRuntime([]);
const started = await startSkippedTime();

describe('a mail', requires('Java and Maven', !('missing' in started)), () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  const sealer = readSealer(randomBytes(32).toString('base64'), { production: true });
  let database: Database;
  let server: MailServer;
  let mailer: Mailer;
  /** The times of the attempts in the server's time. */
  let attemptedAt: number[];
  /** Pauses of a day, so that the test needs not make nearly seven hundred attempts of a week. */
  let longPauses: boolean;
  let stopWorker: () => Promise<void>;

  beforeAll(async () => {
    database = await connectDatabase(inject('parts').databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    await time.close();
  });
  beforeEach(async () => {
    server = await startMailServer();
    mailer = smtpMailer({ url: server.url, from: 'Fixpoint <no-reply@fixpoint.example>' });
    attemptedAt = [];
    longPauses = false;
    stopWorker = await startWorker();
  });
  afterEach(async () => {
    await stopWorker();
    mailer.close();
    await server.close();
  });

  const startWorker = async () => {
    const activities = createMailActivities({
      mails: mailStore(database, sealer),
      mailer,
      log: { warn: () => undefined },
    });
    const worker = await Worker.create({
      connection: time.native,
      namespace: 'default',
      taskQueue: MAIL_QUEUE,
      workflowBundle: await workflowBundle(),
      activities: {
        async sendMail(mailId: string) {
          attemptedAt.push((await time.now()).getTime());
          return activities.sendMail(mailId).catch((error: unknown) => {
            throw longPauses ? ApplicationFailure.create({ message: 'Not sent.', nextRetryDelay: '1 day' }) : error;
          });
        },
      },
    });
    const working = worker.run();
    return async () => {
      worker.shutdown();
      await working;
    };
  };
  const queue = async (to = `${randomUUID()}@person.example`) => {
    const mail = { organizationId: null, to, subject: 'Choose a new password', text: `${SECRET_LINK}\n` };
    const ids = await database.system().transactional((em) => mailStore(database, sealer).queue(em, [mail]));
    return ids[0] ?? '';
  };
  const start = async (mailId: string) => {
    await mailCalls(time.client).startMail(mailId);
    return time.client.workflow.getHandle<typeof mail>(mailWorkflowId(mailId));
  };
  const waits = async (mailId: string) => (await mailStore(database, sealer).find(mailId)) !== null;

  test('is sent once, and then it is nowhere', async () => {
    const mailId = await queue('ada@person.example');
    const handle = await start(mailId);
    expect(await time.result(handle)).toBe('sent');
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatch(/^To: ada@person\.example\r$/m);
    expect(server.mails[0]).toContain(`Message-ID: <${mailId}@fixpoint.example>`);
    expect(server.mails[0]).toContain(SECRET_LINK);
    expect(await waits(mailId)).toBe(false);

    const { events, json } = await recordHistory(handle);
    expect(events.length).toBeLessThanOrEqual(12);
    for (const secret of ['person.example', 'password', 'hush', '127.0.0.1:']) expect(json).not.toContain(secret);
  });

  test('that is called twice, or again after it was sent, is sent once', async () => {
    const mailId = await queue();
    const handle = await start(mailId);
    await start(mailId);
    expect(await time.result(handle)).toBe('sent');
    await start(mailId);
    expect(server.mails).toHaveLength(1);
  });

  test('that the server refuses for good is not tried again, and goes', async () => {
    server.answer(550);
    const mailId = await queue();
    const handle = await start(mailId);
    expect(await time.result(handle)).toBe('refused');
    expect(server.attempts()).toBe(1);
    expect(await waits(mailId)).toBe(false);
    expect((await recordHistory(handle)).json).not.toContain('person.example');
  });

  test('that was removed before is gone', async () => {
    const mailId = await queue();
    await mailStore(database, sealer).remove(mailId);
    expect(await time.result(await start(mailId))).toBe('gone');
    expect(server.attempts()).toBe(0);
  });

  test('is sent when the server is back, with pauses that grow to a quarter of an hour', async () => {
    server.answerInTurn([...Array.from({ length: 12 }, () => 451 as const), 250]);
    const mailId = await queue();
    expect(await time.result(await start(mailId))).toBe('sent');
    expect(server.attempts()).toBe(13);
    expect(server.mails).toHaveLength(1);
    const pauses = attemptedAt.slice(1).map((at, index) => (at - (attemptedAt[index] ?? 0)) / 1_000);
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900];
    // A busy machine lengthens a pause, so a difference of less than five seconds is tolerated.
    expect(pauses).toEqual(seconds.map((pause) => expect.closeTo(pause, -1)));
  });

  test('that cannot be sent for a week is given up; its row waits no longer than that', async () => {
    server.answer(451);
    const mailId = await queue();
    longPauses = true;
    await expect(time.result(await start(mailId))).rejects.toThrow(WorkflowFailedError);
    expect(server.attempts()).toBe(7);
    expect(await waits(mailId)).toBe(true);

    const system = database.system();
    await system.nativeUpdate(MailEntity, { id: mailId }, { createdAt: new Date(Date.now() - 7 * DAY_MS - 1) });
    expect(await mailQueue(database).expire()).toBeGreaterThanOrEqual(1);
    expect(await waits(mailId)).toBe(false);
  });

  test('that was given up begins anew when somebody calls it', async () => {
    const mailId = await queue();
    const handle = await start(mailId);
    await handle.terminate('as if a week had passed');
    expect(await time.result(await start(mailId))).toBe('sent');
  });
});
