/**
 * The whole service for the campaign and for the drill of hosts: its programs and all parts on free ports with their
 * own data, a proxy on each path between two of them, and disks that can be filled.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { anyFreePort, LOOPBACK, statusOf } from '#dev/network.ts';
import { newSecrets, openStore, openPostgres, openTemporal, type PartOptions } from '#dev/parts/parts.ts';
import { findVerapdf, verapdfService } from '#dev/parts/verapdf.ts';
import { removePlace } from '#dev/parts/service-user.ts';
import { sandboxAccess } from '#dev/payments/access.ts';
import { killAll, onSuddenEnd, type ServiceOptions } from '#dev/process.ts';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { migrateDatabase } from '#store/orm.ts';
import { storeSettings } from '#test/support/programs.ts';
import { type MountedDisk, smallDisk } from '#test/support/small-disk.ts';
import { startTcpProxy, type TcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Part } from './plan.ts';
import { type OnCrash, type Supervised, supervised } from './supervised.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const STOP_GRACE_MS = 10_000;
/** The same value as in docker-compose.yml. */
const HOST_GRACE_MS = 40_000;
/** The provider accepts only return addresses with HTTPS. */
export const PORTAL = 'https://portal.example';
/** The servers outside of a host, with addresses of HTTP. */
const SERVERS = ['postgres', 'store', 'temporal', 'verapdf', 'mail', 'payments'] as const;
const DISKS_MIB = { spool: 512, temporal: 768, postgres: 1_536, store: 3_072 } as const;

/** A machine of the service: its programs, with separate paths to every other part. */
export interface HostOptions {
  readonly name: string;
  readonly programs: readonly ('api' | 'worker')[];
  /** Hosts with one spool process each other's stateless documents. */
  readonly spool: string;
  /** Settings in addition to the common ones. */
  readonly settings?: NodeJS.ProcessEnv;
  /** The source tree of the programs, if it is another one. */
  readonly root?: string;
  /**
   * Connects to every server without the proxies, which share one process. Otherwise a measurement of times would
   * measure the load of that process.
   */
  readonly isDirect?: boolean;
  /** Wraps the commands of the host's programs, for example with a limit. */
  readonly launch?: (command: readonly string[]) => readonly string[];
}

export interface Host {
  readonly options: HostOptions;
  /** The address of its API without a proxy; null if it runs none. */
  readonly apiUrl: string | null;
  /** Stops in order. Current work ends or is returned to the queue. */
  stop(): Promise<void>;
  /** Simulates a permanent loss of power: the other ends of connections are not notified. */
  lose(): Promise<void>;
}

export interface Installation {
  /** The address of the API for callers, through its proxy. */
  readonly url: string;
  /** The address without a proxy, for checks. */
  readonly databaseUrl: string;
  readonly databaseOwnerUrl: string;
  readonly s3: S3Config;
  readonly temporal: { readonly address: string; readonly namespace: string };
  readonly accessTokenKey: string;
  /** The spool folders of the current hosts. */
  spoolDirs(): readonly string[];
  readonly mailDir: string;
  /** The payment sandbox stores its data here. */
  readonly booksFile: string;
  readonly logsDir: string;
  /** The processes of a part. */
  processesOf(part: Part): readonly Supervised[];
  /** The proxies before a part, one for each process that uses it. */
  waysTo(part: Part): readonly TcpProxy[];
  /** Null if no disk can be mounted here. */
  diskOf(part: Part): MountedDisk | null;
  /** Whether veraPDF is installed. */
  readonly hasVerapdf: boolean;
  hosts(): readonly Host[];
  /** Resolves when its programs answer. */
  startHost(options: HostOptions): Promise<Host>;
  stop(): Promise<void>;
}

/** Migrates with the login that owns the tables. */
export type Migrate = (databaseOwnerUrl: string, s3: S3Config) => Promise<void> | void;

/**
 * @param hosts started in order, because the first worker makes the schedules and the search attributes
 * @param onCrash called when the API or a worker exits by itself. The effect of full disks on other parts does not
 * count
 * @param migrate migrates the database to the schema of the first hosts
 */
