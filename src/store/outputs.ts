/**
 * What an organization owns of the outputs: references to artifacts (the bytes are shared, the right to them is not)
 * and reports. Both are found by the hash of the output, and both end with the plan's retention period.
 */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { REGIONS } from '#domain/region.ts';
import type { Database } from './orm.ts';
import { ownRows } from './tenancy.ts';

const p = defineEntity.properties;

export const ArtifactRefEntity = defineEntity({
  name: 'ArtifactRef',
  tableName: 'artifact_ref',
  policies: ownRows('artifact_ref_tenant', 'organization_id'),
  indexes: [{ name: 'artifact_ref_sha256', properties: ['sha256'] }],
  properties: {
    organizationId: p.uuid().primary(),
    region: p.enum(REGIONS).primary(),
    sha256: p.text().primary(),
    sizeBytes: p.bigint('number'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'report',
  policies: ownRows('report_tenant', 'organization_id'),
  indexes: [{ name: 'report_output', properties: ['outputSha256', 'organizationId', 'createdAt'] }],
  properties: {
    /** The report's words are the submission's engine report; this row says which output it is about, and until when. */
    submissionId: p.uuid().primary(),
    organizationId: p.uuid(),
    outputSha256: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export type ArtifactRef = InferEntity<typeof ArtifactRefEntity>;
export type ReportRef = InferEntity<typeof ReportEntity>;

/** What one organization may know about a hash: its own row, that somebody else has one, or nothing. */
export type Located<Row> = { readonly own: Row } | 'foreign' | 'absent';

export interface OutputStore {
  findArtifact(organizationId: string, sha256: string): Promise<Located<ArtifactRef>>;
  /** The newest one, when several inputs of the organization led to the same output. */
  findReport(organizationId: string, outputSha256: string): Promise<Located<ReportRef>>;
}

export function outputStore(db: Database): OutputStore {
  return {
    async findArtifact(organizationId, sha256) {
      const newestFirst = { orderBy: { expiresAt: 'desc' } } as const;
      const own = await db.tenant(organizationId).findOne(ArtifactRefEntity, { organizationId, sha256 }, newestFirst);
      if (own) return ownUnlessExpired(own);
      const foreign = await db.system().count(ArtifactRefEntity, { sha256, expiresAt: { $gt: new Date() } });
      return foreign > 0 ? 'foreign' : 'absent';
    },

    async findReport(organizationId, outputSha256) {
      const newestFirst = { orderBy: { createdAt: 'desc' } } as const;
      const own = await db.tenant(organizationId).findOne(ReportEntity, { organizationId, outputSha256 }, newestFirst);
      if (own) return ownUnlessExpired(own);
      const foreign = await db.system().count(ReportEntity, { outputSha256, expiresAt: { $gt: new Date() } });
      return foreign > 0 ? 'foreign' : 'absent';
    },
  };
}

function ownUnlessExpired<Row extends { expiresAt: Date }>(own: Row): Located<Row> {
  return own.expiresAt > new Date() ? { own } : 'absent';
}
