/** The steps of an erasure. Each goes on where the last one, or one that was cut off, has ended. */
import { Context } from '@temporalio/activity';
import { type ErasureInput, erasureWorkflowId } from '#domain/privacy/erasure.ts';
import { exportWorkflowId } from '#domain/privacy/data-export.ts';
import { inputOf, submissionWorkflowId } from '#domain/submission.ts';
import { deliveryWorkflowId } from '#domain/webhooks/deliveries.ts';
import type { Certifier } from '#src/proof/deletion-certificate.ts';
import { type ArtifactStore, exportKey } from '#store/objects/artifacts.ts';
import { noteErasure } from '#store/privacy/erasure-records.ts';
import { countsOf, type Erasure, type ErasureStore } from '#store/privacy/erasures.ts';
import type { SubmissionStore } from '#store/submissions/submissions.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';
import { failedReport } from '#activities/submission/failed-report.ts';
import { startDownstream, type Downstream } from '#activities/submission/start-downstream.ts';

export type ErasureActivities = ReturnType<typeof erasureActivities>;

/** Requests to Temporal about executions to delete. */
export interface Executions {
  /** Ends it if it runs, and removes its history. Nothing when there is none. */
  readonly deleteExecution: (workflowId: string) => Promise<void>;
  /** All of an organization but these; of one document if told. Answers how many visibility has shown. */
  readonly deleteExecutionsOf: (
    organizationId: string,
    but: { readonly except: readonly string[]; readonly sha256?: string },
  ) => Promise<number>;
}

export interface ErasureActivitiesDeps extends Downstream, Executions {
  readonly erasures: ErasureStore;
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly certify: Certifier;
  readonly log: ActivityLog;
}

const PAGE = 100;

export function erasureActivities(deps: ErasureActivitiesDeps) {
  const { erasures, artifacts, certify, log } = deps;
  /** Runs with the current row of the erasure. Returns `otherwise` without a row, because the organization is gone. */
  const step = <T>(input: ErasureInput, otherwise: T, work: (erasure: Erasure) => Promise<T>): Promise<T> =>
    runActivity(log, null, async () => {
      const erasure = await erasures.find(input.organizationId, input.erasureId);
      return erasure?.status === 'scheduled' ? work(erasure) : otherwise;
    });
  return {
    /** Ends what is still under way of the match; answers how many. */
    endMatched: (input: ErasureInput): Promise<number> => step(input, 0, (erasure) => endMatched(deps, erasure)),

    /** A page of submissions with what Temporal knows of them; answers how many. */
    erasePage: (input: ErasureInput): Promise<number> =>
      step(input, 0, async (erasure) => {
        const condemned = await erasures.ended(erasure, PAGE);
        // The executions end first, because after the rows nothing names them.
        for (const { submissionId, deliveryIds } of condemned) {
          Context.current().cancellationSignal.throwIfAborted();
          await deps.deleteExecution(submissionWorkflowId(submissionId));
          for (const id of deliveryIds) await deps.deleteExecution(deliveryWorkflowId(id));
        }
        await erasures.erase(
          erasure,
          condemned.map(({ submissionId }) => submissionId),
        );
        return condemned.length;
      }),

    /** A page of objects nobody has a use for; answers how many. */
    releaseErased: (input: ErasureInput): Promise<number> =>
      step(input, 0, async (erasure) => {
        const released = await erasures.release(erasure, 'artifact', PAGE);
        return released + (await erasures.release(erasure, 'original', PAGE));
      }),

    /** Archives of exports, and exports under way: they may hold copies. */
    eraseExports: (input: ErasureInput): Promise<void> =>
      step(input, undefined, async (erasure) => {
        if (erasure.submissions === 0) return;
        for (const exported of await erasures.exports(erasure.organizationId)) {
          await deps.deleteExecution(exportWorkflowId(exported.id));
          await erasures.endExport(erasure, exported);
          await artifacts.purge(exported.region, exportKey(exported.organizationId, exported.id));
        }
      }),

    /** The executions that visibility still finds. */
    forgetErased: (input: ErasureInput): Promise<void> =>
      step(input, undefined, async ({ organizationId, scope }) => {
        const except = [erasureWorkflowId(organizationId, scope)];
        const document = scope === 'all' ? {} : { sha256: scope };
        if (scope !== 'all') await deps.deleteExecutionsOf(organizationId, { except, ...document });
      }),

    /** Returns false when the service accepted another matching document meanwhile. */
    certifyErasure: (input: ErasureInput): Promise<boolean> =>
      step(input, true, async (erasure) => {
        const { id: erasureId, organizationId, scope, requestedAt } = erasure;
        const completedAt = new Date();
        await noteErasure(artifacts, { organizationId, erased: scope, requestedAt });
        const facts = { erasureId, organizationId, scope, requestedAt, completedAt, counts: countsOf(erasure) };
        return erasures.complete(erasure, completedAt, await certify.erasure(facts));
      }),
  };
}

async function endMatched(deps: ErasureActivitiesDeps, erasure: Erasure): Promise<number> {
  const { erasures, submissions, log } = deps;
  let ended = 0;
  for (;;) {
    const underWay = await erasures.underWay(erasure, PAGE);
    if (underWay.length === 0) return ended;
    for (const record of underWay) {
      Context.current().cancellationSignal.throwIfAborted();
      const report = failedReport(inputOf(record), [], { code: 'CANCELLED', stage: null });
      const outcome = { report, stageDurationsMs: {}, processingTimeMs: 0, proof: null };
      const committed = await submissions.commit(record.submissionId, outcome);
      await deps.deleteExecution(submissionWorkflowId(record.submissionId));
      // No notice is sent, because it would contain the erased hash.
      if (committed !== null)
        await startDownstream(record.organizationId, { ...committed, deliveryIds: [] }, deps, log);
      ended += 1;
    }
  }
}
