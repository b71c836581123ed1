/**
 * Runs submissions in this process, with the real engine and the real stores, in place of Temporal and its worker:
 * the tests of the API are about HTTP, and need to say when a document is finished.
 */
import { randomUUID } from 'node:crypto';
import { type ComparedFile, comparisonKey } from '#domain/compare.ts';
import { compare } from '#engine/compare.ts';
import { normalize } from '#engine/normalize.ts';
import type { IssueProof } from '#src/attest/issue.ts';
import type { SigningKey } from '#src/attest/signing-key.ts';
import type { SubmissionInput } from '#domain/submission.ts';
import { artifactKey, originalKey, type ArtifactStore } from '#store/artifacts.ts';
import type { Database } from '#store/orm.ts';
import { submissionStore, type SubmissionStore } from '#store/submissions.ts';
import { signingKeyStore } from '#store/signing-keys.ts';
import type { TemporalClient } from '#temporal/client.ts';
import { issuerWith, newKey } from '#test/builders/issuer.ts';

export interface Runner extends TemporalClient {
  /** Documents started from now on stay PENDING until `release`. */
  hold(): void;
  release(): void;
  /** The next starts fail, as when Temporal cannot be reached. */
  fail(error: Error | null): void;
  /** Publishes the key and signs with it from now on, as a worker does that starts. */
  signWith(key: SigningKey): Promise<void>;
}

export function runner(database: Database, artifacts: ArtifactStore): Runner {
  const submissions = submissionStore(database);
  const jobs = new Map<string, Promise<void>>();
  let gate = Promise.resolve();
  let open = () => {};
  let failure: Error | null = null;
  let issue: IssueProof | null = null;
  const signWith = async (key: SigningKey) => {
    await signingKeyStore(database).announce(key.publicJwk);
    issue = issuerWith(key);
  };

  return {
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      open = held.resolve;
    },
    release: () => open(),
    fail(error) {
      failure = error;
    },
    async startSubmission(input) {
      if (failure) throw failure;
      jobs.set(
        input.submissionId,
        gate.then(async () => {
          if (!issue) await signWith(newKey());
          if (issue) await run(input, submissions, artifacts, issue);
        }),
      );
    },
    signWith,
    async awaitSubmission(submissionId, timeoutMs) {
      const late = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref());
      const done = jobs.get(submissionId)?.then(() => true);
      return Promise.race([done ?? false, late]);
    },
    async compare({ comparisonId, region, normalizeFirst }) {
      const read = (file: ComparedFile) => artifacts.getBytes(region, comparisonKey(comparisonId, file));
      return compare(await read('file_a'), await read('file_b'), { normalizeFirst });
    },
    ready: async () => undefined,
    async close() {
      open();
      await Promise.all(jobs.values());
    },
  };
}

async function run(
  input: SubmissionInput,
  submissions: SubmissionStore,
  artifacts: ArtifactStore,
  issue: IssueProof,
): Promise<void> {
  const { submissionId, region, originalSha256, options } = input;
  if (!(await submissions.admit(submissionId))) return;
  const startedAt = performance.now();
  const original = await artifacts.getBytes(region, originalKey(originalSha256));
  const { bytes, report } = await normalize(original, options);
  if (bytes && report.normalized) {
    await artifacts.putBytes(region, artifactKey(report.normalized.sha256), bytes, 'application/pdf');
  }
  const processingTimeMs = Math.ceil(performance.now() - startedAt);
  const stageDurationsMs = Object.fromEntries(report.stages.map(({ name }) => [name, 1]));
  const { normalized } = report;
  const issued = { attestationId: randomUUID(), issuedAt: new Date(), processingTimeMs };
  const proof = normalized && (await issue({ report, normalized, ...issued }));
  await submissions.commit(submissionId, { report, stageDurationsMs, processingTimeMs, proof });
}
