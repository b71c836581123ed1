/** The export of an organization's data: one archive, written into the store as it is read, and its removal. */
import { dirname, join } from 'node:path';
import { Context } from '@temporalio/activity';
import type { ExportInput } from '#domain/privacy/data-export.ts';
import { MAX_FILE_BYTES } from '#domain/billing/plan.ts';
import { type Payload, writeBag } from '#src/export/bag.ts';
import { csv, json, jsonLines } from '#src/export/text.ts';
import { scratchFile } from '#src/export/scratch.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import type { ExportContent } from '#store/privacy/export-content.ts';
import type { DataExport, ExportStore } from '#store/privacy/exports.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { exportedObjects, type ExportScratch } from './export-objects.ts';
import { withSpoolFile } from '#activities/submission/spool.ts';

export interface ExportActivities {
  /** Writes the archive, from the beginning each time; false when nobody waits for it any more. */
  writeExport(input: ExportInput): Promise<boolean>;
  /** Its archive goes; the row stays and says so. */
  endExport(input: ExportInput): Promise<void>;
}

export interface ExportActivitiesDeps {
  readonly exports: ExportStore;
  readonly exportContent: ExportContent;
  readonly artifacts: ArtifactStore;
  readonly spoolDir: string;
  readonly log: ActivityLog;
}

export function exportActivities(deps: ExportActivitiesDeps): ExportActivities {
  const { exports, artifacts, log } = deps;
  return {
    writeExport: ({ organizationId, exportId }) =>
      runActivity(log, null, async () => {
        const wanted = await exports.find(organizationId, exportId);
        if (wanted === null || wanted.status === 'failed' || wanted.status === 'expired') return false;
        const key = exportKey(organizationId, exportId);
        const sizeBytes = await writeArchive(deps, wanted, Context.current().cancellationSignal);
        if (await exports.complete(organizationId, exportId, sizeBytes, new Date())) return true;
        await artifacts.purge(wanted.region, key);
        return false;
      }),

    endExport: ({ organizationId, exportId }) =>
      runActivity(log, null, async () => {
        const found = await exports.find(organizationId, exportId);
        if (found === null) return;
        // No link is given out any more, then there is nothing behind those that were.
        await exports.end(organizationId, exportId);
        await artifacts.purge(found.region, exportKey(organizationId, exportId));
      }),
  };
}

function writeArchive(deps: ExportActivitiesDeps, wanted: DataExport, signal: AbortSignal): Promise<number> {
  const { id, organizationId, region, requestedAt } = wanted;
  return withSpoolFile(deps.spoolDir, MAX_FILE_BYTES, async (path) => {
    const scratchDir = dirname(path);
    await using problems = await scratchFile(join(scratchDir, 'problems'));
    const options = { folder: `fixpoint-export-${id}`, identifier: id, date: requestedAt, scratchDir };
    const bag = writeBag(options, payloads(deps, organizationId, { path, problems }));
    const key = exportKey(organizationId, id);
    return await deps.artifacts.putStream(region, key, whileWanted(bag, signal), 'application/zip');
  });
}

async function* whileWanted<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** Answers the files of the bag in an order that lets a reader begin with who it is about. */
async function* payloads(deps: ExportActivitiesDeps, id: string, scratch: ExportScratch): AsyncGenerator<Payload> {
  const { exportContent } = deps;
  yield { name: 'organization.json', content: json(await exportContent.organization(id)) };
  for (const name of ['users', 'api-keys', 'webhooks'] as const) {
    yield { name: `${name}.json`, content: json(await exportContent.list(id, name)) };
  }
  for (const name of ['submissions', 'batches', 'audit'] as const) {
    yield { name: `${name}.ndjson`, content: jsonLines(exportContent.rows(id, name)) };
  }
  yield { name: 'usage.csv', content: csv(await exportContent.usage(id)) };
  for await (const { submissionId, report } of exportContent.reports(id)) {
    yield { name: `reports/${submissionId}.json`, content: json(report) };
  }
  for await (const attestation of exportContent.attestations(id)) {
    yield { name: `attestations/${attestation.id}.jsonld`, content: json(attestation.document) };
  }
  yield* exportedObjects(deps, id, 'artifact', scratch);
  yield* exportedObjects(deps, id, 'original', scratch);
  if (scratch.problems.sizeBytes > 0) yield { name: 'problems.ndjson', content: scratch.problems.read() };
}
