/** An API, a Temporal and stores for tests of exports, erasures and deletions. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { Connection } from '@temporalio/client';
import { certifier } from '#src/proof/deletion-certificate.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import type { S3Config } from '#store/objects/artifacts.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import type { RunningWorkers, WorkerDeps } from '#temporal/worker/workers.ts';
import { type Api, startApi, type Person, type Tenant } from './api.ts';
import { ownDatabase } from './own-database.ts';
import { newKey, PUBLIC_URL } from './builders/issuer.ts';
import { type Service, startService } from './service.ts';

export interface DataWorld {
  readonly service: Service;
  readonly api: Api;
  readonly s3: S3Config;
  readonly databaseUrl: string;
  readonly signingKey: SigningKey;
  /** Workers in this process for exports, erasures and deletions. */
  work(deps?: Partial<WorkerDeps>): Promise<RunningWorkers>;
  newOwner(): Promise<{ tenant: Tenant; owner: Person }>;
  /** The table and the word, for every row of the database with one of these words. */
  rowsWith(words: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

interface DataWorldOptions {
  readonly deletionCoolingOffMs?: number;
  /** Replaces the common Temporal of all tests. */
  readonly temporal?: { readonly address: string };
}

export async function startDataWorld({ temporal, ...settings }: DataWorldOptions = {}): Promise<DataWorld> {
  const shared = inject('parts');
  const parts = { ...shared, ...(temporal && { temporal }) };
  const { databaseUrl } = await ownDatabase(shared);
  const s3 = { ...parts.s3, bucketPrefix: `data-${randomUUID().slice(0, 8)}-` };
  const service = await startService({ ...parts, databaseUrl, s3 });
  const connection = await Connection.connect({ address: parts.temporal.address });
  await registerSearchAttributes(service.client, connection);
  await connection.close();
  const api = await startApi({ temporal: service.temporal, databaseUrl, s3, settings });
  const signingKey = newKey();
  await signingKeyStore(api.database).announce(signingKey.publicJwk);
  return {
    service,
    api,
    s3,
    databaseUrl,
    signingKey,
    work: (deps) => {
      const certify = certifier({ key: signingKey, publicUrl: PUBLIC_URL });
      return service.workHere({ ...deps, data: { sealer: api.sealer, certify, publicUrl: PUBLIC_URL } });
    },
    rowsWith: (words) => rowsWith(api, words),
    async newOwner() {
      const tenant = await api.newTenant();
      return { tenant, owner: await api.newMember(tenant, { role: 'owner' }) };
    },
    async close() {
      await api.close();
      await service.close();
    },
  };
}

async function rowsWith({ database }: Api, words: readonly string[]): Promise<string[]> {
  const em = database.system();
  const tables: { name: string }[] = await em.execute(
    `select relname "name" from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'mikro_orm_migrations'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows: { row: string }[] = await em.execute(`select t::text "row" from "${name}" t`);
    for (const { row } of rows) for (const word of words) if (row.includes(word)) found.push(`${name}: ${word}`);
  }
  return found;
}
