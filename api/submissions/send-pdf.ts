/** A stored PDF as an answer: whole, a range of it, or the word that the caller has it; never what its hash does not say. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type ErrorCode, ServiceError } from '#domain/problem-codes.ts';
import { type ArtifactStore, type ByteRange, isMissing, ObjectCorrupt } from '#store/objects/artifacts.ts';
import { type ObjectKind, objectKey, type StoredObject } from '#store/objects/object-key.ts';
import { z } from 'zod';
import type { Admission } from '#api/admission/admission.ts';
import type { Caller } from '#api/auth/caller.ts';
import { disposeAtEnd } from '#api/http/disconnect-signal.ts';
import type { Context } from '#api/http/http.ts';
import { ACCEPT_RANGES, CONTENT_RANGE, ETAG, LAST_MODIFIED } from '#api/http/headers.ts';
import { isUnchanged, PRECONDITIONS } from '#api/http/checks/preconditions.ts';
import type { Answer, Headers } from '#api/operation.ts';
import { file } from '#src/contract/values.ts';

export interface StoredPdf extends StoredObject {
  readonly organizationId: string;
  readonly sizeBytes: number;
}

/** A PDF that is a resource and has not changed since its creation. */
export interface PdfResource extends StoredPdf {
  readonly createdAt: Date;
}

/** One kind of stored PDF: where it lies, and what is said of it. */
export interface PdfSource {
  readonly store: ArtifactStore;
  readonly kind: ObjectKind;
  readonly describe: (ctx: Context, pdf: StoredPdf) => void;
  readonly cacheControl: string;
  /** The error for a lost object. */
  readonly missing: (pdf: StoredPdf) => Promise<ServiceError>;
  /** The error for an object with a wrong hash. */
  readonly damagedDetail: string;
  /** Called once for a damaged or lost object, even in the middle of the answer. */
  readonly noteDamage: (pdf: StoredPdf, error: unknown) => void;
}

/** One who downloads, and what the process has for them. */
export interface Downloader {
  readonly caller: Caller;
  readonly admission: Admission;
}

/** The headers a caller may ask with. */
export const CONDITIONS = z.object({
  Range: z.string().optional().describe('One range of bytes (RFC 9110, 14).'),
  'If-Range': z.string().optional().describe('The ETag of the document for the range. Another document comes whole.'),
  ...PRECONDITIONS.shape,
});

/** @param own what is said of this kind of PDF */
export function pdfAnswers(own: Headers): readonly [Answer, ...Answer[]] {
  const headers = { ...ACCEPT_RANGES, ...LAST_MODIFIED, ...own };
  const content = { 'application/pdf': file };
  return [
    { status: 200, description: 'The PDF.', content, headers },
    { status: 206, description: 'The requested range.', content, headers: { ...headers, ...CONTENT_RANGE } },
    {
      status: 304,
      description: 'The caller has the current version.',
      headers: { ...ACCEPT_RANGES, ...LAST_MODIFIED, ...ETAG },
    },
  ];
}

export const PDF_PROBLEMS: readonly ErrorCode[] = ['not_found', 'range_not_satisfiable', 'too_many_at_once'];

/**
 * A download with its share of those under way, which lasts until the caller has it.
 * RFC 9110: conditions go before Range (13.2.2), Range is for GET only (14.2).
 */
export async function sendConditionally(
  ctx: Context,
  { caller, admission }: Downloader,
  source: PdfSource,
  pdf: PdfResource,
): Promise<void> {
  const isKnown = isUnchanged(ctx, { etag: etag(pdf), lastModified: pdf.createdAt });
  const range = ctx.method === 'GET' && rangeApplies(ctx, pdf) ? readRange(ctx.get('Range'), pdf.sizeBytes) : null;
  const lastModified = { 'Last-Modified': pdf.createdAt.toUTCString() };
  ctx.set('Accept-Ranges', 'bytes');
  if (isKnown) {
    ctx.set({ ETag: etag(pdf), 'Cache-Control': source.cacheControl, ...lastModified });
    ctx.status = 304;
  } else if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${pdf.sizeBytes}`);
    throw new ServiceError('range_not_satisfiable', `The PDF has ${pdf.sizeBytes} bytes.`);
  } else {
    if (ctx.method !== 'HEAD') disposeAtEnd(ctx, admission.hold(ctx, caller, 'downloads'));
    await sendBytes(ctx, source, pdf, range);
    ctx.set(lastModified);
  }
}

/** @param range all of it by default */
export async function sendBytes(
  ctx: Context,
  source: PdfSource,
  pdf: StoredPdf,
  range: ByteRange | null = null,
): Promise<void> {
  const body = ctx.method === 'HEAD' ? null : await openPdf(source, pdf, range);
  ctx.status = range ? 206 : 200;
  if (body) ctx.body = body;
  source.describe(ctx, pdf);
  if (range) {
    ctx.length = range.last - range.first + 1;
    ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${pdf.sizeBytes}`);
  }
}

/** Headers of every PDF. A browser must never open a document in this origin. */
export function describeBytes(
  ctx: Context,
  pdf: Pick<StoredPdf, 'sha256' | 'sizeBytes'>,
  filename: string,
  cacheControl: string,
): void {
  ctx.type = 'application/pdf';
  ctx.length = pdf.sizeBytes;
  ctx.set({
    ETag: etag(pdf),
    'X-Content-Hash': pdf.sha256,
    'Repr-Digest': `sha-256=:${Buffer.from(pdf.sha256, 'hex').toString('base64')}:`,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Security-Policy': 'sandbox',
    'Cache-Control': cacheControl,
  });
}

/** Its first piece is there already: a small document that is damaged is answered with a problem, not broken off. */
export async function openPdf(source: PdfSource, pdf: StoredPdf, range: ByteRange | null = null): Promise<Readable> {
  let isKnown = false;
  const note = (error: unknown) => {
    if (!isKnown) source.noteDamage(pdf, error);
    isKnown = true;
  };
  try {
    const body = await source.store.read(pdf.region, objectKey(source.kind, pdf), pdf, range ?? undefined);
    body.once('error', note);
    await once(body, 'readable');
    return body;
  } catch (error) {
    if (!(error instanceof ObjectCorrupt || isMissing(error))) throw error;
    note(error);
    if (isMissing(error)) throw await source.missing(pdf);
    throw new ServiceError('service_unavailable', source.damagedDetail, { cause: error });
  }
}

function etag({ sha256 }: Pick<StoredPdf, 'sha256'>): string {
  return `"${sha256}"`;
}

function rangeApplies(ctx: Context, pdf: StoredPdf): boolean {
  const condition = ctx.get('If-Range');
  return condition === '' || condition === etag(pdf);
}

/** One range is served; several, or what is no byte range at all, may be ignored (RFC 9110, 14.2). */
function readRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  if (from === '') {
    const suffix = Math.min(Number(to), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { first: sizeBytes - suffix, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}
