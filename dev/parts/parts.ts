/**
 * The three servers the service needs: each as given by the environment, or started here on the loopback interface.
 * The one command and the tests start them through the same functions.
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

/** Open sessions of a stopping server are ended by it well within this. */
export const STOP_GRACE_MS = 10_000;

export interface S3Access extends S3Credentials {
  readonly endpoint: string;
  /** The key that signs download links. */
  readonly links: S3Credentials;
}

export interface TemporalAccess {
  readonly address: string;
  /** This is null when the server was given: then we do not know. */
  readonly ui: string | null;
  readonly binary: string | null;
}

export interface Secrets {
  /** Of the administrator of the database. */
  readonly postgres: string;
  readonly logins: { readonly owner: string; readonly service: string };
  readonly store: { readonly root: S3Credentials; readonly service: S3Credentials; readonly links: S3Credentials };
}

/** Addresses of one database, by who logs in. */
export interface DatabaseAccess {
  /** The service, which owns nothing. */
  readonly url: string;
  /** Who migrates. */
  readonly ownerUrl: string;
  /** Who makes logins and databases, connected to none of them; null where the server was given. */
  readonly administratorUrl: string | null;
}

/** A server that can be used; `process` is null when it was given. */
export interface Part<Access> {
  readonly access: Access;
  readonly process: Stoppable | null;
  /** Folder of its files where that is not the one asked for. */
  readonly dir?: string;
}

export interface PartOptions {
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** Names of the buckets in the store, or patterns of them. */
  readonly buckets: readonly string[];
  /** Whether the data is for a later start too; false is faster. */
  readonly keep: boolean;
  readonly report: (detail: string) => void;
  /** Answers when the server does. */
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
 * @param kind the store of the data folder; absent where it is a new one
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

/** These settings are of a store that is not ours. */
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

/** This says where veraPDF is, or in words why it is not: without it nothing else is missed. */
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
  /** True takes the store that the machine has; a name takes that one. */
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
  /** Ends what was started and removes what it wrote. */
  stop(): Promise<void>;
}

/** Servers for a test run: silent, without a memory, and gone when this process ends in whatever orderly way. */
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

/** Removes later what was not there before, and the folder itself when it was empty or new. */
function claimFolder(dataDir: string): { remove(elsewhere: readonly string[]): void } {
  makeDirectory(dataDir);
  const before = new Set(readdirSync(dataDir));
  // A fresh temporary folder is closed to all others, and so to the database's user when we are root.
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
