/**
 * Callers that constantly send all kinds of requests and note the expected results, which are checked when the service
 * is idle.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#test/properties/mutations.ts';
import { sha256 } from '#tools/figures.ts';
import { type Answer, type Call, call, codeOf, describe, jsonOf, type Report } from './caller.ts';
import { isOutput, type Outcome, type Sample, type SampleName, type Samples } from './documents.ts';
import { type Part, pick } from './plan.ts';
import { portalCall, RETURN_URLS, type Tenant, type Tenants } from './tenants.ts';

export interface SentDocument {
  readonly submissionId: string;
  readonly organizationId: string;
  readonly outcome: Outcome;
  /** Whether the receiver gets a notice of its end. */
  readonly isTold: boolean;
}

export interface SentBatch {
  readonly batchId: string;
  readonly outcomes: readonly Outcome[];
}

/** The accepted requests since the start of the campaign. */
export interface Ledger {
  readonly documents: SentDocument[];
  readonly batches: SentBatch[];
  /** The addresses with an accepted invitation. */
  readonly invited: string[];
  /** The units of delivered comparisons, by organization. */
  readonly compared: Map<string, number>;
  /** The number of calls with an unknown result, as the service states. */
  unknown: number;
}

export interface Load {
  readonly ledger: Ledger;
  resume(): void;
  /** Resolves when every started call has its answer. */
  pause(): Promise<void>;
  /** Sends one additional document. For veraPDF the document declares PDF/A. */
  normalize(part: Part): Promise<void>;
  /** Makes a request that needs a part which ordinary requests rarely need. */
  use(part: Part): Promise<void>;
}

export interface LoadOptions {
  readonly url: string;
  readonly receiverUrl: string;
  readonly tenants: Tenants;
  readonly samples: Samples;
  readonly report: Report;
  readonly chance: Chance;
  readonly callers: number;
}

const MAX_PAUSE_MS = 500;
const BATCH = 3;
const LARGE_COPIES = 4;
/** The share of documents of plan Free, which allows a hundred documents, one at a time. */
const FREE_DOCUMENTS = 0.03;
const UNDER_WAY = new Set(['PENDING', 'IN_PROGRESS']);

export function startLoad(options: LoadOptions): Load {
  const ledger: Ledger = { documents: [], batches: [], invited: [], compared: new Map(), unknown: 0 };
  const caller = newCaller(options, ledger);
  let pausing = new AbortController();
  let lanes: Promise<void>[] = [];
  const lane = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await caller.act();
      await sleep(options.chance() * MAX_PAUSE_MS);
    }
  };
  return {
    ledger,
    resume() {
      pausing = new AbortController();
      lanes = Array.from({ length: options.callers }, () => lane(pausing.signal));
    },
    async pause() {
      pausing.abort();
      await Promise.all(lanes);
    },
    normalize: (part) => caller.normalize(part),
    use: (part) => caller.use(part),
  };
}

/** The mode of sending a document. */
interface Way {
  readonly form?: true;
  readonly prefer?: string;
  readonly stateless?: true;
  readonly batchId?: string;
  readonly tell?: true;
}

