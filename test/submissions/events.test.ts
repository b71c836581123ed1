/** GET /api/submissions/{id}/events: how far a submission is, told as it goes on. */
import { afterEach, expect, test } from 'vitest';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { SubmissionEndEvent, SubmissionStageEvent, SubmissionStatusEvent } from '#src/contract/progress.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import type { Progress } from '#workflows/submission/progress.ts';
import { brokenPdf, pdfSaying, problemOf, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const SCHEMAS = { status: SubmissionStatusEvent, stage: SubmissionStageEvent, end: SubmissionEndEvent };

let accepting = true;
const streams: AbortController[] = [];

const api = started(() => startApi({ accepting: () => accepting }));
const tenant = started(() => api.newTenant());

afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
  accepting = true;
  api.runner.release();
  api.runner.say(null);
});
async function submit(pdf: Uint8Array, asynchronous = false): Promise<string> {
  const headers: Record<string, string> = asynchronous ? { Prefer: 'respond-async' } : {};
  return (await submissionOf(await api.postForm(pdf, tenant, {}, headers))).submissionId;
}

async function open(id: string, headers: Record<string, string> = {}, who = tenant): Promise<Response> {
  const stream = new AbortController();
  streams.push(stream);
  return fetch(`${api.url}/api/submissions/${id}/events`, {
    headers: { 'X-Api-Key': who.key, ...headers },
    signal: stream.signal,
  });
}

interface Event {
  readonly id: number;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as they come, each checked; comments and `retry` are passed over. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  if (!response.body) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const [id, name, data] = ['id: ', 'event: ', 'data: '].map((field) =>
        lines.find((line) => line.startsWith(field))?.slice(field.length),
      );
      if (name !== 'status' && name !== 'stage' && name !== 'end') continue;
      yield { id: Number(id), name, data: SCHEMAS[name].parse(JSON.parse(data ?? '')) };
    }
  }
}

const allOf = (response: Response): Promise<Event[]> => Array.fromAsync(eventsOf(response));

/** For one line an event. */
function words({ name, data }: Event): string {
  return [name, data['name'] ?? data['status'], data['state'] ?? ''].join(' ').trim();
}

async function untilSeen(events: AsyncIterator<Event>, wanted: string): Promise<void> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`${wanted} did not come.`);
    if (words(value) === wanted) return;
  }
}

const at = (stagesDone: number): Progress => ({
  status: 'IN_PROGRESS',
  lane: 'durable',
  stage: STAGE_NAMES[stagesDone] ?? null,
  stagesDone,
  stagesTotal: STAGE_NAMES.length,
  parserKills: 0,
});

