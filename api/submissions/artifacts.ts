/** Artifacts: normalized PDFs by the hash of their content. */
import type { Readable } from 'node:stream';
import { ServiceError } from '#domain/problem-codes.ts';
import { isMissing, ObjectCorrupt } from '#store/objects/artifacts.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import { restorationStore } from '#store/submissions/restoration.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { crossTenantProbeLimit } from '#api/auth/cross-tenant-probe-limit.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { HashPath } from '#api/http/params.ts';
import { ACCEPT_RANGES, optional, PDF_HEADERS } from '#api/http/headers.ts';
import { ARTIFACT_FILENAME } from './normalize-response.ts';
import {
  CONDITIONS,
  describeBytes,
  openPdf,
  pdfAnswers,
  PDF_PROBLEMS,
  type PdfSource,
  sendBytes,
  sendConditionally,
  type StoredPdf,
} from './send-pdf.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

/** Parts that read the bytes of an artifact. */
export type ArtifactReader = Pick<Deps, 'artifacts' | 'restoration' | 'temporal' | 'log'>;

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/artifacts/{hash}',
    id: 'getArtifact',
    tag: 'Normalization',
    summary: 'Returns a normalized PDF by the SHA-256 of its content',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: HashPath,
    query: 'ignored',
    headers: CONDITIONS,
    answers: pdfAnswers(PDF_HEADERS),
    problems: ['artifact_forbidden', ...PDF_PROBLEMS],
    problemHeaders: optional(ACCEPT_RANGES),
    async handle({ ctx, caller, params: { hash } }, { outputs, admission, admitProbe, ...reader }: Deps) {
      if (hash === null) throw noSuchArtifact();
      const own = await outputs.findArtifact(caller.organizationId, hash);
      if (own) return await sendConditionally(ctx, { caller, admission }, sourceOf(reader), own);
      if (await admitProbe(caller, hash, () => outputs.isOfAnotherOrganization(caller.organizationId, hash))) {
        throw new ServiceError('artifact_forbidden', 'This artifact belongs to another organization.');
      }
      throw noSuchArtifact();
    },
  }),
];

function depsOf({ database, artifacts, temporal, admission, settings, log }: Services) {
  return {
    outputs: outputStore(database),
    artifacts,
    restoration: restorationStore(database),
    admission,
    admitProbe: crossTenantProbeLimit({ database, settings, log }),
    temporal,
    log,
  };
}

export const artifactsFeature = feature(depsOf, endpoints);

function noSuchArtifact(): ServiceError {
  return notFound('artifact', 'No such artifact, or it has expired.');
}

/** The whole document with the headers that let a caller check it. */
export async function sendPdf(ctx: Context, reader: ArtifactReader, pdf: StoredPdf): Promise<void> {
  await sendBytes(ctx, sourceOf(reader), pdf);
}

/** The document's bytes, of which the first are there. */
export function openArtifact(reader: ArtifactReader, pdf: StoredPdf): Promise<Readable> {
  return openPdf(sourceOf(reader), pdf);
}

/** Headers of every normalized document. */
export function describePdf(ctx: Context, pdf: Pick<StoredPdf, 'sha256' | 'sizeBytes'>): void {
  describeBytes(ctx, pdf, ARTIFACT_FILENAME, PRIVATELY);
}

/** The caller may keep it, and asks each time whether it still may have it: with the tag that costs no bytes. */
const PRIVATELY = 'private, no-cache';

function sourceOf(reader: ArtifactReader): PdfSource {
  return {
    store: reader.artifacts,
    kind: 'artifact',
    describe(ctx, pdf) {
      describePdf(ctx, pdf);
      ctx.set('Link', `</api/reports/${pdf.sha256}>; rel="describedby"`);
    },
    cacheControl: PRIVATELY,
    // Nothing brings an artifact back whose original is gone.
    missing: async (pdf) =>
      (await reader.restoration.isRestorable(pdf.organizationId, pdf))
        ? new ServiceError('service_unavailable', 'The artifact is being restored; please try again.')
        : noSuchArtifact(),
    damagedDetail: 'The artifact is damaged and is being restored; please try again.',
    noteDamage: (pdf, error) => noteDamage(reader, pdf, error),
  };
}

/** A damaged or lost output is made again. The alarm reports the object that the store still has. */
function noteDamage(reader: ArtifactReader, pdf: StoredPdf, error: unknown): void {
  const { region, sha256 } = pdf;
  if (error instanceof ObjectCorrupt) {
    const facts = { region, kind: 'artifact', sha256, alarm: 'object_corrupt' };
    reader.log.error(facts, 'an artifact is not what was put into the store');
  } else if (!isMissing(error)) return;
  restore(reader, pdf);
}

/** The service must deliver an artifact while a reference to it exists. */
function restore({ temporal, log }: ArtifactReader, { region, folder, sha256 }: StoredPdf): void {
  const left = (err: unknown) => log.warn({ err, region, sha256 }, 'restoration not started');
  temporal.startRestoration({ region, folder, sha256 }).catch(left);
}
