/**
 * The client: `fetch` and nothing else, so it runs in Node, browsers and edge runtimes alike.
 *
 *     const service = fixpoint({ baseUrl: 'http://127.0.0.1:8080', apiKey });
 *     const { submissionId } = await service.normalize(pdf, { respondAsync: true });
 *     const { normalized } = await service.waitFor(submissionId, { signal: AbortSignal.timeout(60_000) });
 */
import type { Attestation, PublicJwk, Verification } from '../../src/domain/attestation.ts';
import type { NormalizeOptions } from '../../src/domain/pipeline.ts';
import type { Region } from '../../src/domain/region.ts';
import { errorOf, FixpointError } from './error.ts';
import type { Submission } from './submission.ts';

export type { Attestation, PublicJwk, Verification, VerificationReason } from '../../src/domain/attestation.ts';
export { canonicalJson } from '../../src/proof/verify/canonical-json.ts';
export { FixpointError } from './error.ts';
export type { Submission } from './submission.ts';
export { verifyAttestation, type VerifyOptions } from '../../src/proof/verify/verify.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
}

export interface NormalizeRequest extends Partial<NormalizeOptions> {
  readonly region?: Region;
  /** The id of your own record; lists can be filtered by it. */
  readonly clientReference?: string;
  /** Strings of your own, which come back in answers, lists and webhooks. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Come back at once, with a submission to wait for. */
  readonly respondAsync?: boolean;
  readonly signal?: AbortSignal;
}

/** What narrows a list of submissions, and the page that is meant: from 1, of 20 by default and 100 at most. */
export interface ListRequest {
  readonly status?: Submission['status'];
  readonly originalSha256?: string;
  readonly normalizedSha256?: string;
  readonly batchId?: string;
  readonly clientReference?: string;
  /** Normalized under this specification, `norm-1` for example. */
  readonly pipelineSpec?: string;
  readonly page?: number;
  readonly pageSize?: number;
}

/** Newest first. */
export interface SubmissionPage {
  readonly items: readonly Submission[];
  readonly page: number;
  readonly page_size: number;
  /** Of all pages together. */
  readonly total: number;
}

export interface WaitOptions {
  /** The wait lasts as long as the document where this is absent. */
  readonly signal?: AbortSignal;
}

export interface Fixpoint {
  /** The answer may be pending, for a large document or when asked for; then `waitFor` it. */
  normalize(pdf: Uint8Array | Blob, request?: NormalizeRequest): Promise<Submission>;
  submission(submissionId: string): Promise<Submission>;
  submissions(request?: ListRequest): Promise<SubmissionPage>;
  /** Resolves with the ended submission, whether SUCCESS, FAILED or REJECTED. Outages on the way are waited out. */
  waitFor(submissionId: string, options?: WaitOptions): Promise<Submission>;
  artifact(sha256: string): Promise<Uint8Array>;
  attestation(normalizedSha256: string): Promise<Attestation>;
  /** JWS in compact serialization. */
  certificate(normalizedSha256: string): Promise<string>;
  /** The service's own verdict; `verifyAttestation` gives one without the service. */
  verify(normalizedSha256: string): Promise<Verification>;
  keySet(): Promise<{ readonly keys: readonly PublicJwk[] }>;
}

export function fixpoint(options: ClientOptions): Fixpoint {
  const request = requester(options);
  const json = async (path: string, init?: RequestInit) => parsed(await request(path, init));
  return {
    normalize: (pdf, wishes = {}) => json('/api/normalize', normalizeInit(pdf, wishes)),
    submission: (id) => json(`/api/submissions/${id}`),
    submissions: (wishes = {}) => json(`/api/submissions?${listQuery(wishes)}`),
    waitFor: (id, { signal } = {}) => poll(() => request(`/api/submissions/${id}`, withSignal(signal)), signal),
    artifact: async (sha256) => new Uint8Array(await (await request(`/api/artifacts/${sha256}`)).arrayBuffer()),
    attestation: (sha256) => json(`/api/attestations/${sha256}`),
    certificate: async (sha256) => (await request(`/api/certificates/${sha256}`)).text(),
    verify: (sha256) => json(`/api/verify/${sha256}`),
    keySet: () => json('/.well-known/attestation-keys.json'),
  };
}

/** The service's word is taken for the shape of its answers. */
async function parsed(response: Response) {
  return JSON.parse(await response.text());
}

type Request = (path: string, init?: RequestInit) => Promise<Response>;

function requester({ baseUrl, apiKey, fetch: send = fetch }: ClientOptions): Request {
  const base = baseUrl.replace(/\/+$/, '');
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('X-Api-Key', apiKey);
    const response = await send(base + path, { ...init, headers });
    if (!response.ok) throw await errorOf(response);
    return response;
  };
}

function listQuery(wishes: ListRequest): URLSearchParams {
  const query = new URLSearchParams();
  const parameters = {
    status: wishes.status,
    original_sha256: wishes.originalSha256,
    normalized_sha256: wishes.normalizedSha256,
    batch_id: wishes.batchId,
    client_reference: wishes.clientReference,
    pipeline_spec: wishes.pipelineSpec,
    page: wishes.page,
    page_size: wishes.pageSize,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, String(value));
  return query;
}

function normalizeInit(pdf: Uint8Array | Blob, wishes: NormalizeRequest): RequestInit {
  const form = new FormData();
  const fields = {
    linearize: wishes.linearize,
    remove_annotations: wishes.removeAnnotations,
    signed_pdf_policy: wishes.signedPdfPolicy,
    pdfa_policy: wishes.pdfaPolicy,
    missing_glyph_policy: wishes.missingGlyphPolicy,
    embedded_files_policy: wishes.embeddedFilesPolicy,
    region: wishes.region,
    client_reference: wishes.clientReference,
    metadata: wishes.metadata && JSON.stringify(wishes.metadata),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  const file = pdf instanceof Blob ? pdf : new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
  form.append('file', file, 'document.pdf');
  return {
    method: 'POST',
    body: form,
    ...(wishes.respondAsync && { headers: { Prefer: 'respond-async' } }),
    ...withSignal(wishes.signal),
  };
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal ? { signal } : {};
}

const POLL_SECONDS = 1;

async function poll(ask: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Submission> {
  for (;;) {
    const answer = await ask().catch(retryLater);
    if (answer !== null) {
      const submission: Submission = await parsed(answer);
      if (submission.status !== 'PENDING' && submission.status !== 'IN_PROGRESS') return submission;
    }
    await pause(secondsToWait(answer) * 1000, signal);
  }
}

/** A proxy may write a date there: that is as good as nothing. */
function secondsToWait(answer: Response | null): number {
  const asked = answer?.headers.get('Retry-After') ?? '';
  return /^\d{1,4}$/.test(asked) ? Number(asked) : POLL_SECONDS;
}

function retryLater(error: unknown): null {
  if (error instanceof FixpointError && error.retryable) return null;
  throw error;
}

async function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  // Node 20 does not have `Promise.withResolvers`.
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal?.addEventListener('abort', end);
  });
}
