/** Prepares the servers of a run for the service: PostgreSQL, the object store and Temporal. */
import { REGIONS } from '#domain/region.ts';
import { UnknownMigrations } from '#store/database/database.ts';
import { DevFailure } from './failure.ts';
import { newSecrets, openPostgres, openStore, openTemporal } from './parts/parts.ts';
import type { DatabaseAccess, Part, PartOptions, S3Access, TemporalAccess } from './parts/parts.ts';
import { chooseStore, type StoreKind } from './parts/store.ts';
import { type Run, shown, startPart } from './run.ts';
import type { DevState, ProcessName } from './state.ts';

export function partOptions(run: Run): (name: ProcessName) => PartOptions {
  const { dataDir, state, progress, signal } = run;
  const [known, fresh] = [state.read().secrets, newSecrets()];
  const secrets = {
    postgres: known?.postgres ?? fresh.postgres,
    logins: known?.logins ?? fresh.logins,
    store: known?.store ?? fresh.store,
  };
  state.update({ secrets });
  return (name) => ({
    dataDir,
    secrets,
    buckets: REGIONS.map((region) => bucketPrefix() + region),
    keep: true,
    report: (detail) => progress.update(name, 'works', detail),
    start: (service) => startPart(run, name, service),
    signal,
  });
}

/** @returns the address with the login of the service */
export function startPostgres(run: Run, options: PartOptions): Promise<string> {
  return shown(run, 'postgres', async () => prepareDatabase(run, await openPostgres(options)));
}

async function prepareDatabase({ dataDir, state, progress }: Run, part: Part<DatabaseAccess>): Promise<string> {
  progress.update('postgres', 'works', 'migrating');
  const [store, { seedDemo }] = await Promise.all([import('#store/orm.ts'), import('#store/demo.ts')]);
  const { url, ownerUrl } = part.access;
  const database = await store.connectDatabase(url);
  try {
    await store.migrateDatabase(ownerUrl);
    const { organizationId, apiKey, portal } = state.read();
    const existing = organizationId && apiKey && portal ? { organizationId, apiKey, ...portal } : undefined;
    const demo = await seedDemo(database, existing);
    state.update({
      databaseUrl: url,
      organizationId: demo.organizationId,
      apiKey: demo.apiKey,
      portal: { email: demo.email, password: demo.password },
      ...(part.dir ? { postgresDir: part.dir } : {}),
    });
  } catch (error) {
    throw error instanceof UnknownMigrations ? new DevFailure(`${error.message} ${wayOut(dataDir, part)}`) : error;
  } finally {
    await database.close();
  }
  progress.update('postgres', 'ready', new URL(url).host);
  return url;
}

/** The advice for a database of another version, whose data are not migrated. */
function wayOut(dataDir: string, { process: ours }: Part<DatabaseAccess>): string {
  return ours === null
    ? 'Name an empty one in DATABASE_URL.'
    : `To empty ${dataDir} and start again: npm run wipe. To keep it, choose another folder: DATA_DIR=… npm start`;
}

/**
 * Chooses the store of the data folder at its first start.
 * @throws {DevFailure} if `STORE` cannot be the store of this folder
 */
export async function storeOf({ state, progress, dataDir }: Run): Promise<StoreKind> {
  const recorded = state.read().storeKind ?? storeBefore(state.read());
  const kind = await chooseStore(recorded);
  if (kind === 'seaweedfs' && recorded === undefined && !process.env['S3_ENDPOINT'])
    progress.say(`The objects of ${dataDir} are stored in SeaweedFS (docs/operate/object-store.md).`);
  return kind;
}

/**
 * Opens the store of the data folder and makes its buckets.
 * @param located called with the access before the store answers
 */
export function startStore(
  run: Run,
  kind: StoreKind,
  options: PartOptions,
  located: (access: S3Access) => void,
): Promise<S3Access> {
  return shown(run, 'store', () => prepareStore(run, kind, options, located));
}

async function prepareStore(
  { state, progress }: Run,
  kind: StoreKind,
  options: PartOptions,
  located: (access: S3Access) => void,
): Promise<S3Access> {
  const { access } = await openStore(options, kind, located);
  progress.update('store', 'works', 'making buckets');
  const { artifactStore } = await import('#store/objects/artifacts.ts');
  const prefix = bucketPrefix();
  await artifactStore({ ...access, bucketPrefix: prefix }).ensureBuckets();
  state.update({
    storeKind: kind,
    store: {
      endpoint: access.endpoint,
      accessKey: access.accessKey,
      secretKey: access.secretKey,
      buckets: Object.fromEntries(REGIONS.map((region) => [region, prefix + region])),
    },
  });
  progress.update('store', 'ready', `${process.env['S3_ENDPOINT'] ? '' : `${kind} `}${new URL(access.endpoint).host}`);
  return access;
}

/** Older folders, from the time with a single store, have objects of MinIO. */
function storeBefore({ store }: DevState): StoreKind | undefined {
  return store === undefined ? undefined : 'minio';
}

export function startTemporal(run: Run, options: PartOptions & { uiPort: number }): Promise<TemporalAccess> {
  return shown(run, 'temporal', async () => noteTemporal(run, await openTemporal(options)));
}

function noteTemporal({ state, progress }: Run, { access }: Part<TemporalAccess>): TemporalAccess {
  state.update({
    temporalAddress: access.address,
    temporalUi: access.ui ?? undefined,
    temporalBinary: access.binary ?? undefined,
  });
  progress.update('temporal', 'ready', access.address);
  return access;
}

export function bucketPrefix(): string {
  return process.env['S3_BUCKET_PREFIX'] || 'fixpoint-';
}
