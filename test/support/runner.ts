/**
 * Runs submissions in this process, with the real engine and the real stores, instead of Temporal and its worker. The
 * tests of the API are about HTTP and need control over the end of a document.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ComparedFile, comparisonKey } from '#domain/compare.ts';
import { describeComparison } from '#domain/sentences/comparison-sentences.ts';
import { compare } from '#engine/compare.ts';
import { normalize } from '#test/support/normalize.ts';
import type { RestorationInput } from '#domain/restoration.ts';
import { print } from '#src/print/print.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { namedFacts, type SignFacts } from '#src/proof/facts.ts';
import type { IssueProof } from '#src/proof/issue.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import { pageFingerprints } from '#engine/page/page-fingerprints.ts';
import { inputOf, spooledOutputName, type SubmissionInput, type SubmissionResult } from '#domain/submission.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { referenceStore, type ReferenceStore } from '#store/objects/references.ts';
import type { Database } from '#store/database/database.ts';
import { type Committed, submissionStore, type SubmissionStore } from '#store/submissions/submissions.ts';
import { printedStore } from '#store/proof/printed.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import type { Progress } from '#workflows/submission/progress.ts';
import type { DeliveryCalls } from '#temporal/client/deliveries.ts';
import { factsSignerWith, issuerWith, newKey } from './builders/issuer.ts';

export interface Runner extends TemporalClient {
  /** Documents that start after the call stay PENDING until `release`. */
  hold(): void;
  release(): void;
  /** The next starts fail, as if Temporal were unreachable. */
  fail(error: Error | null): void;
  /** Sets the progress that workflows report. */
  say(progress: Progress | null): void;
  /** The artifacts whose restoration was requested. */
  restorations(): readonly RestorationInput[];
  /** Publishes the key and signs with it after the call, as a worker does at its start. */
  signWith(key: SigningKey): Promise<void>;
}

const NO_DELIVERIES: DeliveryCalls = { startDelivery: async () => undefined, cancelDelivery: async () => undefined };

/** The worker makes notices, which `test/batches` tests. Without `deliveries` there are none. */
export function runner(
  database: Database,
  artifacts: ArtifactStore,
  spoolDir: string,
  deliveries: DeliveryCalls = NO_DELIVERIES,
): Runner {
  const submissions = submissionStore(database);
  const references = referenceStore(database);
  const jobs = new Map<string, Promise<void>>();
  const restorations: RestorationInput[] = [];
  let barrier = Promise.resolve();
  let open = () => {};
  let failure: Error | null = null;
  let issue: Issuers | null = null;
  let said: Progress | null = null;
  const signWith = async (key: SigningKey) => {
    await signingKeyStore(database).announce(key.publicJwk);
    issue = { issueProof: issuerWith(key), signFacts: factsSignerWith(key) };
  };

  const issuer = async () => {
    if (!issue) await signWith(newKey());
    return issue;
  };

  /** The end of a document frees a slot for a waiting one, which is started here as in the worker. */
  const start = (input: SubmissionInput) => {
    const job = barrier.then(async () => {
      const issuers = await issuer();
      const committed = issuers && (await run(input, { submissions, references, artifacts }, issuers));
      for (const record of committed?.granted ?? []) if (!record.stateless) start(inputOf(record));
      for (const id of committed?.deliveryIds ?? []) await deliveries.startDelivery(id, input.organizationId);
    });
    jobs.set(input.submissionId, job);
  };

  return {
    hold() {
      const held = Promise.withResolvers<void>();
      barrier = held.promise;
      open = held.resolve;
    },
    release: () => open(),
    fail(error) {
      failure = error;
    },
    async startSubmission(input) {
      if (failure) throw failure;
      start(input);
    },
    signWith,
    async runStateless(input, _taskQueue, signal) {
      if (failure) throw failure;
      const left = Promise.withResolvers<null>();
      signal.addEventListener('abort', () => left.resolve(null));
      return Promise.race([barrier.then(() => runSpooled(input, submissions, spoolDir)), left.promise]);
    },
    async awaitSubmission(submissionId, timeoutMs) {
      const late = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref());
      const done = jobs.get(submissionId)?.then(() => true);
      return Promise.race([done ?? false, late]);
    },
    async compare({ comparisonId, region, normalizeFirst }) {
      const read = (file: ComparedFile) => artifacts.getBytes(region, comparisonKey(comparisonId, file));
      const compared = describeComparison(
        await compare(await read('file_a'), await read('file_b'), { normalizeFirst }),
      );
      if (compared.kind === 'failure') return compared;
      const json = Buffer.from(JSON.stringify(compared.report));
      await artifacts.putBytes(region, comparisonKey(comparisonId, 'report'), json, 'application/json');
      return { kind: 'stored' };
    },
    async print(input) {
      if (failure) return null;
      const form = printedStore(database, artifacts)(input);
      const printable = await form.unprinted();
      return printable === 'printed' || printable === 'gone' ? printable : form.keep(await print(printable));
    },
    say(progress) {
      said = progress;
    },
    submissionProgress: async () => said,
    settleBatch: async () => undefined,
    ...deliveries,
    startMail: async () => undefined,
    startExport: async () => undefined,
    startErasure: async () => undefined,
    startDeletion: async () => undefined,
    cancelDeletion: async () => false,
    startPaymentEvent: async () => undefined,
    cancelSubscriptionNow: async () => undefined,
    startRestoration: async (input) => void restorations.push(input),
    restore: async () => 'lost',
    pinnedByBuild: async () => new Map(),
    restorations: () => restorations,
    ready: async () => undefined,
    async close() {
      open();
      for (let known = -1; known !== jobs.size;) {
        known = jobs.size;
        await Promise.all(jobs.values());
      }
    },
  };
}

