/**
 * Tests the settings of every session with PostgreSQL and their purpose: a host that vanishes holds its locks for
 * seconds.
 */
import { randomUUID } from 'node:crypto';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { artifactStore } from '#store/objects/artifacts.ts';
import { ownersConnections } from '#store/database/connections.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { isOutage } from '#store/database/outage.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import { startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';

const { databaseUrl, s3 } = inject('parts');
let database: Database;

beforeAll(async () => {
  database = await connectDatabase(databaseUrl);
});
afterAll(() => database.close());

const SETTINGS = `select name, setting from pg_settings where name ~ '^(statement|lock|tcp_user)_timeout$'
  or name ~ '^(idle_in_transaction|tcp_keepalives)_' order by name`;

async function settingsOf(em: EntityManager): Promise<Record<string, string>> {
  const rows = await em.transactional((inner) => inner.execute<{ name: string; setting: string }[]>(SETTINGS));
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

test('every session has its limits, whoever it works for', async () => {
  const limits = {
    idle_in_transaction_session_timeout: '15000',
    lock_timeout: '4000',
    statement_timeout: '5000',
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '15',
    tcp_keepalives_interval: '5',
    tcp_user_timeout: '30000',
  };
  expect(await settingsOf(database.system())).toEqual(limits);
  expect(await settingsOf(database.tenant(randomUUID()))).toEqual(limits);

  const driverOptions = ownersConnections();
  const discovery = { warnWhenNoEntities: false };
  const owner = await MikroORM.init({
    clientUrl: databaseUrl,
    driverOptions,
    entities: [],
    discovery,
  });
  expect(await settingsOf(owner.em)).toEqual({ ...limits, statement_timeout: '0' });
  await owner.close();
});

const RETRY = { timeout: 240_000, interval: 200 };

test('a holder of the organization’s lock whose host vanishes is ended, and others go on', async () => {
  const organizationId = randomUUID();
  const proxy = await startTcpProxy(new URL(databaseUrl));
  const vanishing = await connectDatabase(throughProxy(databaseUrl, proxy));
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
  const holder = vanishing.system().transactional(async (em) => {
    await lockOrganization(em, organizationId);
    locked();
    await isBack;
    await em.execute('select 1');
  });
  holder.catch(() => undefined);
  await isLocked;
  proxy.freeze();

  const lock = () => database.system().transactional((em) => lockOrganization(em, organizationId));
  const refused: unknown = await lock().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: '55P03' });
  expect(isOutage(refused)).toBe(true);
  await expect.poll(() => lock().then(() => 'locked', String), RETRY).toBe('locked');

  proxy.thaw();
  comeBack();
  const ended: unknown = await holder.catch((error: unknown) => error);
  expect(isOutage(ended)).toBe(true);
  await expect.poll(() => vanishing.ready().then(() => 'ready', String), RETRY).toBe('ready');
  await vanishing.close();
  await proxy.close();
});

test('a removal that the store keeps waiting is not ended for that: its lock outlives the call', async () => {
  const idle = `select from pg_stat_activity where state = 'idle in transaction'
    and query like 'set local idle_in_transaction%' and now() - state_change > interval '16 seconds'`;
  const isLate = () =>
    database.system().transactional(async (em) => {
      await em.execute('set local role none'); // the login that can see other sessions
      return (await em.execute(idle)).length > 0;
    });
  const artifacts = {
    ...artifactStore(s3),
    // Resolves when any other transaction would have been ended.
    purge: () => vi.waitUntil(isLate, RETRY).then(() => undefined),
  };
  await retentionStore(database, artifacts).discard('artifact', {
    region: 'eu-central-1',
    folder: null,
    sha256: randomUUID(),
  });
});
