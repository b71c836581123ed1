/**
 * Tests lists by cursor: each item appears once, whatever is added and removed meanwhile, and no item of another
 * organization.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import type { PageBody } from '#api/http/paging.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { DataExportEntity } from '#store/privacy/exports.ts';
import { ErasureEntity } from '#store/privacy/erasures.ts';
import { BatchEntity } from '#store/submissions/batches.ts';
import { brokenPdf, pdfSaying, problemOf, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import type { Tenant } from '#test/support/api.ts';
import { jsonOf } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

type Item = Readonly<Record<string, unknown>>;
type Page = PageBody<Item>;

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const owner = started(() => api.newMember(tenant));
const ask = (path: string) =>
  path.startsWith('/api/portal/') ? api.portal('GET', path, owner) : api.get(path, tenant);
/** Links to objects have a new signature each second. */
const withoutLink = (item: Item) => ({ ...item, normalized: null });

const read = async (path: string) => jsonOf<Page>(await ask(path));

/** Batches with these times, which PostgreSQL stores in microseconds. */
async function batchesAt({ organizationId }: Tenant, times: readonly string[]): Promise<string[]> {
  const statement = `insert into batch
    (id, organization_id, name, created_at, total, completed, failed, rejected, settling)
    values (?, ?, ?, ?::text::timestamptz, 0, 0, 0, 0, false) returning id`;
  const ids: string[] = [];
  for (const time of times) {
    const id = randomUUID();
    await api.database.system().execute(statement, [id, organizationId, time, time]);
    ids.push(id);
  }
  return ids;
}

describe('GET /api/batches', () => {
  const at = (microseconds: number) => new Date().toISOString().replace(/T.*/, `T00:00:00.${microseconds}Z`);
  const namesIn = (items: readonly Item[]) => items.map(({ name }) => name);

  /** Reads pages of two items from the first page to the last. */
  async function walk(who: Tenant, afterFirstPage = async () => {}): Promise<Item[]> {
    const first = await jsonOf<Page>(await api.get('/api/batches?page_size=2&cursor=', who));
    await afterFirstPage();
    const items = [...first.items];
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await jsonOf<Page>(await api.get(`/api/batches?page_size=2&cursor=${cursor}`, who));
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  }

  test('is walked in order, microseconds apart and at the very same moment', async () => {
    const mine = await api.newTenant();
    const times = [111_001, 111_002, 111_002, 111_002, 111_002, 111_003, 111_999, 112_000].map(at);
    await batchesAt(mine, times);
    const walked = await walk(mine);
    expect(namesIn(walked)).toEqual(times.toReversed());
    expect(new Set(walked.map(({ batchId }) => batchId)).size).toBe(times.length);
  });

  test('repeats nothing and leaves nothing out while batches come and go', async () => {
    const mine = await api.newTenant();
    const ids = await batchesAt(mine, [200_001, 200_002, 200_003, 200_004, 200_005, 200_006].map(at));
    const walked = await walk(mine, async () => {
      // The first page ended with this batch.
      await api.database.system().nativeDelete(BatchEntity, { id: ids[4] ?? '' });
      await batchesAt(mine, [900_000, 200_004].map(at));
    });
    // Items newer than the first page are on no later page, and older ones are.
    const expected = [200_006, 200_005, 200_004, 200_004, 200_003, 200_002, 200_001];
    expect(namesIn(walked)).toEqual(expected.map(at));
  });

  test('goes on from a cursor of somebody else with its own batches', async () => {
    const [mine, other] = [await api.newTenant(), await api.newTenant()];
    await batchesAt(other, [300_001, 300_003, 300_005].map(at));
    await batchesAt(mine, [300_002, 300_004].map(at));
    const { next_cursor } = await jsonOf<Page>(await api.get('/api/batches?cursor=&page_size=1', other));
    const page = await jsonOf<Page>(await api.get(`/api/batches?cursor=${next_cursor}`, mine));
    expect(namesIn(page.items)).toEqual([at(300_004), at(300_002)]);
  });
});

