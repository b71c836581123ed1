/** Erases one submission and reads it everywhere: all views must agree. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { verdictWithoutReport } from '#domain/verdict/verdict.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { WebhookDeliveryEntity } from '#store/webhooks/rows.ts';
import { brokenPdf, bytesOf, pdfSaying, type Person, problemOf, sha256, type Tenant } from '#test/support/api.ts';
import { type Bag, readBag, textOf } from '#test/support/builders/bag.ts';
import { startDataWorld } from '#test/support/privacy.ts';
import { started } from '#test/support/started.ts';

const SOON = { timeout: 240_000, interval: 100 };
const RETRY = 'retry-of-the-erased';

let tenant: Tenant;
let owner: Person;
let batchId: string;
let webhookId: string;
const world = started(() => startDataWorld());

beforeAll(async () => {
  await world.work({ parser: { processes: 2, memoryMb: 1024 } });
});

const json = async (answer: Promise<Response>) => JSON.parse(await (await answer).text());
const get = (path: string) => world.api.get(path, tenant);
const portal = (path: string, method = 'GET', body?: object) =>
  world.api.portal(method, `/api/portal/${path}`, owner, body);
const completed = (path: string) => vi.waitUntil(async () => (await json(portal(path))).status === 'completed', SOON);

interface Before {
  readonly submissionId: string;
  readonly status: string;
  readonly original: { readonly sha256: string; readonly sizeBytes: number };
  readonly normalized: { readonly sha256: string } | null;
}

async function send(pdf: Uint8Array): Promise<Before> {
  const noted = { batch_id: batchId, client_reference: 'Alice Example', metadata: '{"name":"Alice"}' };
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': RETRY };
  const { submissionId } = await json(world.api.postForm(pdf, tenant, noted, headers));
  return json(get(`/api/submissions/${submissionId}?wait=25`));
}

/**
 * The submission belongs to a batch, was reported to an endpoint that never answered, was exported, and is then erased
 * by its hash.
 */
async function erase(pdf: Uint8Array): Promise<Before> {
  ({ tenant, owner } = await world.newOwner());
  const events = ['normalization.success', 'normalization.failure'];
  ({ id: webhookId } = await json(portal('webhooks', 'POST', { url: 'https://receiver.example/hook', events })));
  const headers = { 'X-Api-Key': tenant.key };
  ({ batchId } = await json(fetch(`${world.api.url}/api/batches`, { method: 'POST', headers })));
  const before = await send(pdf);
  const { organizationId } = tenant;
  const told = await world.api.database.system().findOneOrFail(WebhookDeliveryEntity, { organizationId });
  await deliveryStore(world.api.database, world.api.sealer).giveUp(told.id, 'dead');
  expect(await json(portal('webhooks/dead'))).toMatchObject([{ submissionId: before.submissionId }]);
  const contentHash = `sha256:${sha256(pdf)}`;
  const { erasureId } = await json(portal('erasure', 'POST', { contentHash }));
  await completed(`erasure/${erasureId}`);
  return before;
}

async function exported(): Promise<Bag> {
  const { exportId } = await json(portal('data-export', 'POST'));
  await completed(`data-export/${exportId}/status`);
  const lead = await portal(`data-export/${exportId}/download`);
  return readBag(await bytesOf(await fetch(lead.headers.get('location') ?? '')));
}

const DOCUMENTS: readonly [string, () => Uint8Array][] = [
  ['was normalized', () => pdfSaying('to be erased')],
  ['could not be normalized', brokenPdf],
];

