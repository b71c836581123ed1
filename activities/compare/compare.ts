/** The one step of a comparison: both documents from the store into one parser child, the report out of it. */
import { Context } from '@temporalio/activity';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  COMPARED_FILES,
  type Comparison,
  type ComparisonInput,
  comparisonKey,
  type ComparisonResult,
} from '#domain/compare.ts';
import type { ParserPool } from '#src/parser-host/pool.ts';
import { type ArtifactStore, isMissing } from '#store/objects/artifacts.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { InputGone, TransferFailed } from '#activities/failure.ts';
import { withSpoolFile } from '#activities/submission/spool.ts';

export type ComparisonActivities = ReturnType<typeof comparisonActivities>;

export interface ComparisonActivitiesDeps {
  readonly pool: ParserPool;
  readonly artifacts: ArtifactStore;
  readonly spoolDir: string;
  readonly log: ActivityLog;
}

/** Somebody waits for the answer, and is rather asked to try again than made to wait for long. */
const COMPARISON_PARSER_WAIT_MS = 30_000;

export function comparisonActivities(deps: ComparisonActivitiesDeps) {
  return {
    compareFiles: (input: ComparisonInput): Promise<ComparisonResult> =>
      runActivity(deps.log, null, async () => {
        const signal = Context.current().cancellationSignal;
        const comparison = await compareStored(deps, input, signal);
        signal.throwIfAborted(); // nobody would fetch the report
        return handOver(deps.artifacts, input, comparison);
      }),
  };
}

function compareStored(
  { pool, artifacts, spoolDir }: ComparisonActivitiesDeps,
  input: ComparisonInput,
  signal: AbortSignal,
): Promise<Comparison> {
  const { comparisonId, organizationId, sizeBytesA, sizeBytesB, normalizeFirst } = input;
  return withSpoolFile(spoolDir, sizeBytesA + sizeBytesB, async (path) => {
    await fetchBoth(artifacts, input, path);
    const documents = { path, sizeBytes: sizeBytesA + sizeBytesB };
    const request = { organizationId, documents, sizeBytesA, normalizeFirst, signal };
    return pool.compare(comparisonId, request, COMPARISON_PARSER_WAIT_MS);
  });
}

/** Fetches both documents into one file, one after the other. */
async function fetchBoth(
  artifacts: ArtifactStore,
  { region, comparisonId }: ComparisonInput,
  path: string,
): Promise<void> {
  try {
    for (const file of COMPARED_FILES) {
      const source = await artifacts.stream(region, comparisonKey(comparisonId, file));
      await pipeline(source, createWriteStream(path, { flags: 'a', mode: 0o600 }));
    }
  } catch (cause) {
    if (isMissing(cause)) throw new InputGone('The documents are not in the store.', { cause });
    throw new TransferFailed('The documents could not be fetched.', { cause });
  }
}

/** A report quotes its documents, so it is stored beside them and is in no history. */
async function handOver(
  artifacts: ArtifactStore,
  { region, comparisonId }: ComparisonInput,
  comparison: Comparison,
): Promise<ComparisonResult> {
  if (comparison.kind === 'failure') return comparison;
  const json = Buffer.from(JSON.stringify(comparison.report));
  await artifacts
    .putBytes(region, comparisonKey(comparisonId, 'report'), json, 'application/json')
    .catch((cause: unknown) => {
      throw new TransferFailed('The report could not be stored.', { cause });
    });
  return { kind: 'stored' };
}
