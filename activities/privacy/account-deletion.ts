/**
 * The steps of the deletion of an organization: reminders and cancellation before, and then everything in its order.
 */
import { Context } from '@temporalio/activity';
import { type DeletionInput, deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { exportWorkflowId } from '#domain/privacy/data-export.ts';
import type { Certifier } from '#src/proof/deletion-certificate.ts';
import type { AccountDeletion, AccountDeletionStore } from '#store/privacy/account-deletions.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import { noteErasure } from '#store/privacy/erasure-records.ts';
import type { ErasureStore } from '#store/privacy/erasures.ts';
import type { PurgeStore } from '#store/privacy/purge.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import type { Executions } from './erasure.ts';

export type DeletionActivities = ReturnType<typeof deletionActivities>;

export interface DeletionActivitiesDeps extends Executions {
  readonly deletions: AccountDeletionStore;
  readonly purge: PurgeStore;
  readonly erasures: ErasureStore;
  readonly artifacts: ArtifactStore;
  readonly certify: Certifier;
  readonly startMail: (mailId: string) => Promise<void>;
  readonly publicUrl: string;
  readonly log: ActivityLog;
}

const ROWS = 500;
const OBJECTS = 100;

export function deletionActivities(deps: DeletionActivitiesDeps) {
  const { deletions, purge, log } = deps;
  const work = <T>(body: () => Promise<T>): Promise<T> => runActivity(log, null, body);
  /** While there is something to delete. */
  const step = <T>(
    { organizationId, deletionId }: DeletionInput,
    otherwise: T,
    body: (row: AccountDeletion) => Promise<T>,
  ) =>
    work(async () => {
      const row = await purge.find(organizationId, deletionId);
      return row?.status === 'executing' ? body(row) : otherwise;
    });
  return {
    remindOfDeletion: ({ organizationId, deletionId }: DeletionInput, reminder: number): Promise<void> =>
      work(async () => startMails(deps, await deletions.remind(organizationId, deletionId, reminder))),

    /** The workflow has decided; the row follows. */
    recordCancellation: ({ organizationId, deletionId }: DeletionInput, memberId: string): Promise<void> =>
      work(async () => startMails(deps, await deletions.cancel(organizationId, deletionId, memberId))),

    /** Answers false when there is nothing to delete: it was cancelled, or has been done. */
    beginDeletion: ({ organizationId, deletionId }: DeletionInput): Promise<boolean> =>
      work(() => deletions.begin(organizationId, deletionId)),

    /** Ends all access: it revokes the keys and ends the sign-ins. */
    shutOut: (input: DeletionInput): Promise<void> =>
      step(input, undefined, ({ organizationId }) => deletions.shutOut(organizationId)),

    /** Ends what runs for the organization, and forgets what ran; answers how much of it was running. */
    stopExecutions: (input: DeletionInput, isLastRound: boolean = false): Promise<number> =>
      step(input, 0, async ({ organizationId }) => {
        const running = await deps.deleteExecutionsOf(organizationId, { except: [deletionWorkflowId(organizationId)] });
        const facts = { organizationId, running, alarm: 'executions_linger' };
        if (running > 0 && isLastRound) log.warn(facts, 'a deletion goes on while workflows of its organization run');
        return running;
      }),

    /** A page of rows, then a page of objects; answers how many. */
    purgePage: (input: DeletionInput): Promise<number> =>
      step(input, 0, async (row) => {
        const rows = await purge.deleteRows(row.organizationId, ROWS);
        if (rows > 0) return rows;
        const artifacts = await purge.removeObjects(row, 'artifact', OBJECTS);
        return artifacts + (await purge.removeObjects(row, 'original', OBJECTS));
      }),

    purgeExports: (input: DeletionInput): Promise<void> => step(input, undefined, (row) => purgeExports(deps, row)),

    /** Answers false when something came meanwhile that is to be purged first. */
    finishDeletion: (input: DeletionInput, certificateId: string): Promise<boolean> =>
      step(input, true, (row) => finish(deps, row, certificateId)),
  };
}

async function purgeExports(deps: DeletionActivitiesDeps, row: AccountDeletion): Promise<void> {
  for (const { id, organizationId, region } of await deps.erasures.exports(row.organizationId)) {
    Context.current().cancellationSignal.throwIfAborted();
    await deps.deleteExecution(exportWorkflowId(id));
    await deps.artifacts.purge(region, exportKey(organizationId, id));
    await deps.purge.countExport(row, id, region);
  }
}

async function finish(deps: DeletionActivitiesDeps, row: AccountDeletion, certificateId: string): Promise<boolean> {
  const { organizationId, requestedAt, counts } = row;
  const executedAt = new Date();
  const certificate = await deps.certify.deletion({ certificateId, organizationId, requestedAt, executedAt, counts });
  const page = `${deps.publicUrl}/portal/#/deleted?certificate=${certificateId}`;
  const link = `${deps.publicUrl}/api/deletion-certificates/${certificateId}`;
  await noteErasure(deps.artifacts, { organizationId, erased: 'organization', requestedAt });
  const mailIds = await deps.purge.finish(row, { certificateId, executedAt, certificate, page, link });
  if (mailIds === null) return false;
  await startMails(deps, mailIds);
  return true;
}

/** The sweep of mails starts workflows that cannot be started now. */
async function startMails({ startMail, log }: DeletionActivitiesDeps, mailIds: readonly string[]): Promise<void> {
  for (const mailId of mailIds) {
    await startMail(mailId).catch((err: unknown) => log.warn({ err, mailId }, 'left to a sweep'));
  }
}
