/**
 * Mail to send: sealed rows, written in the transaction of their cause, because they contain addresses and links that
 * open accounts. Workflows send them (`workflows/mail/mail.ts`), and then the row is removed.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { removeExpired } from '#store/database/row-pages.ts';
import type { Database } from '#store/database/database.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const MailEntity = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  policies: ownRows('mail_tenant', 'organization_id'),
  indexes: [{ name: 'mail_created', properties: ['createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** Null for mail to somebody who belongs to none. */
    organizationId: p.uuid().nullable(),
    sealed: p.text(),
    createdAt: p.datetime(),
  },
});

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with `\n`. */
  readonly text: string;
}

export interface NewMail extends MailMessage {
  readonly organizationId: string | null;
}

export type MailStore = ReturnType<typeof mailStore>;

/** The part of the store for the sweep, which needs no key. */
export type MailQueue = ReturnType<typeof mailQueue>;

const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

export function mailStore(db: Database, sealer: Sealer) {
  return {
    /** Runs within the transaction of what the mail tells; answers ids, for `startMail` once that is committed. */
    async queue(em: EntityManager, mails: readonly NewMail[]): Promise<string[]> {
      const createdAt = new Date();
      const rows = mails.map(({ organizationId, to, subject, text }) => {
        const id = randomUUID();
        const message: MailMessage = { to, subject, text };
        return { id, organizationId, sealed: sealer.seal(Buffer.from(JSON.stringify(message)), id), createdAt };
      });
      if (rows.length > 0) await em.insertMany(MailEntity, rows);
      return rows.map(({ id }) => id);
    },

    /** Answers null once it has been sent. */
    async find(id: string): Promise<MailMessage | null> {
      const row = await db.system().findOne(MailEntity, { id });
      return row && JSON.parse(sealer.open(row.sealed, id).toString());
    },

    async remove(id: string): Promise<void> {
      await db.system().nativeDelete(MailEntity, { id });
    },
  };
}

export function mailQueue(db: Database) {
  const before = (ageMs: number) => ({ createdAt: { $lt: new Date(Date.now() - ageMs) } });
  return {
    /** Answers the ids of mails that have waited this long, in the order of ids; those after the given one. */
    async waiting(olderThanMs: number, afterId: string | null, limit: number): Promise<string[]> {
      const where = { ...before(olderThanMs), ...(afterId !== null && { id: { $gt: afterId } }) };
      const rows = await db.system().find(MailEntity, where, { orderBy: { id: 'asc' }, limit, fields: ['id'] });
      return rows.map(({ id }) => id);
    },

    /** Removes those that nobody could send in a week; their links are dead by then. Returns their number. */
    expire: (): Promise<number> => removeExpired(db, 'mail', 'created_at < ?', [new Date(Date.now() - KEEP_MS)]),
  };
}
