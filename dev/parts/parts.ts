/**
 * The three servers of the service. Each comes from the environment or is started here on the loopback interface. The
 * development command and the tests use the same functions.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory, removeDirectory } from '#dev/files.ts';
import { DevFailure } from '#dev/failure.ts';
import { accepts } from '#dev/network.ts';
import { postgresServer } from './postgres.ts';
import { killAll, onSuddenEnd, type ServiceOptions, startServer, type Stoppable } from '#dev/process.ts';
import { removePlace } from './service-user.ts';
import type { S3Credentials } from '#store/objects/s3-client.ts';
import { chooseStore, startStore, type StoreKind } from './store.ts';
import { temporalServer } from './temporal.ts';
import { resolveTool } from './tools.ts';
import { findVerapdf, verapdfService } from './verapdf.ts';

/** A stopping server ends its open sessions well within this time. */
export const STOP_GRACE_MS = 10_000;

export interface S3Access extends S3Credentials {
  readonly endpoint: string;
  /** The key that signs download links. */
  readonly links: S3Credentials;
}

export interface TemporalAccess {
  readonly address: string;
  /** Null for a server from the environment, because its address is unknown. */
  readonly ui: string | null;
  readonly binary: string | null;
}

export interface Secrets {
  /** The address for the administrator of the database. */
  readonly postgres: string;
  readonly logins: { readonly owner: string; readonly service: string };
  readonly store: { readonly root: S3Credentials; readonly service: S3Credentials; readonly links: S3Credentials };
}

/** The addresses of one database by login. */
export interface DatabaseAccess {
  /** The login of the service, which owns nothing. */
  readonly url: string;
  /** The login for migrations. */
  readonly ownerUrl: string;
  /** The login that makes logins and databases; null for a server from the environment. */
  readonly administratorUrl: string | null;
}

/** A usable server; `process` is null if it comes from the environment. */
export interface Part<Access> {
  readonly access: Access;
  readonly process: Stoppable | null;
  /** The folder of its files, if it is not the requested one. */
  readonly dir?: string;
}

export interface PartOptions {
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** The names of the buckets in the store, or patterns of them. */
  readonly buckets: readonly string[];
  /** Whether the data are needed for a later start; false is faster. */
  readonly keep: boolean;
  readonly report: (detail: string) => void;
  /** Resolves when the server answers. */
  readonly start: (service: ServiceOptions) => Promise<Stoppable>;
  readonly signal?: AbortSignal;
}

export function newSecrets(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  const user = () => ({ accessKey: random(10), secretKey: random(20) });
  const logins = { owner: random(24), service: random(24) };
  return { postgres: random(24), logins, store: { root: user(), service: user(), links: user() } };
}

function logFile(dataDir: string, part: string): string {
  return join(dataDir, 'logs', `${part}.log`);
}

