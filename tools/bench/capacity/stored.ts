/** Measures the data of a document in PostgreSQL, in the object store and in Temporal. */
import { Client, Connection } from '@temporalio/client';
import { submissionWorkflowId } from '#domain/submission.ts';
import type { AdministratorSession } from '#test/support/database-administrator.ts';

export interface TableSize {
  readonly rows: number;
  /** The bytes including indexes and out-of-line data. */
  readonly bytes: number;
}

export async function tableSizes(session: AdministratorSession): Promise<ReadonlyMap<string, TableSize>> {
  const tables = await session.ask(
    `select relname as name, pg_total_relation_size(oid)::float as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const sizes = new Map<string, TableSize>();
  for (const { name, bytes } of tables) {
    const [counted] = await session.ask(`select count(*)::int as rows from "${String(name)}"`);
    sizes.set(String(name), { rows: Number(counted?.['rows']), bytes: Number(bytes) });
  }
  return sizes;
}

/** The growth of each table per document. */
export function growthOf(
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>,
  documents: number,
): ReadonlyMap<string, TableSize> {
  const grown = [...after].map(([name, { rows, bytes }]): [string, TableSize] => {
    const { rows: rowsBefore = 0, bytes: bytesBefore = 0 } = before.get(name) ?? {};
    return [name, { rows: (rows - rowsBefore) / documents, bytes: (bytes - bytesBefore) / documents }];
  });
  return new Map(grown.filter(([, { rows }]) => rows >= 0.5));
}

export interface ObjectBytes {
  readonly original: number;
  readonly output: number;
}

/** The rows define the bytes, because several organizations share the object of equal documents. */
export async function objectBytes(session: AdministratorSession, ids: readonly string[]): Promise<ObjectBytes> {
  const [row] = await session.ask(
    `select avg(size_bytes)::float as original, avg((report->'normalized'->>'sizeBytes')::float) as output
      from submission where id = any(?)`,
    [`{${ids.join(',')}}`],
  );
  return { original: Number(row?.['original']), output: Number(row?.['output'] ?? 0) };
}

/** The history of the workflow of each document. */
export async function historiesOf(
  temporalAddress: string,
  ids: readonly string[],
): Promise<readonly { readonly events: number; readonly bytes: number }[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    const described = ids.map((id) => workflow.getHandle(submissionWorkflowId(id)).describe());
    return (await Promise.all(described)).map(({ historyLength, historySize }) => {
      return { events: historyLength, bytes: historySize ?? 0 };
    });
  } finally {
    await connection.close();
  }
}
