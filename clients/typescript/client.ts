/** The client itself, without the code that verifies. */
import type { Attestation, PublicJwk, Verification } from '../../src/domain/attestation.ts';
import type { NormalizeOptions } from '../../src/domain/pipeline.ts';
import type { Region } from '../../src/domain/region.ts';
import type { Api, Lists } from './generated/api.ts';
import type { StructuralDiffReport } from './generated/models.ts';
import { OPERATIONS } from './generated/operations.ts';
import { jsonOf } from './error.ts';
import { apiOf, listsOf } from './operation.ts';
import type { Submission } from './submission.ts';
import { type CallOptions, type ClientOptions, type Transport, transport } from './transport.ts';
import { formBody, type OnProgress, type Part, type PdfSource } from './upload.ts';
import { follow, type SubmissionEvent, waitFor, type WaitOptions } from './wait.ts';

export { FixpointError } from './error.ts';

export interface NormalizeRequest extends Partial<NormalizeOptions>, CallOptions {
  readonly region?: Region;
  /** The id of your own record; lists can be filtered by it. */
  readonly clientReference?: string;
  /** Strings of your own, which come back in answers, lists and webhooks. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The batch that it belongs to. */
  readonly batchId?: string;
  /** An HTTPS address that is told of the end of this submission. */
  readonly webhookUrl?: string;
  /** Come back at once, with a submission to wait for. */
  readonly respondAsync?: boolean;
  /** Nothing but metadata is kept; the output is the `data:` link in `normalized.downloadUrl`. */
  readonly stateless?: boolean;
  /** Is told how much of the document has been sent. */
  readonly onProgress?: OnProgress;
}

export interface CompareRequest extends CallOptions {
  /** Whether both are normalized before they are compared; two units then. */
  readonly normalizeFirst?: boolean;
  readonly onProgress?: OnProgress;
}

/** The filters of a list of submissions, and its page: pages count from 1 and have 20 entries by default, 100 at most. */
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
  /** The sum over all pages. */
  readonly total: number;
}

export interface Fixpoint {
  /** The answer may be pending, for a large document or when asked for; then `waitFor` it. */
  normalize(pdf: PdfSource, request?: NormalizeRequest): Promise<Submission>;
  /** The differences between two documents. */
  compare(before: PdfSource, after: PdfSource, request?: CompareRequest): Promise<StructuralDiffReport>;
  submission(submissionId: string): Promise<Submission>;
  submissions(request?: ListRequest): Promise<SubmissionPage>;
  /** Resolves with the ended submission, whether SUCCESS, FAILED or REJECTED. Outages on the way are waited out. */
  waitFor(submissionId: string, options?: WaitOptions): Promise<Submission>;
  /** Tells of each stage as it begins and ends, and then of the end. */
  progress(submissionId: string, options?: WaitOptions): AsyncGenerator<SubmissionEvent, void, undefined>;
  artifact(sha256: string): Promise<Uint8Array>;
  /** Of one original, by its SHA-256, where several may have the same output; without it the newest one. */
  attestation(normalizedSha256: string, original?: string): Promise<Attestation>;
  /** JWS in compact serialization. */
  certificate(normalizedSha256: string, original?: string): Promise<string>;
  /** The service's own verdict; `verifyAttestation` gives one without the service. */
  verify(normalizedSha256: string, original?: string): Promise<Verification>;
  keySet(): Promise<{ readonly keys: readonly PublicJwk[] }>;
  /** Every other operation of the API, by its name in `/openapi.json`. */
  readonly api: Api;
  /** Its lists, item by item over all pages. */
  readonly all: Lists;
  /** The answer itself, for what is to be read as a stream: credentials, retries and refusals are as everywhere. */
  request(method: string, path: string, init?: RawRequest): Promise<Response>;
}

export interface RawRequest extends CallOptions {
  readonly body?: string | Blob | FormData;
}

