/** The evidence of one document as the service writes it, in parts that a test can change. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEvidence } from '#src/export/evidence.ts';
import type { Attestation, Proof } from '#domain/attestation.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import type { IssuerOptions } from '#src/proof/issue.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { EngineReport, NormalizedFacts } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { namedFacts } from '#src/proof/facts.ts';
import { reportBody } from '#src/bodies/report.ts';
import { revisionsBody } from '#src/bodies/revisions.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { factsSignerWith, issuerWith, newKey, olderProof, resigned } from '#test/support/builders/issuer.ts';
import { NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { RECORD, reportOf, TIMELINE } from './changed-document.ts';
import type { Part } from './hostile-zip.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
/** The files by name, without the folder. */
export type Files = Readonly<Record<string, Bytes>>;

export interface Evidence {
  readonly key: ReturnType<typeof newKey>;
  readonly keySet: { readonly keys: readonly object[] };
  readonly original: Bytes;
  readonly attestation: Attestation;
  readonly files: Files;
  /** The archive that the service writes. */
  readonly archive: Bytes;
  /** Evidence of other submissions with the same key, and evidence of this one with another key. */
  readonly others: Readonly<Record<Other, Files>>;
}

/** `before`: evidence of an earlier version, whose attestation has no verdict, without signed facts. */
type Other =
  | 'otherFacts'
  | 'sameDocument'
  | 'otherDocument'
  | 'otherOutput'
  | 'rejected'
  | 'otherKey'
  | 'before'
  | 'good'
  | 'neutral';

export const FOLDER = 'fixpoint-evidence-1';
const DATE = new Date('2026-11-20T10:00:00Z');

export const encoded = (text: string): Bytes => new Uint8Array(Buffer.from(text));
export const jsonFile = (value: unknown): Bytes => encoded(`${JSON.stringify(value, null, 2)}\n`);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const DOCUMENT = new Uint8Array(
  Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\nthe canonical document\n', 'latin1'),
);
export const OTHER_DOCUMENT = new Uint8Array(
  Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\nanother document\n', 'latin1'),
);

interface Sent {
  readonly key: ReturnType<typeof newKey>;
  readonly original: Bytes;
  /** Null for a rejected document. */
  readonly document: Bytes | null;
  readonly submissionId: string;
  readonly stamp?: IssuerOptions['stamp'];
  readonly issuedAt?: Date;
  /** The report; by default that of a document that was changed after it was signed. */
  readonly report?: (normalized: NormalizedFacts | null) => EngineReport;
  readonly timeline?: RevisionTimeline;
  /** Replaces the content of the proof, which the same key signs. */
  readonly change?: (proof: Proof, key: SigningKey) => Promise<Proof>;
}

const SUBMISSION_ID = '018f2b6e-0000-7000-8000-000000000002';
const PAGES = [{ fingerprint: 'd'.repeat(64), withoutMargins: 'e'.repeat(64) }];

/** Evidence of a document that was changed after it was signed, because an attacker may want to hide such facts. */
export async function evidenceOf(stamp: IssuerOptions['stamp'] = null, issuedAt = new Date()): Promise<Evidence> {
  const key = newKey();
  const original = encoded('%PDF-1.4\nthe document that was sent\n');
  const sent = { key, original, document: DOCUMENT, submissionId: SUBMISSION_ID, issuedAt };
  const { files, attestation, keySet } = await signedFiles({ ...sent, stamp });
  if (attestation === null) throw new Error('The document has an attestation.');
  const filesOf = async (other: Partial<Sent>) => (await signedFiles({ ...sent, ...other })).files;
  const otherId = '018f2b6e-0000-7000-8000-000000000003';
  return {
    key,
    keySet,
    original,
    attestation,
    files,
    archive: await archiveOf(files),
    others: {
      sameDocument: await filesOf({ submissionId: otherId }),
      otherDocument: await filesOf({
        submissionId: otherId,
        original: encoded('%PDF-1.4\nanother original\n'),
        document: OTHER_DOCUMENT,
      }),
      otherOutput: await filesOf({ submissionId: otherId, document: OTHER_DOCUMENT }),
      rejected: await filesOf({ document: null }),
      otherKey: await filesOf({ key: newKey() }),
      before: withoutFacts(await filesOf({ change: olderProof })),
      otherFacts: await filesOf({ change: namingOtherFacts }),
      good: await filesOf(plain()),
      neutral: await filesOf(plain({ javascriptRemoved: true })),
    },
  };
}

