/**
 * Stateless mode (`X-Stateless: true`): the host's own queue processes the document, and nothing of it stays. Input
 * and output are in the spool directory while the caller waits. Only the row is stored.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '#domain/problem-codes.ts';
import type { NormalizedFacts } from '#domain/report.ts';
import { inputOf, spooledOutputName, STATELESS_TIMEOUT_MS, type SubmissionInput } from '#domain/submission.ts';
import type { NormalizeResponse } from '#src/bodies/normalize-response.ts';
import type { AlarmLog } from '#src/bodies/readable.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { isPassing, isTerminal, type SubmissionRecord, type SubmissionStore } from '#store/submissions/submissions.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { describePdf } from './artifacts.ts';
import { Flag } from '#api/http/fields.ts';
import { disconnectSignal } from '#api/http/disconnect-signal.ts';
import type { Context } from '#api/http/http.ts';
import { normalizeResponse, notNormalized } from './normalize-response.ts';
import type { Preferences } from '#api/http/prefer.ts';
import { unlessOutage } from './wait-for-outcome.ts';
import type { SpooledPdf } from '#api/http/spool.ts';
import type { UploadForm } from '#api/http/upload.ts';
import type { Settings } from '#api/settings.ts';

interface Deps {
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly temporal: TemporalClient;
  readonly log: AlarmLog;
  readonly settings: Pick<Settings, 'spoolDir' | 'statelessQueue' | 'statelessTimeoutMs'>;
}

/** The interval between reads of the row of a waiting submission. */
const POLL_MS = 250;

export const StatelessHeader = Flag.default(false).describe('The service stores only metadata.');

/** No later notification is possible, because nothing is stored. */
export function refuseStatelessConflicts({ respondAsync }: Preferences, webhookUrl: string | null): void {
  const conflict = respondAsync ? 'Prefer: respond-async' : webhookUrl === null ? null : 'webhook_url';
  if (conflict === null) return;
  throw new ServiceError('stateless_conflict', `X-Stateless and ${conflict} exclude each other.`);
}

export interface StatelessRequest {
  readonly form: UploadForm;
  /** Still spooled: the caller of `answerStateless` removes it afterwards. */
  readonly pdf: SpooledPdf;
  /** Accepted with `stateless: true`, and not started: that happens here, as soon as it has its place. */
  readonly record: SubmissionRecord;
  /** The record is of an earlier request with the same idempotency key: the bytes are made again, nothing else is. */
  readonly replayed: boolean;
}

/** Carries the submission to its end while the caller waits, and answers; the output file is gone when this returns. */
export async function answerStateless(ctx: Context, request: StatelessRequest, deps: Deps): Promise<void> {
  const { spoolDir, statelessTimeoutMs = STATELESS_TIMEOUT_MS } = deps.settings;
  const output = outputPathOf(request.pdf, spoolDir);
  using disconnect = disconnectSignal(ctx);
  const late = AbortSignal.timeout(statelessTimeoutMs);
  try {
    const record = await carry(request, AbortSignal.any([disconnect.signal, late]), deps);
    await answer(ctx, request.form, record, output, deps);
  } finally {
    await rm(output, { force: true });
  }
}

function outputPathOf({ path }: SpooledPdf, spoolDir: string): string {
  const name = spooledOutputName(basename(path));
  if (name === null) throw new Error('This is not the name of a spooled input.');
  return join(spoolDir, name);
}

/** The submission after its end, with its output in the spool directory when there is one. */
async function carry(request: StatelessRequest, signal: AbortSignal, deps: Deps): Promise<SubmissionRecord> {
  const { pdf, replayed } = request;
  const isReady = replayed ? isTerminal : isGranted;
  const record = await until(isReady, request.record, signal, deps.submissions);
  if (record === null) throw await outOfTime(request, deps);
  // The request whose document this is was cut off or met an outage: the key is free again, and the document was not read.
  if (replayed && isPassing(record)) throw interrupted();
  if (isTerminal(record) && record.status !== 'SUCCESS') return record;

  const spooled = { name: basename(pdf.path), repeats: replayed };
  if ((await run({ ...inputOf(record), spooled }, signal, deps)) === null) throw await outOfTime(request, deps);
  const ended = await look(record, signal, deps.submissions);
  if (ended && isTerminal(ended)) return ended;
  throw interrupted();
}

function interrupted(): ServiceError {
  return new ServiceError('service_unavailable', 'Processing was interrupted; please send the document again.');
}

function isGranted({ grantedAt }: SubmissionRecord): boolean {
  return grantedAt !== null;
}

/**
 * The end of another submission grants or ends this one, and the row says so. Returns null when the signal comes
 * first.
 */
