/** Organizations that hold as many uploads and streams as they may, and make as many batches, tests and comparisons. */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PLANS } from '#domain/billing/plan.ts';
import type { Sample } from '#tools/faults/documents.ts';
import { portalCall, type Tenant } from '#tools/faults/tenants.ts';

export interface Attack {
  /** The uploads and streams that are held at this moment, in words. */
  held(): string;
  /** How often each status was answered, in words. */
  answers(): string;
  stop(): Promise<void>;
}

/** More than one organization may have. */
const UPLOADS = 100;
const STREAMS = 30;
/** Just above the least rate. */
const PIECE_BYTES = 2 * 1024;
const PIECE_MS = 1_000;
/** One that is refused tries again when `Retry-After` says. */
const AGAIN_MS = 5_000;

export async function startAttack(url: string, attackers: readonly Tenant[], sample: Sample): Promise<Attack> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const statuses = new Map<string, number>();
  const open = { uploads: 0, streams: 0 };
  const count = (what: string, status: number | string) => {
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const again = async (act: () => Promise<void>) => {
    while (!signal.aborted) {
      await act().catch((error: unknown) => {
        if (!signal.aborted) count('broken', error instanceof Error ? error.name : 'unknown');
      });
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const post = async (
    what: string,
    path: string,
    headers: Record<string, string>,
    body: NonNullable<RequestInit['body']>,
  ) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body, signal });
    await answer.arrayBuffer();
    count(what, answer.status);
  };

  // The uploads would refuse what each attacker needs before.
  const prepared = [];
  for (const [index, attacker] of attackers.entries()) {
    const from = { 'X-Forwarded-For': `198.51.100.${index + 1}` };
    const headers = { ...from, 'X-Api-Key': attacker.apiKey };
    const test = { path: await webhookTest(url, attacker), attacker, from };
    prepared.push({ headers, submissionId: await submit(url, headers, sample), test });
  }
  const work: Promise<void>[] = [];
  for (const { headers, submissionId, test } of prepared) {
    for (let at = 0; at < UPLOADS; at++) {
      work.push(again(() => slowUpload(url, headers, signal, open, (status) => count('upload', status))));
    }
    for (let at = 0; at < STREAMS; at++) {
      work.push(again(() => stream(url, submissionId, headers, signal, open, (status) => count('stream', status))));
    }
    work.push(
      again(() => post('batch', '/api/batches', { ...headers, 'Content-Type': 'application/json' }, '{}')),
      again(() => post('comparison', '/api/compare', headers, pairOf(sample))),
      again(async () => {
        const { headers: signedIn } = await portalCall(test.attacker, test.path);
        await post('test', test.path, { ...signedIn, ...test.from }, '');
      }),
    );
  }
  await sleep(5_000);
  return {
    held: () => `${open.uploads} uploads and ${open.streams} streams are held`,
    answers: () => [...statuses].map(([what, times]) => `${what}: ${times}`).join(', '),
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

/** Streams of a submission that has ended end at once, and are opened anew. */
async function submit(url: string, headers: Record<string, string>, sample: Sample): Promise<string> {
  const answer = await fetch(`${url}/api/normalize`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/pdf', Prefer: 'respond-async' },
    body: Buffer.from(sample.copy('attack')),
  });
  const { submissionId } = z.object({ submissionId: z.string() }).parse(await answer.json());
  return submissionId;
}

function pairOf(sample: Sample): FormData {
  const form = new FormData();
  for (const name of ['file_a', 'file_b']) form.append(name, new Blob([Buffer.from(sample.copy(name))]), 'a.pdf');
  return form;
}

/** The path of the call that sends an endpoint of the attacker a test. */
async function webhookTest(url: string, attacker: Tenant): Promise<string> {
  const endpoint = { url: 'https://receiver.example/hook', events: ['normalization.success'] };
  const { path, headers } = await portalCall(attacker, '/api/portal/webhooks', endpoint);
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(endpoint) });
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  return `/api/portal/webhooks/${id}/test`;
}

type Counted = (status: number | string) => void;
interface Open {
  uploads: number;
  streams: number;
}

/** Announces the largest file of the plan, and sends a piece of it now and then. */
async function slowUpload(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  open: Open,
  count: Counted,
) {
  const upload: ClientRequest = request(`${url}/api/normalize`, {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...headers, 'Content-Type': 'application/pdf', 'Content-Length': PLANS.free.maxFileBytes },
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  upload.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  upload.on('error', () => resolve('broken off'));
  upload.write('%PDF-1.7\n');
  open.uploads += 1;
  const timer = setInterval(() => upload.write(Buffer.alloc(PIECE_BYTES, 32)), PIECE_MS);
  count(await ended);
  clearInterval(timer);
  open.uploads -= 1;
  upload.destroy();
}

async function stream(
  url: string,
  submissionId: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  open: Open,
  count: Counted,
) {
  const answer = await fetch(`${url}/api/submissions/${submissionId}/events`, { headers, signal });
  count(answer.status);
  open.streams += 1;
  await answer.arrayBuffer().catch(() => undefined);
  open.streams -= 1;
}
