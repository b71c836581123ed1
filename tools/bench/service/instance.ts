/** The whole service for a measurement: its own instance on free ports, with its own data, gone afterwards. */
import { join } from 'node:path';
import { connectDatabase } from '#store/orm.ts';
import { type RunningService, startOwnService } from '#tools/installation.ts';
import { newOrganization } from '#tools/organizations.ts';

export interface Instance extends Pick<RunningService, 'baseUrl' | 'databaseUrl' | 'temporalAddress' | 'pids'> {
  /** The same database as the administrator of PostgreSQL. */
  readonly administratorUrl: string;
  /** Of organizations made for the measurement. */
  readonly apiKeys: readonly string[];
  readonly postgresLog: string;
}

/** @param organizations how many there are to be */
export async function withInstance<T>(organizations: number, use: (instance: Instance) => Promise<T>): Promise<T> {
  // The demo of a development would send documents of its own.
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

/** Answers their API keys. */
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
