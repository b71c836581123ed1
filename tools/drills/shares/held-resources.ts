/** Organizations that hold as many uploads and streams as allowed, and make as many batches, tests and comparisons. */
import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PLANS } from '#domain/billing/plan.ts';
import { type Attacker, headersOf, startAttempts, type StartAttack } from './attack.ts';

/** More than the share of one organization. */
const UPLOADS = 100;
const STREAMS = 30;
/** Slightly above the minimum rate. */
const PIECE_BYTES = 2 * 1024;
const PIECE_MS = 1_000;
/** Each upload and stream was tried once by then. */
const SETTLING_MS = 10_000;
export const holdResources: StartAttack = async (url, attackers, document) => {
  const attempts = startAttempts();
  const { count, again, post } = attempts;
  const open = { uploads: 0, streams: 0 };
  // The attack would prevent a later set-up.
  const prepared = await Promise.all(
    attackers.map(async (attacker, index) => {
      const headers = headersOf(attacker, index);
      const submissionId = await oneSubmission(url, headers, document);
      return { headers, submissionId, test: await webhookTest(url, attacker, headers) };
    }),
  );
  for (const { headers, submissionId, test } of prepared) {
    const json = { ...headers, 'Content-Type': 'application/json' };
    for (let at = 0; at < UPLOADS; at++) {
      again(() => slowUpload(url, headers, open, (status) => count('upload', status)));
    }
    for (let at = 0; at < STREAMS; at++) {
      again(() => stream(url, submissionId, headers, open, (status) => count('stream', status)));
    }
    again(() => post('batch', `${url}/api/batches`, json, '{}'));
    again(() => post('comparison', `${url}/api/compare`, headers, pairOf(document)));
    again(() => post('test', test.url, test.headers, ''));
  }
  await sleep(SETTLING_MS);
  const held = () => `${open.uploads} uploads and ${open.streams} streams are held`;
  return { held, answers: attempts.answers };
};

/** Its events end soon, so each stream of them is opened repeatedly. */
async function oneSubmission(url: string, headers: Record<string, string>, document: Uint8Array): Promise<string> {
  const answer = await fetch(`${url}/api/normalize`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/pdf', Prefer: 'respond-async' },
    body: Buffer.from(document),
  });
  return z.object({ submissionId: z.string() }).parse(await answer.json()).submissionId;
}

function pairOf(document: Uint8Array): FormData {
  const form = new FormData();
  for (const name of ['file_a', 'file_b']) form.append(name, new Blob([Buffer.from(document)]), 'a.pdf');
  return form;
}

/** The call that sends a test to the attacker's endpoint. */
async function webhookTest(
  url: string,
  { token }: Attacker,
  { 'X-Forwarded-For': address = '' }: Record<string, string>,
) {
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address };
  const made = await fetch(`${url}/api/portal/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ url: 'https://receiver.invalid/hook', events: ['normalization.success'] }),
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  return { url: `${url}/api/portal/webhooks/${id}/test`, headers };
}

type Counted = (status: number | string) => void;
interface Open {
  uploads: number;
  streams: number;
}

/** Announces the greatest file of the plan and sends pieces of it slowly. */
async function slowUpload(url: string, headers: Record<string, string>, open: Open, count: Counted) {
  const upload: ClientRequest = request(`${url}/api/normalize`, {
    method: 'POST',
    agent: false,
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

async function stream(url: string, submissionId: string, headers: Record<string, string>, open: Open, count: Counted) {
  const answer = await fetch(`${url}/api/submissions/${submissionId}/events`, { headers });
  count(answer.status);
  open.streams += 1;
  await answer.arrayBuffer().catch(() => undefined);
  open.streams -= 1;
}
