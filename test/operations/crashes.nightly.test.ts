/**
 * kill -9 of the worker, of the API and of Temporal, each at the worst moments: every accepted submission ends once, is
 * charged once, and is reported under one webhook id. The time of each recovery is printed.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Connection } from '@temporalio/client';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { EXPRESS_MAX_BYTES, submissionWorkflowId } from '#domain/submission.ts';
import { anyFreePort } from '#dev/network.ts';
import { startTemporal } from '#dev/parts/temporal.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import type { submission } from '#workflows/index.ts';
import { type Api, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { usageOf } from '#test/support/usage.ts';
import { type Receiver, startReceiver } from '#test/support/deliveries.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { startTcpProxy } from '#test/support/tcp-proxy.ts';
import { type Service, startService } from '#test/support/service.ts';
import { startApiProgram } from '#test/support/programs.ts';

const SECRETS_KEY = randomBytes(32).toString('base64');
const ONE_CHARGE = { used: 1, reserved: 0, succeeded: 1, failed: 0, rejected: 0 };
/** For a machine with much other work. */
const SOON = { interval: 50 };

let receiver: Receiver;
const opened: Array<() => Promise<unknown>> = [];

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
  await receiver.close();
});

interface World {
  readonly service: Service;
  readonly api: Api;
  readonly tenant: Tenant;
}

async function startWorld(temporal = inject('parts').temporal): Promise<World> {
  const service = await startService({ ...inject('parts'), temporal });
  opened.push(() => service.close());
  // The API starts workflows before any worker runs.
  const connection = await Connection.connect({ address: temporal.address });
  await registerSearchAttributes(service.client, connection);
  await connection.close();
  const settings = { receivers: { http: true, loopback: true } };
  const api = await startApi({ temporal: service.temporal, settings });
  opened.push(() => api.close());
  return { service, api, tenant: await api.newTenant() };
}

/** A unique document with the header that the API requires. */
function document(script: Script, paddingBytes = 0): Buffer {
  return fakeDocument({ ...script, salt: `%PDF-1.7 ${randomUUID()}` }, paddingBytes);
}

/** Sends an asynchronous document with a notice to the receiver. */
async function send({ api, tenant }: World, pdf: Uint8Array): Promise<string> {
  const fields = { webhook_url: receiver.url };
  const response = await api.postForm(pdf, tenant, fields, { Prefer: 'respond-async' });
  expect(response.status).toBe(202);
  return (await submissionOf(response)).submissionId;
}

const rowOf = ({ api }: World, id: string) => api.database.system().findOneOrFail(SubmissionEntity, { id });
const statusOf = async (world: World, id: string) => (await rowOf(world, id)).status;

interface Held {
  /** Whether another transaction waits for the lock. */
  awaited(): Promise<boolean>;
  release(): Promise<void>;
}

/** Holds a transaction open that has taken a lock. */
async function hold({ api: { database } }: World, take: (em: EntityManager) => Promise<unknown>): Promise<Held> {
  const taken = Promise.withResolvers<number>();
  const released = Promise.withResolvers<void>();
  const held = database.system().transactional(async (em) => {
    const patience = 'set local idle_in_transaction_session_timeout = 0';
    await em.execute(patience);
    const pid = `select pg_backend_pid() as pid`;
    const [backend] = await em.execute<{ pid: number }[]>(pid);
    await take(em);
    taken.resolve(backend?.pid ?? expect.fail('no backend'));
    await released.promise;
  });
  const pid = await Promise.race([taken.promise, held.then(() => 0)]);
  const release = async () => {
    released.resolve();
    await held;
  };
  opened.push(release);
  return {
    release,
    async awaited() {
      const sql = 'select 1 from pg_stat_activity where ? = any(pg_blocking_pids(pid))';
      const waiting: unknown[] = await database.system().execute(sql, [pid]);
      return waiting.length > 0;
    },
  };
}

/** The submission ended once and cost one unit. */
async function expectOnce(world: World, id: string): Promise<void> {
  await expect.poll(() => statusOf(world, id), SOON).toBe('SUCCESS');
  const handle = world.service.client.workflow.getHandle<typeof submission>(submissionWorkflowId(id));
  // Null for a run that found the end already recorded.
  expect([null, 'SUCCESS']).toContain((await handle.result())?.status ?? null);
  expect(await usageOf(world.api.database, world.tenant.organizationId)).toEqual(ONE_CHARGE);
}

