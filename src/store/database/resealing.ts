/** Seals old values again with the current secrets key, so that the older keys become unnecessary. */
import type { Sealer } from '#src/keys/sealing.ts';
import type { Database } from './database.ts';

interface Place {
  readonly table: string;
  readonly columns: readonly string[];
  /** Primary key; its values with blanks between are the owner that is bound into what is sealed. */
  readonly key: readonly string[];
}

/** All sealed texts of the database. */
const PLACES: readonly Place[] = [
  { table: 'webhook_secret', columns: ['sealed', 'previous_sealed'], key: ['owner_id'] },
  { table: 'totp', columns: ['sealed_secret', 'sealed_candidate'], key: ['member_id'] },
  { table: 'mail', columns: ['sealed'], key: ['id'] },
  {
    table: 'idempotent_answer',
    columns: ['request', 'answer'],
    key: ['organization_id', 'actor', 'operation', 'key_sha256'],
  },
];

const PAGE = 1_000;

export interface Resealed {
  readonly table: string;
  readonly resealed: number;
  /** No key that there is opens them. */
  readonly closed: number;
}

/** Yields one result for each table. It runs beside a working service and skips rows that changed meanwhile. */
export async function* reseal(db: Database, sealer: Sealer): AsyncGenerator<Resealed> {
  for (const { table, columns, key } of PLACES) {
    const counts = { resealed: 0, closed: 0 };
    for (const column of columns) {
      const update = `update ${table} set ${column} = ? where ${key.map((name) => `${name} = ?`).join(' and ')} and ${column} = ?`;
      for await (const { sealed, values } of sealedByOthers(db, sealer, { table, column, key })) {
        const anew = sealer.reseal(sealed, values.join(' '));
        if (anew !== null) await db.system().execute(update, [anew, ...values, sealed]);
        counts[anew === null ? 'closed' : 'resealed'] += 1;
      }
    }
    yield { table, ...counts };
  }
}

interface SealedText {
  readonly sealed: string;
  /** The values of the primary key. */
  readonly values: readonly string[];
}

/** Null for a row without work. A page is a fixed number of rows, so that no page takes longer than another. */
type Row = Omit<SealedText, 'sealed'> & { readonly sealed: string | null };

async function* sealedByOthers(
  db: Database,
  { currentPrefix }: Sealer,
  { table, column, key }: Pick<Place, 'table' | 'key'> & { readonly column: string },
): AsyncGenerator<SealedText> {
  const page = (after: string) => `select case when not starts_with(${column}, ?) then ${column} end as sealed,
      json_build_array(${key.join(', ')}) as values
    from ${table} ${after} order by ${key.join(', ')} limit ${PAGE}`;
  const next = page(`where (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`);
  for (let last: readonly string[] | null = null; ;) {
    const rows: Row[] = await db.system().execute(last === null ? page('') : next, [currentPrefix, ...(last ?? [])]);
    for (const { sealed, values } of rows) if (sealed !== null) yield { sealed, values };
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.values ?? null;
  }
}
