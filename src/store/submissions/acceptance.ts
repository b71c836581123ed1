/**
 * Accepting: everything that makes a request a submission, in one transaction. It either happens wholly, with its slot
 * in the quota, in its batch and in the queue, or not at all.
 */
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { allowsOverage } from '#domain/billing/billing.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { pipelineSpecOf } from '#domain/report.ts';
import { attachToBatch } from './batches.ts';
import { claimKey, type IdempotentUse, isKeyKnown, releaseKey } from './idempotency.ts';
import { requireActive, type Organization } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { grantWaiting, organizationLock } from './concurrency-slots.ts';
import { type Quota, quotaOf, refuseExhausted, reserveQuota } from '#store/billing/quota.ts';
import { requireClaim } from '#store/objects/references.ts';
import {
  type NewSubmission,
  SubmissionEntity,
  type SubmissionRecord,
  type SubmissionRow,
  toRecord,
  unexpired,
} from './submission-row.ts';

export interface Accepted {
  readonly record: SubmissionRecord;
  /** The submission was made by an earlier request with this idempotency key, and is charged once. */
  readonly replayed: boolean;
  readonly quota: Quota;
  /** The submission to start: this one, unless it waits or belongs to another request. */
  readonly granted: readonly SubmissionRecord[];
}

export type AcceptanceStore = ReturnType<typeof acceptanceStore>;

export function acceptanceStore(db: Database) {
  const locked = organizationLock(db);
  return {
    /** Refuses what `accept` would refuse for the quota, as far as one can tell now: before the document is stored. */
    async foresee(organization: Organization, idempotent: IdempotentUse | null): Promise<void> {
      if (allowsOverage(organization)) return;
      const em = db.tenant(organization.id);
      if (idempotent && (await isKeyKnown(em, organization.id, idempotent))) return;
      await refuseExhausted(em, organization);
    },

    /**
     * Accepts a document, or finds what its idempotency key made before: running or ended, the caller joins it. (Nothing
     * of a stateless submission is kept that could be given again: there the caller makes the bytes once more.) Throws
     * ClaimLost when the original was erased or moved since its claim. Refuses with a ServiceError: quota_exceeded, quota_reserved,
     * abnormal_usage, idempotency_key_reused, batch_not_found, organization_inactive.
     */
    accept: (
      organizationId: string,
      { claimed, ...submission }: NewSubmission,
      idempotent: IdempotentUse | null,
    ): Promise<Accepted> =>
      locked(organizationId, async (em, organization) => {
        requireActive(organization);
        const id = randomUUID();
        const known = idempotent && (await findOrClaim(em, organizationId, idempotent, id));
        if (known) {
          return { record: toRecord(known), replayed: true, quota: await quotaOf(em, organization), granted: [] };
        }
        if (claimed) await requireClaim(em, organizationId, 'original', claimed);
        const quota = await reserveQuota(em, organization, { id, kind: 'submission', units: 1 });
        if (submission.batchId) await attachToBatch(em, organizationId, submission.batchId);
        const row = newRow(organizationId, id, submission);
        await executeUnread(em, em.createQueryBuilder(SubmissionEntity).insert(row).getFormattedQuery());
        const granted = await grantWaiting(em, organizationId);
        const record =
          granted.find(({ submissionId }) => submissionId === id) ??
          toRecord(em.create(SubmissionEntity, row, { persist: false }));
        return { record, replayed: false, quota, granted };
      }),

    /**
     * The caller does not wait any longer: the end will be told to the organization's endpoints. False when it has come.
     */
    async becomeAsynchronous(organizationId: string, id: string): Promise<boolean> {
      const underWay = { organizationId, id, completedAt: null };
      return (await db.tenant(organizationId).nativeUpdate(SubmissionEntity, underWay, { asynchronous: true })) === 1;
    },
  };
}

/**
 * Returns the earlier result of the key. Returns null when the key now stands for `id`, also where the earlier result
 * was erased, has expired, or cannot be made again.
 */
async function findOrClaim(em: EntityManager, organizationId: string, idempotent: IdempotentUse, id: string) {
  const earlier = await claimKey(em, organizationId, idempotent, id);
  if (earlier === null) return null;
  const known = await em.findOne(SubmissionEntity, { organizationId, id: earlier, ...unexpired() });
  if (known && !isLost(known)) return known;
  await releaseKey(em, earlier);
  await claimKey(em, organizationId, idempotent, id);
  return null;
}

/** The service stores no stateless output, and cannot make the bytes of another specification. */
function isLost({ stateless, report }: SubmissionRow): boolean {
  const output = report?.normalized;
  return stateless && output != null && pipelineSpecOf(output) !== PIPELINE_SPEC;
}

function newRow(organizationId: string, id: string, submission: Omit<NewSubmission, 'claimed'>) {
  return {
    apiKeyId: null,
    memberId: null,
    batchId: null,
    webhookUrl: null,
    clientReference: null,
    metadata: null,
    stateless: false,
    asynchronous: true,
    ...submission,
    id,
    organizationId,
    status: 'PENDING' as const,
    attempts: 0,
    createdAt: new Date(),
    grantedAt: null,
    startedAt: null,
    completedAt: null,
    processingTimeMs: null,
    report: null,
    stageDurationsMs: null,
    erasedAt: null,
  };
}
