/** This module finds the submissions from which an artifact can be made again. */
import { ArtifactRefEntity, type StoredObject } from '#store/objects/references.ts';
import type { Database } from '#store/database/database.ts';
import { SubmissionEntity, type SubmissionRecord, toRecord } from './submission-row.ts';

export interface RestorationStore {
  /** Whether somebody still refers to it. */
  isHeld(artifact: StoredObject): Promise<boolean>;
  /**
   * Submissions, of whatever organization, that gave this artifact and whose original is still kept; the newest first.
   */
  sources(artifact: StoredObject, limit: number): Promise<SubmissionRecord[]>;
}

const SOURCES = `select s.id from artifact_ref a
  join submission s on s.organization_id = a.organization_id and s.region = a.region
    and s.report->'normalized'->>'sha256' = a.sha256
  join original_ref o on o.organization_id = s.organization_id and o.region = s.region and o.sha256 = s.original_sha256
  where a.region = ? and a.sha256 = ? and a.expires_at > now() and o.expires_at > now()
  order by s.completed_at desc limit ?`;

export function restorationStore(db: Database): RestorationStore {
  return {
    async isHeld({ region, sha256 }) {
      const held = { region, sha256, expiresAt: { $gt: new Date() } };
      return (await db.system().count(ArtifactRefEntity, held)) > 0;
    },

    async sources({ region, sha256 }, limit) {
      const em = db.system();
      const found = await em.execute<{ id: string }[]>(SOURCES, [region, sha256, limit]);
      const ids = { id: { $in: found.map(({ id }) => id) } };
      return (await em.find(SubmissionEntity, ids, { orderBy: { completedAt: 'desc' } })).map(toRecord);
    },
  };
}
