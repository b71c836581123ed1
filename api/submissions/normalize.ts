/** POST /api/normalize: takes a PDF in, and answers with the result when it comes soon enough. */
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { type Accepted, acceptanceStore } from '#store/submissions/acceptance.ts';
import { batchStore } from '#store/submissions/batches.ts';
import { referenceStore } from '#store/objects/references.ts';
import { restorationStore } from '#store/submissions/restoration.ts';
import { isTerminal, type SubmissionRecord, submissionStore } from '#store/submissions/submissions.ts';
import { type AcceptedPdf, acceptPdf, type NormalizeRequest } from './accept.ts';
import { type ArtifactReader, sendPdf } from './artifacts.ts';
import type { Admission } from '#api/admission/admission.ts';
import { disposeAtEnd } from '#api/http/disconnect-signal.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import type { Caller } from '#api/auth/caller.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { streamed } from '#api/http/body.ts';
import { DIGESTS } from '#api/http/checks/digests.ts';
import { PipelineSpecHeaders, requirePipelineSpec, requireSpecOfAnswer } from '#api/http/checks/pipeline-spec.ts';
import { attempt, fault, faulty, together } from '#api/http/faults.ts';
import { type Context, type Field, queryFields } from '#api/http/http.ts';
import { IDEMPOTENT_HEADERS, optional, PDF_HEADERS, POLL_HEADERS, QUOTA_HEADERS } from '#api/http/headers.ts';
import type { Headers } from '#api/operation.ts';
import { NormalizeResponse } from '#src/contract/submissions.ts';
import { readableReport } from '#src/bodies/readable.ts';
import { file } from '#src/contract/values.ts';
import { IdempotencyHeaders, oneKey, readIdempotencyHeader } from '#api/idempotency/key.ts';
import { normalizeResponse, notNormalized } from './normalize-response.ts';
import {
  chooseRegion,
  DescribedFields,
  DescribedQuery,
  type OptionRules,
  readOptions,
  type RequestedOptions,
} from './options.ts';
import { readPrefer, type Preferences } from '#api/http/prefer.ts';
import { MAX_WAIT_SECONDS, POLL_SECONDS, waitForOutcome } from './wait-for-outcome.ts';
import { answerStateless, refuseStatelessConflicts, StatelessHeader } from './stateless.ts';
import { receivePdf, uploadForm, type ReceivedPdf, type UploadForm } from '#api/http/upload.ts';
import type { Settings } from '#api/settings.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const NormalizeForm = z.object({ file: file.describe('The PDF.'), ...DescribedFields.shape });

const NormalizeHeaders = z.object({
  Prefer: z
    .string()
    .optional()
    .transform((text) => readPrefer(text ?? ''))
    .describe('`respond-async`, or `wait=N` with N seconds (RFC 7240).'),
  ...IdempotencyHeaders.shape,
  'X-Stateless': StatelessHeader,
  ...PipelineSpecHeaders.shape,
  ...DIGESTS.shape,
});

const response = { 'application/json': NormalizeResponse };

/** Headers of every answer after the submission exists, also of a problem. */
const MADE_HEADERS: Headers = {
  'X-Submission-Id': { description: 'The address of the new submission.', schema: z.uuid() },
  'Preference-Applied': { description: 'The preference that the service followed (RFC 7240, 3).', schema: z.string() },
  ...IDEMPOTENT_HEADERS,
  ...QUOTA_HEADERS,
};

