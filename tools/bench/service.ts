/** The whole service under load: its own instance on a free port, with its own data, gone afterwards. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { connectDatabase } from '#store/orm.ts';
import { type Document, percentile } from './measure.ts';

/** How many documents are under way at once, and how many organizations send them, one after the other. */
export interface Load {
  readonly inFlight: number;
  readonly organizations: number;
}

export interface ServiceFigures extends Load {
  readonly documentsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const State = z.object({ baseUrl: z.string(), databaseUrl: z.string() });

export async function measureService(
  documents: readonly Document[],
  loads: readonly Load[],
): Promise<ServiceFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-bench-data-'));
  const run = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, ['src/cli.ts', 'dev', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`fixpoint dev ${args.join(' ')} ended with ${status}`);
  };
  run('--detach');
  try {
    const { baseUrl, databaseUrl } = State.parse(JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8')));
    const apiKeys = await newOrganizations(databaseUrl, Math.max(...loads.map(({ organizations }) => organizations)));
    const send = async ({ bytes }: Document, apiKey: string): Promise<number> => {
      const startedAt = performance.now();
      const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/pdf' };
      const body = Buffer.from(bytes);
      const response = await fetch(`${baseUrl}/api/normalize?signed_pdf_policy=strip`, {
        method: 'POST',
        headers,
        body,
      });
      await response.arrayBuffer();
      // A document that cannot be normalized is an answer too.
      if (!response.ok && response.status !== 422) throw new Error(`The service answered ${response.status}.`);
      return performance.now() - startedAt;
    };
    const [first = ''] = apiKeys;
    for (const document of documents.slice(0, 10)) await send(document, first); // warm
    const figures: ServiceFigures[] = [];
    for (const wanted of loads) {
      figures.push(
        await load(documents, wanted, (document, index) =>
          send(document, apiKeys[index % wanted.organizations] ?? first),
        ),
      );
    }
    return figures;
  } finally {
    run('stop');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Answers their API keys. */
async function newOrganizations(databaseUrl: string, count: number): Promise<string[]> {
  const database = await connectDatabase(databaseUrl);
  try {
    const keys: string[] = [];
    for (let index = 0; index < count; index++) {
      const wishes = { name: `Bench ${index}`, slug: `bench-${index}`, planTier: 'pro' } as const;
      const { id } = await organizationStore(database).create(wishes);
      const key = { name: 'bench', scopes: ['normalize' as const], expiresAt: null };
      keys.push((await apiKeyStore(database).create(id, key)).fullKey);
    }
    return keys;
  } finally {
    await database.close();
  }
}

async function load(
  documents: readonly Document[],
  { inFlight, organizations }: Load,
  send: (document: Document, index: number) => Promise<number>,
): Promise<ServiceFigures> {
  const times: number[] = [];
  const queue = documents.entries();
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    for (const [index, document] of queue) times.push(await send(document, index));
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    inFlight,
    organizations,
    documentsPerSecond: documents.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
