/** This module finds the submissions from which an artifact can be made again. */
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { pipelineSpecOf } from '#domain/report.ts';
import type { StoredObject } from '#store/objects/object-key.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '#store/database/database.ts';
import { SubmissionEntity, type SubmissionRecord, toRecord } from './submission-row.ts';

export type RestorationStore = ReturnType<typeof restorationStore>;

const SOURCES = `select s.id from artifact_ref a
  join submission s on s.organization_id = a.organization_id and s.region = a.region
    and s.report->'normalized'->>'sha256' = a.sha256
  join original_ref o on o.organization_id = s.organization_id and o.region = s.region and o.sha256 = s.original_sha256
  where (?::uuid is null or a.organization_id = ?) and a.region = ? and a.sha256 = ? and a.folder is not distinct from ? and a.expires_at > now() and o.expires_at > now()
  order by s.completed_at desc limit ?`;

export function restorationStore(db: Database) {
  return {
    /** Whether somebody still refers to it. */
    async isHeld({ region, sha256, folder }: StoredObject): Promise<boolean> {
      const held = { region, sha256, folder, expiresAt: { $gt: new Date() } };
      return (await db.system().count(ArtifactRefEntity, held)) > 0;
    },

    /**
     * Answers submissions that gave this artifact and whose original is still stored, the newest first: of its
     * organization, or in the shared layout of any.
     */
    sources: (artifact: StoredObject, limit: number): Promise<SubmissionRecord[]> =>
      sourcesOf(db.system(), artifact, { organizationId: null, limit }),

    /** Whether an original of the organization is still stored that gives the artifact under the specification of today. */
    async isRestorable(organizationId: string, artifact: StoredObject): Promise<boolean> {
      const [source] = await sourcesOf(db.tenant(organizationId), artifact, { organizationId, limit: 1 });
      const output = source?.report?.normalized;
      return output != null && pipelineSpecOf(output) === PIPELINE_SPEC;
    },
  };
}

async function sourcesOf(
  em: EntityManager,
  { region, sha256, folder }: StoredObject,
  { organizationId, limit }: { readonly organizationId: string | null; readonly limit: number },
): Promise<SubmissionRecord[]> {
  const values = [organizationId, organizationId, region, sha256, folder, limit];
  const found = await em.execute<{ id: string }[]>(SOURCES, values);
  const ids = { id: { $in: found.map(({ id }) => id) } };
  return (await em.find(SubmissionEntity, ids, { orderBy: { completedAt: 'desc' } })).map(toRecord);
}
