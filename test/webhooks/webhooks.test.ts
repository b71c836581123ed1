/** Tests webhooks in the database: receivers of events, endpoints and their secrets. The test gives the time. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { SubmissionResult } from '#domain/submission.ts';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import { type AttemptOutcome, deliveryStore, type DeliveryStore } from '#store/webhooks/deliveries.ts';
import { recordBatchNotice } from '#store/webhooks/events.ts';
import { NORMALIZED } from '#test/support/builders/report.ts';
import { attemptOf, startWebhooks } from '#test/support/deliveries.ts';
import { started } from '#test/support/started.ts';

const URL_A = 'https://a.example/hook';
const URL_B = 'https://b.example/hook';
const SUCCESS: AttemptOutcome = { error: null, statusCode: 200, responseBody: 'ok', retryAfterMs: null };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAGE = { page: 1, pageSize: 20 };

let deliveries: DeliveryStore;
let org: string;

const webhooks = started(() => startWebhooks(inject('parts').databaseUrl));

beforeAll(async () => {
  deliveries = deliveryStore(webhooks.database, webhooks.sealer, () => 0);
});

beforeEach(async () => {
  org = await webhooks.newOrganization();
});

const eventsOf = (status: SubmissionResult['status']) => webhooks.end(org, { report: { status } });
const rows = (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  webhooks.database.system().execute(sql, values);

async function pending(url = URL_A): Promise<string> {
  const { deliveryIds } = await webhooks.end(org, { webhookUrl: url, asynchronous: false });
  return deliveryIds[0] ?? '';
}

const later = (ms: number) => new Date(Date.now() + ms);

describe('who is told', () => {
  const urlsOf = async (ids: readonly string[]) =>
    (await rows(`select url from webhook_delivery where id = any(?) order by url`, [`{${ids.join(',')}}`])).map(
      (row) => row['url'],
    );

  test('the active endpoints that asked for this kind of end', async () => {
    await webhooks.newEndpoint(org, URL_A, ['normalization.success']);
    await webhooks.newEndpoint(org, URL_B, ['normalization.failure', 'normalization.rejected']);
    const { id } = await webhooks.newEndpoint(org, 'https://c.example/', EVENT_TYPES);
    await webhooks.endpoints.update(org, id, { active: false });
    expect(await urlsOf((await eventsOf('SUCCESS')).deliveryIds)).toEqual([URL_A]);
    expect(await urlsOf((await eventsOf('FAILED')).deliveryIds)).toEqual([URL_B]);
    expect(await urlsOf((await eventsOf('REJECTED')).deliveryIds)).toEqual([URL_B]);
  });

  test('endpoints of asynchronous submissions only; the address of the request always', async () => {
    await webhooks.newEndpoint(org, URL_A);
    const waited = await webhooks.end(org, { asynchronous: false, webhookUrl: URL_B });
    expect(await urlsOf(waited.deliveryIds)).toEqual([URL_B]);
    const both = await webhooks.end(org, { webhookUrl: URL_B });
    expect(await urlsOf(both.deliveryIds)).toEqual([URL_A, URL_B]);
  });

  test('endpoints that asked for dangerous documents, also of a request that waited, and nobody of a stateless one', async () => {
    await webhooks.newEndpoint(org, URL_A, ['submission.flagged']);
    const report = { tamperAnalysis: { riskLevel: 'critical', anomaliesDetected: 0, anomalies: [] } } as const;
    const flagged = await webhooks.end(org, { asynchronous: false, report });
    expect(await urlsOf(flagged.deliveryIds)).toEqual([URL_A]);
    const { payload } = attemptOf(await deliveries.begin(flagged.deliveryIds[0] ?? '', later(0)));
    const links = { submission: `/api/submissions/${flagged.submissionId}` };
    expect(JSON.parse(payload)).toMatchObject({ type: 'submission.flagged' });
    expect(JSON.parse(payload).data).toEqual({
      submissionId: flagged.submissionId,
      batchId: null,
      verdict: { kind: 'altered_structure', level: 'danger' },
      links,
    });
    expect((await webhooks.end(org)).deliveryIds).toEqual([]);
    expect((await webhooks.end(org, { stateless: true, report })).deliveryIds).toEqual([]);
  });

  test('once, where the request gives the address of an endpoint', async () => {
    await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org, { webhookUrl: URL_A });
    expect(await urlsOf(deliveryIds)).toEqual([URL_A]);
  });

  test('nobody of a stateless submission, and nobody of another organization', async () => {
    await webhooks.newEndpoint(org, URL_A);
    expect((await webhooks.end(org, { stateless: true })).deliveryIds).toEqual([]);
    expect((await webhooks.end(await webhooks.newOrganization())).deliveryIds).toEqual([]);
  });

  test('the address of a batch, once', async () => {
    const batchId = randomUUID();
    const counts = { total: 3, completed: 1, failed: 1, rejected: 1 };
    const completedAt = new Date();
    const createdAt = new Date(completedAt.getTime() - 5_000);
    const batch = {
      batchId,
      organizationId: org,
      name: 'Invoices',
      clientReference: 'run-7',
      metadata: { team: 'billing' },
      ...counts,
      createdAt,
      completedAt,
      webhookUrl: URL_A,
    };
    const ids = await webhooks.database.system().transactional((em) => recordBatchNotice(em, batch));
    const { payload, eventId, url } = attemptOf(await deliveries.begin(ids[0] ?? '', later(0)));
    expect([ids.length, url]).toEqual([1, URL_A]);
    expect(JSON.parse(payload)).toEqual({
      type: 'batch.completed',
      timestamp: completedAt.toISOString(),
      apiVersion: '2026-11-21',
      id: eventId,
      organizationId: org,
      data: {
        batchId,
        name: 'Invoices',
        clientReference: 'run-7',
        metadata: { team: 'billing' },
        status: 'complete',
        ...counts,
        createdAt: createdAt.toISOString(),
        durationMs: 5_000,
        links: { batch: `/api/batches/${batchId}`, submissions: `/api/batches/${batchId}/submissions` },
      },
    });
  });
});

describe('what is told', () => {
  const payloadOf = async (id = '') => attemptOf(await deliveries.begin(id, later(0))).payload;

  test('the facts, and links that do not die', async () => {
    const { submissionId, deliveryIds } = await webhooks.end(org, { webhookUrl: URL_A });
    expect(JSON.parse(await payloadOf(deliveryIds[0]))).toEqual({
      type: 'normalization.success',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      apiVersion: '2026-11-21',
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      organizationId: org,
      data: {
        submissionId,
        batchId: null,
        clientReference: null,
        metadata: {},
        status: 'SUCCESS',
        processingTimeMs: 12,
        original: { sha256: 'a'.repeat(64), sizeBytes: 1_000 },
        normalized: NORMALIZED,
        failure: null,
        warningCodes: [],
        verdict: { kind: 'normalized', level: 'neutral' },
        tamperRiskLevel: 'none',
        overallSignatureStatus: 'NONE',
        links: {
          submission: `/api/submissions/${submissionId}`,
          artifact: `/api/artifacts/${NORMALIZED.sha256}`,
          report: `/api/submissions/${submissionId}/report`,
          attestation: `/api/attestations/${NORMALIZED.sha256}?original=${'a'.repeat(64)}`,
          certificate: `/api/certificates/${NORMALIZED.sha256}?original=${'a'.repeat(64)}`,
          verify: `/api/verify/${NORMALIZED.sha256}?original=${'a'.repeat(64)}`,
        },
      },
    });
  });

  test('why a document was rejected', async () => {
    const failure = { code: 'POLICY_REJECTION', message: 'It is signed.', stage: 'DigitalSignatureDetection' } as const;
    const report = { status: 'REJECTED', normalized: null, failure } as const;
    const { submissionId, deliveryIds } = await webhooks.end(org, { webhookUrl: URL_A, report });
    expect(JSON.parse(await payloadOf(deliveryIds[0]))).toMatchObject({
      type: 'normalization.rejected',
      data: {
        status: 'REJECTED',
        normalized: null,
        failure,
        links: { submission: `/api/submissions/${submissionId}` },
      },
    });
  });

  test('in less than 4 kB, whatever the report says', async () => {
    const warnings = [...Array(5_000).keys()].map((at) => ({ code: 'XREF_REBUILT' as const, message: `${at}` }));
    const failure = {
      code: 'CORRUPT_UNRECOVERABLE',
      message: '\u0001'.repeat(10_000),
      stage: 'StructuralRepair',
    } as const;
    const report = { status: 'FAILED', normalized: null, failure, warnings } as const;
    const { deliveryIds } = await webhooks.end(org, { webhookUrl: URL_A, report });
    const payload = await payloadOf(deliveryIds[0]);
    expect(Buffer.byteLength(payload)).toBeLessThan(4_096);
    expect(JSON.parse(payload)).toMatchObject({ data: { warningCodes: ['XREF_REBUILT'] } });
  });
});

describe('endpoints', () => {
  test('are at most ten, also when they come at the same time', async () => {
    const requested = { url: URL_A, events: EVENT_TYPES, active: true };
    const made = await Promise.allSettled(Array.from({ length: 15 }, () => webhooks.endpoints.create(org, requested)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refusal = made.find(({ status }) => status === 'rejected');
    expect(refusal).toMatchObject({ reason: { code: 'webhook_limit_reached' } });
    const [first] = await webhooks.endpoints.list(org);
    await webhooks.endpoints.remove(org, first?.id ?? '');
    await webhooks.endpoints.create(org, requested);
    expect(await webhooks.endpoints.list(org)).toHaveLength(10);
  });

  test("are their organization's alone", async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const stranger = await webhooks.newOrganization();
    expect(await webhooks.endpoints.find(stranger, id)).toBeNull();
    expect(await webhooks.endpoints.update(stranger, id, { url: URL_B })).toBeNull();
    expect(await webhooks.endpoints.rotateSecret(stranger, id)).toBeNull();
    expect(await webhooks.endpoints.remove(stranger, id)).toBeNull();
    expect(await webhooks.endpoints.find(org, id)).toMatchObject({ url: URL_A, events: EVENT_TYPES, active: true });
  });

  test('take what is waiting for them to their new address', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org);
    await webhooks.endpoints.update(org, id, { url: URL_B });
    expect(attemptOf(await deliveries.begin(deliveryIds[0] ?? '', later(0)))).toMatchObject({ url: URL_B });
  });

  test('that are deleted take their deliveries with them', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const { deliveryIds } = await webhooks.end(org);
    expect(await webhooks.endpoints.remove(org, id)).toEqual(deliveryIds);
    expect(await deliveries.begin(deliveryIds[0] ?? '', later(0))).toEqual({ kind: 'over', status: 'cancelled' });
    expect(await webhooks.log.ofEndpoint(org, id, PAGE)).toMatchObject({ total: 1, items: [{ status: 'cancelled' }] });
  });
});

describe('secrets', () => {
  test('are nowhere in the database as they are', async () => {
    const { secret } = await webhooks.newEndpoint(org, URL_A);
    const own = await webhooks.endpoints.organizationSecret(org);
    const stored = JSON.stringify(await rows('select * from webhook_secret where organization_id = ?', [org]));
    expect(stored.length).toBeGreaterThan(200);
    for (const one of [secret, own]) {
      expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(stored).not.toContain(one.slice('whsec_'.length, -1));
    }
  });

  test('of an organization are made once, and are the same from then on', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => webhooks.endpoints.organizationSecret(org)));
    expect(new Set([...made, await webhooks.endpoints.organizationSecret(org)]).size).toBe(1);
    expect(await webhooks.endpoints.organizationSecret(await webhooks.newOrganization())).not.toBe(made[0]);
  });

  test('sign together for a day after a rotation', async () => {
    const { id, secret } = await webhooks.newEndpoint(org, URL_A);
    const rotated = await webhooks.endpoints.rotateSecret(org, id);
    const secretsAt = async (at: Date) => {
      const { deliveryIds } = await webhooks.end(org);
      const begun = attemptOf(await deliveries.begin(deliveryIds[0] ?? '', at));
      await deliveries.finish(begun, SUCCESS, at);
      return begun.secrets.map((one) => `whsec_${one.toString('base64')}`);
    };
    expect(await secretsAt(later(23 * HOUR))).toEqual([rotated, secret]);
    expect(await secretsAt(later(25 * HOUR))).toEqual([rotated]);
  });

  test('of an organization rotate too', async () => {
    const before = await webhooks.endpoints.organizationSecret(org);
    const after = await webhooks.endpoints.rotateOrganizationSecret(org);
    const { secrets } = attemptOf(await deliveries.begin(await pending(), later(0)));
    expect(secrets.map((one) => `whsec_${one.toString('base64')}`)).toEqual([after, before]);
  });

  test('moved to another row do not open', async () => {
    const { id } = await webhooks.newEndpoint(org, URL_A);
    const other = await webhooks.newEndpoint(org, URL_B);
    const move =
      'update webhook_secret set sealed = (select sealed from webhook_secret where owner_id = ?) where owner_id = ?';
    await rows(move, [other.id, id]);
    const { deliveryIds } = await webhooks.end(org);
    const begun = await Promise.allSettled(deliveryIds.map((one) => deliveries.begin(one, later(0))));
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
