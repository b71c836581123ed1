/**
 * The audit log: every change made in the portal, one row each, written in the transaction of the change. A row names
 * the hash of the one before it, so that nothing can be taken out or altered later without showing; nobody has the
 * right to alter or remove a row, and only the deletion of the whole organization removes them all.
 */
import { createHash } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '#store/database/database.ts';
import { findPage, LAST_IN_SEQUENCE_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import { ownRows, PURGE_ROLE } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const AuditEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  policies: [
    ...ownRows('audit_entry_tenant', 'organization_id'),
    { name: 'purge', roles: [PURGE_ROLE], using: 'true' },
  ],
  properties: {
    organizationId: p.uuid().primary(),
    /** 1, 2, 3 …, without a gap. */
    sequence: p.integer().primary(),
    at: p.datetime(),
    /** A member; null is the service itself. */
    actorId: p.uuid().nullable(),
    action: p.text(),
    target: p.text().nullable(),
    details: p.json<AuditDetails>(),
    /** The hash of the previous entry; 64 zeros for the first. */
    previousHash: p.text(),
    hash: p.text(),
  },
});

export type AuditEntry = InferEntity<typeof AuditEntity>;

/** Details are ids, enums and counts: never a name, an address or a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditFact {
  readonly organizationId: string;
  readonly actorId: string | null;
  /** `api-key.created`, `member.role-changed`, … */
  readonly action: string;
  /** Id of what was changed, where that is not the organization. */
  readonly target?: string | null;
  readonly details?: AuditDetails;
}

/** Absent members do not filter the log. */
export interface AuditFilter {
  readonly action?: string;
  readonly actorId?: string;
}

export type AuditLog = ReturnType<typeof auditLog>;

const GENESIS = '0'.repeat(64);
const PAGE = 1_000;

/** It is called within the transaction of what it tells. Entries of one organization queue up for their number. */
export async function appendAudit(em: EntityManager, fact: AuditFact): Promise<void> {
  const { organizationId, actorId, action, target = null, details = {} } = fact;
  const lock = `select pg_advisory_xact_lock(hashtextextended('audit ' || ?, 0))`;
  await em.execute(lock, [organizationId]);
  const newest = { orderBy: { sequence: 'desc' }, limit: 1, refresh: true } as const;
  const [last] = await em.find(AuditEntity, { organizationId }, newest);
  const entry = {
    organizationId,
    sequence: (last?.sequence ?? 0) + 1,
    at: new Date(),
    actorId,
    action,
    target,
    details,
    previousHash: last?.hash ?? GENESIS,
  };
  await em.insert(AuditEntity, { ...entry, hash: auditHash(entry) });
}

export function auditLog(db: Database) {
  return {
    /** Newest first. */
    list: (organizationId: string, page: RequestedPage, filter: AuditFilter = {}): Promise<PageOf<AuditEntry>> =>
      findPage(db.tenant(organizationId), AuditEntity, { organizationId, ...filter }, LAST_IN_SEQUENCE_FIRST, page),

    /** Sequence of the first entry whose hash or predecessor does not fit; null when the chain is whole. */
    async firstBreak(organizationId: string): Promise<number | null> {
      let previousHash = GENESIS;
      for (let sequence = 0; ;) {
        const after = { organizationId, sequence: { $gt: sequence } };
        const order = { orderBy: { sequence: 'asc' }, limit: PAGE } as const;
        const entries = await db.tenant(organizationId).find(AuditEntity, after, order);
        for (const entry of entries) {
          sequence++;
          const fits = entry.previousHash === previousHash && entry.hash === auditHash(entry);
          if (!fits || entry.sequence !== sequence) return sequence;
          previousHash = entry.hash;
        }
        if (entries.length < PAGE) return null;
      }
    },
  };
}

/**
 * Hex SHA-256 of the entry's members in their fixed order as JSON; `details` by name, since the database keeps no
 * order.
 */
function auditHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { organizationId, sequence, at, actorId, action, target, details, previousHash } = entry;
  const sorted = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const members = [organizationId, sequence, at.toISOString(), actorId ?? null, action, target ?? null, sorted];
  return createHash('sha256')
    .update(JSON.stringify([...members, previousHash]))
    .digest('hex');
}
