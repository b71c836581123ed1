/** Artifacts: normalized PDFs by the hash of their content. */
import { once } from 'node:events';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Region } from '#domain/region.ts';
import { artifactKey, type ArtifactStore, type ByteRange, isMissing, ObjectCorrupt } from '#store/objects/artifacts.ts';
import { outputStore, type OutputStore } from '#store/submissions/outputs.ts';
import type { RestorationCalls } from '#temporal/client/restorations.ts';
import { withApiKey } from '#api/auth/access.ts';
import { type AdmitProbe, crossTenantProbeLimit } from '#api/auth/cross-tenant-probe-limit.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { HashPath } from '#api/http/params.ts';
import { PDF_HEADERS } from '#api/http/headers.ts';
import { file } from '#src/contract/values.ts';
import { ARTIFACT_FILENAME } from './normalize-response.ts';

interface Deps {
  readonly outputs: OutputStore;
  readonly artifacts: ArtifactStore;
  readonly admitProbe: AdmitProbe;
  readonly temporal: RestorationCalls;
  readonly log: Logger;
}

/** What the bytes of an artifact are read with. */
export type ArtifactReader = Pick<Deps, 'artifacts' | 'temporal' | 'log'>;

interface StoredPdf {
  readonly region: Region;
  readonly sha256: string;
  readonly sizeBytes: number;
}

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/artifacts/{hash}',
    id: 'getArtifact',
    tag: 'Normalization',
    summary: 'A normalized PDF by the SHA-256 of its content',
    access: withApiKey('read'),
    params: HashPath,
    query: 'ignored',
    headers: z.object({
      Range: z.string().optional().describe('One range of bytes (RFC 9110, 14).'),
      'If-None-Match': z.string().optional(),
    }),
    answers: [
      { status: 200, description: 'The PDF.', content: { 'application/pdf': file }, headers: PDF_HEADERS },
      { status: 206, description: 'The range asked for.', content: { 'application/pdf': file } },
      { status: 304, description: 'The caller has it.' },
    ],
    problems: ['artifact_forbidden', 'not_found', 'range_not_satisfiable'],
    async handle({ ctx, caller, params: { hash } }, { outputs, admitProbe, ...reader }: Deps) {
      if (hash === null) throw noSuchArtifact();
      const own = await outputs.findArtifact(caller.organizationId, hash);
      if (own) return await sendConditionally(ctx, reader, own);
      if (await admitProbe(caller, hash, () => outputs.isOfAnotherOrganization(caller.organizationId, hash))) {
        throw new ServiceError('artifact_forbidden', 'This artifact belongs to another organization.');
      }
      throw noSuchArtifact();
    },
  }),
];

export const artifactsFeature = feature(
  ({ database, artifacts, temporal, settings, log }): Deps => ({
    outputs: outputStore(database),
    artifacts,
    admitProbe: crossTenantProbeLimit({ database, settings, log }),
    temporal,
    log,
  }),
  endpoints,
);

function noSuchArtifact(): ServiceError {
  return notFound('artifact', 'No such artifact, or it has expired.');
}

/** The whole document with the headers that let a caller check it. */
export async function sendPdf(ctx: Context, reader: ArtifactReader, pdf: StoredPdf): Promise<void> {
  await sendBytes(ctx, reader, pdf, null);
}

/** RFC 9110: If-None-Match goes before Range (13.2.2), Range is for GET only (14.2). */
async function sendConditionally(ctx: Context, reader: ArtifactReader, pdf: StoredPdf): Promise<void> {
  const range = ctx.method === 'GET' && rangeApplies(ctx, pdf) ? readRange(ctx.get('Range'), pdf.sizeBytes) : null;
  ctx.set('Accept-Ranges', 'bytes');
  if (matches(ctx.get('If-None-Match'), pdf)) {
    ctx.set({ ETag: etag(pdf), 'Cache-Control': PRIVATELY });
    ctx.status = 304;
  } else if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${pdf.sizeBytes}`);
    throw new ServiceError('range_not_satisfiable', `The artifact has ${pdf.sizeBytes} bytes.`);
  } else {
    await sendBytes(ctx, reader, pdf, range);
  }
}

async function sendBytes(ctx: Context, reader: ArtifactReader, pdf: StoredPdf, range: ByteRange | null) {
  const body = ctx.method === 'HEAD' ? null : await open(reader, pdf, range);
  ctx.status = range ? 206 : 200;
  if (body) ctx.body = body;
  describePdf(ctx, pdf);
  if (range) {
    ctx.length = range.last - range.first + 1;
    ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${pdf.sizeBytes}`);
  }
  ctx.set('Link', `</api/reports/${pdf.sha256}>; rel="describedby"`);
}

/** What is said beside the bytes of a normalized document, wherever they come from. */
export function describePdf(ctx: Context, pdf: Pick<StoredPdf, 'sha256' | 'sizeBytes'>): void {
  ctx.type = 'application/pdf';
  ctx.length = pdf.sizeBytes;
  ctx.set({
    ETag: etag(pdf),
    'X-Content-Hash': pdf.sha256,
    'Repr-Digest': `sha-256=:${Buffer.from(pdf.sha256, 'hex').toString('base64')}:`,
    'Content-Disposition': `attachment; filename="${ARTIFACT_FILENAME}"`,
    'Content-Security-Policy': 'sandbox',
    'Cache-Control': PRIVATELY,
  });
}

/** Its first piece is there already: a small document that is damaged is answered with a problem, not broken off. */
async function open(reader: ArtifactReader, pdf: StoredPdf, range: ByteRange | null) {
  let isKnown = false;
  const note = (error: unknown) => {
    if (!isKnown) noteDamage(reader, pdf, error);
    isKnown = true;
  };
  try {
    const body = await reader.artifacts.read(pdf.region, artifactKey(pdf.sha256), pdf, range ?? undefined);
    body.once('error', note);
    await once(body, 'readable');
    return body;
  } catch (error) {
    if (!(error instanceof ObjectCorrupt || isMissing(error))) throw error;
    note(error);
    if (isMissing(error)) throw noSuchArtifact();
    const detail = 'The artifact is damaged and is being restored; please try again.';
    throw new ServiceError('service_unavailable', detail, { cause: error });
  }
}

/** What is damaged or lost is made again; the alarm is of what the store still shows. */
function noteDamage(reader: ArtifactReader, pdf: StoredPdf, error: unknown): void {
  const { region, sha256 } = pdf;
  if (error instanceof ObjectCorrupt) {
    const facts = { region, kind: 'artifact', sha256, alarm: 'object_corrupt' };
    reader.log.error(facts, 'an artifact is not what was put into the store');
  } else if (!isMissing(error)) return;
  restore(reader, pdf);
}

/** Whoever holds a reference to an artifact is owed it. */
function restore({ temporal, log }: ArtifactReader, { region, sha256 }: StoredPdf): void {
  const left = (err: unknown) => log.warn({ err, region, sha256 }, 'restoration not started');
  temporal.startRestoration({ region, sha256 }).catch(left);
}

/** The caller may keep it, and asks each time whether it still may have it: with the tag that costs no bytes. */
const PRIVATELY = 'private, no-cache';

function etag({ sha256 }: Pick<StoredPdf, 'sha256'>): string {
  return `"${sha256}"`;
}

function matches(ifNoneMatch: string, pdf: StoredPdf): boolean {
  const tags = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return tags.has('*') || tags.has(etag(pdf));
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
