/**
 * Tests every alert: its fault is caused on real parts, and its condition holds then and not before. PostgreSQL changes
 * the times of rows that must have waited for long.
 */
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createWebhookActivities } from '#activities/index.ts';
import { deletionActivities } from '#activities/privacy/account-deletion.ts';
import { meteringActivities } from '#activities/billing/metering.ts';
import { LOCAL } from '#test/support/delivery-worker.ts';
import { startReceiver, startWebhooks, type Webhooks } from '#test/support/deliveries.ts';
import { holds, type Sample, samplesOf, scraped } from '#test/support/alerts.ts';
import { startApi } from '#test/support/api.ts';
import { fakeDocument, sha256 } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/duration.ts';
import { createLog } from '#src/log.ts';
import { LOOPBACK } from '#dev/network.ts';
import { metrics } from '#src/metrics/metrics.ts';
import { becomeCurrent } from '#temporal/versioning.ts';
import { beginVersion } from '#test/support/versions.ts';
import { ALERTS } from '#src/metrics/alerts.ts';
import { registryOf } from '#src/metrics/metrics.ts';
import { serveMetrics } from '#src/metrics/serve.ts';
import { setParserGauges, stateGauges } from '#src/metrics/state.ts';
import { createParserPool } from '#src/parser-host/pool.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { NO_PAYMENTS } from '#src/payments/port.ts';
import { createSender } from '#src/webhooks/send.ts';
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { serviceState } from '#store/maintenance/service-state.ts';
import { connectDatabase } from '#store/orm.ts';
import { accountDeletionStore } from '#store/privacy/account-deletions.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import { purgeStore } from '#store/privacy/purge.ts';
import { mailStore } from '#store/mail/mails.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { readable } from '#src/bodies/readable.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { billingStore } from '#store/billing/billing.ts';
import { meteringStore } from '#store/billing/metering.ts';
import { originalKey } from '#test/support/object-keys.ts';

const PATIENT = { timeout: 120_000 };
const FAKE_CHILD = `${import.meta.dirname}/../support/parsers/fake-child.ts`;
const log = createLog({ logLevel: 'warn' }, { write: () => undefined });
const worker = { parserIsolation: 'full', parserWalls: [], buildId: 'b', taskQueues: [] } as const;

let service: Service;
let webhooks: Webhooks;
let organizationId: string;
const tested = new Set<string>();

beforeAll(async () => {
  service = await startService(inject('parts'));
  webhooks = await startWebhooks(inject('parts').databaseUrl);
  organizationId = await webhooks.newOrganization();
  await workerHeartbeats(service.database).beat(randomUUID(), worker);
}, PATIENT.timeout);
afterAll(async () => {
  await Promise.all([service.close(), webhooks.close()]);
});

const sql = <Rows extends object[]>(text: string, values: readonly unknown[] = []): Promise<Rows> =>
  service.database.system().execute<Rows>(text, [...values]);
const ago = (ms: number): Date => new Date(Date.now() - ms);

interface Eyes {
  readonly look?: () => Promise<void>;
  readonly scrape?: () => Promise<Sample[]>;
}

/** Its condition must hold after the fault and not before. */
async function fires(name: string, breakIt: () => Promise<unknown>, { look = lookAgain, scrape = scraped }: Eyes = {}) {
  const alert = ALERTS.find((one) => one.name === name);
  if (alert === undefined) throw new Error(`There is no alert ${name}.`);
  tested.add(name);
  await look();
  const before = await scrape();
  // Counters have not grown yet, and gauges have good values.
  expect(holds(alert.condition, before, before)).toBe(false);
  await breakIt();
  await look();
  expect(holds(alert.condition, before, await scrape())).toBe(true);
}

/** Without the cache, because Prometheus accepts values that were collected a moment ago. */
const lookAgain = (): Promise<void> => stateGauges(serviceState(service.database), log)();

