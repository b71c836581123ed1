/** The export of an organization's data: one archive, written into the store as it is read, and its removal. */
import { createHash, type Hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Context } from '@temporalio/activity';
import type { ExportInput } from '#domain/privacy/data-export.ts';
import { MAX_FILE_BYTES } from '#domain/billing/plan.ts';
import { writeBag } from '#src/export/bag.ts';
import { GUIDE } from '#src/export/guide.ts';
import { scratchFile } from '#src/export/scratch.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import type { ExportContent } from '#store/privacy/export-content.ts';
import type { Archive, DataExport, ExportStore } from '#store/privacy/exports.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { exportSlots } from './export-slots.ts';
import { exportFiles } from './export-files.ts';
import { withSpoolFile } from '#activities/submission/spool.ts';

export type ExportActivities = ReturnType<typeof exportActivities>;

export interface ExportActivitiesDeps {
  readonly exports: ExportStore;
  readonly exportContent: ExportContent;
  readonly artifacts: ArtifactStore;
  readonly spoolDir: string;
  readonly log: ActivityLog;
}

export function exportActivities(deps: ExportActivitiesDeps) {
  const { exports, exportContent, artifacts, log } = deps;
  const slots = exportSlots();
  return {
    /** Writes the archive from the beginning at each attempt. Returns false when nobody waits for it. */
    writeExport: ({ organizationId, exportId }: ExportInput): Promise<boolean> =>
      runActivity(log, null, async () => {
        const wanted = await exports.find(organizationId, exportId);
        if (wanted === null || wanted.status === 'failed' || wanted.status === 'expired') return false;
        const { planTier } = await exportContent.organization(organizationId);
        const slot = slots.take(planTier);
        const key = exportKey(organizationId, exportId);
        const writing = writeArchive(deps, wanted, Context.current().cancellationSignal);
        const archive = await writing.finally(() => slot[Symbol.dispose]());
        if (await exports.complete(organizationId, exportId, archive, new Date())) return true;
        await artifacts.purge(wanted.region, key);
        return false;
      }),

    /** Its archive goes; the row stays and says so. */
    endExport: ({ organizationId, exportId }: ExportInput): Promise<void> =>
      runActivity(log, null, async () => {
        const found = await exports.find(organizationId, exportId);
        if (found === null) return;
        // No link is given out any more, then there is nothing behind those that were.
        await exports.end(organizationId, exportId);
        await artifacts.purge(found.region, exportKey(organizationId, exportId));
      }),
  };
}

function writeArchive(deps: ExportActivitiesDeps, wanted: DataExport, signal: AbortSignal): Promise<Archive> {
  const { id, organizationId, region, requestedAt } = wanted;
  return withSpoolFile(deps.spoolDir, MAX_FILE_BYTES, async (path) => {
    const scratchDir = dirname(path);
    await using problems = await scratchFile(join(scratchDir, 'problems'));
    const options = { folder: `fixpoint-export-${id}`, identifier: id, date: requestedAt, guide: GUIDE, scratchDir };
    const bag = writeBag(options, exportFiles(deps, organizationId, { path, problems }));
    const key = exportKey(organizationId, id);
    const hash = createHash('sha256');
    const pieces = hashed(whileWanted(bag, signal), hash);
    const sizeBytes = await deps.artifacts.putStream(region, key, pieces, 'application/zip');
    return { sizeBytes, sha256: hash.digest('hex') };
  });
}

async function* whileWanted<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