describe.each(DOCUMENTS)('a submission that %s, once it is erased', (_which, pdf) => {
  let before: Before;
  let erased: Record<string, unknown>;
  beforeAll(async () => {
    before = await erase(pdf());
    erased = await json(get(`/api/submissions/${before.submissionId}`));
  });

  test('has its id, status, times and size, and nothing of the document or of what was noted of it', () => {
    expect(erased).toEqual({
      apiVersion: expect.any(String),
      requestId: expect.any(String),
      submissionId: before.submissionId,
      processingTimeMs: expect.any(Number),
      status: before.status,
      clientReference: null,
      metadata: {},
      original: { sha256: null, sizeBytes: before.original.sizeBytes },
      normalized: null,
      security: {},
      validation: {},
      tamperAnalysis: null,
      verdict: verdictWithoutReport('erased'),
      warnings: [],
      failure: null,
      batchId: null,
      createdAt: expect.any(String),
      createdBy: { type: 'api_key', id: expect.any(String) },
      completedAt: expect.any(String),
      erasedAt: expect.any(String),
      links: {
        self: `/api/submissions/${before.submissionId}`,
        report: null,
        attestation: null,
        certificate: null,
        verify: null,
        original: null,
        revisions: null,
        evidence: null,
        events: `/api/submissions/${before.submissionId}/events`,
      },
    });
  });

  test('is the same in the list, and is found by nothing but its status and time', async () => {
    expect(await json(get('/api/submissions'))).toMatchObject({ total: 1, items: [erased] });
    expect(await json(get(`/api/submissions?status=${before.status}`))).toMatchObject({ items: [erased] });
    const { original, normalized } = before;
    const filters = [`original_sha256=${original.sha256}`, `batch_id=${batchId}`, 'client_reference=Alice%20Example'];
    if (normalized) filters.push(`normalized_sha256=${normalized.sha256}`, `pipeline_spec=${PIPELINE_SPEC}`);
    else filters.push('failure_code=CORRUPT_UNRECOVERABLE');
    for (const filter of filters) expect(await json(get(`/api/submissions?${filter}`))).toMatchObject({ total: 0 });
  });

  test('is counted in its batch, and listed there no more', async () => {
    const counted = before.normalized ? { completed: 1 } : { failed: 1 };
    expect(await json(get(`/api/batches/${batchId}`))).toMatchObject({ total: 1, ...counted });
    expect(await json(get(`/api/batches/${batchId}/submissions`))).toMatchObject({ total: 0, items: [] });
  });

  test('has no report, artifact, attestation, certificate or verdict', async () => {
    const report = await problemOf(await get(`/api/submissions/${before.submissionId}/report`));
    expect(report).toMatchObject({ status: 404, detail: 'The document has been erased.' });
    const { sha256: output } = before.normalized ?? { sha256: before.original.sha256 };
    for (const kind of ['reports', 'artifacts', 'attestations', 'certificates', 'verify']) {
      expect([kind, (await get(`/api/${kind}/${output}`)).status]).toEqual([kind, 404]);
    }
  });

  test('has no original and no revisions, and its events tell its status alone', async () => {
    const self = `/api/submissions/${before.submissionId}`;
    for (const resource of ['original', 'revisions']) {
      const problem = await problemOf(await get(`${self}/${resource}`));
      expect(problem).toMatchObject({ status: 404, resource, detail: 'The document has been erased.' });
    }
    const events = await (await get(`${self}/events`)).text();
    expect(events.match(/(?<=^event: ).*$/gm)).toEqual(['status', 'status', 'status', 'end']);
    expect(events).toContain('"failureCode":null');
  });

  test('is in the statistics with the time of its erasure, and stays counted', async () => {
    const { submissionId, status, createdAt, completedAt, erasedAt } = erased;
    const one = { submissionId, status, createdAt, completedAt, erasedAt };
    expect(await json(portal('stats'))).toMatchObject({ allTime: { total: 1 }, recentSubmissions: [one] });
  });

  test('is in no delivery of a webhook, and no notice of it is sent again', async () => {
    expect(await json(portal('webhooks/dead'))).toEqual([]);
    expect(await json(portal(`webhooks/${webhookId}/deliveries`))).toMatchObject({ total: 0, items: [] });
  });

  test('is the same in an export, without report, revisions, attestation and documents', async () => {
    const bag = await exported();
    expect(JSON.parse(textOf(bag, 'data/submissions.ndjson'))).toEqual(erased);
    const documents = [...bag.keys()].filter((name) =>
      /^data\/(reports|revisions|attestations|artifacts|originals)\//.test(name),
    );
    expect(documents).toEqual([]);
    const hashes = [before.original.sha256, ...(before.normalized ? [before.normalized.sha256] : []), 'Alice'];
    const texts = [...bag].filter(([name]) => name !== 'data/erasures.ndjson');
    for (const [name, content] of texts)
      for (const hash of hashes) expect([name, content.includes(hash)]).toEqual([name, false]);
  });

  test('is not what its idempotency key leads to: the document is a new submission', async () => {
    const again = await send(pdf());
    expect(again.submissionId).not.toBe(before.submissionId);
  });
});