test('of one that has ended are all told at once, and end', async () => {
  const id = await submit(pdfSaying('ended'));
  const response = await open(id);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const events = await allOf(response);
  expect(events.map(words)).toEqual([
    'status PENDING',
    'status IN_PROGRESS',
    ...STAGE_NAMES.map((name) => `stage ${name} done`),
    'status SUCCESS',
    'end SUCCESS',
  ]);
  expect(events.at(-1)?.data).toMatchObject({
    submissionId: id,
    failureCode: null,
    links: { self: `/api/submissions/${id}` },
  });
  const ids = events.map((event) => event.id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
});

test('say in which stage a document was rejected, or failed', async () => {
  const rejected = (await allOf(await open(await submit(signedPdf())))).map(words);
  expect(rejected).toContain('stage DigitalSignatureDetection rejected');
  expect(rejected).toContain('stage ContentHash not_reached');
  expect(rejected.at(-1)).toBe('end REJECTED');
  const failed = (await allOf(await open(await submit(brokenPdf())))).map(words);
  expect(failed).toContain('stage StructuralRepair failed');
  expect(failed.at(-1)).toBe('end FAILED');
});

test('come as they happen, and the stream ends with the submission', async () => {
  api.runner.hold();
  const id = await submit(pdfSaying('under way'), true);
  const events = eventsOf(await open(id));
  await untilSeen(events, 'status PENDING');
  const row = { status: 'IN_PROGRESS' as const, startedAt: new Date() };
  api.runner.say(at(2));
  await api.database.system().nativeUpdate(SubmissionEntity, { id }, row);
  await untilSeen(events, 'stage TamperDetection done');
  await untilSeen(events, 'stage StructuralRepair running');
  api.runner.say(at(3));
  await untilSeen(events, 'stage StructuralRepair done');
  api.runner.release();
  await untilSeen(events, 'end SUCCESS');
  expect(await events.next()).toMatchObject({ done: true });
});

test('are told on to whoever comes back, and not told again', async () => {
  const id = await submit(pdfSaying('come back'));
  const all = await allOf(await open(id));
  const fifth = all[4]?.id ?? 0;
  expect(await allOf(await open(id, { 'Last-Event-ID': String(fifth) }))).toEqual(all.slice(5));
  expect((await open(id, { 'Last-Event-ID': String(all.at(-1)?.id) })).status).toBe(204);
  expect(await allOf(await open(id, { 'Last-Event-ID': 'nonsense' }))).toEqual(all);
});

test('tell nothing of an erased document but how it ended', async () => {
  const id = await submit(pdfSaying('erased events'));
  const facts = { originalSha256: null, report: null, timeline: null, erasedAt: new Date() };
  await api.database.system().nativeUpdate(SubmissionEntity, { id }, facts);
  const events = (await allOf(await open(id))).map(words);
  expect(events).toEqual(['status PENDING', 'status IN_PROGRESS', 'status SUCCESS', 'end SUCCESS']);
});

test('are for whoever may see the submission', async () => {
  const id = await submit(pdfSaying('mine alone'));
  expect(await problemOf(await open(id, {}, await api.newTenant()))).toMatchObject({ status: 404 });
  const sender = await api.newTenant({ scopes: ['normalize'] });
  const own = await submissionOf(await api.postForm(pdfSaying('sent'), sender));
  expect((await open(own.submissionId, {}, sender)).status).toBe(200);
});

test('HEAD has the headers, and holds no place', async () => {
  const id = await submit(pdfSaying('head'));
  for (let times = 0; times < 25; times++) {
    const init = { method: 'HEAD', headers: { 'X-Api-Key': tenant.key } };
    const response = await fetch(`${api.url}/api/submissions/${id}/events`, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  }
});

test('are told on twenty streams of an organization, and whoever leaves makes room', async () => {
  api.runner.hold();
  const id = await submit(pdfSaying('crowd'), true);
  await Promise.all(Array.from({ length: 20 }, async () => eventsOf(await open(id)).next()));
  const refused = await open(id);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_streams' });
  const other = await api.newTenant();
  const elsewhere = await submissionOf(
    await api.postForm(pdfSaying('elsewhere'), other, {}, { Prefer: 'respond-async' }),
  );
  expect((await open(elsewhere.submissionId, {}, other)).status).toBe(200);
  streams[0]?.abort();
  await expect.poll(async () => (await open(id)).status).toBe(200);
});

test('end when the key is revoked, and when the sign-in ends', async () => {
  api.runner.hold();
  const own = await api.newTenant();
  const member = await api.newMember(own);
  const { submissionId } = await submissionOf(
    await api.postForm(pdfSaying('revoked'), own, {}, { Prefer: 'respond-async' }),
  );
  const bySignIn = { 'X-Api-Key': '', Authorization: `Bearer ${member.token}` };
  const [ofKey, ofSignIn] = [await open(submissionId, {}, own), await open(submissionId, bySignIn)];
  const [readerOfKey, readerOfSignIn] = [ofKey.text(), ofSignIn.text()];
  const keys = apiKeyStore(api.database);
  const found = await keys.findByKey(own.key);
  await keys.revoke(own.organizationId, found?.apiKey.id ?? '');
  expect(await readerOfKey).not.toContain('event: end');
  expect((await api.portal('POST', '/api/auth/logout-all', member)).status).toBe(204);
  expect(await readerOfSignIn).not.toContain('event: end');
});

test('end when the service does, and the reader is to come back', async () => {
  api.runner.hold();
  const id = await submit(pdfSaying('restart'), true);
  const response = await open(id);
  const reader = response.text();
  accepting = false;
  const text = await reader;
  expect(text).toMatch(/^retry: 2000\n\n/);
  expect(text).not.toContain('event: end');
});
