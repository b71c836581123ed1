/** The evidence of a submission: an archive of the results and their proofs to file. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { FACTS_ENVELOPE_FILE, FACTS_FILE, type Proof } from '#domain/attestation.ts';
import type { SignedFacts } from '#domain/findings/facts-document.ts';
import { keySetOf } from '#src/bodies/key-set.ts';
import { type AlarmLog, readableReport } from '#src/bodies/readable.ts';
import { reportBody } from '#src/bodies/report.ts';
import { revisionsBody } from '#src/bodies/revisions.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { type EvidenceFile, once, writeEvidence } from '#src/export/evidence.ts';
import { json } from '#src/export/text.ts';
import { attestationStore } from '#store/proof/attestations.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import { restorationStore } from '#store/submissions/restoration.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { type SubmissionRecord, submissionStore } from '#store/submissions/submissions.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { disposeAtEnd } from '#api/http/disconnect-signal.ts';
import { RETRY_AFTER } from '#api/http/headers.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { IdPath } from '#api/http/params.ts';
import { openArtifact } from '#api/submissions/artifacts.ts';
import type { StoredPdf } from '#api/submissions/send-pdf.ts';
import { POLL_SECONDS } from '#api/submissions/wait-for-outcome.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const DESCRIPTION = [
  'A ZIP file, the same bytes each time: the canonical PDF, the facts of the submission as they are signed, the submission, its',
  'report and revisions as JSON, the hash of the original, the attestation in both forms, the certificate, the keys that signed',
  'them, and how to verify all that, as a text and as a program. The original itself is not in it. A submission that was REJECTED',
  'or FAILED has no output and no attestation: its facts are signed all the same.',
].join(' ');

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}/evidence',
    id: 'getEvidenceOfSubmission',
    tag: 'Normalization',
    summary: 'Returns the evidence of a submission as one archive',
    description: DESCRIPTION,
    access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
    params: IdPath,
    answers: [
      {
        status: 200,
        description: 'The archive.',
        content: { 'application/zip': z.string().meta({ format: 'binary', contentMediaType: 'application/zip' }) },
        headers: {
          'Content-Disposition': {
            description: 'The answer is an attachment with a name.',
            schema: z.string(),
            required: true,
          },
        },
      },
    ],
    problems: ['not_found', 'too_many_at_once'],
    problemHeaders: RETRY_AFTER,
    async handle({ ctx, caller, params: { id } }, deps: Deps) {
      const { organizationId } = caller;
      const record = id === null ? null : await deps.submissions.find(organizationId, id);
      if (!record) throw notFound('submission', 'No such submission.');
      const known = { ...record, report: reportOf(ctx, record, deps.log) };
      const name = `fixpoint-evidence-${record.submissionId}`;
      const files = await filesOf(deps, known);
      if (ctx.method !== 'HEAD') {
        disposeAtEnd(ctx, deps.admission.hold(ctx, caller, 'evidence'));
        ctx.body = await archiveOf(deps, name, known, files);
      }
      ctx.type = 'application/zip';
      ctx.set('Content-Disposition', `attachment; filename="${name}.zip"`);
    },
  }),
];

function depsOf({ database, artifacts, temporal, admission, log }: Services) {
  return {
    submissions: submissionStore(database),
    pages: pageFingerprintStore(database),
    outputs: outputStore(database),
    attestations: attestationStore(database),
    signingKeys: signingKeyStore(database),
    artifacts,
    restoration: restorationStore(database),
    temporal,
    admission,
    log,
  };
}

export const evidenceFeature = feature(depsOf, endpoints);

/** A submission that has ended and has stored evidence. */
type Ended = SubmissionRecord & { readonly report: NonNullable<SubmissionRecord['report']> };

function reportOf(ctx: Context, record: SubmissionRecord, log: AlarmLog): Ended['report'] {
  const { erasedAt, stateless } = record;
  if (erasedAt) throw notFound('evidence', 'The document has been erased.');
  if (record.report === null) {
    ctx.set('Retry-After', String(POLL_SECONDS));
    throw notFound('evidence', 'The submission has not ended yet.');
  }
  if (stateless) throw notFound('evidence', 'Nothing is stored of a stateless submission.');
  return readableReport(record, log) ?? unreadable();
}

function unreadable(): never {
  throw notFound('evidence', 'The stored result cannot be read.');
}

/** The files of the archive, besides the output. */
interface Files {
  readonly texts: readonly EvidenceFile[];
  readonly output: StoredPdf | null;
}

async function filesOf(deps: Deps, record: Ended): Promise<Files> {
  const { organizationId, submissionId, report } = record;
  const timeline = await deps.submissions.findTimeline(organizationId, submissionId);
  const signed = await deps.submissions.findFacts(organizationId, submissionId);
  const pages = await deps.pages.ofSubmission(organizationId, submissionId);
  const facts = [
    { name: 'original.sha256', content: once(`${report.original.sha256}  original.pdf\n`) },
    { name: 'submission.json', content: json(await submissionBody(record, noLink, deps.log)) },
    { name: 'report.json', content: json(reportBody(record, report, pages)) },
    ...(timeline ? [{ name: 'revisions.json', content: json(revisionsBody(submissionId, timeline)) }] : []),
  ];
  if (report.normalized === null) return { texts: [...facts, ...(await proofFiles(deps, null, signed))], output: null };
  const { sha256 } = report.normalized;
  const output = await deps.outputs.findArtifact(organizationId, sha256);
  const proof = await deps.attestations.find(organizationId, sha256, report.original.sha256);
  if (!output || !proof) throw notFound('evidence', 'The service no longer stores the output.');
  return { texts: [...facts, ...(await proofFiles(deps, proof, signed))], output };
}

async function proofFiles(
  { signingKeys }: Deps,
  proof: Proof | null,
  facts: SignedFacts | null,
): Promise<EvidenceFile[]> {
  const signatures = [proof?.envelope, facts?.envelope].flatMap((envelope) => envelope?.signatures ?? []);
  if (signatures.length === 0) return [];
  const kids = signatures.map(({ keyid }) => keyid);
  const keys = { name: 'keys.json', content: json(keySetOf(kids, await signingKeys.list())) };
  return [...(proof ? attestationFiles(proof) : []), ...(facts ? factsFiles(facts) : []), keys];
}

function attestationFiles({ attestation, certificate, envelope }: Proof): EvidenceFile[] {
  return [
    { name: 'attestation.jsonld', content: json(attestation) },
    { name: 'attestation.dsse.json', content: json(envelope) },
    { name: 'certificate.jws', content: once(certificate) },
  ];
}

function factsFiles({ document, envelope }: SignedFacts): EvidenceFile[] {
  return [
    { name: FACTS_FILE, content: once(document) },
    { name: FACTS_ENVELOPE_FILE, content: json(envelope) },
  ];
}

async function archiveOf(deps: Deps, folder: string, record: Ended, { texts, output }: Files): Promise<Readable> {
  const date = record.completedAt ?? record.createdAt;
  const pdf = output && (await openArtifact(deps, output));
  const files = pdf ? [...texts, { name: 'normalized.pdf', content: pdf }] : texts;
  const archive = Readable.from(writeEvidence({ folder, date }, files), { objectMode: false });
  return archive.once('close', () => pdf?.destroy()); // also if nobody has started to read it
}

/** A presigned link would be dead before the archive is read, and another one each time: the output lies in it. */
async function noLink(): Promise<null> {
  return null;
}