const endpoints = [
  endpoint({
    method: 'post',
    path: '/api/normalize',
    id: 'normalizeDocument',
    tag: 'Normalization',
    summary: 'Normalizes a PDF',
    description:
      'A form has the options as fields. A raw body has them as query parameters of the same names. A form may have query parameters too, if no field contradicts them. The answer to a form is JSON, and the answer to a raw body is the PDF. A generated client that reads every answer as JSON sends a form.',
    access: withKeyOrSignIn({ scopes: ['normalize'], action: 'documents.write' }),
    query: DescribedQuery,
    isQueryOfHandler: true,
    isIdempotencyOfHandler: true,
    headers: NormalizeHeaders,
    body: streamed({ 'multipart/form-data': NormalizeForm, 'application/pdf': file }),
    answers: [
      {
        status: 200,
        description: 'The result. A raw body gets the PDF, as does a stateless request whose `Accept` asks for it.',
        content: { ...response, 'application/pdf': file },
        headers: { ...MADE_HEADERS, ...optional(PDF_HEADERS) },
      },
      {
        status: 202,
        description: 'The service accepted the document. The result comes later.',
        content: response,
        headers: { ...POLL_HEADERS, ...MADE_HEADERS },
      },
    ],
    problems: [
      'malformed_upload',
      'body_incomplete',
      'not_a_pdf',
      'pipeline_spec_unavailable',
      'invalid_region',
      'region_not_allowed',
      'invalid_webhook_url',
      'batch_not_found',
      'not_found',
      'stateless_conflict',
      'idempotency_key_conflict',
      'quota_exceeded',
      'quota_reserved',
      'payment_past_due',
      'batch_closed',
      'idempotency_key_reused',
      'abnormal_usage',
      'too_many_at_once',
      'upload_stalled',
      'file_too_large',
      'unsupported_media_type',
      'document_rejected',
      'document_failed',
      'processing_timeout',
    ],
    problemHeaders: MADE_HEADERS,
    async handle({ ctx, caller, headers }, deps: Deps) {
      requirePipelineSpec(headers['Pipeline-Spec']);
      const head = await readHead(ctx, headers, caller, deps);
      if (head.stateless) return await normalizeStateless(ctx, caller, head, deps);
      const { record, replayed, delayed } = await accept(ctx, caller, head, deps);
      if (replayed) requireSpecOfAnswer(headers['Pipeline-Spec'], record.report?.normalized);
      const wantedMs = delayed ? 0 : waitTime(head.prefer, record.sizeBytes, deps.settings);
      const waitMs = wantedMs > 0 && mayWait(ctx, caller, deps.admission) ? wantedMs : 0;
      return await respond(ctx, head, { record: await outcome(record, waitMs, deps), replayed }, deps);
    },
  }),
];

function depsOf({ database, artifacts, temporal, admission, settings, log }: Services) {
  return {
    acceptance: acceptanceStore(database),
    submissions: submissionStore(database),
    batches: batchStore(database),
    references: referenceStore(database),
    restoration: restorationStore(database),
    artifacts,
    temporal,
    admission,
    settings,
    log,
  };
}

export const normalizationFeature = feature(depsOf, endpoints);

/** Checks that need no byte of the document. */
interface Head {
  readonly form: UploadForm;
  readonly prefer: Preferences;
  readonly stateless: boolean;
  readonly idempotencyKey: string | null;
  /** The query, which may have options of a form too. */
  readonly query: readonly Field[];
  /** The options of a raw body; null for a form, whose fields are still to come. */
  readonly requested: RequestedOptions | null;
}

async function readHead(
  ctx: Context,
  headers: z.output<typeof NormalizeHeaders>,
  caller: Caller,
  deps: Deps,
): Promise<Head> {
  const form = uploadForm(ctx);
  const query = queryFields(ctx);
  const [inQuery, idempotencyKey] = await together([
    readOptions(query, 'query', rulesFor(caller, deps)),
    attempt(() => readIdempotencyHeader(ctx)),
  ]);
  const head = {
    form,
    query,
    prefer: headers.Prefer,
    stateless: headers['X-Stateless'],
    idempotencyKey,
    requested: form === 'raw' ? inQuery : null,
  };
  if (head.stateless) refuseStatelessConflicts(head.prefer, head.requested?.webhookUrl ?? null);
  if (head.requested) optionsOf(head, head.requested, caller, deps.settings);
  return head;
}

/** Combines header and options, and refuses what contradicts between them. */
function optionsOf(
  { idempotencyKey, stateless, prefer }: Head,
  requested: RequestedOptions,
  { organization }: Caller,
  { homeRegion }: Settings,
): Requested {
  if (stateless) refuseStatelessConflicts(prefer, requested.webhookUrl);
  return {
    requested,
    stateless,
    region: chooseRegion(requested.region, organization, homeRegion),
    idempotencyKey: oneKey(idempotencyKey, requested.idempotencyKey),
  };
}

/** The request without the facts that only the file has. */
type Requested = Omit<NormalizeRequest, 'waits'>;

function receive(ctx: Context, head: Head, caller: Caller, deps: Deps): Promise<ReceivedPdf<Requested>> {
  return receivePdf(ctx, head.form, { caller, ...deps }, (fields) => readRequested(head, fields, caller, deps));
}

async function readRequested(head: Head, fields: readonly Field[], caller: Caller, deps: Deps): Promise<Requested> {
  if (head.requested) return optionsOf(head, head.requested, caller, deps.settings);
  const inForm = new Map(fields.map(({ name, value }) => [name, value]));
  const onlyInQuery = head.query.filter(({ name }) => !inForm.has(name));
  const [requested] = await together([
    readOptions([...fields, ...onlyInQuery], 'form', rulesFor(caller, deps)),
    attempt(() => refuseContradictions(head.query, inForm)),
  ]);
  return optionsOf(head, requested, caller, deps.settings);
}

function rulesFor({ organization, organizationId }: Caller, { settings, batches }: Deps): OptionRules {
  return {
    receivers: settings.receivers,
    allowedRegions: organization.allowedRegions,
    hasBatch: async (batchId) => (await batches.find(organizationId, batchId)) !== null,
  };
}

