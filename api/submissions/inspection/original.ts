/** The original of a submission: the unchanged bytes. They are untrusted and may be hostile. */
import type { Logger } from 'pino';
import type { ServiceError } from '#domain/problem-codes.ts';
import { type ArtifactStore, ObjectCorrupt } from '#store/objects/artifacts.ts';
import { referenceStore } from '#store/objects/references.ts';
import { type SubmissionRecord, submissionStore } from '#store/submissions/submissions.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { notFound } from '#api/http/http.ts';
import { ACCEPT_RANGES, optional, PDF_HEADERS } from '#api/http/headers.ts';
import { IdPath } from '#api/http/params.ts';
import {
  CONDITIONS,
  describeBytes,
  pdfAnswers,
  PDF_PROBLEMS,
  type PdfResource,
  type PdfSource,
  sendConditionally,
} from '#api/submissions/send-pdf.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}/original',
    id: 'getOriginalOfSubmission',
    tag: 'Normalization',
    summary: 'Returns the submitted bytes while the service stores them',
    description:
      'The bytes are unchanged and may be harmful: open them only in a safe place. The service stores them as long as the submission, unless the submission is stateless or erased.',
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: IdPath,
    headers: CONDITIONS,
    answers: pdfAnswers(PDF_HEADERS),
    problems: PDF_PROBLEMS,
    problemHeaders: optional(ACCEPT_RANGES),
    async handle({ ctx, caller, params: { id } }, { submissions, references, artifacts, admission, log }: Deps) {
      const record = id === null ? null : await submissions.find(caller.organizationId, id);
      if (!record) throw notFound('submission', 'No such submission.');
      const original = await keptOriginal(references, record);
      await sendConditionally(ctx, { caller, admission }, sourceOf(artifacts, log, record), original);
    },
  }),
];

function depsOf({ database, artifacts, admission, log }: Services) {
  return {
    submissions: submissionStore(database),
    references: referenceStore(database),
    artifacts,
    admission,
    log,
  };
}

export const originalFeature = feature(depsOf, endpoints);

async function keptOriginal(references: Deps['references'], record: SubmissionRecord): Promise<PdfResource> {
  const { organizationId, region, originalSha256, sizeBytes, stateless, createdAt } = record;
  if (originalSha256 === null) throw notFound('original', 'The document has been erased.');
  if (stateless) throw notFound('original', 'Nothing is stored of a stateless submission.');
  const stored = await references.locate(organizationId, 'original', { region, sha256: originalSha256 });
  return { ...stored, organizationId, sizeBytes, createdAt };
}

/** No cache may store the original, and no browser may show it. */
function sourceOf(store: ArtifactStore, log: Logger, { submissionId }: SubmissionRecord): PdfSource {
  return {
    store,
    kind: 'original',
    describe: (ctx, pdf) => describeBytes(ctx, pdf, `${submissionId}-original.pdf`, 'no-store'),
    cacheControl: 'no-store',
    missing: async () => noOriginal(),
    damagedDetail: 'The original is damaged in the store. Submitting the same file again mends it.',
    noteDamage({ region, sha256 }, error) {
      if (!(error instanceof ObjectCorrupt)) return;
      const facts = { region, kind: 'original', sha256, alarm: 'object_corrupt' };
      log.error(facts, 'an original is not what was put into the store');
    },
  };
}

function noOriginal(): ServiceError {
  return notFound('original', 'The service no longer stores the original.');
}
