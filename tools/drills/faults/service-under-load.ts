/** A separate whole service, callers that use all of it, and checks after they have ended. */
import { Client, Connection } from '@temporalio/client';
import type { Database } from '#store/database/database.ts';
import { type ArtifactStore, artifactStore } from '#store/objects/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { chanceOf } from '#test/properties/mutations.ts';
import { startReceiver } from '#test/support/deliveries.ts';
import type { Report } from './caller.ts';
import { readSamples, type Samples } from './documents.ts';
import { type HostOptions, type Installation, type Migrate, startInstallation } from './installation.ts';
import { broken } from './invariants.ts';
import { type Load, startLoad } from './load.ts';
import type { Part } from './plan.ts';
import { comeToRest, endAbandonedClaims, type Rest } from './rest.ts';
import { newTenants, type Tenants } from './tenants.ts';

export interface UnderLoadOptions {
  readonly hosts: readonly HostOptions[];
  /** The number of parallel callers. */
  readonly callers: number;
  readonly seed: number;
  /** Receives each finding once. */
  readonly report: Report;
  /** Migrates to the schema of the first hosts; the default is the schema of this version. */
  readonly migrate?: Migrate;
  /** Folder of the other version that hosts run, whose outputs may be of another specification. */
  readonly earlierRoot?: string;
}

export interface ServiceUnderLoad {
  readonly installation: Installation;
  readonly database: Database;
  readonly client: Client;
  readonly artifacts: ArtifactStore;
  readonly tenants: Tenants;
  readonly samples: Samples;
  readonly load: Load;
  readonly report: Report;
  /** Waits until no work is in progress, and reports work that does not end. */
  readonly rest: () => Promise<Rest>;
  /** Waits as well, then checks all invariants (`invariants.ts`). */
  readonly settle: (hit: ReadonlySet<Part>) => Promise<Rest>;
}

/** The service is removed when `use` has ended. */
export async function withServiceUnderLoad<Result>(
  { hosts, callers, seed, report: tell, migrate, earlierRoot }: UnderLoadOptions,
  use: (service: ServiceUnderLoad) => Promise<Result>,
): Promise<Result> {
  const known = new Set<string>();
  const report: Report = (finding) => {
    if (known.has(finding)) return;
    known.add(finding);
    tell(finding);
  };
  const samples = await readSamples(earlierRoot);
  const installation = await startInstallation(hosts, (how) => report(`${how}, and nobody had killed it`), migrate);
  const receiver = await startReceiver();
  const database = await connectDatabase(installation.databaseUrl);
  const connection = await Connection.connect({ address: installation.temporal.address });
  const client = new Client({ connection, namespace: installation.temporal.namespace });
  const artifacts = artifactStore(installation.s3);
  const spooled = new Map<string, number>();
  try {
    const tenants = await newTenants(installation, database, receiver.url);
    const { url } = installation;
    const options = { url, receiverUrl: receiver.url, tenants, samples, report, callers };
    const load = startLoad({ ...options, chance: chanceOf(seed) });
    const rest = async (): Promise<Rest> => {
      const found = await comeToRest(database, client);
      found.stuck.forEach((what) => report(`not at rest: ${what}`));
      return found;
    };
    const settle = async (hit: ReadonlySet<Part>): Promise<Rest> => {
      const found = await rest();
      const claims = await endAbandonedClaims(database, client);
      if (claims > 0) report(`${claims} abandoned claims stay`);
      const evidence = { installation, database, artifacts, receiver, ledger: load.ledger, hit, spooled };
      for (const finding of await broken(evidence)) report(finding);
      return found;
    };
    return await use({ installation, database, client, artifacts, tenants, samples, load, report, rest, settle });
  } finally {
    await connection.close();
    await database.close();
    await receiver.close();
    await installation.stop();
  }
}

/** Prints a line with the time of day. */
export function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