export async function openPostgres(options: PartOptions): Promise<Part<DatabaseAccess>> {
  const given = process.env['DATABASE_URL'];
  if (given) {
    const { hostname, port } = new URL(given);
    await mustAnswer('DATABASE_URL', hostname, Number(port || 5432));
    const ownerUrl = process.env['DATABASE_OWNER_URL'] || given;
    return { access: { url: given, ownerUrl, administratorUrl: null }, process: null };
  }
  const wanted = join(options.dataDir, 'postgres');
  const { administratorUrl, dir, service } = await postgresServer({
    dir: wanted,
    password: options.secrets.postgres,
    logFile: logFile(options.dataDir, 'postgres'),
    durable: options.keep,
    report: options.report,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  options.report('starting');
  const running = await options.start(service);
  options.report('making logins');
  const { owner, service: ours } = options.secrets.logins;
  const ownerUrl = loginUrl(administratorUrl, 'fixpoint_owner', owner);
  const url = loginUrl(administratorUrl, 'fixpoint_service', ours);
  const { createLogins } = await import('#store/database/logins.ts');
  await createLogins(administratorUrl, { owner: ownerUrl, service: url });
  return { access: { url, ownerUrl, administratorUrl }, process: running, ...(dir === wanted ? {} : { dir }) };
}

function loginUrl(administratorUrl: string, username: string, password: string): string {
  return Object.assign(new URL(administratorUrl), { username, password, pathname: '/fixpoint' }).href;
}

/**
 * @param kind the store of the data folder; absent for a new folder
 * @param located called with the access before the store answers
 */
export async function openStore(
  options: PartOptions,
  kind?: StoreKind,
  located: (access: S3Access) => void = () => {},
): Promise<Part<S3Access>> {
  const endpoint = process.env['S3_ENDPOINT'];
  if (endpoint) {
    const given = { ...givenKey('S3'), links: givenKey('S3_LINK') };
    const { hostname, port, protocol } = new URL(endpoint);
    await mustAnswer('S3_ENDPOINT', hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
    return { access: { endpoint, ...given }, process: null };
  }
  const users = options.secrets.store;
  const accessAt = (address: string) => ({ endpoint: address, ...users.service, links: users.links });
  const started = await startStore({
    ...options,
    users,
    kind: kind ?? (await chooseStore()),
    located: (address) => located(accessAt(address)),
  });
  return { access: accessAt(started.endpoint), process: started.process };
}

/** These settings belong to a store from the environment. */
function givenKey(name: 'S3' | 'S3_LINK'): S3Credentials {
  const [accessKey, secretKey] = [process.env[`${name}_ACCESS_KEY`], process.env[`${name}_SECRET_KEY`]];
  if (accessKey && secretKey) return { accessKey, secretKey };
  throw new DevFailure(`S3_ENDPOINT needs ${name}_ACCESS_KEY and ${name}_SECRET_KEY beside it.`);
}

export async function openTemporal(options: PartOptions & { uiPort?: number }): Promise<Part<TemporalAccess>> {
  const given = process.env['TEMPORAL_ADDRESS'];
  if (given) {
    const { hostname, port } = new URL(`http://${given}`);
    await mustAnswer('TEMPORAL_ADDRESS', hostname, Number(port || 80));
    return { access: { address: given, ui: null, binary: null }, process: null };
  }
  const binary = await resolveTool('temporal', options.report, options.signal);
  options.report('starting');
  const { address, ui, service } = await temporalServer({
    binary,
    dir: options.keep ? join(options.dataDir, 'temporal') : null,
    logFile: logFile(options.dataDir, 'temporal'),
    ...(options.uiPort === undefined ? {} : { uiPort: options.uiPort }),
  });
  const running = await options.start(service);
  return { access: { address, ui, binary }, process: running };
}

/** The address of veraPDF, or the reason for its absence. Nothing else depends on it. */
export type VerapdfAccess = { readonly url: string } | { readonly missing: string };

async function openVerapdf(options: PartOptions): Promise<Part<VerapdfAccess>> {
  const given = await givenVerapdf();
  if (given) return { access: { url: given }, process: null };
  const verapdf = await findVerapdf(options.report, options.signal);
  if ('missing' in verapdf) return { access: verapdf, process: null };
  const place = { spoolDir: join(options.dataDir, 'verapdf'), logFile: logFile(options.dataDir, 'verapdf') };
  const { url, service } = await verapdfService(verapdf, place);
  return { access: { url }, process: await options.start(service) };
}

export async function givenVerapdf(): Promise<string | null> {
  const given = process.env['VERAPDF_URL'];
  if (!given) return null;
  const { hostname, port, protocol } = new URL(given);
  await mustAnswer('VERAPDF_URL', hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
  return given.replace(/\/+$/, '');
}

async function mustAnswer(variable: string, host: string, port: number): Promise<void> {
  if (await accepts(host.replace(/^\[|\]$/g, ''), port)) return;
  throw new DevFailure(`Nothing answers at ${host}:${port}, which ${variable} names. Start it, or unset ${variable}.`);
}

export interface PartsRequest {
  readonly postgres?: true;
  /** True selects the default store of the machine, and a name selects that one. */
  readonly store?: true | StoreKind;
  readonly temporal?: true;
  readonly verapdf?: true;
  readonly dataDir: string;
}

export interface Parts {
  readonly database: DatabaseAccess;
  readonly s3: S3Access;
  readonly temporal: TemporalAccess;
  readonly verapdf: VerapdfAccess;
  /** Ends the started servers and removes their files. */
  stop(): Promise<void>;
}

/** Servers for a test run: without output and without stored data, and ended when this process ends. */
export async function startParts(request: PartsRequest): Promise<Parts> {
  const dataDir = resolve(request.dataDir);
  const files = claimFolder(dataDir);
  const opened: Part<unknown>[] = [];
  const removeFiles = () => files.remove(opened.flatMap((part) => part.dir ?? []));
  const release = onSuddenEnd(() => {
    killAll();
    removeFiles();
  });
  const stop = async () => {
    await Promise.all(opened.flatMap((part) => part.process?.stop(STOP_GRACE_MS) ?? []));
    removeFiles();
    release();
  };
  const options: PartOptions = {
    dataDir,
    secrets: newSecrets(),
    buckets: ['*'],
    keep: false,
    report: () => {},
    start: (service) => startServer(service),
  };
  const keep = <Access>(part: Part<Access>): Access => {
    opened.push(part);
    return part.access;
  };
  const postgres = request.postgres ? openPostgres(options).then(keep) : undefined;
  const kind = request.store === true ? undefined : request.store;
  const store = request.store ? openStore(options, kind).then(keep) : undefined;
  const temporal = request.temporal ? openTemporal(options).then(keep) : undefined;
  const verapdf = request.verapdf ? openVerapdf(options).then(keep) : undefined;

  const opening = await Promise.allSettled([postgres, store, temporal, verapdf]);
  if (opening.some(({ status }) => status === 'rejected')) await stop();
  const [database, s3, temporalAccess, verapdfAccess] = await Promise.all([postgres, store, temporal, verapdf]);
  return {
    get database() {
      return asked(database, 'postgres');
    },
    get s3() {
      return asked(s3, 'store');
    },
    get temporal() {
      return asked(temporalAccess, 'temporal');
    },
    get verapdf() {
      return asked(verapdfAccess, 'verapdf');
    },
    stop,
  };
}

function asked<Access>(access: Access | undefined, name: string): Access {
  if (access === undefined) throw new Error(`startParts was not asked for ${name}`);
  return access;
}

/** Notes the existing files, to remove all others later. The folder itself is removed if it was empty or new. */
function claimFolder(dataDir: string): { remove(elsewhere: readonly string[]): void } {
  makeDirectory(dataDir);
  const before = new Set(readdirSync(dataDir));
  // A new temporary folder is closed to all other users, which would include the user of PostgreSQL under root.
  if (before.size === 0) chmodSync(dataDir, 0o711);
  return {
    remove: (elsewhere) => {
      const added = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !before.has(name)) : [];
      elsewhere.filter((path) => existsSync(path)).forEach(removePlace);
      for (const name of added) {
        removeDirectory(join(dataDir, name));
      }
      if (before.size === 0 && existsSync(dataDir)) rmdirSync(dataDir);
    },
  };
}