/** The event was delivered under its one id. Only a receiver whose answer was lost is called again. */
async function expectTold({ api }: World, id: string, times = 1): Promise<void> {
  const sql = `select e.id, d.status from webhook_event e join webhook_delivery d on d.event_id = e.id
    where e.submission_id = ?`;
  const delivered = (): Promise<{ id: string; status: string }[]> => api.database.system().execute(sql, [id]);
  await expect.poll(delivered, SOON).toEqual([{ id: expect.any(String), status: 'delivered' }]);
  const [event] = await delivered();
  const calls = receiver.calls.filter(({ body }) => body.includes(id));
  expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual(Array(times).fill(event?.id));
}

async function killed(child: ChildProcess): Promise<() => string> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  const startedAt = performance.now();
  return () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

const PASS: Script = { at: 'FinalRewrite', act: 'pass' };

interface Point {
  readonly pdf: () => Buffer;
  /** The lock that the document waits for. */
  readonly lock?: (em: EntityManager, world: World, id: string) => Promise<unknown>;
  /** Resolves when the point is reached. */
  readonly reached: (world: World, id: string, held: Held | null) => Promise<unknown>;
}

const underWay = (world: World, id: string) =>
  expect.poll(() => statusOf(world, id), { ...SOON, interval: 10 }).toBe('IN_PROGRESS');
const awaited = (_world: World, _id: string, held: Held | null) =>
  expect.poll(() => held?.awaited(), { ...SOON, interval: 20 }).toBe(true);

const POINTS: Record<string, Point> = {
  'before it lets the document in': {
    pdf: () => document(PASS),
    lock: (em, _world, id) => em.execute('select 1 from submission where id = ? for update', [id]),
    reached: awaited,
  },
  'in an early stage': {
    pdf: () => document({ at: 'PdfaDetection', act: 'linger', ms: 3_000 }),
    reached: underWay,
  },
  'in the middle': {
    pdf: () => document({ at: 'AcroFormHandling', act: 'linger', ms: 2_000 }, EXPRESS_MAX_BYTES),
    reached: ({ service }, submissionId) => service.underWay({ submissionId }, 'AcroFormHandling'),
  },
  'before the commit': {
    pdf: () => document(PASS),
    lock: (em, { tenant }) => lockOrganization(em, tenant.organizationId),
    reached: awaited,
  },
};

test.each(Object.entries(POINTS))('kill -9 of the worker %s', async (name, { pdf, lock, reached }) => {
  const world = await startWorld();
  const id = await send(world, pdf());
  const held = lock ? await hold(world, (em) => lock(em, world, id)) : null;
  const first = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await reached(world, id, held);
  const passed = await killed(first);
  await held?.release();
  expect(['PENDING', 'IN_PROGRESS']).toContain(await statusOf(world, id));

  await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await expectOnce(world, id);
  const ended = passed();
  await expectTold(world, id);
  console.log(`worker killed ${name}: ended ${ended} and told ${passed()} after the kill`);
});

test('kill -9 of the worker after the commit, before what follows', async () => {
  const world = await startWorld();
  const id = await send(world, document(PASS));
  const held = await hold(world, (em) => lockOrganization(em, world.tenant.organizationId));
  const proxy = await startTcpProxy(new URL(`http://${inject('parts').temporal.address}`));
  opened.push(() => proxy.close());
  const first = await world.service.workElsewhere({ secretsKey: SECRETS_KEY, temporalAddress: proxy.host });
  await awaited(world, id, held);
  // The end is recorded, and the notification cannot be sent.
  proxy.shut();
  await held.release();
  await expect.poll(() => statusOf(world, id), SOON).toBe('SUCCESS');
  const passed = await killed(first);
  expect(receiver.calls).toEqual([]);

  await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await expectOnce(world, id);
  const ended = passed();
  await sweepNow(world);
  await expectTold(world, id);
  console.log(`worker killed after the commit: ended ${ended} and told, by the sweep, ${passed()} after the kill`);
});

