/** Tests that a check starts the rounds with something to do, and none otherwise. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { MailEntity } from '#store/mail/mails.ts';
import { dueRounds } from '#store/maintenance/due-rounds.ts';
import { roundCalls } from '#temporal/client/rounds.ts';
import { reconcileSchedules } from '#temporal/schedules.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await reconcileSchedules(service.client);
});

const due = () => dueRounds(service.database).find();
const runsOf = async (id: string) => (await service.client.schedule.getHandle(id).describe()).info.numActionsTaken;

test('a mail that nobody has begun makes its round due', async () => {
  const old = new Date(Date.now() - 60_000);
  const mail = { id: randomUUID(), organizationId: null, sealed: 'sealed', createdAt: old };
  await service.database.system().insert(MailEntity, mail);
  expect(await due()).toContain('mail-sweep');
  await service.database.system().nativeDelete(MailEntity, { id: mail.id });
});

test('a round is run by its own schedule: not when an operator has paused it, and not twice in a moment', async () => {
  const rounds = roundCalls(service.client);
  const schedule = service.client.schedule.getHandle('sched-start-sweep');
  await schedule.pause('being looked at');
  expect(await rounds.startRound('start-sweep')).toBe(false);
  await schedule.unpause();
  expect(await rounds.startRound('start-sweep')).toBe(true);
  await expect.poll(() => runsOf('sched-start-sweep')).toBe(1);
  expect(await rounds.startRound('start-sweep')).toBe(false);
  await expect(rounds.startRound('no-round')).rejects.toThrow('No round is called no-round.');
});

test('what one look of the workflow finds is begun', async () => {
  await service.workHere();
  const old = new Date(Date.now() - 60_000);
  const mail = { id: randomUUID(), organizationId: null, sealed: 'sealed', createdAt: old };
  await service.database.system().insert(MailEntity, mail);
  const workflowId = `rounds-${randomUUID()}`;
  const handle = await service.client.workflow.start('rounds', { workflowId, taskQueue: CONTROL_QUEUE });
  await expect.poll(() => runsOf('sched-mail-sweep')).toBe(1);
  await handle.terminate('seen enough');
  await service.database.system().nativeDelete(MailEntity, { id: mail.id });
});
