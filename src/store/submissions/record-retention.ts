/** What is kept of a submission that has ended, and until when: within the transaction that ends it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Proof } from '#domain/attestation.ts';
import { PLANS } from '#domain/billing/plan.ts';
import { recordProof } from '#store/proof/attestations.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { ReportEntity } from './outputs.ts';
import { hold } from '#store/objects/references.ts';
import type { SubmissionRow } from './submission-row.ts';
import { DAY_MS } from '#domain/duration.ts';

/** The row itself always; of a stateless submission nothing else. */
export async function keepResults(
  em: EntityManager,
  row: SubmissionRow,
  now: Date,
  proof: Proof | null,
): Promise<void> {
  const { organizationId, region, originalSha256, sizeBytes } = row;
  const { planTier } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  const expiresAt = new Date(now.getTime() + PLANS[planTier].retentionDays * DAY_MS);
  row.expiresAt = expiresAt;
  if (row.stateless || !originalSha256) return;

  const period = { since: now, until: expiresAt };
  await hold(em, organizationId, 'original', { region, sha256: originalSha256, sizeBytes }, period);
  const output = row.report?.normalized;
  if (!output) return;
  await hold(em, organizationId, 'artifact', { ...output, region }, period);
  if (proof) await recordProof(em, organizationId, proof, expiresAt);
  const { id: submissionId } = row;
  em.create(ReportEntity, { submissionId, organizationId, outputSha256: output.sha256, createdAt: now, expiresAt });
}