function newCaller({ url, receiverUrl, tenants, samples, report, chance }: LoadOptions, ledger: Ledger) {
  const { subscriber, growth, free } = tenants;
  const ask = (request: Call) => call(url, request, report);
  const oneOf = <Item>(...items: readonly [Item, ...Item[]]): Item => pick(items, chance()) ?? items[0];
  const aTenant = () => (chance() < FREE_DOCUMENTS ? free : oneOf(subscriber, growth));
  const good = () => samples[oneOf<SampleName>('hello', 'form', 'encrypted', 'damaged', 'invoice')];

  /** Sends a document until it is accepted, checks the answers and notes the expected result. */
  const send = async (tenant: Tenant, sample: Sample, way: Way): Promise<string | null> => {
    const copy = sample.name === 'large' ? String(Math.floor(chance() * LARGE_COPIES)) : randomUUID();
    const answer = await ask(documentCall(tenant, sample.copy(copy), way, receiverUrl));
    if (answer === null) return null;
    if (answer.status === 402 && tenant === free) return null;
    const submissionId = answer.headers.get('x-submission-id');
    if (submissionId === null || ![200, 202, 422].includes(answer.status)) {
      report(`${sample.name} sent ${JSON.stringify(way)} was answered ${describe(answer)}`);
      return null;
    }
    const problem = unlike(answer, sample.outcome, way);
    if (problem !== null) report(`${sample.name} sent ${JSON.stringify(way)}, ${submissionId}: ${problem}`);
    const isTold = way.tell === true || (answer.status === 202 && tenant === growth);
    ledger.documents.push({
      submissionId,
      organizationId: tenant.organizationId,
      outcome: sample.outcome,
      isTold: isTold && way.stateless !== true,
    });
    return submissionId;
  };

  const sendBatch = async (): Promise<void> => {
    const tenant = oneOf(subscriber, growth);
    const sent: Sample[] = Array.from({ length: BATCH }, () => oneOf(good(), good(), samples.signed, samples.broken));
    const body = { name: 'faults', webhook_url: receiverUrl, expected_total: BATCH };
    const headers = { ...keyOf(tenant), 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const answer = await ask({ method: 'POST', path: '/api/batches', headers, body: () => JSON.stringify(body) });
    if (!isMade(answer, 201, 'A batch')) return;
    const batchId = String(jsonOf(answer)['batchId']);
    const accepted = await Promise.all(
      sent.map((sample) => send(tenant, sample, { batchId, prefer: 'respond-async' })),
    );
    if (accepted.includes(null)) return;
    ledger.batches.push({ batchId, outcomes: sent.map(({ outcome }) => outcome) });
  };

  const compare = async (): Promise<void> => {
    const tenant = oneOf(subscriber, growth);
    const [a, b] = [good(), good()];
    const [before, after] = [a.copy('compared'), b.copy('compared')];
    const body = () => {
      const form = new FormData();
      form.append('file_a', pdf(before), 'a.pdf');
      form.append('file_b', pdf(after), 'b.pdf');
      return form;
    };
    const headers = { ...keyOf(tenant), 'Idempotency-Key': randomUUID() };
    const answer = await ask({ method: 'POST', path: '/api/compare', headers, body });
    if (!isMade(answer, 200, `Comparing ${a.name} with ${b.name}`)) return;
    ledger.compared.set(tenant.organizationId, (ledger.compared.get(tenant.organizationId) ?? 0) + 1);
  };

  const exportData = async (): Promise<void> => {
    isMade(await ask(await portalCall(free, '/api/portal/data-export', {})), 202, 'An export');
  };

  const invite = async (): Promise<void> => {
    const tenant = oneOf(subscriber, growth, free);
    const email = `${randomUUID()}@invited.example`;
    const answer = await ask(await portalCall(tenant, '/api/portal/team/invite', { email, role: 'member' }));
    if (answer?.status === 429) return;
    if (isMade(answer, 200, 'An invitation')) ledger.invited.push(email);
  };

  const visitProvider = async (): Promise<void> => {
    const requested = { tier: 'starter', interval: 'month', ...RETURN_URLS };
    isMade(await ask(await portalCall(free, '/api/billing/checkout-session', requested)), 200, 'A way to the provider');
  };

  const readArtifact = async (): Promise<void> => {
    const known = pick(ledger.documents, chance());
    if (known === undefined || known.outcome.outputs.length === 0) return;
    const tenant = [subscriber, growth, free].find(({ organizationId }) => organizationId === known.organizationId);
    const submission = await ask({
      path: `/api/submissions/${known.submissionId}?wait=20`,
      headers: keyOf(tenant ?? free),
    });
    // Stateless documents have no artifact.
    if (submission === null || jsonOf(submission)['status'] !== 'SUCCESS') return;
    const output: string = Object(jsonOf(submission)['normalized']).sha256;
    if (Object(jsonOf(submission)['links']).attestation === null) return;
    const answer = await ask({ path: `/api/artifacts/${output}`, headers: keyOf(tenant ?? free) });
    if (answer?.status === 404) return; // all documents with this content were stateless
    if (answer !== null && sha256(answer.body) !== output) {
      report(`The artifact of ${known.submissionId} is ${describe(answer)}`);
    }
  };

  /** Whether the requested thing exists. Reports any other answer unless the result is unknown. */
  const isMade = (answer: Answer | null, status: number, what: string): answer is Answer => {
    if (answer === null || answer.status === status) return answer !== null;
    if (codeOf(answer) === 'idempotency_outcome_unknown') ledger.unknown += 1;
    else report(`${what} was answered ${describe(answer)}`);
    return false;
  };

  const untilEnded = async (submissionId: string): Promise<void> => {
    for (;;) {
      const answer = await ask({ path: `/api/submissions/${submissionId}?wait=50`, headers: keyOf(growth) });
      if (answer === null || !UNDER_WAY.has(String(jsonOf(answer)['status']))) return;
    }
  };

  const normalize = async (part: Part): Promise<void> => {
    const submissionId = await send(growth, part === 'verapdf' ? samples.pdfa : samples.hello, { form: true });
    if (submissionId !== null) await untilEnded(submissionId);
  };

  const acts: readonly (readonly [number, () => Promise<unknown>])[] = [
    [20, () => send(aTenant(), good(), { form: true })],
    [16, () => send(aTenant(), good(), {})],
    [14, () => send(aTenant(), good(), { form: true, prefer: 'respond-async', tell: true })],
    [6, () => send(growth, samples.large, { prefer: oneOf('respond-async', 'wait=30') })],
    [6, sendBatch],
    [10, () => send(oneOf(subscriber, growth), oneOf(good(), good(), samples.broken), { stateless: true })],
    [4, () => send(aTenant(), samples.signed, { form: true, tell: true })],
    [4, () => send(aTenant(), samples.broken, {})],
    [6, () => send(oneOf(subscriber, growth), samples.pdfa, { form: true })],
    [4, compare],
    [1, exportData],
    [2, invite],
    [2, visitProvider],
    [5, readArtifact],
  ];
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  return {
    normalize,
    async use(part: Part): Promise<void> {
      if (part === 'mail') await invite();
      else if (part === 'payments') await visitProvider();
      else if (part === 'verapdf' || part === 'api') await normalize(part);
    },
    async act(): Promise<void> {
      let left = chance() * total;
      for (const [weight, act] of acts) {
        left -= weight;
        if (left < 0) return void (await act());
      }
    },
  };
}

function documentCall(tenant: Tenant, bytes: Uint8Array, way: Way, receiverUrl: string): Call {
  const headers = {
    ...keyOf(tenant),
    'Idempotency-Key': randomUUID(),
    ...(way.prefer !== undefined && { Prefer: way.prefer }),
    ...(way.stateless && { 'X-Stateless': 'true' }),
    ...(!way.form && { 'Content-Type': 'application/pdf' }),
  };
  const options = { ...(way.batchId && { batch_id: way.batchId }), ...(way.tell && { webhook_url: receiverUrl }) };
  if (!way.form) {
    const path = `/api/normalize?${new URLSearchParams(options).toString()}`;
    return { method: 'POST', path, headers, body: () => Buffer.from(bytes) };
  }
  const body = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(options)) form.append(name, value);
    form.append('file', pdf(bytes), 'document.pdf');
    return form;
  };
  return { method: 'POST', path: '/api/normalize', headers, body };
}

/** The fault in an answer; null for an answer without a result yet. */
function unlike(answer: Answer, outcome: Outcome, way: Way): string | null {
  if (answer.status === 202) return null;
  const isFile = answer.headers.get('content-type') === 'application/pdf';
  if (isFile) return isOutput(outcome, sha256(answer.body)) ? null : `its bytes are ${sha256(answer.body)}`;
  const body = jsonOf(answer);
  const submission = 'submission' in body ? Object(body['submission']) : body;
  if (!['SUCCESS', 'FAILED', 'REJECTED'].includes(String(submission.status))) return null;
  // The row of a document that was given up defines its result.
  if (submission.status !== outcome.status) return null;
  const found = submission.normalized?.sha256 ?? null;
  const wantsFile = !way.form && way.prefer !== 'respond-async';
  if (wantsFile && outcome.outputs.length > 0) return `no file came: ${describe(answer)}`;
  return isOutput(outcome, found) ? null : `its output is ${found}`;
}

function keyOf({ apiKey }: Tenant): Record<string, string> {
  return { 'X-Api-Key': apiKey };
}

function pdf(bytes: Uint8Array): Blob {
  return new Blob([Buffer.from(bytes)], { type: 'application/pdf' });
}
