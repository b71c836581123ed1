/** The fingerprints of the pages of outputs, by which an organization finds a page in all of its documents. */
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageFingerprints, PageMatch } from '#domain/pages/fingerprints.ts';
import type { Database } from '#store/database/database.ts';
import type { PageOf, RequestedPage, Place } from '#store/database/pages.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { UNEXPIRED } from './submission-row.ts';

const p = defineEntity.properties;

export const PageFingerprintEntity = defineEntity({
  name: 'PageFingerprint',
  tableName: 'page_fingerprint',
  policies: ownRows('page_fingerprint_tenant', 'organization_id'),
  indexes: [
    { name: 'page_fingerprint_whole', properties: ['organizationId', 'fingerprint', 'submissionId', 'page'] },
    {
      name: 'page_fingerprint_body',
      properties: ['organizationId', 'withoutMargins', 'submissionId', 'page'],
      where: '"without_margins" is not null',
    },
  ],
  properties: {
    organizationId: p.uuid().primary(),
    submissionId: p.uuid().primary(),
    /** The number of the page, from 1. */
    page: p.integer().primary(),
    fingerprint: p.blob(),
    /** Null where the page is blank between its margins. */
    withoutMargins: p.blob().nullable(),
  },
});

/** One page of one submission that has a fingerprint. */
export interface FoundPage {
  readonly submissionId: string;
  /** The number of the page, from 1. */
  readonly page: number;
  readonly match: PageMatch;
  /** The time of the submission. */
  readonly createdAt: Date;
  readonly normalizedSha256: string;
}

export function pageFingerprintStore(db: Database) {
  return {
    /** The pages with this fingerprint, in the order of the ids of their submissions. */
    find: (organizationId: string, fingerprint: string, requested: RequestedPage): Promise<PageOf<FoundPage>> =>
      find(db.tenant(organizationId), organizationId, fingerprint, requested),

    /** The fingerprints of all pages of a submission in their order; null where there are none. */
    async ofSubmission(organizationId: string, submissionId: string): Promise<PageFingerprints[] | null> {
      const rows = await db
        .tenant(organizationId)
        .execute<PageFingerprints[]>(OF_SUBMISSION, [organizationId, submissionId]);
      return rows.length === 0 ? null : rows;
    },
  };
}

/** Called within the transaction that ends the submission. */
export async function recordPages(
  em: EntityManager,
  row: { readonly organizationId: string; readonly id: string },
  pages: readonly PageFingerprints[],
): Promise<void> {
  if (pages.length === 0) return;
  const all = pages.map(({ fingerprint, withoutMargins }) => fingerprint + (withoutMargins ?? NONE)).join('');
  await executeUnread(em, RECORD, [row.organizationId, row.id, NONE, all, pages.length]);
}

/** Called with the ids of submissions that are erased. */
export async function forgetPages(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<void> {
  await em.nativeDelete(PageFingerprintEntity, { organizationId, submissionId: { $in: ids } });
}

/** No page has it. */
const NONE = '0'.repeat(64);

/** One value has the fingerprints of all pages, 32 bytes each, so that a long document needs no more parameters. */
const RECORD = `insert into "page_fingerprint"
    ("organization_id", "submission_id", "page", "fingerprint", "without_margins")
  select ?::uuid, ?::uuid, n, substring(f.bytes from 64 * n - 63 for 32),
    nullif(substring(f.bytes from 64 * n - 31 for 32), decode(?, 'hex'))
  from (select decode(?, 'hex') as bytes) f, generate_series(1, ?) n`;

const OF_SUBMISSION = `select encode(f.fingerprint, 'hex') as "fingerprint",
    encode(f.without_margins, 'hex') as "withoutMargins"
  from page_fingerprint f join submission s on s.organization_id = f.organization_id and s.id = f.submission_id
  where f.organization_id = ? and f.submission_id = ? and ${UNEXPIRED} order by f.page`;

type Column = 'fingerprint' | 'without_margins';

/** A fingerprint with margins is never one without, so that at most one of the two parts finds something. */
const COLUMNS: readonly (readonly [Column, PageMatch])[] = [
  ['fingerprint', 'page'],
  ['without_margins', 'without_margins'],
];

/**
 * `offset 0` keeps PostgreSQL from joining all pages first: it would, where it has no statistics of a fingerprint that a hundred thousand
 * blank pages have.
 */
const SUBMISSION_OF_PAGE = `select s.created_at, s.report from submission s
  where s.organization_id = f.organization_id and s.id = f.submission_id and ${UNEXPIRED} offset 0`;

async function find(
  em: EntityManager,
  organizationId: string,
  fingerprint: string,
  requested: RequestedPage,
): Promise<PageOf<FoundPage>> {
  const [afterId, afterPage] = (requested.page === null ? requested.after : null) ?? [FIRST_ID, 0];
  const offset = requested.page === null ? 0 : (requested.page - 1) * requested.pageSize;
  // One row more than the page has shows whether there is another page.
  const most = requested.pageSize + 1;
  const parts = COLUMNS.map(
    ([column, match]) => `(select f.submission_id as "submissionId", f.page, '${match}' as "match",
      s.created_at as "createdAt", s.report->'normalized'->>'sha256' as "normalizedSha256"
    from page_fingerprint f cross join lateral (${SUBMISSION_OF_PAGE}) s
    where f.organization_id = ? and f.${column} = decode(?, 'hex') and (f.submission_id, f.page) > (?, ?) order by f.submission_id, f.page limit ? offset ?)`,
  );
  const values = [organizationId, fingerprint, afterId, afterPage, most, offset];
  const rows = await em.execute<FoundPage[]>(`${parts.join(' union all ')} order by 1, 2`, [...values, ...values]);
  const items = rows.slice(0, requested.pageSize).map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  const last = items.at(-1);
  const end: Place | null = last && rows.length > items.length ? [last.submissionId, last.page] : null;
  return { items, total: requested.page === null ? null : await count(em, organizationId, fingerprint), end };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

async function count(em: EntityManager, organizationId: string, fingerprint: string): Promise<number> {
  const parts = COLUMNS.map(
    ([column]) => `(select count(*)::int from page_fingerprint f
    join submission s on s.organization_id = f.organization_id and s.id = f.submission_id
    where f.organization_id = ? and f.${column} = decode(?, 'hex') and ${UNEXPIRED})`,
  );
  const statement = `select ${parts.join(' + ')} as "total"`;
  const values = [organizationId, fingerprint];
  const [row] = await em.execute<{ total: number }[]>(statement, [...values, ...values]);
  return row?.total ?? 0;
}
