/** The target of the attacks: a running service, two organizations in it, and facts about the host. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { IdKind, Ids, Party } from '#test/store/leaks/matrix.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { runningService } from '#tools/installation.ts';
import { call, join, type SignedIn, type Site, signIn, signUp } from '#tools/stranger.ts';
import { ask } from './http.ts';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The pages of the mail catcher; null if mails cannot be read, so that nobody can register. */
  readonly mail: string | null;
  /** A member who may erase the documents of the key; null if unknown. */
  readonly portal: { readonly email: string; readonly password: string } | null;
  /** The process id of the worker; null if it is on another host. */
  readonly workerPid: number | null;
}

export interface Organization extends Party {
  readonly members: Readonly<Record<'owner' | 'admin' | 'member', SignedIn>>;
  readonly document: Document;
  /** Words that no other organization may see. */
  readonly words: readonly string[];
}

interface Document {
  readonly downloadUrl: string;
}

export interface Stage {
  readonly target: Target;
  /** Null if nobody can register. */
  readonly organizations: { readonly attacker: Organization; readonly victim: Organization } | null;
}

export function targetOf(url: string | undefined, apiKey: string | undefined, mail: string | undefined): Target {
  if (url !== undefined) {
    if (apiKey === undefined) throw new Error('--url needs the --api-key of an account there.');
    return { baseUrl: url.replace(/\/$/, ''), apiKey, mail: mail ?? null, portal: null, workerPid: null };
  }
  const service = runningService();
  return { ...service, mail: service.mail ?? null, workerPid: service.pids.worker ?? null };
}

export async function openStage(target: Target): Promise<Stage> {
  const { baseUrl, mail } = target;
  if (mail === null) return { target, organizations: null };
  const site = { baseUrl, mail, ask };
  const [attacker, victim] = [await newOrganization(site), await newOrganization(site)];
  return { target, organizations: { attacker, victim } };
}

/** Deactivates the organizations. Their data are removed after the period for reconsideration. */
export async function closeStage({ target, organizations }: Stage): Promise<void> {
  if (organizations === null) return;
  const site = { baseUrl: target.baseUrl, ask };
  for (const { members } of [organizations.attacker, organizations.victim]) {
    const { email, password } = members.owner;
    const { token } = await signIn(site, email, password);
    await call(site, 'POST', '/api/portal/organization/deactivate', token);
    await call(site, 'DELETE', '/api/portal/data', token);
  }
}

const Claims = z.object({ sub: z.string(), org: z.string(), sid: z.string() });

export function claimsOf(token: string): z.infer<typeof Claims> {
  return Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
}

const Key = z.object({ id: z.string(), fullKey: z.string() });
const Sent = z.object({
  submissionId: z.string(),
  status: z.string(),
  original: z.object({ sha256: z.string() }),
  normalized: z.object({ sha256: z.string(), downloadUrl: z.string() }).nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  processingTimeMs: z.number(),
});
export type Sent = z.infer<typeof Sent>;
const Deliveries = z.object({ items: z.array(z.object({ id: z.string(), eventId: z.string() })) });

/** An organization with one of each thing that an owner can create by the API. */
async function newOrganization(site: Site): Promise<Organization> {
  const mark = randomUUID();
  const owner = await signUp(site, `Attack ${mark}`);
  const does = (method: string, path: string, body?: object) => call(site, method, path, owner.token, body);
  const invite = async (role: 'admin' | 'member') => {
    const email = `${role}-${mark}@person.example`;
    await does('POST', '/api/portal/team/invite', { email, role });
    return join(site, email);
  };
  const [admin, member] = [await invite('admin'), await invite('member')];
  const key = async (...scopes: string[]) =>
    Key.parse(await does('POST', '/api/portal/api-keys', { name: `Key of ${mark}`, scopes }));
  const [normalize, read, both] = [await key('normalize'), await key('read'), await key('normalize', 'read')];
  const made = await idsOf(site, does, { mark, key: both.fullKey });
  // The id of another member, because a member may leave.
  const { sub, org, sid } = claimsOf(admin.token);
  return {
    organizationId: org,
    members: { owner, admin, member },
    keys: { normalize: normalize.fullKey, read: read.fullKey, 'normalize+read': both.fullKey },
    ids: {
      ...made.ids,
      apiKey: read.id,
      member: sub,
      address: admin.email,
      session: sid,
      idempotency: `key-${mark}`,
    },
    document: made.document,
    words: [mark, org],
  };
}

