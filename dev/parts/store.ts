/**
 * The object store of a data folder: MinIO if it is installed, else SeaweedFS, because MinIO would have to be built.
 */
import { join } from 'node:path';
import { DevFailure } from '#dev/failure.ts';
import type { ServiceOptions, Stoppable } from '#dev/process.ts';
import type { S3Credentials } from '#store/objects/s3-client.ts';
import { minioServer } from './minio.ts';
import type { Report } from './programs.mjs';
import { seaweedfsServer } from './seaweedfs.ts';
import { resolveTool, toolAtHand } from './tools.ts';

const STORES = ['minio', 'seaweedfs'] as const;
export type StoreKind = (typeof STORES)[number];

/**
 * The store of a data folder. A folder never changes its store, because its objects have the format of that store.
 * @param recorded the store of the objects in the folder
 * @throws {DevFailure} if `STORE` names another one
 */
export async function chooseStore(recorded?: StoreKind): Promise<StoreKind> {
  const named = process.env['STORE'];
  const asked = STORES.find((kind) => kind === named);
  if (named && !asked) throw new DevFailure(`STORE=${named} is unknown: it is minio or seaweedfs.`);
  if (asked && recorded && asked !== recorded) {
    throw new DevFailure(
      `The objects of this data folder are in the format of ${recorded}. Unset STORE, or choose another folder: DATA_DIR=… npm start`,
    );
  }
  const kind = asked ?? recorded ?? (await storeAtHand());
  if (kind === 'seaweedfs' && process.env['NODE_ENV'] === 'production') {
    throw new DevFailure(
      'SeaweedFS is for development, since some of its ports take no keys. Set S3_ENDPOINT, or STORE=minio.',
    );
  }
  return kind;
}

async function storeAtHand(): Promise<StoreKind> {
  return (await toolAtHand('minio')) === null ? 'seaweedfs' : 'minio';
}

export interface StoreOptions {
  readonly kind: StoreKind;
  readonly dataDir: string;
  readonly users: { readonly root: S3Credentials; readonly service: S3Credentials; readonly links: S3Credentials };
  /** Names of buckets, or patterns of names. */
  readonly buckets: readonly string[];
  readonly report: Report;
  readonly start: (service: ServiceOptions) => Promise<Stoppable>;
  /** Called with the endpoint before the store answers there. */
  readonly located: (endpoint: string) => void;
  readonly signal?: AbortSignal;
}

/** Starts the store and makes its users. */
export async function startStore(options: StoreOptions): Promise<{ endpoint: string; process: Stoppable }> {
  const { kind, dataDir, users, buckets, report, start, located, signal } = options;
  const binary = await resolveTool(kind, report, signal);
  const place = { binary, dir: join(dataDir, kind), logFile: join(dataDir, 'logs', 'store.log') };
  report('starting');
  if (kind === 'seaweedfs') {
    const { service, links } = users;
    const server = await seaweedfsServer({ ...place, service, links, buckets });
    located(server.endpoint);
    return { endpoint: server.endpoint, process: await start(server.service) };
  }
  const server = await minioServer({ ...place, ...users.root });
  located(server.endpoint);
  const running = await start(server.service);
  report('making users');
  const { createMinioUsers } = await import('#store/objects/minio-users.ts');
  await createMinioUsers(server.endpoint, users.root, { ...users, buckets });
  return { endpoint: server.endpoint, process: running };
}