export function fixpoint(options: ClientOptions): Fixpoint {
  const service = transport(options);
  const api = apiOf(service);
  // The service's word is taken for the shape of its answers.
  const json = <Answer>(path: string): Promise<Answer> =>
    service.send({ method: 'GET', path, credentials: 'any' }, undefined, jsonOf<Answer>);
  return {
    normalize: (pdf, requested = {}) => sendForm(service, options, normalizeForm(pdf, requested), requested),
    compare: (before, after, requested = {}) =>
      sendForm(service, options, compareForm(before, after, requested), requested),
    submission: (id) => json(`/api/submissions/${encodeURIComponent(id)}`),
    submissions: (requested = {}) => json(`/api/submissions?${listQuery(requested).toString()}`),
    waitFor: (id, wait = {}) => waitFor(service, id, wait),
    progress: (id, wait = {}) => follow(service, id, wait),
    artifact: (hash) => api.getArtifact({ hash }),
    attestation: (hash, original) => json(`/api/attestations/${proofOf(hash, original)}`),
    certificate: (hash, original) => api.getCertificate({ hash, ...(original !== undefined && { original }) }),
    verify: (hash, original) => json(`/api/verify/${proofOf(hash, original)}`),
    keySet: () => api.getKeySet(),
    api,
    all: listsOf(service),
    request: (method, path, { body, ...call } = {}) =>
      service.send(
        {
          method,
          path,
          credentials: 'any',
          takesKey: call.idempotencyKey !== undefined,
          ...(body !== undefined && { body: { isRepeatable: true, open: async () => ({ body }) } }),
        },
        call,
        async (response) => response,
      ),
  };
}

function proofOf(hash: string, original: string | undefined): string {
  const query = original === undefined ? '' : `?original=${encodeURIComponent(original)}`;
  return encodeURIComponent(hash) + query;
}

function listQuery(requested: ListRequest): URLSearchParams {
  const spelled: Readonly<Record<string, string>> = OPERATIONS.listSubmissions.query;
  const given = Object.entries({ page: 1, ...requested }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [spelled[name] ?? name, String(value)]));
}

interface Form {
  readonly path: string;
  readonly fields: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly parts: readonly Part[];
  readonly headers?: Readonly<Record<string, string>>;
}

function normalizeForm(source: PdfSource, requested: NormalizeRequest): Form {
  return {
    path: '/api/normalize',
    parts: [{ name: 'file', source }],
    headers: {
      ...(requested.respondAsync && { Prefer: 'respond-async' }),
      ...(requested.stateless && { 'X-Stateless': 'true' }),
    },
    fields: {
      linearize: requested.linearize,
      remove_annotations: requested.removeAnnotations,
      signed_pdf_policy: requested.signedPdfPolicy,
      pdfa_policy: requested.pdfaPolicy,
      missing_glyph_policy: requested.missingGlyphPolicy,
      embedded_files_policy: requested.embeddedFilesPolicy,
      region: requested.region,
      webhook_url: requested.webhookUrl,
      client_reference: requested.clientReference,
      batch_id: requested.batchId,
      metadata: requested.metadata && JSON.stringify(requested.metadata),
    },
  };
}

function compareForm(before: PdfSource, after: PdfSource, { normalizeFirst }: CompareRequest): Form {
  return {
    path: '/api/compare',
    parts: [
      { name: 'file_a', source: before },
      { name: 'file_b', source: after },
    ],
    fields: { normalize_first: normalizeFirst },
  };
}

async function sendForm<Result>(
  service: Transport,
  client: ClientOptions,
  { path, fields, parts, headers = {} }: Form,
  requested: CallOptions & { readonly onProgress?: OnProgress },
): Promise<Result> {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const body = await formBody(Object.fromEntries(given), parts, requested.onProgress, client.fetch !== undefined);
  // The service's word is taken for the shape of its answers.
  const read = jsonOf<Result>;
  return service.send({ method: 'POST', path, credentials: 'any', takesKey: true, headers, body }, requested, read);
}
