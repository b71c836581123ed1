/** After a restore: records erasures and deletions again that the rows do not have, and the rounds carry them out. */
import type { ErasureScope } from '#domain/privacy/erasure.ts';
import type { Database } from '#store/database/database.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import { AccountDeletionEntity, putDownDeletion } from './account-deletions.ts';
import { countMeant } from './erasure-match.ts';
import { type Erased, markOf } from './erasure-records.ts';
import { ErasureEntity, putDownErasure } from './erasures.ts';

export interface Replayed {
  readonly organizationId: string;
  readonly erased: Erased;
}

const PAGE = 1_000;

/** @param noted when each was asked for, by its mark */
export async function* replayErasures(db: Database, noted: ReadonlyMap<string, Date>): AsyncGenerator<Replayed> {
  const organizations = await db.system().execute<{ id: string }[]>('select id from organization order by id');
  for (const { id: organizationId } of organizations) {
    if (noted.has(markOf(organizationId, 'organization'))) {
      if (await deleteAgain(db, organizationId)) yield { organizationId, erased: 'organization' };
      continue;
    }
    const everything = noted.get(markOf(organizationId, 'all'));
    if (everything && (await eraseAgain(db, organizationId, 'all', everything)))
      yield { organizationId, erased: 'all' };
  }
  for await (const { organizationId, hash, at } of notedHashes(db, noted)) {
    if (await eraseAgain(db, organizationId, hash, at)) yield { organizationId, erased: hash };
  }
}

interface Noted {
  readonly organizationId: string;
  readonly hash: string;
  readonly at: Date;
}

interface Hashes {
  readonly id: string;
  readonly organizationId: string;
  readonly hashes: readonly (string | null)[];
}

/** A document may have been erased by any hash that it has. */
async function* notedHashes(db: Database, noted: ReadonlyMap<string, Date>): AsyncGenerator<Noted> {
  const page = `select id, organization_id as "organizationId", array[original_sha256, report->'normalized'->>'sha256',
      report->'normalized'->>'contentHash'] as hashes from submission
    where id > ? and erased_at is null order by id limit ${PAGE}`;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db.system().execute<Hashes[]>(page, [after]);
    for (const { organizationId, hashes } of rows) {
      for (const hash of new Set(hashes)) {
        const at = hash === null ? undefined : noted.get(markOf(organizationId, hash));
        if (hash !== null && at !== undefined) yield { organizationId, hash, at };
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/**
 * Returns false where no submission matches, or the erasure is recorded already. Documents accepted after the request
 * stay.
 */
function eraseAgain(db: Database, organizationId: string, scope: ErasureScope, requestedAt: Date): Promise<boolean> {
  return db.system().transactional(async (em) => {
    await lockOrganization(em, organizationId);
    if ((await em.count(ErasureEntity, { organizationId, scope, status: 'scheduled' })) > 0) return false;
    const { matchedSubmissions: matched } = await countMeant(em, { organizationId, scope, at: requestedAt });
    if (matched === 0) return false;
    await putDownErasure(em, { organizationId, scope, requestedBy: organizationId, requestedAt, matched }, null);
    return true;
  });
}

/** It could be cancelled once, and was not. */
function deleteAgain(db: Database, organizationId: string): Promise<boolean> {
  return db.system().transactional(async (em) => {
    await lockOrganization(em, organizationId);
    const open = { organizationId, status: { $in: ['pending', 'executing'] as const } };
    if ((await em.count(AccountDeletionEntity, open)) > 0) return false;
    const at = new Date();
    const request = { organizationId, requestedBy: organizationId, requestedAt: at, cancellableUntil: at };
    await putDownDeletion(em, request, null);
    return true;
  });
}
