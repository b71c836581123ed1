/**
 * The whole service for a measurement: a separate instance on free ports with its own data, which is removed
 * afterwards.
 */
import { join } from 'node:path';
import { connectDatabase } from '#store/orm.ts';
import { type RunningService, startOwnService } from '#tools/installation.ts';
import { newOrganization } from '#tools/organizations.ts';

export interface Instance extends Pick<RunningService, 'baseUrl' | 'databaseUrl' | 'temporalAddress' | 'pids'> {
  /** The same database with the login of the PostgreSQL administrator. */
  readonly administratorUrl: string;
  /** The keys of organizations that exist only for the measurement. */
  readonly apiKeys: readonly string[];
  readonly postgresLog: string;
}

/** @param organizations the number of organizations */
export async function withInstance<T>(organizations: number, use: (instance: Instance) => Promise<T>): Promise<T> {
  // The demo of a development installation would send its own documents.
  const { NODE_ENV = 'test', LOG_LEVEL = 'info' } = process.env;
  const { service, dataDir, stop } = startOwnService({ NODE_ENV, LOG_LEVEL });
  try {
    const apiKeys = await newOrganizations(service.databaseUrl, organizations);
    const administrator = { username: 'fixpoint', password: service.secrets.postgres };
    const administratorUrl = Object.assign(new URL(service.databaseUrl), administrator).href;
    return await use({ ...service, administratorUrl, apiKeys, postgresLog: join(dataDir, 'logs/postgres.log') });
  } finally {
    stop();
  }
}

/** Returns their API keys. */
async function newOrganizations(databaseUrl: string, count: number): Promise<string[]> {
  const database = await connectDatabase(databaseUrl);
  try {
    const keys: string[] = [];
    for (let index = 0; index < count; index++)
      keys.push((await newOrganization(database, { name: 'Bench', planTier: 'pro', scopes: ['normalize'] })).apiKey);
    return keys;
  } finally {
    await database.close();
  }
}