describe('every list', () => {
  const paths = [
    '/api/submissions',
    '/api/batches',
    '/api/batches/{batchId}/submissions',
    '/api/pages/{fingerprint}',
    '/api/portal/audit-log',
    '/api/portal/data-export',
    '/api/portal/erasure',
    '/api/portal/webhooks/{id}/deliveries',
    '/api/portal/webhooks/dead',
  ];
  const ids: Record<string, string> = {};
  const pathOf = (template: string) => template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

  beforeAll(async () => {
    const { organizationId } = tenant;
    const webhook = { url: 'https://receiver.example/', events: ['normalization.success', 'normalization.failure'] };
    ids['id'] = (await jsonOf<{ id: string }>(await api.portal('POST', '/api/portal/webhooks', owner, webhook))).id;
    const [batchId = ''] = await batchesAt(
      tenant,
      Array.from({ length: 5 }, () => new Date().toISOString()),
    );
    ids['batchId'] = batchId;
    for (const pdf of [pdfSaying('one'), brokenPdf(), signedPdf(), pdfSaying('two'), pdfSaying('three')]) {
      await api.postForm(pdf, tenant, { batch_id: batchId, webhook_url: 'https://other.example/' });
    }
    const sendAgain = async () => submissionOf(await api.postForm(pdfSaying('one'), tenant));
    const [{ submissionId }] = [await sendAgain(), await sendAgain()];
    const { pages } = await jsonOf<{ pages: { fingerprint: string }[] }>(
      await api.get(`/api/submissions/${submissionId}/report`, tenant),
    );
    ids['fingerprint'] = pages[0]?.fingerprint ?? '';
    const em = api.database.system();
    const undelivered = `update webhook_delivery set status = 'dead', endpoint_id = ? where organization_id = ?`;
    await em.execute(undelivered, [ids['id'], organizationId]);
    const requested = { organizationId, requestedBy: owner.id, requestedAt: new Date(), completedAt: new Date() };
    const exported = {
      ...requested,
      status: 'expired',
      region: 'eu-central-1',
      expiresAt: null,
      sizeBytes: 1,
    } as const;
    const none = { submissions: 0, objectsRemoved: 0, objectsShared: 0, exportsRemoved: 0, matched: 0 };
    const erased = { ...requested, ...none, status: 'completed', scope: 'all', certificate: null } as const;
    for (let count = 0; count < 5; count++) {
      await em.insert(DataExportEntity, { ...exported, id: randomUUID() });
      await em.insert(ErasureEntity, { ...erased, id: randomUUID() });
    }
    await em.transactional((within) =>
      appendAudit(within, { organizationId, actorId: owner.id, action: 'export.requested' }),
    );
  });

  test('is one of these', () => {
    const listing = OPERATIONS.filter(({ query }) => typeof query === 'object' && 'cursor' in query.shape);
    expect(listing.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  });

  test.each(paths)('%s leads by its links to all that it has, in order and once', async (template) => {
    const path = pathOf(template);
    const bodyOf = async (response: Response) => {
      const body = await jsonOf<Page | Item[]>(response);
      return ('items' in body ? body.items : body).map(withoutLink);
    };
    const all = await bodyOf(await ask(`${path}?page_size=100`));
    expect(all.length).toBeGreaterThan(2);
    const walked: Item[] = [];
    for (let link: string | undefined = `${path}?cursor=&page_size=2`; link !== undefined;) {
      const response: Response = await ask(link);
      link = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      walked.push(...(await bodyOf(response)));
    }
    expect(walked).toEqual(all);
  });

  test.each(paths)('%s refuses what is no cursor of it', async (template) => {
    const path = pathOf(template);
    const of = (value: unknown) =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    const id = randomUUID();
    const isSequence = template.endsWith('audit-log');
    const forged = [
      'x',
      '%00',
      of('{'),
      of(null),
      of([]),
      of({}),
      of([1, 2]),
      of([-1]),
      of([1.5]),
      of([2 ** 31]),
      of(['2026-11-23T10:00:00.000001+00:00']),
      of(['2026-11-23T10:00:00.000001+00:00', 'x']),
      of(['2026-02-30T10:00:00.000001+00:00', id]),
      of(['2026-11-23T10:00:00.000001+23:00', id]),
      of(['0000-11-23T10:00:00.000001+00:00', id]),
      of([`2026-11-23T10:00:00.${'0'.repeat(200)}+00:00`, id]),
      of(['now', id]),
      of(["2026-11-23T10:00:00.000001+00:00'", `${id}'); select`]),
      isSequence ? of(['2026-11-23T10:00:00.000001+00:00', id]) : of([17]),
    ];
    for (const cursor of forged) {
      expect({ cursor, ...(await problemOf(await ask(`${path}?cursor=${cursor}`))) }).toMatchObject({
        cursor,
        status: 400,
        code: 'validation_failed',
        errors: [{ in: 'query', name: 'cursor' }],
      });
    }
  });

  test.each(paths)('%s takes a number or a cursor, not both', async (template) => {
    expect(await problemOf(await ask(`${pathOf(template)}?page=1&cursor=`))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [
        { in: 'query', name: 'page', code: 'conflict' },
        { in: 'query', name: 'cursor', code: 'conflict' },
      ],
    });
  });
});

test('a page by number says where the cursor goes on; one by cursor counts nothing', async () => {
  const first = await read('/api/submissions?page_size=4&status=SUCCESS');
  expect(first).toMatchObject({ page: 1, page_size: 4, total: 5, next_cursor: expect.stringMatching(/^[\w-]+$/) });
  const response = await ask(`/api/submissions?status=SUCCESS&page_size=4&cursor=${first.next_cursor}`);
  expect(response.headers.get('link')).toBe('</api/submissions?status=SUCCESS&page_size=4&cursor=>; rel="first"');
  const second = await jsonOf<Page>(response);
  expect(second).toEqual({ items: [expect.anything()], page_size: 4, next_cursor: null });
  const { items } = await read('/api/submissions?page_size=4&page=2&status=SUCCESS');
  expect(items.map(withoutLink)).toEqual(second.items.map(withoutLink));
});
