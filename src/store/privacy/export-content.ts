/**
 * This module reads all that is kept of one organization and has not expired, for an export: lists that grow with its
 * documents page by page, as the records that the API reads. The bodies in `src/bodies` decide which members of a
 * record are shown.
 */
import type { Attestation } from '#domain/attestation.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { SignedFacts } from '#domain/findings/facts-document.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { type Invitation, InvitationEntity } from '#store/accounts/invitations.ts';
import { type TeamMember, teamOf } from '#store/accounts/team.ts';
import { UsageDayEntity, type UsageOfDay } from '#store/billing/daily-usage.ts';
import { UsagePeriodEntity } from '#store/billing/quota.ts';
import type { Database } from '#store/database/database.ts';
import { NEWEST_FIRST } from '#store/database/pages.ts';
import type { ObjectKind, ObjectName, StoredObject } from '#store/objects/object-key.ts';
import { REFERENCE_TABLES } from '#store/objects/release.ts';
import { type ApiKey, ApiKeyEntity } from '#store/organizations/api-keys.ts';
import { AuditEntity, type AuditEntry } from '#store/organizations/audit.ts';
import { type Organization, OrganizationEntity } from '#store/organizations/organizations.ts';
import { type AccountDeletion, findDeletion } from '#store/privacy/account-deletions.ts';
import { type PublishedKey, signingKeyStore } from '#store/proof/signing-keys.ts';
import { BatchEntity, type BatchRecord, EXPIRED_BATCH, toBatchRecord } from '#store/submissions/batches.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import {
  SubmissionEntity,
  type SubmissionRecord,
  toRecord,
  UNEXPIRED,
  unexpired,
} from '#store/submissions/submission-row.ts';
import { toEndpoint, type WebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { WebhookEndpointEntity } from '#store/webhooks/rows.ts';
import { type Erasure, ErasureEntity } from './erasures.ts';
import { type DataExport, DataExportEntity } from './exports.ts';

/** The usage of the plan in a billing period. */
export interface UsageRow {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly used: number;
  readonly reserved: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly rejected: number;
  readonly processingMs: number;
}

export interface ExportedObject {
  readonly sha256: string;
  /** One for each region that has it. */
  readonly places: readonly Pick<StoredObject, 'region' | 'folder'>[];
}

/** The facts about the revisions of an original. */
export interface ExportedTimeline {
  readonly id: string;
  readonly timeline: RevisionTimeline;
}

/** The facts document of a submission that has ended. */
export interface ExportedFacts extends SignedFacts {
  readonly id: string;
}

export interface ExportedAttestation {
  readonly id: string;
  readonly document: Attestation;
}

/** The order is that of the portal. */
type ShortLists = ReturnType<typeof shortLists>;

/** They grow with the documents, and are read page by page, in the order of their ids. */
type LongLists = ReturnType<typeof longLists>;

export interface ExportContent extends ShortLists, LongLists {
  /** The fingerprints of the pages of a submission; null where there are none. */
  pages(organizationId: string, submissionId: string): Promise<PageFingerprints[] | null>;
  /** The current place of the object; null when the organization has no right to it any more. */
  held(organizationId: string, kind: ObjectKind, object: ObjectName): Promise<StoredObject | null>;
}

/** Reads as the organization, whose id is the first value of every statement. */
type Read = <Row>(statement: string, organizationId: string, ...values: readonly unknown[]) => Promise<Row[]>;

/** Everything is read as the organization: another one's row in an archive must not be possible. */
export function exportContent(db: Database): ExportContent {
  const read: Read = (statement, organizationId, ...values) =>
    db.tenant(organizationId).execute(statement, [organizationId, ...values]);
  return {
    ...shortLists(db),
    ...longLists(db, read),
    pages: (organizationId, submissionId) => pageFingerprintStore(db).ofSubmission(organizationId, submissionId),
    async held(organizationId, kind, { region, sha256 }) {
      const [found] = await read<StoredObject>(heldIn(REFERENCE_TABLES[kind]), organizationId, region, sha256);
      return found ?? null;
    },
  };
}

const JOINED_FIRST = { createdAt: 'asc', id: 'asc' } as const;

function shortLists(db: Database) {
  return {
    organization: (id: string): Promise<Organization> => db.tenant(id).findOneOrFail(OrganizationEntity, { id }),
    /** The one that is pending. */
    deletion: (id: string): Promise<AccountDeletion | null> => findDeletion(db, id),

    members: (organizationId: string): Promise<TeamMember[]> => teamOf(db.tenant(organizationId), organizationId),

    /** Answers those that can still be accepted. */
    invitations(organizationId: string): Promise<Invitation[]> {
      const pending = { organizationId, expiresAt: { $gt: new Date() } };
      return db.tenant(organizationId).find(InvitationEntity, pending, { orderBy: { expiresAt: 'desc', id: 'asc' } });
    },

    apiKeys: (organizationId: string): Promise<ApiKey[]> =>
      db.tenant(organizationId).find(ApiKeyEntity, { organizationId }, { orderBy: NEWEST_FIRST }),

    async webhooks(organizationId: string): Promise<WebhookEndpoint[]> {
      const em = db.tenant(organizationId);
      return (await em.find(WebhookEndpointEntity, { organizationId }, { orderBy: JOINED_FIRST })).map(toEndpoint);
    },

    usage: (organizationId: string): Promise<UsageRow[]> =>
      db.tenant(organizationId).find(UsagePeriodEntity, { organizationId }, { orderBy: { startsAt: 'asc' } }),

    /** Answers the days on which documents ended, the oldest first. */
    usageDays: (organizationId: string): Promise<UsageOfDay[]> =>
      db.tenant(organizationId).find(UsageDayEntity, { organizationId }, { orderBy: { day: 'asc' } }),

    /** Answers the public keys that check attestations, old ones too. */
    signingKeys: (): Promise<PublishedKey[]> => signingKeyStore(db).list(),
  };
}

const PAGE = 50;
const BY_ID = { orderBy: { id: 'asc' }, limit: PAGE } as const;
const BY_SEQUENCE = { orderBy: { sequence: 'asc' }, limit: PAGE } as const;

/** Each page has its own manager, because a manager retains all rows that it has read. */
function longLists(db: Database, read: Read) {
  return {
    async *submissions(organizationId: string): AsyncGenerator<SubmissionRecord> {
      const rows = pagesById((after) => {
        const later = { organizationId, id: { $gt: after }, ...unexpired() };
        return db.tenant(organizationId).find(SubmissionEntity, later, BY_ID);
      });
      for await (const row of rows) yield toRecord(row);
    },

    /** Timelines of the submissions that have one. */
    timelines: (organizationId: string): AsyncGenerator<ExportedTimeline> =>
      pagesById((after) => read(TIMELINES, organizationId, after)),

    /** Facts of the submissions that have them. */
    facts: (organizationId: string): AsyncGenerator<ExportedFacts> =>
      pagesById((after) => read(FACTS, organizationId, after)),

    async *batches(organizationId: string): AsyncGenerator<BatchRecord> {
      const rows = pagesById(async (after) => {
        const em = db.tenant(organizationId);
        const found: object[] = await em.execute(BATCHES, [organizationId, after]);
        return found.map((row) => em.map(BatchEntity, row));
      });
      for await (const row of rows) yield toBatchRecord(row);
    },

    erasures: (organizationId: string): AsyncGenerator<Erasure> =>
      pagesById((after) =>
        db.tenant(organizationId).find(ErasureEntity, { organizationId, id: { $gt: after } }, BY_ID),
      ),

    exports: (organizationId: string): AsyncGenerator<DataExport> =>
      pagesById((after) =>
        db.tenant(organizationId).find(DataExportEntity, { organizationId, id: { $gt: after } }, BY_ID),
      ),

    /** Entries from the first to the newest. */
    audit(organizationId: string): AsyncGenerator<AuditEntry> {
      const later = (after: number) => ({ organizationId, sequence: { $gt: after } });
      const page = (after: number) => db.tenant(organizationId).find(AuditEntity, later(after), BY_SEQUENCE);
      return pagesOf(0, ({ sequence }) => sequence, page);
    },

    attestations: (organizationId: string): AsyncGenerator<ExportedAttestation> =>
      pagesById((after) => read(ATTESTATIONS, organizationId, after)),

    /** Goes over the objects, each once and with all of its regions. */
    objects(organizationId: string, kind: ObjectKind): AsyncGenerator<ExportedObject> {
      const statement = objectsIn(REFERENCE_TABLES[kind]);
      const page = (after: string) => read<ExportedObject>(statement, organizationId, after);
      return pagesOf('', ({ sha256 }) => sha256, page);
    },
  };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

function pagesById<Row extends { readonly id: string }>(read: (after: string) => Promise<readonly Row[]>) {
  return pagesOf(FIRST_ID, ({ id }: Row) => id, read);
}

/** All rows, a page at a time, in the order of a key that no two rows share: each page begins after a key. */
async function* pagesOf<Row, Key>(
  first: Key,
  keyOf: (row: Row) => Key,
  read: (after: Key) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

const BATCHES = `select * from batch b
  where organization_id = ? and id > ? and not (${EXPIRED_BATCH}) order by id limit ${PAGE}`;

const TIMELINES = `select id, timeline from submission s
  where organization_id = ? and id > ? and timeline is not null and ${UNEXPIRED} order by id limit ${PAGE}`;

const FACTS = `select id, facts as "document", facts_envelope as "envelope" from submission s
  where organization_id = ? and id > ? and facts is not null and ${UNEXPIRED} order by id limit ${PAGE}`;

const ATTESTATIONS = `select id, document from attestation
  where organization_id = ? and id > ? and expires_at > now() order by id limit ${PAGE}`;

function objectsIn(table: string): string {
  return `select sha256, json_agg(json_build_object('region', region, 'folder', folder) order by region) "places" from ${table}
    where organization_id = ? and sha256 > ? and expires_at > now() group by sha256 order by sha256 limit ${PAGE}`;
}

function heldIn(table: string): string {
  return `select region, sha256, folder from ${table}
    where organization_id = ? and region = ? and sha256 = ? and expires_at > now()`;
}
