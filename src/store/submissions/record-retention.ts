/** Sets the retention of an ended submission, within the transaction that ends it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Proof } from '#domain/attestation.ts';
import { PLANS } from '#domain/billing/plan.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { recordProof } from '#store/proof/attestations.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import { hold } from '#store/objects/references.ts';
import type { SubmissionRow } from './submission-row.ts';
import { DAY_MS } from '#domain/duration.ts';

/** The end of the plan's retention period. */
export function keptUntil({ planTier }: Organization, since: Date): Date {
  return new Date(since.getTime() + PLANS[planTier].retentionDays * DAY_MS);
}

/** The row itself always; of a stateless submission nothing else. */
export async function keepResults(
  em: EntityManager,
  row: SubmissionRow,
  period: { readonly since: Date; readonly until: Date },
  proof: Proof | null,
): Promise<void> {
  const { organizationId, region, originalSha256, sizeBytes } = row;
  if (row.stateless || !originalSha256) return;

  await hold(em, organizationId, 'original', { region, sha256: originalSha256, sizeBytes }, period);
  const output = row.report?.normalized;
  if (!output) return;
  await hold(em, organizationId, 'artifact', { ...output, region }, period);
  if (proof) await recordProof(em, organizationId, proof, period.until);
  const { id: submissionId } = row;
  await executeUnread(em, RECORD, [submissionId, organizationId, output.sha256, period.since, period.until]);
}

const RECORD = `insert into "report" ("submission_id", "organization_id", "output_sha256", "created_at", "expires_at")
  values (?, ?, ?, ?, ?)`;
