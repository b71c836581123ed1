/**
 * The end of an organization: removes every row of every table that names it, and its own. PostgreSQL lists these
 * tables in their order, so that a new table is never forgotten.
 */
import { defineEntity, ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeletionCounts, RegionCounts } from '#domain/privacy/account-deletion.ts';
import { deletedMail } from '#src/mail/deletion-mails.ts';
import type { Region } from '#domain/region.ts';
import { type AccountDeletion, AccountDeletionEntity } from './account-deletions.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { endExports } from './exports.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import type { Database } from '#store/database/database.ts';
import { deletePage } from '#store/database/row-pages.ts';
import { tablesInOrder } from '#store/database/table-order.ts';
import { collectGarbage } from '#store/objects/object-garbage-collection.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import type { ObjectKind } from '#store/objects/object-key.ts';
import { DAY_MS } from '#domain/duration.ts';

const p = defineEntity.properties;

/** All that is left of an organization. It names nobody: the mark is a keyed hash of the organization's id. */
export const DeletionTombstoneEntity = defineEntity({
  name: 'DeletionTombstone',
  tableName: 'deletion_tombstone',
  properties: {
    /** The random id of the certificate, known only to the people who asked for the deletion. */
    id: p.uuid().primary(),
    organizationMark: p.text(),
    requestedAt: p.datetime(),
    executedAt: p.datetime(),
    counts: p.json<DeletionCounts>().columnType('json'),
    /** JWS in compact serialization; null once its time is over. */
    certificate: p.text().nullable(),
    certificateUntil: p.datetime(),
    /** The certificate as a page, from the first time that somebody asks for it; gone with it. */
    printed: p.blob().nullable().lazy(),
  },
});

export interface LastWords {
  readonly certificateId: string;
  readonly executedAt: Date;
  /** JWS in compact serialization. */
  readonly certificate: string;
  /** The address for people and the address for programs. */
  readonly page: string;
  readonly link: string;
}

export type PurgeStore = ReturnType<typeof purgeStore>;

interface Deps {
  readonly mails: MailStore;
  readonly artifacts: ArtifactStore;
  readonly sealer: Pick<Sealer, 'mark'>;
}

/** The time in which the certificate needs no credentials. */
const CERTIFICATE_DAYS = 30;

export function purgeStore(db: Database, { mails, artifacts, sealer }: Deps) {
  return {
    /** Answers null when it is gone, and everything with it. */
    find: (organizationId: string, id: string): Promise<AccountDeletion | null> =>
      db.system().findOne(AccountDeletionEntity, { organizationId, id }),

    /** Ends references and removes their objects; returns their number. */
    removeObjects: (deletion: AccountDeletion, kind: ObjectKind, limit: number): Promise<number> =>
      collectGarbage(db, artifacts, deletion.organizationId, {
        kind,
        claimedBefore: new Date(),
        limit,
        tally: (em, { region, removed }) => tally(em, deletion, region, removed ? `${kind}s` : 'shared'),
      }),

    /** The archive of an export is gone. */
    countExport: (deletion: AccountDeletion, id: string, region: Region): Promise<void> =>
      db.system().transactional(async (em) => {
        await endExports(em, { organizationId: deletion.organizationId, id });
        await tally(em, deletion, region, 'exports');
      }),

    /** Deletes up to `limit` rows, those that are referred to after those that refer to them; answers how many. */
    deleteRows: (organizationId: string, limit: number): Promise<number> =>
      deleteRows(db.system(), organizationId, limit),

    /**
     * Removes the rest and writes the tombstone in one transaction. Returns the mail to the requester; null when new
     * rows need a removal first.
     */
    async finish(deletion: AccountDeletion, words: LastWords): Promise<readonly string[] | null> {
      try {
        return await db.system().transactional((em) => finish(em, deletion, words, { mails, sealer }));
      } catch (error) {
        if (error instanceof ForeignKeyConstraintViolationException) return null;
        throw error;
      }
    },

    /** Answers null once its time is over. */
    async certificate(id: string): Promise<string | null> {
      const living = { id, certificateUntil: { $gt: new Date() } };
      return (await db.system().findOne(DeletionTombstoneEntity, living))?.certificate ?? null;
    },

    /** Forgets certificates whose time is over; answers how many. */
    forgetCertificates: (now: Date): Promise<number> => {
      const outlived = { certificate: { $ne: null }, certificateUntil: { $lt: now } };
      return db.system().nativeUpdate(DeletionTombstoneEntity, outlived, { certificate: null, printed: null });
    },
  };
}

/** Counts in the row, in the transaction of what is counted: no restart counts twice, or forgets. */
async function tally(
  em: EntityManager,
  { organizationId, id }: AccountDeletion,
  region: Region,
  counter: keyof RegionCounts,
): Promise<void> {
  const path = `{${region},${counter}}`;
  const statement = `update account_deletion set counts = jsonb_set(counts::jsonb, ?::text[],
    to_jsonb((counts::jsonb #>> ?::text[])::int + 1))::json where organization_id = ? and id = ? returning 1`;
  await em.execute(statement, [path, path, organizationId, id]);
}

/** These end with the organization itself: until then they say whom to tell, and how far it has come. */
const LAST = ['account_deletion', 'member', 'artifact_ref', 'original_ref', 'data_export', 'audit_entry'];

async function deleteRows(em: EntityManager, organizationId: string, limit: number): Promise<number> {
  // Only this function may remove entries of that table.
  await em.execute(`select fixpoint_purge_audit(?)`, [organizationId]);
  for (const table of await tablesOf(em)) {
    if (LAST.includes(table)) continue;
    const count = await deletePage(em, table, 'organization_id = ?', [organizationId], limit);
    if (count > 0) return count;
  }
  return 0;
}

/** Answers the tables with an organization, each before those it refers to. */
async function tablesOf(em: EntityManager): Promise<string[]> {
  const tables = await tablesInOrder(em);
  return tables.flatMap(({ name, isTenants }) => (isTenants ? [name] : [])).toReversed();
}

async function finish(
  em: EntityManager,
  { organizationId, id, requestedBy, requestedAt }: AccountDeletion,
  { certificateId, executedAt, certificate, page, link }: LastWords,
  { mails, sealer }: Pick<Deps, 'mails' | 'sealer'>,
): Promise<readonly string[]> {
  const deletion = await em.findOne(AccountDeletionEntity, { organizationId, id });
  if (!deletion) return [];
  const requester = await em.findOne(MemberEntity, { organizationId, id: requestedBy });
  const certificateUntil = new Date(executedAt.getTime() + CERTIFICATE_DAYS * DAY_MS);
  await em.insert(DeletionTombstoneEntity, {
    id: certificateId,
    organizationMark: sealer.mark(organizationId),
    requestedAt,
    executedAt,
    counts: deletion.counts,
    certificate,
    certificateUntil,
  });
  const text = deletedMail({ page, link, jws: certificate, until: certificateUntil });
  // The mail has no organization, because it outlives the organization.
  const mailIds = requester ? await mails.queue(em, [{ organizationId: null, to: requester.email, ...text }]) : [];
  for (const table of ['data_export', 'account_deletion', 'member']) {
    await em.execute(`delete from "${table}" where organization_id = ?`, [organizationId]);
  }
  // Refused while anything still refers to it, for example a claim of this very moment.
  await em.execute('delete from organization where id = ?', [organizationId]);
  return mailIds;
}