describe('what waits too long', () => {
  test('DocumentsWait: a document with a slot is not begun', () =>
    fires('DocumentsWait', async () => {
      const { submissionId } = await service.accept(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'waits' }));
      await sql('update submission set granted_at = ? where id = ?', [ago(10 * MINUTE_MS), submissionId]);
    }));

  test('WebhooksLate: a delivery that is due is not made', () =>
    fires('WebhooksLate', async () => {
      await webhooks.newEndpoint(organizationId, 'https://receiver.example/hook');
      const { deliveryIds } = await webhooks.end(organizationId);
      await sql('update webhook_delivery set due_at = ? where id = ?', [ago(20 * MINUTE_MS), deliveryIds[0]]);
    }));

  test('MailWaits: nobody takes the mail', () =>
    fires('MailWaits', () =>
      sql('insert into mail (id, organization_id, sealed, created_at) values (?, ?, ?, ?)', [
        randomUUID(),
        organizationId,
        'sealed',
        ago(20 * MINUTE_MS),
      ]),
    ));

  test('DeletionOverdue: the cooling-off is over and the organization is still there', () =>
    fires('DeletionOverdue', () =>
      sql(
        `insert into account_deletion (id, organization_id, status, requested_by, requested_at, cancellable_until, reminders, counts)
          values (?, ?, 'pending', ?, ?, ?, 0, '{}')`,
        [randomUUID(), organizationId, randomUUID(), ago(3 * DAY_MS), ago(2 * HOUR_MS)],
      ),
    ));

  test('ErasureOverdue: an erasure is not done', () =>
    fires('ErasureOverdue', () =>
      sql(
        `insert into erasure (id, organization_id, scope, status, requested_by, requested_at, matched, submissions,
            objects_removed, objects_shared, exports_removed)
          values (?, ?, 'all', 'scheduled', ?, ?, 0, 0, 0, 0, 0)`,
        [randomUUID(), organizationId, randomUUID(), ago(2 * HOUR_MS)],
      ),
    ));

  test('UsageUntold: the payment provider takes nothing', () =>
    fires('UsageUntold', async () => {
      await sql('update organization set payment_customer_id = ? where id = ?', ['cus_1', organizationId]);
      await insertDueUnit(ago(2 * DAY_MS));
    }));

  test('SigningKeyOld: nobody has made a new key for half a year', () =>
    fires('SigningKeyOld', () =>
      sql('insert into signing_key (kid, public_jwk, created_at) values (?, ?, ?)', [
        randomUUID(),
        '{}',
        ago(171 * DAY_MS),
      ]),
    ));
});

async function insertDueUnit(settledAt: Date): Promise<void> {
  await sql(
    `insert into quota_entry (id, organization_id, period_starts_at, kind, units, state, created_at, settled_at, metering)
      values (?, ?, ?, 'submission', 1, 'used', ?, ?, 'due')`,
    [randomUUID(), organizationId, settledAt, settledAt, settledAt],
  );
}

describe('who is not there', () => {
  test('NoWorker: the last one has ended', () => fires('NoWorker', () => sql('delete from worker_heartbeat')));

  test('ApiUnseen: nobody answers where the API was', async () => {
    const endpoint = await serveMetrics({ host: LOOPBACK, port: 0 }, { registry: registryOf('api') });
    // A failed scrape has no samples.
    const scrape = () =>
      fetch(`http://${LOOPBACK}:${endpoint.port}/metrics`).then(
        async (response) => samplesOf(await response.text()),
        () => [],
      );
    await fires('ApiUnseen', async () => endpoint.close(), { scrape });
  });

  test('StateUnknown: PostgreSQL does not answer', async () => {
    const { proxy, databaseUrl } = await wayToPostgres();
    const database = await connectDatabase(databaseUrl);
    const look = () => stateGauges(serviceState(database), log)();
    await fires('StateUnknown', async () => proxy.shut(), { look });
    await Promise.all([database.close(), proxy.close()]);
  });

  test('ApiErrors: the API has lost its database', async () => {
    const { proxy, databaseUrl } = await wayToPostgres();
    const api = await startApi({ databaseUrl });
    const tenant = await api.newTenant();
    await fires('ApiErrors', async () => {
      proxy.shut();
      expect((await api.get('/api/submissions', tenant)).status).toBe(503);
    });
    await Promise.all([api.close(), proxy.close()]);
  });
});

/** A connection that can be cut. */
async function wayToPostgres() {
  const { databaseUrl } = inject('parts');
  const proxy = await startTcpProxy(new URL(databaseUrl));
  return { proxy, databaseUrl: throughProxy(databaseUrl, proxy) };
}

describe('documents', () => {
  beforeAll(async () => {
    await service.workHere({ log, validator: verapdf('http://127.0.0.1:9') });
    await service.pauseSchedules();
  }, PATIENT.timeout);

  test('ServiceFailures: they end their parsers', () =>
    fires('ServiceFailures', async () => {
      const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'die' }));
      expect(await service.settled(input)).toMatchObject({ status: 'FAILED' });
    }));

  test('OutputDisputed: the check of the output does not agree', () =>
    fires('OutputDisputed', async () => {
      const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'forged' }));
      expect(await service.settled(input)).toMatchObject({ status: 'FAILED' });
    }));

  test('ObjectDamaged: an original is not what was put', () =>
    fires('ObjectDamaged', async () => {
      const document = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'damaged' });
      const input = await service.accept(document);
      await service.artifacts.putBytes(
        input.region,
        originalKey(input.organizationId, sha256(document)),
        Buffer.from('else'),
        'application/pdf',
      );
      await service.temporal.startSubmission(input, 'async');
      expect(await service.settled(input)).toMatchObject({ status: 'FAILED' });
    }));

  test('ValidatorDown: nobody validates PDF/A', () =>
    fires('ValidatorDown', async () => {
      const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', pdfa: '2b' }));
      expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
    }));

  test('ParsersShort: they wait for the only parser', async () => {
    const pool = createParserPool({ processes: 1, memoryMb: 1024, maxWaiting: 20, entry: FAKE_CHILD });
    const look = async () => setParserGauges(pool.status());
    const waiting: Promise<unknown>[] = [];
    await fires(
      'ParsersShort',
      async () => {
        const input = fakeDocument({ at: 'PdfaDetection', act: 'pass' });
        const open = () => pool.open('test', { organizationId: 'test', input, options: DEFAULT_OPTIONS }, 60_000);
        await open();
        for (let index = 0; index < 11; index++) waiting.push(open().catch(() => undefined));
      },
      { look },
    );
    await pool.close();
    await Promise.all(waiting);
  });
});