/** The rounds ignore submissions younger than 15 seconds, which a process may be handling. */
async function sweepNow({ api, service }: World): Promise<void> {
  const em = api.database.system();
  await em.execute(`update webhook_delivery set due_at = due_at - interval '20 seconds'`);
  await em.execute(`update submission set granted_at = granted_at - interval '20 seconds'`);
  for (const name of ['start', 'delivery']) await service.client.schedule.getHandle(`sched-${name}-sweep`).trigger();
}

test('kill -9 of the worker while a receiver is called: it is called again under the same id', async () => {
  const world = await startWorld();
  const id = await send(world, document(PASS));
  const release = receiver.hold();
  const first = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await expect.poll(() => receiver.calls.length, SOON).toBe(1);
  const passed = await killed(first);
  release();
  await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await expect.poll(() => receiver.calls.length, SOON).toBe(2);
  console.log(`worker killed while it called a receiver: called again ${passed()} after the kill`);
  await expectOnce(world, id);
  await expectTold(world, id, 2);
});

test('kill -9 of the API under a caller who waits: asking again gives the one answer', async () => {
  const world = await startWorld();
  const { databaseUrl, s3, temporal } = inject('parts');
  const { namespace } = world.service.client.options;
  const parts = { databaseUrl, s3, temporal: { ...temporal, namespace } };
  const pdf = document(PASS);
  const ask = async (url: string) => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(pdf)]), 'document.pdf');
    form.append('webhook_url', receiver.url);
    const headers = { 'X-Api-Key': world.tenant.key, 'Idempotency-Key': 'asked twice', Prefer: 'wait=60' };
    return fetch(`${url}/api/normalize`, { method: 'POST', body: form, headers });
  };
  const first = await startApiProgram(parts);
  opened.push(async () => void first.child.kill('SIGKILL'));
  const cut = ask(first.url).catch(() => 'cut');
  const rows = () =>
    world.api.database.system().find(SubmissionEntity, { organizationId: world.tenant.organizationId });
  await expect.poll(async () => (await rows()).length, SOON).toBe(1);
  const passed = await killed(first.child);
  expect(await cut).toBe('cut');
  await world.service.workElsewhere({ secretsKey: SECRETS_KEY });

  const second = await startApiProgram(parts);
  opened.push(async () => void second.child.kill('SIGKILL'));
  await sweepNow(world); // in case the kill came between the row and the start of the workflow
  const answer = await ask(second.url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  const { submissionId } = await submissionOf(answer);
  console.log(`API killed under a caller who waits: answered ${passed()} after the kill`);
  expect((await rows()).map(({ id }) => id)).toEqual([submissionId]);
  await expectOnce(world, submissionId);
  await expectTold(world, submissionId);
});

test('kill -9 of Temporal: what was under way goes on, and what came meanwhile is started', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-temporal-'));
  opened.push(() => rm(dir, { recursive: true }));
  const binary = await resolveTool('temporal', () => undefined);
  const start = { binary, dir, logFile: join(dir, 'temporal.log'), port: await anyFreePort() };
  const server = await startTemporal(start);
  opened.push(() => server.process.stop(0));
  const world = await startWorld({ ...server, namespace: 'default' });
  const before = await send(world, document({ at: 'AcroFormHandling', act: 'linger', ms: 3_000 }, EXPRESS_MAX_BYTES));
  await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
  await world.service.underWay({ submissionId: before }, 'AcroFormHandling');
  server.process.kill();
  await server.process.ended;
  const killedAt = performance.now();
  const passed = () => `${((performance.now() - killedAt) / 1000).toFixed(1)} s`;
  const stranger = { ...world, tenant: await world.api.newTenant() };
  const meanwhile = await send(stranger, document(PASS));

  const again = await startTemporal(start);
  opened.push(() => again.process.stop(0));
  const back = passed();
  await expectOnce(world, before);
  const ended = passed();
  await expectTold(world, before);
  await sweepNow(world);
  await expectOnce(stranger, meanwhile);
  await expectTold(world, meanwhile);
  console.log(`Temporal killed: back after ${back}, under way ended after ${ended}, sent meanwhile after ${passed()}`);
});
