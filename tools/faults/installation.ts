/**
 * The whole service for the campaign: its programs and every part they need, on free ports and with its own data, a proxy
 * on each way between two of them, and disks that can be filled.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { anyFreePort, LOOPBACK, statusOf } from '#dev/network.ts';
import { newSecrets, openMinio, openPostgres, openTemporal, type PartOptions } from '#dev/parts/parts.ts';
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
import type { Part } from './plan.ts';
import { type OnCrash, type Supervised, supervised } from './supervised.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STOP_GRACE_MS = 10_000;
/** The provider's pages lead back to addresses of HTTPS alone. */
export const PORTAL = 'https://portal.example';
const USERS = ['api', 'worker-1', 'worker-2'] as const;
const DISKS_MIB = { spool: 512, temporal: 768, postgres: 1_536, store: 3_072 } as const;

export interface Installation {
  /** Where callers reach the API: through its proxy. */
  readonly url: string;
  /** Past all proxies, for whoever looks after the service. */
  readonly databaseUrl: string;
  readonly s3: S3Config;
  readonly temporal: { readonly address: string; readonly namespace: string };
  readonly accessTokenKey: string;
  readonly spoolDir: string;
  readonly mailDir: string;
  /** The payment sandbox keeps its books here. */
  readonly booksFile: string;
  readonly logsDir: string;
  /** The processes of a part. */
  processesOf(part: Part): readonly Supervised[];
  /** The proxies before a part, one for each process that uses it. */
  waysTo(part: Part): readonly TcpProxy[];
  /** Null where none can be mounted here. */
  diskOf(part: Part): MountedDisk | null;
  /** Whether there is veraPDF on this machine. */
  readonly hasVerapdf: boolean;
  stop(): Promise<void>;
}

/** @param onCrash told when the API or a worker has ended by itself; what full disks do to the others is theirs */
export async function startInstallation(onCrash: OnCrash): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-faults-'));
  // PostgreSQL's user must get through under root.
  chmodSync(dataDir, 0o711);
  const disks = new Map<string, MountedDisk>();
  const processes = new Map<Part, Supervised[]>();
  const ways = new Map<Part, TcpProxy[]>();
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
  const stop = async () => {
    const inOrder = ['worker', 'api', 'verapdf', 'mail', 'payments', 'temporal', 'store', 'postgres'] as const;
    for (const part of inOrder) await Promise.all((processes.get(part) ?? []).map((one) => one.stop(STOP_GRACE_MS)));
    await Promise.all([...ways.values()].flat().map((proxy) => proxy.close()));
    removeFiles();
    release();
  };
  const run = async (part: Part, options: ServiceOptions): Promise<Supervised> => {
    const isOurs = part === 'api' || part === 'worker';
    const process = await supervised(options, isOurs ? onCrash : () => undefined);
    processes.set(part, [...(processes.get(part) ?? []), process]);
    return process;
  };
  /** The addresses of a part for its users, each of whom has a way of its own. */
  const proxied = async (part: Part, address: string): Promise<readonly TcpProxy[]> => {
    const proxies = await Promise.all(USERS.map(() => startTcpProxy(new URL(address))));
    ways.set(part, proxies);
    return proxies;
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
    const [postgres, minio, temporal, verapdfUrl] = await Promise.all([
      openPostgres(part('postgres')),
      openMinio(part('store')),
      openTemporal(part('temporal')),
      openVerapdf(dataDir, run),
    ]);
    if (postgres.dir !== undefined) elsewhere.push(postgres.dir);
    const s3 = { ...minio.access, bucketPrefix: 'fixpoint-' };
    await migrateDatabase(postgres.access.ownerUrl);
    await artifactStore(s3).ensureBuckets();

    const apiPort = await anyFreePort();
    const callers = await startTcpProxy(new URL(`http://${LOOPBACK}:${apiPort}`));
    ways.set('api', [callers]);
    const mailDir = join(dataDir, 'mail');
    const payments = await startPayments(dataDir, callers.endpoint, run);
    const mailUrl = await startMail(dataDir, mailDir, run);
    const waysTo = {
      postgres: await proxied('postgres', postgres.access.url),
      store: await proxied('store', s3.endpoint),
      temporal: await proxied('temporal', `http://${temporal.access.address}`),
      verapdf: verapdfUrl === null ? [] : await proxied('verapdf', verapdfUrl),
      mail: await proxied('mail', mailUrl),
      payments: await proxied('payments', payments.url),
    };
    const keys = { access: newDevelopmentKey(), signing: newDevelopmentKey(), secrets: newDevelopmentSecretsKey() };
    const spoolDir = join(dataDir, 'spool');
    const start = async (user: (typeof USERS)[number]): Promise<void> => {
      const at = USERS.indexOf(user);
      const way = (name: keyof typeof waysTo): TcpProxy | undefined => waysTo[name][at];
      const isApi = user === 'api';
      const port = isApi ? apiPort : await anyFreePort();
      const env = {
        NODE_ENV: 'test',
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/fixpoint/compiled'),
        PUBLIC_URL: callers.endpoint,
        PORTAL_ORIGINS: PORTAL,
        ...storeSettings({
          databaseUrl: throughProxy(postgres.access.url, { host: way('postgres')?.host ?? '' }),
          s3: { ...s3, endpoint: way('store')?.endpoint ?? '' },
        }),
        S3_PUBLIC_ENDPOINT: s3.endpoint,
        TEMPORAL_ADDRESS: way('temporal')?.host,
        SPOOL_DIR: spoolDir,
        SECRETS_KEY: keys.secrets.trim(),
        WEBHOOK_ALLOW_LOOPBACK: '1',
        ...payments.service,
        STRIPE_API_BASE: way('payments')?.endpoint,
        ...(isApi
          ? { PORT: String(port), ACCESS_TOKEN_KEY: keys.access }
          : {
              HEALTH_PORT: String(port),
              SIGNING_KEY: keys.signing,
              SMTP_URL: way('mail')?.endpoint.replace('http:', 'smtp:'),
              VERAPDF_URL: way('verapdf')?.endpoint,
            }),
      };
      await run(isApi ? 'api' : 'worker', {
        name: user,
        command: process.execPath,
        args: [isApi ? 'api/main.ts' : 'temporal/worker/main.ts'],
        env,
        cwd: ROOT,
        logFile: join(dataDir, 'logs', `${user}.log`),
        answers: async () => (await statusOf(`http://${LOOPBACK}:${port}/${isApi ? 'readyz' : 'livez'}`)) !== null,
      });
    };
    // The first worker makes the schedules and the search attributes.
    for (const user of USERS.toReversed()) await start(user);
    return {
      url: callers.endpoint,
      databaseUrl: postgres.access.url,
      s3,
      temporal: { address: temporal.access.address, namespace: 'default' },
      accessTokenKey: keys.access,
      spoolDir,
      mailDir,
      booksFile: join(dataDir, 'payments.json'),
      logsDir: join(dataDir, 'logs'),
      processesOf: (name) => processes.get(name) ?? [],
      waysTo: (name) => ways.get(name) ?? [],
      diskOf: (name) => disks.get(name) ?? null,
      hasVerapdf: verapdfUrl !== null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const SECRETS = newSecrets();

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

/** One of the servers for development, which answers 200 at `url`. */
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