/** Things that only time or the payment provider can create, so no organization has them. */
const NOT_MADE = ['deletion', 'paymentEvent', 'passkey'] as const satisfies readonly IdKind[];

async function idsOf(
  site: Site,
  does: (method: string, path: string, body?: object) => Promise<unknown>,
  { mark, key }: { readonly mark: string; readonly key: string },
): Promise<{ ids: Omit<Ids, 'apiKey' | 'member' | 'address' | 'session' | 'idempotency'>; document: Document }> {
  const id = async (name: string, method: string, path: string, body?: object) =>
    z.object({ [name]: z.string() }).parse(await does(method, path, body))[name] ?? '';
  const events = ['normalization.success', 'normalization.failure'];
  const hook = { url: `https://${mark}.attack.example/hook`, events };
  const webhook = await id('id', 'POST', '/api/portal/webhooks', hook);
  await does('POST', `/api/portal/webhooks/${webhook}/test`, {});
  const { items } = Deliveries.parse(await does('GET', `/api/portal/webhooks/${webhook}/deliveries`));
  const batch = await id('batchId', 'POST', '/api/batches', { name: `Batch of ${mark}` });
  const bytes = helloPage(`Document of ${mark}`);
  const sent = await sendDocument(site.baseUrl, key, bytes, { batch_id: batch, idempotency_key: `key-${mark}` });
  if (sent.normalized === null) throw new Error(`The document of an organization ended with ${sent.status}.`);
  const address = `invited-${mark}@person.example`;
  const nobodys = Object.fromEntries(NOT_MADE.map((kind) => [kind, randomUUID()]));
  return {
    ids: {
      ...z.object({ deletion: z.string(), paymentEvent: z.string(), passkey: z.string() }).parse(nobodys),
      submission: sent.submissionId,
      original: sent.original.sha256,
      output: sent.normalized.sha256,
      fingerprint: await fingerprintOf(does, sent.submissionId),
      batch,
      webhook,
      delivery: items[0]?.id ?? '',
      event: items[0]?.eventId ?? '',
      invitation: await id('invitationId', 'POST', '/api/portal/team/invite', { email: address, role: 'member' }),
      export: await id('exportId', 'POST', '/api/portal/data-export'),
      erasure: await id('erasureId', 'POST', '/api/portal/erasure', { contentHash: `sha256:${'0'.repeat(64)}` }),
    },
    document: { downloadUrl: sent.normalized.downloadUrl },
  };
}

/** The fingerprint of the first page of a document. */
async function fingerprintOf(
  does: (method: string, path: string) => Promise<unknown>,
  submissionId: string,
): Promise<string> {
  const { pages } = Pages.parse(await does('GET', `/api/submissions/${submissionId}/report`));
  return pages[0]?.fingerprint ?? '';
}

const Pages = z.object({ pages: z.array(z.object({ fingerprint: z.string() })) });

/**
 * Sends a document as a form and waits for its end.
 * @throws Error if the service rejects the request
 */
export async function sendDocument(
  baseUrl: string,
  key: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'document.pdf',
): Promise<Sent> {
  const sent = await submit(baseUrl, key, bytes, fields, name);
  if (sent instanceof Response) throw new Error(`A document was answered ${sent.status}: ${await sent.text()}`);
  return sent;
}

/** Sends a document and returns a rejection as it is. */
export async function submit(
  baseUrl: string,
  key: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'document.pdf',
): Promise<Sent | Response> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Buffer.from(bytes)]), name);
  const headers = { 'X-Api-Key': key };
  let answer = await ask(`${baseUrl}/api/normalize`, { method: 'POST', body: form, headers });
  while (answer.ok) {
    const sent = Sent.parse(await answer.json());
    if (sent.status !== 'PENDING' && sent.status !== 'IN_PROGRESS') return sent;
    await sleep(200);
    answer = await ask(`${baseUrl}/api/submissions/${sent.submissionId}`, { headers });
  }
  return answer;
}

export async function isReady(baseUrl: string): Promise<boolean> {
  return (await ask(`${baseUrl}/readyz`)).status === 200;
}