describe('what is counted besides', () => {
  test('WorkerVersionsMany: many builds were begun, and all of them have workers', async () => {
    const taskQueue = 'versions of alerts';
    const { client } = service;
    const builds = new Set<string>();
    const liveBuilds = async () => new Map([[taskQueue, builds]]);
    const counted = async (buildId: string) => {
      const found = Promise.withResolvers<void>();
      const onVersions = (queue: string, share: number) => {
        metrics.workerVersions.set({ task_queue: queue }, share);
        found.resolve();
      };
      const terms = { buildId, liveBuilds, taskQueues: [taskQueue], mostVersions: 5, checkEveryMs: 200, onVersions };
      // The server rejects calls for a moment after this many.
      const [onCurrent, onError] = [async () => undefined, () => undefined];
      const current = await becomeCurrent(client, { ...terms, onCurrent, onError });
      await found.promise;
      await current.stop();
    };
    const begin = async (build: number) => {
      await beginVersion(client, taskQueue, `0.1.0-${build}`);
      builds.add(`0.1.0-${build}`);
    };
    await begin(0);
    await counted('0.1.0-0');
    await fires('WorkerVersionsMany', async () => {
      for (const build of [1, 2, 3, 4]) await begin(build);
      await counted('0.1.0-4');
    });
  });

  test('WebhooksDead: a receiver has failed for the last time', async () => {
    const receiver = await startReceiver();
    receiver.answer(500);
    await webhooks.newEndpoint(organizationId, receiver.url);
    const { deliveryIds } = await webhooks.end(organizationId);
    const deliveries = deliveryStore(service.database, webhooks.sealer);
    const activities = createWebhookActivities({ deliveries, send: createSender({ rules: LOCAL }), log });
    await fires('WebhooksDead', async () => {
      for (const id of deliveryIds) {
        await sql('update webhook_delivery set attempts = 9, due_at = now() where id = ?', [id]);
        await new MockActivityEnvironment().run(() => activities.attemptDelivery(id)).catch(() => undefined);
      }
    });
    await receiver.close();
  });

  test('RecordUnreadable: the report of a row was changed by hand', () =>
    fires('RecordUnreadable', async () => {
      const { submissionId } = await webhooks.end(organizationId);
      await sql('update submission set report = ? where id = ?', ['{"normalized":{}}', submissionId]);
      const record = await submissionStore(service.database).find(organizationId, submissionId);
      expect(readable(record ?? expect.fail('It is gone.'), log).report).toBeNull();
    }));

  test('UsageWrong: units are too old for the payment provider', () =>
    fires('UsageWrong', async () => {
      await insertDueUnit(ago(40 * DAY_MS));
      const activities = meteringActivities({
        metering: meteringStore(service.database),
        billing: billingStore(service.database),
        payments: NO_PAYMENTS,
        synchronize: async () => undefined,
        log,
      });
      await new MockActivityEnvironment().run(() => activities.reportUsage());
    }));

  test('ExecutionsLinger: workflows of a deleted organization do not end', () =>
    fires('ExecutionsLinger', async () => {
      const { database, artifacts } = service;
      const { sealer } = webhooks;
      const [deletion] = await sql<{ id: string }[]>(
        "update account_deletion set status = 'executing' where organization_id = ? returning id",
        [organizationId],
      );
      const mails = mailStore(database, sealer);
      const activities = deletionActivities({
        deletions: accountDeletionStore(database, mails),
        purge: purgeStore(database, { mails, artifacts, sealer }),
        erasures: erasureStore(database, artifacts),
        artifacts,
        certify: certifier({ key: newKey(), publicUrl: 'https://fixpoint.test' }),
        startMail: async () => undefined,
        publicUrl: 'https://fixpoint.test',
        deleteExecution: async () => undefined,
        // Temporal lists three of them, however often they are deleted.
        deleteExecutionsOf: async () => 3,
        log,
      });
      const times = { requestedAtMs: 0, cancellableUntilMs: 0 };
      const input = { deletionId: deletion?.id ?? '', organizationId, ...times };
      await new MockActivityEnvironment().run(() => activities.stopExecutions(input, true));
    }));
});

test('none is forgotten here', () => {
  expect([...tested].toSorted()).toEqual(ALERTS.map(({ name }) => name).toSorted());
});
