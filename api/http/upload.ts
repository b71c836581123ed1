/**
 * Receives one PDF, as a part of a multipart form or as the whole body, or two in one form, into private files of the
 * spool directory. They are never held in memory, and nothing of them stays behind when something goes wrong.
 */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '#domain/problem-codes.ts';
import { watchDigests } from './checks/digests.ts';
import { attempt, faulty, together } from './faults.ts';
import type { Context, Field } from './http.ts';
import { type Form, readMultipart } from './multipart.ts';
import { openSpool, tooLarge, type Spool, type SpooledPdf, type SpoolLimits } from './spool.ts';

export type UploadForm = 'multipart' | 'raw';

export interface UploadLimits extends SpoolLimits {
  /** How long an upload may stand still. */
  readonly stallMs: number;
}

/** Makes something of the form's other fields, wherever they stood; there are none in a raw body. */
export type ReadWish<Wish> = (fields: readonly Field[]) => Wish | Promise<Wish>;

/** Disposing removes the file. */
export interface ReceivedPdf<Wish> extends SpooledPdf, AsyncDisposable {
  readonly wish: Wish;
}

export function uploadForm(ctx: Context): UploadForm {
  const type = ctx.request.type.toLowerCase();
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'A Content-Encoding is not taken; send the PDF as it is.');
  }
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'application/pdf') return 'raw';
  throw new ServiceError('unsupported_media_type', 'Send multipart/form-data or application/pdf.');
}

/** What is wrong with the form, its fields included, is told before what is wrong with the file. */
export async function receivePdf<Wish>(
  ctx: Context,
  form: UploadForm,
  limits: UploadLimits,
  readWish: ReadWish<Wish>,
): Promise<ReceivedPdf<Wish>> {
  const overheadBytes = form === 'multipart' ? FORM_OVERHEAD_BYTES : 0;
  const expectedBytes = bodyBytes(ctx.req, limits, limits.maxFileBytes + overheadBytes);
  const spool = await openSpool(limits, Math.min(expectedBytes, limits.maxFileBytes));
  const read = () => (form === 'raw' ? readRaw(ctx.req, spool) : readMultipart(ctx.req, new Map([['file', spool]])));
  return receiveInto([spool], async () => {
    const wish = await wishOf(await watchedUpload(ctx, limits, read), readWish);
    return { ...(await spool.finish()), wish, [Symbol.asyncDispose]: () => spool.remove() };
  });
}

async function readRaw(req: IncomingMessage, spool: Spool): Promise<Form> {
  await spool.consume(req);
  return { fields: [], faults: [] };
}

async function wishOf<Wish>({ fields, faults }: Form, readWish: ReadWish<Wish>): Promise<Wish> {
  const refuse = () => {
    if (faults.length > 0) throw faulty(faults);
  };
  const [, wish] = await together([attempt(refuse), attempt(() => readWish(fields))]);
  return wish;
}

/** Disposing removes the files. */
export interface ReceivedPair<Wish> extends AsyncDisposable {
  readonly a: SpooledPdf;
  readonly b: SpooledPdf;
  readonly wish: Wish;
}

/** Two PDFs in one form; each may be as large as one alone. */
export async function receivePair<Wish>(
  ctx: Context,
  [nameA, nameB]: readonly [string, string],
  limits: UploadLimits,
  readWish: ReadWish<Wish>,
): Promise<ReceivedPair<Wish>> {
  const expectedBytes = bodyBytes(ctx.req, limits, 2 * limits.maxFileBytes + FORM_OVERHEAD_BYTES);
  // Whichever is the larger: what one leaves of its half is the other's.
  const half = Math.min(Math.ceil(expectedBytes / 2), limits.maxFileBytes);
  const a = await openSpool(limits, half);
  const b = await openSpool(limits, half).catch((error: unknown) => removedBefore(error, a));
  const spools = new Map([
    [nameA, a],
    [nameB, b],
  ]);
  return receiveInto([a, b], async () => {
    const wish = await wishOf(await watchedUpload(ctx, limits, () => readMultipart(ctx.req, spools)), readWish);
    const dispose = async () => void (await Promise.all([a.remove(), b.remove()]));
    return { a: await a.finish(), b: await b.finish(), wish, [Symbol.asyncDispose]: dispose };
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

/** The size is what was announced, else as much as there may be. */
function bodyBytes({ headers }: IncomingMessage, limits: UploadLimits, maxBytes: number): number {
  const announcedBytes = Number(headers['content-length'] ?? maxBytes);
  if (announcedBytes > maxBytes) throw tooLarge(limits);
  return announcedBytes;
}

async function watchedUpload<T>({ req, res }: Context, limits: UploadLimits, read: () => Promise<T>): Promise<T> {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  const watchdog = watchProgress(req, limits.stallMs);
  const checkDigests = watchDigests(req);
  const readAll = async () => {
    const form = await read();
    await checkDigests();
    return form;
  };
  try {
    return await Promise.race([readAll(), watchdog.stalled]);
  } finally {
    watchdog.stop();
  }
}

/** The boundaries, headers and other fields of a form: 20 fields of 2 KiB fit with room to spare. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Ends an upload that moves no byte between two looks at its connection. */
function watchProgress({ socket }: IncomingMessage, stallMs: number) {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead === seen) {
      reject(new ServiceError('upload_stalled', `No byte arrived for ${stallMs / 1000} seconds.`));
    }
    seen = socket.bytesRead;
  }, stallMs);
  return { stalled, stop: () => clearInterval(timer) };
}