async function until(
  isReady: (record: SubmissionRecord) => boolean,
  first: SubmissionRecord,
  signal: AbortSignal,
  submissions: SubmissionStore,
): Promise<SubmissionRecord | null> {
  for (let record: SubmissionRecord | null = first; record !== null;) {
    if (isReady(record)) return record;
    await delay(POLL_MS, null, { signal }).catch(() => null);
    if (signal.aborted) return null;
    record = await look(first, signal, submissions);
  }
  return null;
}

/**
 * Reads the record once the database answers, because an outage must not lose an accepted document. Returns null when
 * the row is gone.
 */
async function look(
  { organizationId, submissionId }: SubmissionRecord,
  signal: AbortSignal,
  submissions: SubmissionStore,
): Promise<SubmissionRecord | null> {
  for (;;) {
    const seen = await submissions.find(organizationId, submissionId).catch(unlessOutage);
    if (seen !== 'unknown') return seen;
    await delay(POLL_MS, null, { signal }).catch(() => null);
    if (signal.aborted) return null;
  }
}

async function run(input: SubmissionInput, signal: AbortSignal, { temporal, settings, submissions }: Deps) {
  try {
    return await temporal.runStateless(input, settings.statelessQueue, signal);
  } catch (cause) {
    // It may have been started all the same: only a submission nobody has begun can be taken back.
    if (!input.spooled?.repeats) await submissions.withdraw(input.organizationId, input.submissionId);
    throw new ServiceError('service_unavailable', 'The document was not processed; please send it again.', { cause });
  }
}

/** A submission without a slot leaves no trace and costs nothing. A cancelled one is recorded as failed. */
async function outOfTime({ record, replayed }: StatelessRequest, { submissions }: Deps): Promise<ServiceError> {
  if (!replayed) await submissions.withdraw(record.organizationId, record.submissionId);
  return new ServiceError('processing_timeout', 'The document could not be processed in the time there is.');
}

async function answer(
  ctx: Context,
  form: UploadForm,
  record: SubmissionRecord,
  outputPath: string,
  deps: Pick<Deps, 'artifacts' | 'log'>,
): Promise<void> {
  ctx.set('X-Submission-Id', record.submissionId);
  const wantsPdf = form === 'raw' || ctx.accepts('application/json', 'application/pdf') === 'application/pdf';
  const output = record.report?.normalized ?? null;
  const response = await normalizeResponse(record, deps);
  if (wantsPdf) {
    if (output === null) throw notNormalized(record, response);
    ctx.body = await openOutput(outputPath, output);
    describePdf(ctx, output);
    ctx.set('Cache-Control', 'no-store');
  } else if (output === null || response.normalized === null) {
    ctx.body = response;
  } else {
    const { body, sizeBytes } = withDataUrl(
      response,
      response.normalized,
      await openOutput(outputPath, output),
      output,
    );
    ctx.body = body;
    ctx.type = 'application/json';
    ctx.length = sizeBytes;
  }
}

/** The answer as JSON with the PDF in `downloadUrl`. The base64 is made as fast as the caller reads it, and not before. */
function withDataUrl(
  response: NormalizeResponse,
  normalized: NonNullable<NormalizeResponse['normalized']>,
  pdf: Readable,
  { sizeBytes }: NormalizedFacts,
): { readonly body: Readable; readonly sizeBytes: number } {
  const place = randomUUID();
  const text = JSON.stringify({ ...response, normalized: { ...normalized, downloadUrl: place } });
  const [head = '', tail = ''] = text.split(place);
  const start = `${head}data:application/pdf;base64,`;
  const pieces = async function* () {
    yield start;
    yield* base64Of(pdf);
    yield tail;
  };
  const body = Readable.from(pieces(), { objectMode: false });
  body.once('close', () => pdf.destroy()); // also if nobody has started to read it
  return { body, sizeBytes: Buffer.byteLength(start) + 4 * Math.ceil(sizeBytes / 3) + Buffer.byteLength(tail) };
}

async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const wholeBytes = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, wholeBytes);
    rest = bytes.subarray(wholeBytes);
  }
  yield rest.toString('base64');
}

/** Asked for once more with the same key it is made again; without a key, sent again. */
function gone(cause: unknown): never {
  throw new ServiceError('service_unavailable', 'The output is gone; please send the document again.', { cause });
}

/**
 * The worker left the output, whose bytes must agree with the record. The file loses its name before its bytes are
 * sent, and the system frees it with the last of them.
 */
async function openOutput(path: string, { sha256 }: NormalizedFacts): Promise<Readable> {
  const file = await open(path).catch(gone);
  try {
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
    if (hash.digest('hex') !== sha256) gone(new Error('The output is another one.'));
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createReadStream({ start: 0 });
}
