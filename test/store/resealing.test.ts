/** Tests that a new secrets key replaces an old one: it opens everything that the old one has sealed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readSealer } from '#src/keys/sealing.ts';
import { idempotentAnswers } from '#store/database/idempotent-answers.ts';
import type { Database } from '#store/database/database.ts';
import { reseal } from '#store/database/resealing.ts';
import { mailStore } from '#store/mail/mails.ts';
import { connectDatabase } from '#store/orm.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { addSecret, rotateSecret, secretsOf } from '#store/webhooks/secrets.ts';

const key = () => randomBytes(32).toString('base64');
const [old, recent, lost] = [key(), key(), key()];
const before = readSealer(old, { production: true });
const both = readSealer(`${recent}\n${old}`, { production: true });
const after = readSealer(recent, { production: true });

let database: Database;
beforeAll(async () => void (database = await connectDatabase(inject('parts').databaseUrl)));
afterAll(() => database.close());

test('webhook secrets, mail that waits and kept answers open with the new key alone, and once is enough', async () => {
  const { id: organizationId } = await organizationStore(database).create({
    name: 'Seal',
    slug: randomUUID(),
    planTier: 'pro',
  });
  const owner = { organizationId, ownerId: organizationId };
  const [first, second] = await database
    .system()
    .transactional(async (em) => [
      await addSecret(em, before, owner, new Date()),
      await rotateSecret(em, before, owner, new Date()),
    ]);
  const message = { to: 'a@example.com', subject: 'Hello', text: 'Hello.\n' };
  const [mailId = ''] = await mailStore(database, before).queue(database.system(), [{ organizationId, ...message }]);
  const use = { organizationId, actor: 'member 1', operation: 'POST /x', key: 'one' };
  const answer = { status: 201, headers: {}, body: '{}' };
  await idempotentAnswers(database, before).claim(use, 'request');
  await idempotentAnswers(database, before).keep(use, answer);

  const counts = await Array.fromAsync(reseal(database, both));
  expect(counts.map(({ table, resealed, closed }) => [table, resealed, closed])).toEqual([
    ['webhook_secret', 2, 0],
    ['totp', 0, 0],
    ['mail', 1, 0],
    ['idempotent_answer', 2, 0],
  ]);
  expect(await secretsOf(database.system(), after, owner, new Date())).toEqual([second, first]);
  expect(await mailStore(database, after).find(mailId)).toEqual(message);
  expect(await idempotentAnswers(database, after).claim(use, 'request')).toMatchObject({ isSameRequest: true, answer });
  for (const { resealed } of await Array.fromAsync(reseal(database, both))) expect(resealed).toBe(0);
});

test('what no key opens stays as it is, and is counted', async () => {
  const [id = ''] = await mailStore(database, readSealer(lost, { production: true })).queue(database.system(), [
    { organizationId: null, to: 'b@example.com', subject: 'Lost', text: 'Lost.\n' },
  ]);
  const counts = await Array.fromAsync(reseal(database, both));
  expect(counts.find(({ table }) => table === 'mail')).toEqual({ table: 'mail', resealed: 0, closed: 1 });
  const opened = readSealer(`${recent} ${lost}`, { production: true });
  expect(await mailStore(database, opened).find(id)).toMatchObject({ subject: 'Lost' });
});

test('more of them than a page are all met', async () => {
  const mails = Array.from({ length: 1_200 }, () => ({
    organizationId: null,
    to: 'c@example.com',
    subject: 's',
    text: 't',
  }));
  await mailStore(database, before).queue(database.system(), mails);
  const counts = await Array.fromAsync(reseal(database, both));
  expect(counts.find(({ table }) => table === 'mail')?.resealed).toBe(1_200);
});

test('every sealed column of the schema is one of those', async () => {
  const columns = await database.system().execute<{ name: string }[]>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%' order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'mail.sealed',
    'totp.sealed_candidate',
    'totp.sealed_secret',
    'webhook_secret.previous_sealed',
    'webhook_secret.sealed',
  ]);
});
