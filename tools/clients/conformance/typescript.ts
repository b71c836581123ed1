/** The runner of the TypeScript client: it runs the steps of a case and returns their results. */
import { createReadStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  type Fixpoint,
  fixpoint,
  FixpointError,
  type PdfSource,
  type Progress,
  verifyAttestation,
  verifyWebhook,
  WebhookVerificationError,
} from '#clients/typescript/index.ts';
import { verifyTimestamp } from '#clients/typescript/timestamp.ts';
import { sha256 } from '#tools/figures.ts';
import type { Outcome, Run } from './cases.ts';
import { at } from './judge.ts';

export async function runInTypeScript({
  client,
  baseUrl,
  apiKey,
  accessToken,
  steps,
  documents,
}: Run): Promise<Outcome> {
  const service = fixpoint({
    baseUrl,
    ...client,
    retryDelayMs: 10,
    ...(apiKey !== null && { apiKey }),
    ...(accessToken !== null && { accessToken }),
  });
  const results: unknown[] = [];
  try {
    for (const step of steps) {
      const done = await DO[step.do]?.(service, resolved(step, results), documents);
      results.push(done instanceof Uint8Array ? bytesOf(done) : done);
    }
    return { results, error: null };
  } catch (error) {
    return { results, error: errorOf(error) };
  }
}

/** Replaces references to earlier steps by their results. */
function resolved(value: unknown, results: readonly unknown[]): unknown {
  if (typeof value === 'string') return /^\$\d/.test(value) ? at(value, results) : value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, results)]));
}

function bytesOf(bytes: Uint8Array) {
  return { sha256: sha256(bytes), sizeBytes: bytes.length };
}

function errorOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof WebhookVerificationError) return { code: error.reason };
  if (!(error instanceof FixpointError)) throw error;
  const { code, status, retryable, requestId, docsUrl, errors, retryAfterSeconds } = error;
  return {
    code,
    status,
    retryable,
    retryAfterSeconds,
    hasRequestId: requestId !== null,
    docsPath: docsUrl && new URL(docsUrl).pathname,
    fields: errors.map(({ name }) => name),
  };
}

type Documents = Run['documents'];
/** The steps are data from the list. */
type Data = ReturnType<typeof JSON.parse>;
type Doing = (service: Fixpoint, step: Data, documents: Documents) => Promise<unknown>;

const DO: Readonly<Record<string, Doing>> = {
  async normalize(service, { document, how = 'bytes', options, progress = false }, documents) {
    const told: Progress[] = [];
    const requested = { ...options, ...(progress && { onProgress: (one: Progress) => told.push(one) }) };
    const submission = await service.normalize(await sourceOf(documents[document] ?? '', how), requested);
    const last = told.at(-1);
    return {
      ...submission,
      ...(progress && {
        progress: {
          sentAll: last?.sentBytes === submission.original.sizeBytes,
          total: last?.totalBytes === submission.original.sizeBytes ? 'known' : 'unknown',
        },
      }),
    };
  },
  compare: async (service, { before, after }, documents) =>
    service.compare(documents[before] ?? '', documents[after] ?? ''),
  waitFor: async (service, { id }) => service.waitFor(id),
  artifact: async (service, { hash }) => service.artifact(hash),
  call: async ({ api }, { operation, input }) => (api as Data)[operation](input),
  async items({ all }, { operation, input }) {
    const items: unknown[] = [];
    for await (const item of (all as Data)[operation](input)) items.push(item);
    return { count: items.length, first: items[0] };
  },
  async progress(service, { id }) {
    const events: { event: string; data: Data }[] = [];
    for await (const event of service.progress(id)) events.push(event);
    const last = events.at(-1);
    const texts = events.map((event) => JSON.stringify(event));
    return { last: last?.event, status: last?.data.status, once: new Set(texts).size === texts.length };
  },
  async verifyAttestation(_service, { attestation, keySet, pdf, original, change }) {
    const changed = structuredClone(attestation);
    if (change) changed[change[0]][change[1]] = change[2];
    return verifyAttestation(changed, keySet, { ...(pdf && { pdf }), ...(original && { original }) });
  },
  async verifyTimestamp(_service, { attestation, authorities, keySet, change }) {
    const changed = structuredClone(attestation);
    if (change) changed[change[0]][change[1]] = change[2];
    return verifyTimestamp(changed, { authorities, keySet });
  },
  verifyWebhook: async (_service, { body, headers, secrets, now }) =>
    verifyWebhook(body, headers, secrets, { now: new Date(now * 1000) }),
};

async function sourceOf(path: string, how: string): Promise<PdfSource> {
  if (how === 'path') return path;
  if (how === 'file') return openAsBlob(path);
  if (how === 'stream') return createReadStream(path);
  if (how === 'opener') return () => createReadStream(path);
  return readFile(path);
}
