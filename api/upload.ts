/**
 * Receives one PDF, as the `file` part of a multipart form or as the whole body, into a private file of the spool
 * directory. It is never held in memory, and nothing of it stays behind when something goes wrong.
 */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '#domain/errors.ts';
import type { Context, Field } from './http.ts';
import { readMultipart } from './multipart.ts';
import { openSpool, tooLarge, type SpooledPdf, type SpoolLimits } from './spool.ts';

export type UploadForm = 'multipart' | 'raw';

export interface UploadLimits extends SpoolLimits {
  /** How long an upload may stand still. */
  readonly stallMs: number;
}

/** Disposing removes the file. */
export interface ReceivedPdf extends SpooledPdf, AsyncDisposable {
  /** The form's other fields, wherever they stood; none for a raw body. */
  readonly fields: readonly Field[];
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

export async function receivePdf(ctx: Context, form: UploadForm, limits: UploadLimits): Promise<ReceivedPdf> {
  const { req, res } = ctx;
  refuseAnnouncedSize(req, form, limits);
  if (ctx.get('Expect').toLowerCase() === '100-continue') res.writeContinue();

  const spool = await openSpool(limits);
  const watchdog = watchProgress(req, limits.stallMs);
  try {
    const reading = form === 'raw' ? spool.consume(req).then(() => []) : readMultipart(req, spool);
    const fields = await Promise.race([reading, watchdog.stalled]);
    return { ...(await spool.finish()), fields, [Symbol.asyncDispose]: () => spool.remove() };
  } catch (error) {
    await spool.remove();
    throw error;
  } finally {
    watchdog.stop();
  }
}

/** The boundaries, headers and other fields of a form: 20 fields of 1 KiB fit with room to spare. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

function refuseAnnouncedSize(req: IncomingMessage, form: UploadForm, limits: UploadLimits): void {
  const announced = Number(req.headers['content-length'] ?? 0);
  const allowed = limits.maxFileBytes + (form === 'multipart' ? FORM_OVERHEAD_BYTES : 0);
  if (announced > allowed) throw tooLarge(limits);
}

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
