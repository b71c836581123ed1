/** Documents in the store and the tables, in the state that the API and a worker leave. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { API_VERSION, DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { Region } from '#domain/region.ts';
import type { NormalizedFacts } from '#domain/report.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { referenceStore } from '#store/objects/references.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { issuerWith, newKey } from './issuer.ts';
import { attestable, NORMALIZED, REPORT } from './report.ts';

export const REGION = 'eu-central-1';

interface Stores {
  readonly database: Database;
  readonly artifacts: ArtifactStore;
}

export interface Document {
  readonly submissionId: string;
  readonly region: Region;
  readonly originalSha256: string;
  readonly normalizedSha256: string;
  readonly contentHash: string;
  readonly original: Buffer;
  readonly normalized: Buffer;
}

export interface DocumentRequest {
  /** Documents with the same words are the same file. The default words are random. */
  readonly words?: string;
  readonly sizeBytes?: number;
  readonly region?: Region;
  /** The content hash of another document with the same text. */
  readonly contentHash?: string;
  /** The specification of its report. Another specification gives another output and another text hash. */
  readonly under?: Pick<NormalizedFacts, 'pipelineSpec' | 'contentHashAlgorithm'>;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Two files that a compressor cannot shrink. Equal words give equal files. */
function bytesOf(words: string, sizeBytes: number): Buffer {
  const seed = createHash('shake256', { outputLength: sizeBytes }).update(words).digest();
  return Buffer.concat([Buffer.from(`%PDF-1.7 ${words}\n`), seed]);
}

/** An accepted document as the API makes it: the claim, the stored object and the row. */
export async function acceptDocument(
  { database, artifacts }: Stores,
  organizationId: string,
  { words = randomUUID(), sizeBytes = 1_000, region = REGION, under, ...given }: DocumentRequest = {},
): Promise<Document> {
  const made = under ? `${words} ${JSON.stringify(under)}` : words;
  const [original, normalized] = [bytesOf(`original ${words}`, sizeBytes), bytesOf(`normalized ${made}`, sizeBytes)];
  const [originalSha256, normalizedSha256] = [sha256(original), sha256(normalized)];
  const object = { region, sha256: originalSha256, sizeBytes: original.length };
  const claimed = await referenceStore(database).claim(organizationId, 'original', object);
  await artifacts.putBytes(region, objectKey('original', claimed), original, 'application/pdf');
  const facts = { region, originalSha256, sizeBytes: original.length, options: DEFAULT_OPTIONS };
  const submission = { ...facts, requestId: 'req_test', apiVersion: API_VERSION, claimed };
  const { record } = await acceptanceStore(database).accept(organizationId, submission, null);
  const { submissionId } = record;
  return {
    submissionId,
    region,
    originalSha256,
    normalizedSha256,
    contentHash: given.contentHash ?? sha256(`text of ${made}`),
    original,
    normalized,
  };
}

/** Adds a document and normalizes it, as a worker does. */
export async function addDocument(
  stores: Stores,
  organizationId: string,
  requested?: DocumentRequest,
): Promise<Document> {
  const document = await acceptDocument(stores, organizationId, requested);
  const { region, originalSha256, normalizedSha256, contentHash, original, normalized: output } = document;
  const object = { region, sha256: normalizedSha256, sizeBytes: output.length };
  const claimed = await referenceStore(stores.database).claim(organizationId, 'artifact', object);
  await stores.artifacts.putBytes(region, objectKey('artifact', claimed), output, 'application/pdf');
  const { pipelineSpec: _spec, contentHashAlgorithm: _algorithm, ...facts } = NORMALIZED;
  const normalized = {
    ...(requested?.under ? { ...facts, ...requested.under } : NORMALIZED),
    sha256: normalizedSha256,
    sizeBytes: output.length,
    contentHash,
  };
  const report = { ...REPORT, original: { sha256: originalSha256, sizeBytes: original.length }, normalized };
  const issued = { attestationId: randomUUID(), issuedAt: new Date(), processingTimeMs: 1 };
  const proof = await ISSUE({ ...attestable(report), normalized, ...issued });
  const outcome = { report, stageDurationsMs: {}, processingTimeMs: 1, proof, claimed };
  await submissionStore(stores.database).commit(document.submissionId, outcome);
  return document;
}

const ISSUE = issuerWith(newKey());

/** Adds many documents, some at a time. */
export async function addDocuments(
  stores: Stores,
  organizationId: string,
  count: number,
  sizeBytes: number,
): Promise<void> {
  const salt = randomBytes(4).toString('hex');
  const queue = Array.from({ length: count }, (_, index) => `${salt} ${index}`);
  const lane = async () => {
    for (let words = queue.pop(); words !== undefined; words = queue.pop()) {
      await addDocument(stores, organizationId, { words, sizeBytes });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