export async function startInstallation(
  hosts: readonly HostOptions[],
  onCrash: OnCrash,
  migrate: Migrate = migrateDatabase,
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-faults-'));
  // The user of PostgreSQL must have access below a folder of root.
  chmodSync(dataDir, 0o711);
  const disks = new Map<string, MountedDisk>();
  const processes = new Map<Part, Supervised[]>();
  const ways = new Map<Part, TcpProxy[]>();
  const running = new Set<Host>();
  /** The paths of lost hosts: they pass nothing and are not closed. */
  const silent: TcpProxy[] = [];
  const elsewhere: string[] = [];
  const removeFiles = () => {
    for (const disk of disks.values()) disk.remove();
    elsewhere.forEach(removePlace);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const release = onSuddenEnd(() => {
    killAll();
    removeFiles();
  });
  let balancer: Balancer | null = null;
  const stop = async () => {
    const inOrder = ['worker', 'api', 'verapdf', 'mail', 'payments', 'temporal', 'store', 'postgres'] as const;
    for (const part of inOrder) await Promise.all((processes.get(part) ?? []).map((one) => one.stop(STOP_GRACE_MS)));
    await Promise.all([...ways.values()].flat().map((proxy) => proxy.close()));
    await Promise.all(silent.map((proxy) => proxy.close()));
    await balancer?.close();
    removeFiles();
    release();
  };
  const run = async (part: Part, options: ServiceOptions): Promise<Supervised> => {
    const isOurs = part === 'api' || part === 'worker';
    const process = await supervised(options, isOurs ? onCrash : () => undefined);
    addTo(processes, part, process);
    return process;
  };
  try {
    for (const [part, sizeMiB] of Object.entries(DISKS_MIB)) {
      const path = join(dataDir, part === 'store' ? 'minio' : part);
      mkdirSync(path, { mode: 0o700 });
      const disk = smallDisk(sizeMiB, path);
      if ('path' in disk) disks.set(part, disk);
      else mkdirSync(path, { mode: 0o700 });
    }
    const part = (name: Part): PartOptions => ({
      dataDir,
      secrets: SECRETS,
      buckets: ['*'],
      keep: true,
      report: () => undefined,
      start: (service) => run(name, service),
    });
    const [postgres, store, temporal, verapdfUrl] = await Promise.all([
      openPostgres(part('postgres')),
      openStore(part('store'), 'minio'),
      openTemporal(part('temporal')),
      openVerapdf(dataDir, run),
    ]);
    if (postgres.dir !== undefined) elsewhere.push(postgres.dir);
    const s3 = { ...store.access, bucketPrefix: 'fixpoint-' };
    await migrate(postgres.access.ownerUrl, s3);
    await artifactStore(s3).ensureBuckets();

    balancer = await startBalancer();
    const apis = balancer;
    const callers = await startTcpProxy(new URL(balancer.endpoint));
    ways.set('api', [callers]);
    const mailDir = join(dataDir, 'mail');
    const payments = await startPayments(dataDir, callers.endpoint, run);
    const mailUrl = await startMail(dataDir, mailDir, run);
    const addresses: Readonly<Record<(typeof SERVERS)[number], string | null>> = {
      postgres: postgres.access.url,
      store: s3.endpoint,
      temporal: `http://${temporal.access.address}`,
      verapdf: verapdfUrl,
      mail: mailUrl,
      payments: payments.url,
    };
    const keys = { access: newDevelopmentKey(), signing: newDevelopmentKey(), secrets: newDevelopmentSecretsKey() };
    const spoolOf = ({ spool }: HostOptions) => join(dataDir, 'spool', spool);

    const startHost = async (options: HostOptions): Promise<Host> => {
      const { name, programs, settings, root = ROOT, launch = (command) => command } = options;
      mkdirSync(spoolOf(options), { recursive: true, mode: 0o700 });
      const own = new Map<Part, TcpProxy>();
      for (const server of SERVERS) {
        const address = addresses[server];
        if (address === null) continue;
        if (options.isDirect === true) continue;
        const way = await startTcpProxy(new URL(address));
        own.set(server, way);
        addTo(ways, server, way);
      }
      const addressOf = (server: (typeof SERVERS)[number]) =>
        own.get(server)?.endpoint ?? addresses[server] ?? undefined;
      const hostOf = (server: (typeof SERVERS)[number]) => new URL(addressOf(server) ?? '').host;
      const common = {
        NODE_ENV: 'test',
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/fixpoint/compiled'),
        PUBLIC_URL: callers.endpoint,
        PORTAL_ORIGINS: PORTAL,
        ...storeSettings({
          databaseUrl: throughProxy(postgres.access.url, { host: hostOf('postgres') }),
          s3: { ...s3, endpoint: addressOf('store') ?? '' },
        }),
        S3_PUBLIC_ENDPOINT: s3.endpoint,
        TEMPORAL_ADDRESS: hostOf('temporal'),
        SPOOL_DIR: spoolOf(options),
        SECRETS_KEY: keys.secrets.trim(),
        WEBHOOK_ALLOW_LOOPBACK: '1',
        ...payments.service,
        STRIPE_API_BASE: addressOf('payments'),
        ...settings,
      };
      const started: { readonly role: Part; readonly process: Supervised }[] = [];
      let front: TcpProxy | null = null;
      let apiUrl: string | null = null;
      for (const role of programs) {
        const isApi = role === 'api';
        const port = await anyFreePort();
        const [command = '', ...args] = launch([process.execPath, isApi ? 'api/main.ts' : 'temporal/worker/main.ts']);
        const log = programs.length === 1 ? name : `${name}-${role}`;
        const supervisor = await run(role, {
          name: log,
          command,
          args,
          env: {
            ...common,
            ...(isApi
              ? { PORT: String(port), ACCESS_TOKEN_KEY: keys.access }
              : {
                  HEALTH_PORT: String(port),
                  SIGNING_KEY: keys.signing,
                  SMTP_URL: addressOf('mail')?.replace('http:', 'smtp:'),
                  VERAPDF_URL: addressOf('verapdf'),
                }),
          },
          cwd: root,
          logFile: join(dataDir, 'logs', `${log}.log`),
          answers: async () => (await statusOf(`http://${LOOPBACK}:${port}/livez`)) !== null,
        });
        started.push({ role, process: supervisor });
        if (isApi) {
          apiUrl = `http://${LOOPBACK}:${port}`;
          front = await startTcpProxy(new URL(apiUrl));
          apis.add(front.endpoint);
        }
      }
      const forget = async () => {
        running.delete(host);
        for (const { role, process: one } of started) removeFrom(processes, role, one);
        if (front !== null) apis.remove(front.endpoint);
        for (const [server, way] of own) {
          removeFrom(ways, server, way);
          await way.close();
        }
        await front?.close();
      };
      const host: Host = {
        options,
        apiUrl,
        async stop() {
          if (front !== null) apis.drain(front.endpoint);
          // The API starts last, because its stateless documents need the worker.
          for (const { process: one } of started.toReversed()) await one.stop(HOST_GRACE_MS);
          await forget();
        },
        async lose() {
          for (const way of [...own.values(), front]) way?.freeze();
          await Promise.all(started.map(({ process: one }) => one.stop(0)));
          // The other ends notice the loss by their own timeouts.
          silent.push(...own.values());
          own.clear();
          await forget();
        },
      };
      running.add(host);
      return host;
    };
    for (const host of hosts) await startHost(host);
    return {
      url: callers.endpoint,
      databaseUrl: postgres.access.url,
      databaseOwnerUrl: postgres.access.ownerUrl,
      s3,
      temporal: { address: temporal.access.address, namespace: 'default' },
      accessTokenKey: keys.access,
      spoolDirs: () => [...new Set([...running].map((host) => spoolOf(host.options)))],
      mailDir,
      booksFile: join(dataDir, 'payments.json'),
      logsDir: join(dataDir, 'logs'),
      processesOf: (name) => processes.get(name) ?? [],
      waysTo: (name) => ways.get(name) ?? [],
      diskOf: (name) => disks.get(name) ?? null,
      hasVerapdf: verapdfUrl !== null,
      hosts: () => [...running],
      startHost,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const SECRETS = newSecrets();

function addTo<Item>(lists: Map<Part, Item[]>, part: Part, item: Item): void {
  lists.set(part, [...(lists.get(part) ?? []), item]);
}

function removeFrom<Item>(lists: Map<Part, Item[]>, part: Part, item: Item): void {
  lists.set(
    part,
    (lists.get(part) ?? []).filter((each) => each !== item),
  );
}

type Run = (part: Part, options: ServiceOptions) => Promise<Supervised>;

async function openVerapdf(dataDir: string, run: Run): Promise<string | null> {
  const verapdf = await findVerapdf(() => undefined);
  if ('missing' in verapdf) return null;
  const logFile = join(dataDir, 'logs/verapdf.log');
  const { url, service } = await verapdfService(verapdf, { spoolDir: join(dataDir, 'verapdf'), logFile });
  await run('verapdf', service);
  return url;
}

async function startPayments(dataDir: string, apiUrl: string, run: Run) {
  const access = await sandboxAccess(dataDir, apiUrl, { pids: {}, identities: {} });
  await run('payments', program('payments', dataDir, { ...access.service, ...access.sandbox }, access.url));
  return access;
}

async function startMail(dataDir: string, mailDir: string, run: Run): Promise<string> {
  const [smtpPort, pagePort] = [await anyFreePort(), await anyFreePort()];
  const settings = { MAIL_DIR: mailDir, MAIL_SMTP_PORT: String(smtpPort), MAIL_PAGE_PORT: String(pagePort) };
  await run('mail', program('mail-catcher', dataDir, settings, `http://${LOOPBACK}:${pagePort}`));
  return `http://${LOOPBACK}:${smtpPort}`;
}

/** A server for development that answers 200 at `url`. */
function program(
  name: 'payments' | 'mail-catcher',
  dataDir: string,
  env: NodeJS.ProcessEnv,
  url: string,
): ServiceOptions {
  return {
    name,
    command: process.execPath,
    args: [`dev/${name}/main.ts`],
    env: { PATH: process.env['PATH'], ...env },
    cwd: ROOT,
    logFile: join(dataDir, 'logs', `${name}.log`),
    answers: async () => (await statusOf(url)) === 200,
  };
}
