/** The whole service for a measurement: its own instance on free ports, with its own data, gone afterwards. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { anyFreePort } from '#dev/network.ts';
import { PROCESS_NAMES } from '#dev/state.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { connectDatabase } from '#store/orm.ts';

const State = z.object({
  baseUrl: z.string(),
  databaseUrl: z.string(),
  temporalAddress: z.string(),
  /** Of the administrator of PostgreSQL. */
  secrets: z.object({ postgres: z.string() }),
  pids: z.partialRecord(z.enum(PROCESS_NAMES), z.number()),
});

export interface Instance extends Omit<z.infer<typeof State>, 'secrets'> {
  /** The same database as the administrator of PostgreSQL. */
  readonly administratorUrl: string;
  /** Of organizations made for the measurement. */
  readonly apiKeys: readonly string[];
  readonly postgresLog: string;
}

/** @param organizations how many there are to be */
export async function withInstance<T>(organizations: number, use: (instance: Instance) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-bench-data-'));
  // The demo of a development would send documents of its own.
  const env = {
    NODE_ENV: 'test',
    PORT: String(await anyFreePort()),
    TEMPORAL_UI_PORT: String(await anyFreePort()),
    MAIL_PORT: String(await anyFreePort()),
    LOG_LEVEL: 'info',
    ...process.env,
    DATA_DIR: dataDir,
  };
  const run = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, ['src/cli.ts', 'dev', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`fixpoint dev ${args.join(' ')} ended with ${status}`);
  };
  run('--detach');
  try {
    const { secrets, ...state } = State.parse(JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8')));
    const apiKeys = await newOrganizations(state.databaseUrl, organizations);
    const administrator = { username: 'fixpoint', password: secrets.postgres };
    const administratorUrl = Object.assign(new URL(state.databaseUrl), administrator).href;
    return await use({ ...state, administratorUrl, apiKeys, postgresLog: join(dataDir, 'logs/postgres.log') });
  } finally {
    run('stop');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Answers their API keys. */
export async function newOrganizations(
  databaseUrl: string,
  count: number,
  planTier: PlanTier = 'pro',
): Promise<string[]> {
  const database = await connectDatabase(databaseUrl);
  try {
    const keys: string[] = [];
    for (let index = 0; index < count; index++) {
      const wishes = { name: `Bench ${index}`, slug: `bench-${planTier}-${index}`, planTier };
      const { id } = await organizationStore(database).create(wishes);
      const key = { name: 'bench', scopes: ['normalize' as const], expiresAt: null };
      keys.push((await apiKeyStore(database).create(id, key)).fullKey);
    }
    return keys;
  } finally {
    await database.close();
  }
}
