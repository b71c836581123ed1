/**
 * `npm run bench:batch -- --count N`: a batch of N small PDFs, each another one, sent to a running service, and the
 * same files through the engine in this process.
 *
 * The service is the one of `npm start`, by DATA_DIR/dev.json, or the one that `--url`, `--key` and `--temporal` name.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { PageBody } from '#api/http/paging.ts';
import type { SubmissionBody } from '#src/bodies/submission.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { historiesOf } from '#tools/bench/capacity/stored.ts';
import { runningService } from '#tools/installation.ts';
import { inLanes } from './service/load.ts';
import { percentile } from '#tools/figures.ts';
import { print } from '#tools/quality/scores.ts';

const POLL_MS = 1_000;
const MAX_ATTEMPTS = 5;
const PAGE_SIZE = 100;

interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly temporalAddress: string;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    /** The number of parallel requests. */
    width: { type: 'string', default: '8' },
    /** The number of files that only the engine gets, and of submissions whose history is read. */
    sample: { type: 'string', default: '300' },
    url: { type: 'string' },
    key: { type: 'string' },
    temporal: { type: 'string' },
  },
});
const count = Number(values.count);
const width = Number(values.width);
const sample = Math.min(count, Number(values.sample));
const target = readTarget();
const run = randomUUID();
const documentOf = (index: number): Uint8Array => helloPage(`Batch ${run}, document ${index}`);

print(`${count} documents of ${documentOf(0).length} bytes to ${target.baseUrl}, ${width} requests at a time`);
const startedAt = performance.now();
const { batchId } = await post<{ batchId: string }>('/api/batches', { name: `bench ${run}` });
const acceptMs = await submitAll(batchId);
const acceptedS = secondsSince(startedAt);
print(`accepted   ${perSecond(acceptedS)}   ${spread(acceptMs)} to the answer 202`);
await untilComplete(batchId);
const completeS = secondsSince(startedAt);
const submissions = await readSubmissions(batchId);
const notNormalized = submissions.filter(({ status }) => status !== 'SUCCESS').length;
print(`service    ${perSecond(completeS)}   ${spread(submissions.map((s) => s.processingTimeMs))} of processing`);
print(`           ${spread(submissions.map(waitedMs))} from accepted to ended, the queue included`);
if (notNormalized > 0) print(`           ${notNormalized} documents did not end with SUCCESS`);

const engineMs = await measureEngine();
const engineS = engineMs.reduce((sum, ms) => sum + ms, 0) / 1000;
print(
  `engine     ${(sample / engineS).toFixed(1)} documents a second in this process, one after another   ${spread(engineMs)}`,
);
print(`           the service does ${((count / completeS / sample) * engineS).toFixed(2)} of that`);

const largest = await largestHistory(submissions);
print(
  `histories  at most ${largest.events} events and ${(largest.bytes / 1024).toFixed(1)} KiB, of ${sample} submissions`,
);
process.exitCode = notNormalized > 0 || submissions.length !== count ? 1 : 0;

function readTarget(): Target {
  const { url, key, temporal } = values;
  if (url && key && temporal) return { baseUrl: url, apiKey: key, temporalAddress: temporal };
  return runningService();
}

/** Returns the milliseconds to each answer, unsorted. */
async function submitAll(batch: string): Promise<number[]> {
  let accepted = 0;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const { times } = await inLanes(indexes, width, async (index) => {
    await submit(batch, index);
    accepted += 1;
    if (accepted % Math.ceil(count / 10) === 0) print(`           ${accepted} accepted`);
  });
  return times;
}

/**
 * Submits with an idempotency key, so that a repetition after a rejection or a broken connection makes no second
 * document.
 */
async function submit(batch: string, index: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${target.baseUrl}/api/normalize?batch_id=${batch}`, {
      method: 'POST',
      body: Buffer.from(documentOf(index)),
      headers: {
        'X-Api-Key': target.apiKey,
        'Content-Type': 'application/pdf',
        Prefer: 'respond-async',
        'Idempotency-Key': `${run}-${index}`,
      },
    }).catch((error: unknown) => error);
    if (response instanceof Response) {
      const text = await response.text();
      if (response.status === 202) return;
      if (attempt === MAX_ATTEMPTS || response.status < 500) throw new Error(`${response.status} ${text}`);
    } else if (attempt === MAX_ATTEMPTS) throw response;
    await delay(attempt * POLL_MS);
  }
}

async function untilComplete(id: string): Promise<void> {
  const Batch = z.object({ total: z.number(), completed: z.number(), failed: z.number(), rejected: z.number() });
  for (let shown = 0; ; await delay(POLL_MS)) {
    const { total, completed, failed, rejected } = Batch.parse(await get(`/api/batches/${id}`));
    const ended = completed + failed + rejected;
    if (ended - shown >= count / 10)
      print(`           ${(shown = ended)} ended after ${secondsSince(startedAt).toFixed(0)} s`);
    if (total === count && ended === count) return;
  }
}

async function readSubmissions(id: string): Promise<SubmissionBody[]> {
  const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, index) => index + 1);
  const all: SubmissionBody[] = [];
  for (const page of pages) {
    const path = `/api/batches/${id}/submissions?page=${page}&page_size=${PAGE_SIZE}`;
    all.push(...(await get<PageBody<SubmissionBody>>(path)).items);
  }
  return all;
}

function waitedMs({ createdAt, completedAt }: SubmissionBody): number {
  return Date.parse(completedAt ?? createdAt) - Date.parse(createdAt);
}

async function measureEngine(): Promise<number[]> {
  for (let index = 0; index < 20; index++) await normalize(documentOf(index), DEFAULT_OPTIONS); // warm-up
  const times: number[] = [];
  for (let index = 0; index < sample; index++) {
    const document = documentOf(index);
    const before = performance.now();
    await normalize(document, DEFAULT_OPTIONS);
    times.push(performance.now() - before);
  }
  return times;
}

/** Submissions from the whole batch, because its busiest moments are not at its ends. */
async function largestHistory(of: readonly SubmissionBody[]): Promise<{ events: number; bytes: number }> {
  const step = Math.max(1, Math.floor(of.length / sample));
  const chosen = of.filter((_, index) => index % step === 0).slice(0, sample);
  const ids = chosen.map(({ submissionId }) => submissionId);
  const histories = await historiesOf(target.temporalAddress, ids);
  const most = (key: 'bytes' | 'events'): number => Math.max(0, ...histories.map((one) => one[key]));
  return { events: most('events'), bytes: most('bytes') };
}

async function get<T>(path: string): Promise<T> {
  return read(await fetch(target.baseUrl + path, { headers: { 'X-Api-Key': target.apiKey } }));
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'X-Api-Key': target.apiKey, 'Content-Type': 'application/json' };
  return read(await fetch(target.baseUrl + path, { method: 'POST', body: JSON.stringify(body), headers }));
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

function secondsSince(then: number): number {
  return (performance.now() - then) / 1000;
}

function perSecond(seconds: number): string {
  return `${(count / seconds).toFixed(1)} documents a second, all in ${seconds.toFixed(0)} s`;
}

function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms   p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}
