/**
 * An organization owns references to artifacts, and reports. Both are found by the hash of the output, and both end with
 * the plan's retention period.
 */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { Database } from '#store/database/database.ts';
import type { StoredObject } from '#store/objects/object-key.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'report',
  policies: ownRows('report_tenant', 'organization_id'),
  indexes: [
    { name: 'report_output', properties: ['outputSha256', 'organizationId', 'createdAt'] },
    { name: 'report_expiry', properties: ['expiresAt'] },
    { name: 'report_organization', properties: ['organizationId'] },
  ],
  properties: {
    /**
     * The report's words are the submission's engine report; this row says which output it is about, and until when.
     */
    submissionId: p.uuid().primary(),
    organizationId: p.uuid(),
    outputSha256: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export type ReportRef = InferEntity<typeof ReportEntity>;

export interface Artifact extends StoredObject {
  readonly organizationId: string;
  readonly sizeBytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function outputStore(db: Database) {
  return {
    /** Answers null when the organization has none, or had one that has expired. */
    async findArtifact(organizationId: string, sha256: string): Promise<Artifact | null> {
      const em = db.tenant(organizationId);
      const held = { organizationId, sha256, ...alive() };
      const found = await em.findOne(ArtifactRefEntity, held, { orderBy: { expiresAt: 'desc' } });
      if (!found) return null;
      const { region, sizeBytes, createdAt, expiresAt, folder = null } = found;
      return { organizationId, region, sha256, sizeBytes, createdAt, expiresAt, folder };
    },

    /** The newest one, when several inputs of the organization led to the same output; or that of one submission. */
    findReport(organizationId: string, outputSha256: string, submissionId?: string): Promise<ReportRef | null> {
      const one = submissionId === undefined ? {} : { submissionId };
      return db
        .tenant(organizationId)
        .findOne(
          ReportEntity,
          { organizationId, outputSha256, ...one, ...alive() },
          { orderBy: { createdAt: 'desc', submissionId: 'desc' } },
        );
    },

    /**
     * Whether others have such an output and this organization has not, nor had a moment ago. Artifacts and reports come
     * and go together.
     */
    async isOfAnotherOrganization(organizationId: string, sha256: string): Promise<boolean> {
      const own = await db.tenant(organizationId).count(ArtifactRefEntity, { organizationId, sha256 });
      // Only the service itself can see rows of other organizations.
      const all = await db.system().count(ArtifactRefEntity, { sha256, ...alive() });
      return own === 0 && all > 0;
    },
  };
}

function alive() {
  return { expiresAt: { $gt: new Date() } };
}
