/** Tests rows with damaged JSON: each is shown without its result, and other rows stay available. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { exportFiles } from '#activities/privacy/export-files.ts';
import type { PageBody } from '#api/http/paging.ts';
import type { SubmissionBody } from '#src/bodies/submission.ts';
import { scratchFile } from '#src/export/scratch.ts';
import { createLog } from '#src/log.ts';
import { exportContent } from '#store/privacy/export-content.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { started } from '#test/support/started.ts';

let sound: string;
let damaged: string;
let batchId: string;
let hash: string;
const alarms: unknown[] = [];
const log = createLog(
  { logLevel: 'info' },
  {
    write(line: string) {
      const { alarm, kind, id, organizationId } = JSON.parse(line);
      if (alarm !== undefined) alarms.push({ alarm, kind, id, organizationId });
    },
  },
);

const json = async <T>(response: Response): Promise<T> => {
  expect(response.status).toBeLessThan(300);
  return JSON.parse(await response.text());
};

const api = started(() => startApi({ log }));
const tenant = started(() => api.newTenant());
const owner = started(() => api.newMember(tenant));

beforeAll(async () => {
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
  ({ batchId } = await json<{ batchId: string }>(
    await fetch(`${api.url}/api/batches`, { method: 'POST', headers, body: '{}' }),
  ));
  const send = async (words: string) =>
    submissionOf(await api.postForm(pdfSaying(words), tenant, { batch_id: batchId, metadata: '{"a":"b"}' }));
  ({ submissionId: sound } = await send('sound'));
  const other = await send('damaged');
  damaged = other.submissionId;
  hash = other.normalized?.sha256 ?? '';
});

beforeEach(() => void alarms.splice(0));
const alarm = () => ({
  alarm: 'record_unreadable',
  kind: 'submission',
  id: damaged,
  organizationId: tenant.organizationId,
});
const damage = (column: string, value: string) =>
  api.database.system().execute(`update submission set ${column} = ? where id = ?`, [value, damaged]);
const UNREADABLE = [expect.objectContaining({ code: 'RESULT_UNREADABLE' })];

describe.each([
  ['a report without the hash of its output', 'report', '{"normalized":{}}'],
  ['a report that is empty', 'report', '{}'],
  ['a report that is a text', 'report', '"gone"'],
  ['a report that is a list', 'report', '[]'],
  ['metadata that are a number', 'metadata', '5'],
  ['durations that are a text', 'stage_durations_ms', '{"FinalRewrite":"long"}'],
])('%s', (_, column, value) => {
  let before: string;
  beforeAll(async () => {
    const [row] = await api.database
      .system()
      .execute<{ text: string }[]>(`select ${column}::text as text from submission where id = ?`, [damaged]);
    before = row?.text ?? '';
    await damage(column, value);
  });
  afterAll(() => damage(column, before));

  test.each([
    ['the list of submissions', () => '/api/submissions'],
    ['the list of a batch', () => `/api/batches/${batchId}/submissions`],
  ])('is shown as unreadable in %s, with an alarm', async (_words, path) => {
    const { items } = await json<PageBody<SubmissionBody>>(await api.get(path(), tenant));
    expect(items.map(({ submissionId }) => submissionId)).toEqual([damaged, sound]);
    expect(items[0]).toMatchObject({ status: 'SUCCESS', normalized: null, metadata: {}, warnings: UNREADABLE });
    expect(items[1]).toMatchObject({ normalized: { linearized: true }, metadata: { a: 'b' } });
    expect(items[1]?.warnings).not.toEqual(expect.arrayContaining(UNREADABLE));
    expect(alarms).toEqual([alarm()]);
  });

  test('is shown so by itself, and has neither report nor evidence', async () => {
    const self = `/api/submissions/${damaged}`;
    expect(await json(await api.get(self, tenant))).toMatchObject({ status: 'SUCCESS', warnings: UNREADABLE });
    for (const path of [`${self}/report`, `${self}/evidence`, `/api/reports/${hash}`]) {
      expect(await problemOf(await api.get(path, tenant))).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(alarms.length).toBeGreaterThan(1);
  });

  test('is in an export, which names the report that it leaves out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fixpoint-unreadable-'));
    await using problems = await scratchFile(join(folder, 'problems'));
    const deps = { exportContent: exportContent(api.database), artifacts: api.artifacts, log };
    const files = new Map<string, string>();
    const scratch = { path: join(folder, 'input.pdf'), problems };
    for await (const { name, content } of exportFiles(deps, tenant.organizationId, scratch)) {
      files.set(name, name.endsWith('.pdf') ? '' : await text(content));
    }
    await rm(folder, { recursive: true });
    const rows = (files.get('submissions.ndjson') ?? '').trim().split('\n');
    const bodies = new Map(rows.map((row) => JSON.parse(row)).map((body) => [body.submissionId, body]));
    expect(bodies.get(damaged)).toMatchObject({ warnings: UNREADABLE });
    expect(bodies.get(sound)).toMatchObject({ metadata: { a: 'b' } });
    expect(files.has(`reports/${sound}.json`)).toBe(true);
    expect(files.has(`reports/${damaged}.json`)).toBe(false);
    const problem = { file: `data/reports/${damaged}.json`, problem: 'unreadable' };
    expect(files.get('problems.ndjson')).toContain(JSON.stringify(problem));
    expect(alarms).toContainEqual(alarm());
  });
});

test('a delivery whose event is no JSON is in the lists, with the other facts of the event', async () => {
  const endpoint = { url: 'https://receiver.example/hook', events: ['normalization.success'] };
  const { id } = await json<{ id: string }>(await api.portal('POST', '/api/portal/webhooks', owner, endpoint));
  const queue = async () =>
    json<{ deliveryId: string; eventId: string }>(await api.portal('POST', `/api/portal/webhooks/${id}/test`, owner));
  const [first, second] = [await queue(), await queue()];
  const deliveries = deliveryStore(api.database, api.sealer);
  for (const { deliveryId } of [first, second]) await deliveries.giveUp(deliveryId, 'dead');
  const statement = 'update webhook_event set payload = ? where id = ?';
  await executeAsAdministrator(inject('parts').databaseAdministratorUrl, statement, ['{"type":', first.eventId]);
  interface Listed {
    readonly id: string;
    readonly payload: object;
  }
  const dead = await json<Listed[]>(await api.portal('GET', '/api/portal/webhooks/dead', owner));
  const { items } = await json<PageBody<Listed>>(
    await api.portal('GET', `/api/portal/webhooks/${id}/deliveries`, owner),
  );
  for (const list of [dead, items]) {
    expect(list.map((one) => one.id)).toEqual([second.deliveryId, first.deliveryId]);
    expect(list[1]?.payload).toMatchObject({ id: first.eventId, type: 'webhook.test', data: {} });
  }
  const { organizationId } = tenant;
  const one = { alarm: 'record_unreadable', kind: 'webhook_event', id: first.eventId, organizationId };
  expect(alarms).toEqual([one, one]);
});
