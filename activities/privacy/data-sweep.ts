/** The round that puts right what a crash between two systems left of exports, erasures and deletions. */
import { Context } from '@temporalio/activity';
import type { DeletionInput } from '#domain/privacy/account-deletion.ts';
import type { ExportInput } from '#domain/privacy/data-export.ts';
import type { ErasureInput, ErasureScope } from '#domain/privacy/erasure.ts';
import { type AccountDeletionStore, deletionInput } from '#store/privacy/account-deletions.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import type { ErasureStore } from '#store/privacy/erasures.ts';
import type { ExportStore } from '#store/privacy/exports.ts';
import type { PurgeStore } from '#store/privacy/purge.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type DataSweepActivities = ReturnType<typeof dataSweepActivities>;

/** Each of these calls is harmless to repeat. */
export interface DataStarts {
  readonly startExport: (input: ExportInput) => Promise<void>;
  readonly startErasure: (input: ErasureInput, scope: ErasureScope) => Promise<void>;
  readonly startDeletion: (input: DeletionInput) => Promise<void>;
}

export interface DataSweepDeps extends DataStarts {
  readonly exports: ExportStore;
  readonly erasures: ErasureStore;
  readonly deletions: AccountDeletionStore;
  readonly purge: PurgeStore;
  readonly artifacts: ArtifactStore;
  readonly log: ActivityLog;
}

/** Younger records are still on their way from the request that recorded them. */
const UNSTARTED_AFTER_MS = 15_000;
/** An archive that its own workflow has not removed by then lost it. */
const OUTLIVED_MS = 60 * 60 * 1000;
const PAGE = 100;

export function dataSweepActivities(deps: DataSweepDeps) {
  return {
    /** Answers how much there was to do. */
    sweepData: (): Promise<number> =>
      runActivity(deps.log, null, async () => {
        const steps = [...(await starts(deps)), ...(await removals(deps))];
        for (const step of steps) {
          Context.current().cancellationSignal.throwIfAborted();
          await step();
        }
        return steps.length + (await deps.purge.forgetCertificates(new Date()));
      }),
  };
}

type Step = () => Promise<void>;

async function starts({ exports, erasures, deletions, ...calls }: DataSweepDeps): Promise<Step[]> {
  const [waiting, scheduled, open] = await Promise.all([
    exports.unattended(UNSTARTED_AFTER_MS, PAGE),
    erasures.unattended(UNSTARTED_AFTER_MS, PAGE),
    deletions.unattended(UNSTARTED_AFTER_MS, PAGE),
  ]);
  return [
    ...waiting.map(
      ({ id: exportId, organizationId }) =>
        () =>
          calls.startExport({ exportId, organizationId }),
    ),
    ...scheduled.map(({ id: erasureId, organizationId, scope }) => () => {
      return calls.startErasure({ erasureId, organizationId }, scope);
    }),
    ...open.map((deletion) => () => calls.startDeletion(deletionInput(deletion))),
  ];
}

async function removals({ exports, artifacts }: DataSweepDeps): Promise<Step[]> {
  const outlived = await exports.outlived(new Date(Date.now() - OUTLIVED_MS), PAGE);
  return outlived.map(({ id, organizationId, region }) => async () => {
    await exports.end(organizationId, id);
    await artifacts.purge(region, exportKey(organizationId, id));
  });
}
