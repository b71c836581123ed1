/**
 * Exports of an organization's data: one row each, from its request until long after its archive is gone. The archive
 * itself lies in the store under `exportKey`.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { EXPORT_KEPT_MS, EXPORT_STATUSES } from '#domain/privacy/data-export.ts';
import { REGIONS, type Region } from '#domain/region.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { Database } from '#store/database/database.ts';
import { findPage, LAST_REQUESTED_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const DataExportEntity = defineEntity({
  name: 'DataExport',
  tableName: 'data_export',
  policies: ownRows('data_export_tenant', 'organization_id'),
  uniques: [{ name: 'data_export_pending', properties: ['organizationId'], where: `"status" = 'pending'` }],
  indexes: [{ name: 'data_export_newest', properties: ['organizationId', 'requestedAt'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    status: p.enum(EXPORT_STATUSES),
    /** The region of the archive: the organization's default at the time of the request. */
    region: p.enum(REGIONS),
    requestedBy: p.uuid(),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
    /** Set with the completion: until then the archive can be downloaded. */
    expiresAt: p.datetime().nullable(),
    sizeBytes: p.bigint('number').nullable(),
    /** The hash of the archive in hex; null also for archives from before this column. */
    sha256: p.text().nullable(),
  },
});

export type DataExport = InferEntity<typeof DataExportEntity>;

/** The written archive. */
export interface Archive {
  readonly sizeBytes: number;
  readonly sha256: string;
}

export type ExportStore = ReturnType<typeof exportStore>;

export function exportStore(db: Database) {
  return {
    /** A new one, or the one that is pending. */
    request: (organizationId: string, memberId: string, region: Region): Promise<DataExport> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockOrganization(em, organizationId);
        const pending = await em.findOne(DataExportEntity, { organizationId, status: 'pending' });
        if (pending) return pending;
        const id = randomUUID();
        await appendAudit(em, { organizationId, actorId: memberId, action: 'export.requested', target: id });
        const request = { id, organizationId, region, requestedBy: memberId, requestedAt: new Date() };
        const ending = { completedAt: null, expiresAt: null, sizeBytes: null, sha256: null };
        return em.create(DataExportEntity, { ...request, ...ending, status: 'pending' });
      }),

    find: (organizationId: string, id: string): Promise<DataExport | null> =>
      db.tenant(organizationId).findOne(DataExportEntity, { organizationId, id }),

    /** Newest first. */
    list: (organizationId: string, page: RequestedPage): Promise<PageOf<DataExport>> =>
      findPage(db.tenant(organizationId), DataExportEntity, { organizationId }, LAST_REQUESTED_FIRST, page),

    /** pending -> completed. Returns false for an export that is not pending; the caller then removes the archive. */
    async complete(organizationId: string, id: string, archive: Archive, now: Date): Promise<boolean> {
      const completion = { completedAt: now, expiresAt: new Date(now.getTime() + EXPORT_KEPT_MS), ...archive };
      const pending = { organizationId, id, status: 'pending' as const };
      const changed = await db.system().nativeUpdate(DataExportEntity, pending, { ...completion, status: 'completed' });
      // A second attempt finds the export completed, if the first one was interrupted after its commit.
      return changed === 1 || (await db.system().count(DataExportEntity, { ...pending, status: 'completed' })) === 1;
    },

    /** pending -> failed, completed -> expired, before its archive is removed. */
    end: (organizationId: string, id: string): Promise<void> => endExports(db.system(), { organizationId, id }),

    /** Pending ones, for the sweep that starts what was not started, the oldest first. */
    unattended(olderThanMs: number, limit: number): Promise<DataExport[]> {
      const before = { $lt: new Date(Date.now() - olderThanMs) };
      const pending = { status: 'pending' as const, requestedAt: before };
      return db.system().find(DataExportEntity, pending, { orderBy: { requestedAt: 'asc' }, limit });
    },

    /** Completed ones whose time is over. */
    outlived: (now: Date, limit: number): Promise<DataExport[]> =>
      db.system().find(DataExportEntity, { status: 'completed', expiresAt: { $lt: now } }, { limit }),
  };
}

/** One export of an organization, or all of them. */
export async function endExports(
  em: EntityManager,
  which: { readonly organizationId: string; readonly id?: string },
): Promise<void> {
  await em.nativeUpdate(DataExportEntity, { ...which, status: 'pending' }, { status: 'failed' });
  await em.nativeUpdate(DataExportEntity, { ...which, status: 'completed' }, { status: 'expired' });
}
