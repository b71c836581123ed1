/**
 * Fills the demo organization with the documents of `stories.ts`, through the API and one after the other. dev.json
 * notes the sent documents, so that a start sends nothing twice and nothing that somebody has erased.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import { type Demo, NO_DEMO, type StateFile } from '#dev/state.ts';
import { type Ask, type Credential, demoClient } from './client.ts';
import { RECEIVER_PATHS } from './receiver.ts';
import { BATCH, BATCH_STORIES, STORIES, type Story } from './stories.ts';

const POLL_MS = 300;
const MAX_TRIES = 100;
const FIXTURES = join(import.meta.dirname, '../../fixtures');

const Sent = z.object({ submissionId: z.uuid() });
const Submission = z.object({ completedAt: z.string().nullable() });
const Batch = z.object({ batchId: z.uuid() });
const Webhook = z.object({ id: z.uuid() });
const SignedIn = z.object({ access_token: z.string() });

export interface Filling {
  readonly state: StateFile;
  /** The address of the demo's receivers. */
  readonly receiverUrl: string;
  readonly signal: AbortSignal;
  readonly report: (detail: string) => void;
}

/** Returns the number of sent documents, which is 0 if all were sent before. */
export async function fillDemo({ state, receiverUrl, signal, report }: Filling): Promise<number> {
  const { baseUrl = '', apiKey = '', organizationId = '', portal } = state.read();
  const ask = demoClient(baseUrl, signal);
  const notes = notesOf(state, organizationId);
  const key = { 'X-Api-Key': apiKey };
  await ensureWebhooks(ask, notes, portal, receiverUrl);
  const batchId = await ensureBatch(ask, notes, key);
  let sent = 0;
  for (const story of [...BATCH_STORIES, ...STORIES]) {
    if (notes.read().submissions[story.key] !== undefined) continue;
    const inBatch = BATCH_STORIES.includes(story) ? { batch_id: batchId } : {};
    const { submissionId } = await send(ask, key, story, { ...story.options, ...inBatch });
    notes.note({ submissions: { ...notes.read().submissions, [story.key]: submissionId } });
    await untilEnded(ask, key, submissionId, signal);
    report(`${++sent} of ${STORIES.length + BATCH_STORIES.length} documents sent`);
  }
  return sent;
}

interface Notes {
  read(): Demo;
  note(change: Partial<Demo>): void;
}

/** Notes about another organization, from a database that no longer exists, are ignored. */
function notesOf(state: StateFile, organizationId: string): Notes {
  const read = (): Demo => {
    const { demo } = state.read();
    return demo?.organizationId === organizationId ? demo : { ...NO_DEMO, organizationId };
  };
  return { read, note: (change) => void state.update({ demo: { ...read(), ...change } }) };
}

async function send(
  ask: Ask,
  credential: Credential,
  { key, file, name, reference, department }: Story,
  options: Readonly<Record<string, string>>,
): Promise<z.infer<typeof Sent>> {
  const form = new FormData();
  const fields = { client_reference: reference, metadata: JSON.stringify({ filename: name, department }), ...options };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const bytes = await readFile(join(FIXTURES, file));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), basename(file));
  const idempotencyKey = `demo-${key}`;
  // Webhooks report submissions that nobody waited for.
  return ask({ method: 'POST', path: '/api/normalize', credential, idempotencyKey, isAsynchronous: true, form }, Sent);
}

/** Documents are sent one after the other, so that the user's requests come first. Longer processing is not awaited. */
async function untilEnded(ask: Ask, credential: Credential, id: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await sleep(POLL_MS, undefined, { signal });
    const { completedAt } = await ask({ method: 'GET', path: `/api/submissions/${id}`, credential }, Submission);
    if (completedAt !== null) return;
  }
}

async function ensureBatch(ask: Ask, notes: Notes, credential: Credential): Promise<string> {
  const { batchId: known } = notes.read();
  if (known !== null) return known;
  const json = {
    name: BATCH.name,
    client_reference: BATCH.reference,
    metadata: { department: BATCH.department },
    expected_total: BATCH_STORIES.length,
  };
  const call = { method: 'POST', path: '/api/batches', credential, idempotencyKey: `demo-${BATCH.key}`, json } as const;
  const { batchId } = await ask(call, Batch);
  notes.note({ batchId });
  return batchId;
}

/**
 * People create webhooks, so the owner does it here with the password. A ticket would invalidate the one that somebody
 * is about to use. The addresses are updated if the receivers have another port.
 */
async function ensureWebhooks(ask: Ask, notes: Notes, owner: object | undefined, receiverUrl: string): Promise<void> {
  if (notes.read().receiverUrl === receiverUrl) return;
  const signIn = { method: 'POST', path: '/api/auth/login', json: owner ?? {} } as const;
  const { access_token: token } = await ask(signIn, SignedIn);
  const credential = { Authorization: `Bearer ${token}` };
  for (const [name, path] of Object.entries(RECEIVER_PATHS)) {
    const url = receiverUrl + path;
    const known = notes.read().webhooks[name];
    const { id } = await ask(
      known === undefined
        ? { method: 'POST', path: '/api/portal/webhooks', credential, json: { url, events: EVENT_TYPES } }
        : { method: 'PUT', path: `/api/portal/webhooks/${known}`, credential, json: { url } },
      Webhook,
    );
    notes.note({ webhooks: { ...notes.read().webhooks, [name]: id } });
  }
  await ask({ method: 'POST', path: '/api/auth/logout', credential }, z.unknown());
  notes.note({ receiverUrl });
}