interface Stores {
  readonly submissions: SubmissionStore;
  readonly references: ReferenceStore;
  readonly artifacts: ArtifactStore;
}

interface Issuers {
  readonly issueProof: IssueProof;
  readonly signFacts: SignFacts;
}

async function run(
  input: SubmissionInput,
  { submissions, references, artifacts }: Stores,
  { issueProof, signFacts }: Issuers,
): Promise<Committed | null> {
  const { submissionId, organizationId, region, originalSha256, options } = input;
  if (!(await submissions.admit(submissionId))) return null;
  const startedAt = performance.now();
  const stored = await references.locate(organizationId, 'original', { region, sha256: originalSha256 });
  const original = await artifacts.getBytes(region, objectKey('original', stored));
  const { bytes, report: found, timeline } = await normalize(original, options);
  const report = withVerdict(found, timeline);
  if (bytes && report.normalized) {
    const { sha256, sizeBytes } = report.normalized;
    const claimed = await references.claim(organizationId, 'artifact', { region, sha256, sizeBytes });
    await artifacts.putBytes(region, objectKey('artifact', claimed), bytes, 'application/pdf');
  }
  const processingTimeMs = Math.ceil(performance.now() - startedAt);
  const stageDurationsMs = Object.fromEntries(report.stages.map(({ name }) => [name, 1]));
  const { normalized } = report;
  const completedAt = new Date();
  const issued = { attestationId: randomUUID(), issuedAt: completedAt, processingTimeMs };
  const pages = bytes && pageFingerprints(bytes);
  const ended = { report, timeline, pages, stageDurationsMs, processingTimeMs, completedAt };
  const facts = await signFacts({ submissionId, options, ...ended });
  const proof =
    normalized && (await issueProof({ report, normalized, ...issued, facts: namedFacts(submissionId, facts) }));
  return submissions.commit(submissionId, { ...ended, proof, facts });
}

async function runSpooled(
  { submissionId, spooled, options }: SubmissionInput,
  submissions: SubmissionStore,
  spoolDir: string,
): Promise<SubmissionResult> {
  const { name = '', repeats = false } = spooled ?? {};
  if (!repeats) await submissions.admit(submissionId);
  const { bytes, report } = await normalize(await readFile(join(spoolDir, name)), options);
  if (bytes) await writeFile(join(spoolDir, spooledOutputName(name) ?? ''), bytes, { mode: 0o600 });
  if (!repeats)
    await submissions.commit(submissionId, { report, stageDurationsMs: {}, processingTimeMs: 1, proof: null });
  return {
    status: report.status,
    failureCode: report.failure?.code ?? null,
    failedStage: report.failure?.stage ?? null,
    riskLevel: report.tamperAnalysis?.riskLevel ?? null,
    verdictKind: withVerdict(report, null).verdict.kind,
    anomalyCount: report.tamperAnalysis?.anomaliesDetected ?? 0,
    outputSha256: report.normalized?.sha256 ?? null,
  };
}