/** A service never signs two facts documents for one submission. */
function namingOtherFacts(proof: Proof, key: SigningKey): Promise<Proof> {
  return resigned(proof, key, (attestation) => ({
    ...attestation,
    facts: { submissionId: SUBMISSION_ID, sha256: 'f'.repeat(64) },
  }));
}

function withoutFacts(files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('facts.')));
}

/** A document without signatures and findings. */
export function plain(security: Partial<EngineReport['security']> = {}): Pick<Required<Sent>, 'report' | 'timeline'> {
  const timeline = { ...TIMELINE, sizeBytes: 800, count: 1, revisions: TIMELINE.revisions.slice(0, 1) };
  return {
    timeline: { ...timeline, signatureCount: 0, signatures: [] },
    report: (normalized) => ({
      ...REPORT,
      normalized,
      revisions: { count: 1, listed: [], notListed: 0 },
      security: { ...REPORT.security, ...security },
    }),
  };
}

/** All files of the evidence as the service writes them. */
export async function signedFiles({
  key,
  original,
  document,
  submissionId,
  stamp = null,
  issuedAt = new Date(),
  report: made = reportOf,
  timeline = TIMELINE,
  change = async (proof) => proof,
}: Sent) {
  const facts = { sha256: sha256(original), sizeBytes: original.length };
  const normalized = document && { ...NORMALIZED, sha256: sha256(document), sizeBytes: document.length };
  const report = withVerdict({ ...made(normalized), original: facts }, timeline);
  const measures = { processingTimeMs: 12, stageDurationsMs: { FinalRewrite: 7 } };
  const signed = await factsSignerWith(key)({
    submissionId,
    options: DEFAULT_OPTIONS,
    report,
    timeline,
    pages: PAGES,
    ...measures,
    completedAt: issuedAt,
  });
  const attestationId = '018f2b6e-0000-7000-8000-000000000001';
  const completed = { report, facts: namedFacts(submissionId, signed), attestationId, issuedAt, ...measures };
  const issued = normalized && (await issuerWith(key, stamp)({ ...completed, normalized }));
  const proof = issued && (await change(issued, key));
  const keySet = {
    keys: [{ ...key.publicJwk, 'x-created-at': new Date(issuedAt.getTime() - 86_400_000).toISOString() }],
  };
  const record = { ...RECORD, ...measures, submissionId, report, status: report.status, completedAt: issuedAt };
  const row = { ...record, originalSha256: facts.sha256, sizeBytes: facts.sizeBytes };
  const files: Files = {
    ...GUIDE,
    ...(proof && {
      'attestation.dsse.json': jsonFile(proof.envelope),
      'attestation.jsonld': jsonFile(proof.attestation),
      'certificate.jws': encoded(proof.certificate),
    }),
    'facts.dsse.json': jsonFile(signed.envelope),
    'facts.json': encoded(signed.document),
    'keys.json': jsonFile(keySet),
    ...(document && { 'normalized.pdf': document }),
    'original.sha256': encoded(`${facts.sha256}  original.pdf\n`),
    'report.json': jsonFile(reportBody(row, report, PAGES)),
    'revisions.json': jsonFile(revisionsBody(submissionId, timeline)),
    'submission.json': jsonFile(await submissionBody(row, async () => null, { warn: refuse })),
  };
  return { files, attestation: proof && proof.attestation, keySet };
}

function refuse(): never {
  throw new Error('The result is not one that the service can read.');
}

async function archiveOf(files: Files): Promise<Bytes> {
  const own = Object.entries(files).filter(([name]) => !Object.hasOwn(GUIDE, name));
  const entries = own.map(([name, content]) => ({ name, content: pieces(content) }));
  const parcel: Uint8Array[] = [];
  for await (const piece of writeEvidence({ folder: FOLDER, date: DATE }, entries)) parcel.push(new Uint8Array(piece));
  return new Uint8Array(Buffer.concat(parcel));
}

/** The files as entries of an archive from another program. */
export function partsOf(files: Files): Part[] {
  return Object.entries(files).map(([name, content]) => ({ name: `${FOLDER}/${name}`, content }));
}

export function textOf(files: Files, name: string): string {
  const content = files[name];
  if (!content) throw new Error(`There is no ${name}.`);
  return Buffer.from(content).toString('utf8');
}

async function* pieces(content: Uint8Array) {
  yield content;
}

/** The text and the program that `writeEvidence` adds. */
const GUIDE: Files = Object.fromEntries(
  ['HOW-TO-VERIFY.txt', 'verify.py'].map((name) => [
    name,
    new Uint8Array(readFileSync(join(import.meta.dirname, '../../../src/export/evidence', name))),
  ]),
);
