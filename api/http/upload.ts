/**
 * Receives one PDF, as a part of a multipart form or as the whole body, or two in one form, into private files of the
 * spool directory. They are never held in memory, and nothing of them stays behind when something goes wrong.
 */
import type { IncomingMessage } from 'node:http';
import { PLANS } from '#domain/billing/plan.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Admission } from '#api/admission/admission.ts';
import type { Caller } from '#api/auth/caller.ts';
import { watchDigests } from './checks/digests.ts';
import { attempt, faulty, together } from './faults.ts';
import type { Context, Field } from './http.ts';
import { LEAST_BYTES_PER_SECOND, STALL_MS, watchRate } from './connection/least-rate.ts';
import { type Form, readMultipart } from './multipart.ts';
import { openSpool, tooLarge, type Spool, type SpooledPdf, type SpoolLimits } from './spool.ts';
import type { Settings } from '#api/settings.ts';

export type UploadForm = 'multipart' | 'raw';

interface UploadLimits extends SpoolLimits {
  readonly stallMs: number;
}

/** One who uploads, and what the process has for them. */
export interface Uploader {
  readonly caller: Caller;
  readonly admission: Admission;
  readonly settings: Pick<Settings, 'spoolDir' | 'stallMs'>;
}

/** Makes something of the form's other fields, wherever they stood; there are none in a raw body. */
export type ReadRequested<Requested> = (fields: readonly Field[]) => Requested | Promise<Requested>;

/** Disposing removes the file. */
export interface ReceivedPdf<Requested> extends SpooledPdf, AsyncDisposable {
  readonly requested: Requested;
}

export function uploadForm(ctx: Context): UploadForm {
  const type = ctx.request.type.toLowerCase();
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The service takes no Content-Encoding. Send the PDF as it is.');
  }
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'application/pdf') return 'raw';
  throw new ServiceError('unsupported_media_type', 'Send multipart/form-data or application/pdf.');
}

/** Faults of the form and its fields are reported before faults of the file. */
export async function receivePdf<Requested>(
  ctx: Context,
  form: UploadForm,
  uploader: Uploader,
  readRequested: ReadRequested<Requested>,
): Promise<ReceivedPdf<Requested>> {
  const limits = limitsOf(ctx, uploader);
  const overheadBytes = form === 'multipart' ? FORM_OVERHEAD_BYTES : 0;
  const announcedBytes = bodyBytes(ctx.req, limits, limits.maxFileBytes + overheadBytes);
  const expectedBytes = announcedBytes === null ? null : Math.min(announcedBytes, limits.maxFileBytes);
  return uploader.admission.during(ctx, uploader.caller, 'uploads', async () => {
    const spool = await openSpool(limits, expectedBytes);
    const read = () => (form === 'raw' ? readRaw(ctx.req, spool) : readMultipart(ctx.req, new Map([['file', spool]])));
    return receiveInto([spool], async () => {
      const requested = await requestedOf(await watchedUpload(ctx, limits, read), readRequested);
      return { ...(await spool.finish()), requested, [Symbol.asyncDispose]: () => spool.remove() };
    });
  });
}

function limitsOf(ctx: Context, { caller, admission, settings }: Uploader): UploadLimits {
  const { planTier } = caller.organization;
  const { spoolDir, stallMs = STALL_MS } = settings;
  const holdBytes = () => admission.hold(ctx, caller, 'spoolBytes', 0);
  return { spoolDir, planTier, maxFileBytes: PLANS[planTier].maxFileBytes, stallMs, holdBytes };
}

async function readRaw(req: IncomingMessage, spool: Spool): Promise<Form> {
  await spool.consume(req);
  return { fields: [], faults: [] };
}

async function requestedOf<Requested>(
  { fields, faults }: Form,
  readRequested: ReadRequested<Requested>,
): Promise<Requested> {
  const refuse = () => {
    if (faults.length > 0) throw faulty(faults);
  };
  const [, requested] = await together([attempt(refuse), attempt(() => readRequested(fields))]);
  return requested;
}

/** Disposing removes the files. */
export interface ReceivedPair<Requested> extends AsyncDisposable {
  readonly a: SpooledPdf;
  readonly b: SpooledPdf;
  readonly requested: Requested;
}

/** Two PDFs in one form; each may be as large as one alone. */
export async function receivePair<Requested>(
  ctx: Context,
  [nameA, nameB]: readonly [string, string],
  uploader: Uploader,
  readRequested: ReadRequested<Requested>,
): Promise<ReceivedPair<Requested>> {
  const limits = limitsOf(ctx, uploader);
  const announcedBytes = bodyBytes(ctx.req, limits, 2 * limits.maxFileBytes + FORM_OVERHEAD_BYTES);
  // The larger one of the two is unknown.
  const half = announcedBytes === null ? null : Math.min(Math.ceil(announcedBytes / 2), limits.maxFileBytes);
  return uploader.admission.during(ctx, uploader.caller, 'uploads', async () => {
    const a = await openSpool(limits, half);
    const b = await openSpool(limits, half).catch((error: unknown) => removedBefore(error, a));
    const spools = new Map([
      [nameA, a],
      [nameB, b],
    ]);
    return receiveInto([a, b], async () => {
      const requested = await requestedOf(
        await watchedUpload(ctx, limits, () => readMultipart(ctx.req, spools)),
        readRequested,
      );
      const dispose = async () => void (await Promise.all([a.remove(), b.remove()]));
      return { a: await a.finish(), b: await b.finish(), requested, [Symbol.asyncDispose]: dispose };
    });
  });
}

/** Nothing stays behind when the upload fails. */
async function receiveInto<T>(spools: readonly Spool[], receive: () => Promise<T>): Promise<T> {
  try {
    return await receive();
  } catch (error) {
    await Promise.all(spools.map((spool) => spool.remove()));
    throw error;
  }
}

async function removedBefore(error: unknown, spool: Spool): Promise<never> {
  await spool.remove();
  throw error;
}

/** The announced size; null where none was announced. */
function bodyBytes({ headers }: IncomingMessage, limits: UploadLimits, maxBytes: number): number | null {
  const announced = headers['content-length'];
  if (announced === undefined) return null;
  if (Number(announced) > maxBytes) throw tooLarge(limits);
  return Number(announced);
}

async function watchedUpload<T>({ req, res }: Context, limits: UploadLimits, read: () => Promise<T>): Promise<T> {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const watch = watchRate({
    stallMs: limits.stallMs,
    movedBytes: () => (req.complete ? null : req.socket.bytesRead),
    onSlow: (seconds) => reject(tooSlow(seconds)),
  });
  const checkDigests = watchDigests(req);
  const readAll = async () => {
    const form = await read();
    await checkDigests();
    return form;
  };
  try {
    return await Promise.race([readAll(), stalled]);
  } finally {
    watch[Symbol.dispose]();
  }
}

/** The boundaries, headers and other fields of a form: 20 fields of 2 KiB fit with room to spare. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

function tooSlow(seconds: number): ServiceError {
  const detail = `Fewer than ${LEAST_BYTES_PER_SECOND} bytes a second arrived over ${Math.round(seconds)} seconds.`;
  return new ServiceError('upload_stalled', detail);
}