/** A value in the form and the query must be the same in both. */
function refuseContradictions(query: readonly Field[], inForm: ReadonlyMap<string, string>): void {
  const contradicted = query.filter(({ name, value }) => (inForm.get(name) ?? value) !== value);
  if (contradicted.length === 0) return;
  throw faulty(
    contradicted.map(({ name }) =>
      fault('form', name, 'conflict', `${name} says one thing in the form and another in the query: give it once`),
    ),
  );
}

/** The spool file is gone when this returns: the wait that follows may be long. */
async function accept(ctx: Context, caller: Caller, head: Head, deps: Deps): Promise<AcceptedPdf> {
  await using pdf = await receive(ctx, head, caller, deps);
  const waits = waitTime(head.prefer, pdf.sizeBytes, deps.settings) > 0;
  return await acceptPdf(ctx, caller, pdf, { ...pdf.requested, waits }, deps);
}

/** The spool file is the input: it stays until the answer is made. */
async function normalizeStateless(ctx: Context, caller: Caller, head: Head, deps: Deps): Promise<void> {
  const lease = deps.admission.hold(ctx, caller, 'statelessDocuments');
  try {
    await using pdf = await receive(ctx, head, caller, deps);
    const accepted = await acceptPdf(ctx, caller, pdf, { ...pdf.requested, waits: true }, deps);
    await answerStateless(ctx, { form: head.form, pdf, ...accepted }, deps);
  } finally {
    // The output lies on the disk until the caller has read it.
    disposeAtEnd(ctx, lease);
  }
}

/**
 * A caller beyond a share gets the answer at once instead of a refusal, because the service has accepted the document.
 */
function mayWait(ctx: Context, caller: Caller, admission: Admission): boolean {
  try {
    disposeAtEnd(ctx, admission.hold(ctx, caller, 'waits'));
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx.remove('Retry-After');
    return false;
  }
}

function waitTime(prefer: Preferences, sizeBytes: number, settings: Settings): number {
  if (prefer.respondAsync) return 0;
  if (prefer.waitSeconds !== null) return Math.min(prefer.waitSeconds, MAX_WAIT_SECONDS) * 1000;
  return sizeBytes <= settings.syncMaxBytes ? settings.syncTimeoutMs : 0;
}

/**
 * Returns the record after its end or at the end of the waiting time. In the second case the endpoints of the
 * organization get the event.
 */
async function outcome(
  record: SubmissionRecord,
  waitMs: number,
  { acceptance, submissions, temporal }: Deps,
): Promise<SubmissionRecord> {
  const { organizationId, submissionId } = record;
  const settled = await waitForOutcome(record, waitMs, submissions, temporal);
  if (settled && isTerminal(settled)) return settled;
  if (settled && (settled.asynchronous || (await acceptance.becomeAsynchronous(organizationId, submissionId)))) {
    return settled;
  }
  // It has ended in this very moment, or is gone.
  const ended = await submissions.find(organizationId, submissionId);
  if (ended) return ended;
  throw new ServiceError('service_unavailable', 'The document was not processed; please send it again.');
}

async function respond(
  ctx: Context,
  { form, prefer }: Head,
  { record, replayed }: Pick<Accepted, 'record' | 'replayed'>,
  reader: ArtifactReader,
): Promise<void> {
  ctx.set('X-Submission-Id', record.submissionId);
  ctx.state.submissionId = record.submissionId;
  const isResult = isTerminal(record) && (!prefer.respondAsync || replayed);
  if (prefer.respondAsync) {
    if (!isResult) ctx.set('Preference-Applied', 'respond-async');
  } else if (prefer.waitSeconds !== null) {
    ctx.set('Preference-Applied', `wait=${Math.min(prefer.waitSeconds, MAX_WAIT_SECONDS)}`);
  }
  if (isResult && form === 'raw' && !prefer.respondAsync) return answerRaw(ctx, record, reader);
  if (!isResult) {
    ctx.status = 202;
    ctx.set('Location', `/api/submissions/${record.submissionId}`);
    ctx.set('Retry-After', String(POLL_SECONDS));
  }
  ctx.body = await normalizeResponse(record, reader);
}

/** A caller who sent a PDF gets a PDF or a problem, never JSON that ends up in a `.pdf`. */
async function answerRaw(ctx: Context, record: SubmissionRecord, reader: ArtifactReader): Promise<void> {
  const { organizationId, region, outputFolder: folder } = record;
  const output = readableReport(record, reader.log)?.normalized;
  if (output) return sendPdf(ctx, reader, { ...output, organizationId, region, folder });
  throw notNormalized(record, await normalizeResponse(record, reader));
}
