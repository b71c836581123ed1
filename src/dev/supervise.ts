/** The whole service on this machine: servers, the store made ready, then worker and API; until told to end. */
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { REGIONS } from '#domain/region.ts';
import { networkWarning } from '#src/engine-host/network.ts';
import { probeSandbox } from '#src/engine-host/sandbox.ts';
import { DevFailure } from './failure.ts';
import { anyFreePort, becomesTrue, claimPort, LOOPBACK, nextFreePort, statusOf } from './network.ts';
import { givenVerapdf, newSecrets, openMinio, openPostgres, openTemporal, STOP_GRACE_MS } from './parts.ts';
import type { Part, PartOptions, S3Access, TemporalAccess } from './parts.ts';
import { sandboxAccess } from './payments/access.ts';
import { killAll, lastLines, type RunningProcess } from './process.ts';
import type { Progress } from './progress.ts';
import { obituary, runService, type Service } from './services.ts';
import { type DevState, type ProcessName, stateFile, type StateFile } from './state.ts';
import { accessTokenEnvironment, secretsEnvironment, signingEnvironment } from './signing-key.ts';
import { endRecordedProcesses } from './verbs.ts';
import { findVerapdf, verapdfService } from './verapdf.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEFAULT_PORT = 8080;
const DEFAULT_UI_PORT = 8233;
const DEFAULT_MAIL_PORT = 8025;
const READY_TIMEOUT_MS = 120_000;
const SERVERS = ['temporal', 'minio', 'postgres'] as const;

export interface Supervision {
  readonly dataDir: string;
  readonly progress: Progress;
  /** Called once, when requests are answered. */
  readonly onReady: (state: DevState) => void;
  /** Aborted when everything shall end. */
  readonly stop: AbortSignal;
}

interface Run extends Omit<Supervision, 'onReady' | 'stop'> {
  readonly state: StateFile;
  readonly servers: Map<ProcessName, RunningProcess>;
  readonly services: Service[];
  /** Ends everything for a reason; for what happens while nobody waits for it. */
  readonly fail: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** Resolves when all has ended because that was asked for; rejects when it ended by itself. */
export async function supervise({ dataDir, progress, onReady, stop }: Supervision): Promise<void> {
  const state = stateFile(dataDir);
  await claim(state);
  process.on('exit', killAll);
  const broken = new AbortController();
  const signal = AbortSignal.any([stop, broken.signal]);
  const fail = (reason: unknown) => broken.abort(reason);
  const run: Run = { dataDir, progress, state, servers: new Map(), services: [], fail, signal };

  const ending = new Promise<void>((ended) => signal.addEventListener('abort', () => ended(), { once: true }));
  const started = start(run).then(onReady).catch(fail);
  await ending;
  if (stop.aborted) progress.say('\nStopping: running documents get 10 s to finish. Once more to stop now.');
  await started;
  await end(run);
  process.off('exit', killAll);
  if (broken.signal.aborted && !stop.aborted) throw broken.signal.reason;
}

async function claim(state: StateFile): Promise<void> {
  const { supervisor } = state.running();
  if (supervisor) {
    const at = state.read().baseUrl ?? 'an address not known yet';
    throw new DevFailure(`Already running at ${at} (process ${supervisor.pid}). To end it: npm run stop`);
  }
  await endRecordedProcesses(state);
  state.record('supervisor', process.pid);
}

/** Services first: they finish what they do while their stores still answer. */
async function end({ services, servers, state }: Run): Promise<void> {
  await Promise.all(services.map((service) => service.stop(STOP_GRACE_MS)));
  for (const name of SERVERS) await servers.get(name)?.stop(STOP_GRACE_MS);
  state.update({ pids: {}, identities: {} });
}

async function start(run: Run): Promise<DevState> {
  const { dataDir, state, progress } = run;
  mkdirSync(join(dataDir, 'spool'), { recursive: true, mode: 0o700 });
  const port = await apiPort(progress);
  const [known, fresh] = [state.read().secrets, newSecrets()];
  const secrets = { postgres: known?.postgres ?? fresh.postgres, minio: known?.minio ?? fresh.minio };
  state.update({ secrets });
  const options = (name: ProcessName): PartOptions => ({
    dataDir,
    secrets,
    buckets: REGIONS.map((region) => bucketPrefix() + region),
    keep: true,
    report: (detail) => progress.update(name, 'works', detail),
    signal: run.signal,
  });
  for (const name of ['postgres', 'minio', 'temporal', 'verapdf']) progress.update(name, 'works', 'looking for it');
  for (const name of ['worker', 'api']) progress.update(name, 'waits', 'for the servers');

  const uiPort = await nextFreePort(DEFAULT_UI_PORT);
  const [databaseUrl, s3, temporal, verapdfUrl] = await Promise.all([
    server(run, 'postgres', openPostgres(options('postgres'))).then((part) => prepareDatabase(run, part)),
    server(run, 'minio', openMinio(options('minio'))).then((part) => prepareStorage(run, part.access)),
    server(run, 'temporal', openTemporal({ ...options('temporal'), uiPort })).then((part) => noteTemporal(run, part)),
    startVerapdf(run),
  ]);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  const env = {
    ...serviceEnvironment(dataDir, { port, databaseUrl, s3, temporal, verapdfUrl }),
    ...(await startPayments(run, baseUrl)),
    ...(await startMail(run)),
    ...secretsEnvironment(dataDir),
  };
  await Promise.all([
    startService(run, 'worker', 'temporal/worker.ts', { ...env, ...signingEnvironment(dataDir) }),
    startService(run, 'api', 'api/main.ts', { ...env, ...accessTokenEnvironment(dataDir) }),
  ]);
  await untilReady(run, baseUrl);
  const warning = await networkWarning(probeSandbox());
  if (warning !== null) progress.say(warning);
  return state.update({ baseUrl });
}

/** The usual port or one near it; but a port that was asked for must be that one. */
async function apiPort(progress: Progress): Promise<number> {
  const wanted = process.env['PORT'];
  if (!wanted) {
    const port = await nextFreePort(DEFAULT_PORT);
    if (port !== DEFAULT_PORT) progress.say(`Port ${DEFAULT_PORT} is busy: using ${port}. To choose: PORT=… npm start`);
    return port;
  }
  const port = /^\d{1,5}$/.test(wanted) ? Number(wanted) : -1;
  if (port < 1 || port > 65_535) throw new DevFailure(`PORT=${wanted} is not a port: 1 to 65535.`);
  if ((await claimPort(port)) === null) {
    throw new DevFailure(`PORT=${port} is busy or not allowed. Choose another, or unset PORT to get a free one.`);
  }
  return port;
}

/** Notes a server of ours; its end, when nobody asked for it, ends everything. */
async function server<Access>(run: Run, name: ProcessName, opening: Promise<Part<Access>>): Promise<Part<Access>> {
  const part = await opening.catch((error: unknown) => {
    run.progress.update(name, 'failed');
    throw error;
  });
  const { process } = part;
  if (!process) return part;
  run.servers.set(name, process);
  run.state.record(name, process.pid);
  void process.ended.then((how) => run.fail(new DevFailure(obituary(process, how))));
  return part;
}

async function prepareDatabase({ state, progress }: Run, part: Part<string>): Promise<string> {
  progress.update('postgres', 'works', 'migrating');
  const [{ connectDatabase }, { seedDemo }] = await Promise.all([import('#store/orm.ts'), import('#store/demo.ts')]);
  const database = await connectDatabase(part.access);
  try {
    await database.migrate();
    const { organizationId, apiKey, portal } = state.read();
    const existing = organizationId && apiKey && portal ? { organizationId, apiKey, ...portal } : undefined;
    const demo = await seedDemo(database, existing);
    state.update({
      databaseUrl: part.access,
      organizationId: demo.organizationId,
      apiKey: demo.apiKey,
      portal: { email: demo.email, password: demo.password },
      ...(part.dir ? { postgresDir: part.dir } : {}),
    });
  } finally {
    await database.close();
  }
  progress.update('postgres', 'ready', new URL(part.access).host);
  return part.access;
}

async function prepareStorage({ state, progress }: Run, access: S3Access): Promise<S3Access> {
  progress.update('minio', 'works', 'making buckets');
  const { artifactStore } = await import('#store/artifacts.ts');
  const prefix = bucketPrefix();
  await artifactStore({ ...access, bucketPrefix: prefix }).ensureBuckets();
  state.update({
    minio: {
      endpoint: access.endpoint,
      accessKey: access.accessKey,
      secretKey: access.secretKey,
      buckets: Object.fromEntries(REGIONS.map((region) => [region, prefix + region])),
    },
  });
  progress.update('minio', 'ready', new URL(access.endpoint).host);
  return access;
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

function bucketPrefix(): string {
  return process.env['S3_BUCKET_PREFIX'] || 'fixpoint-';
}

/** Validates PDF/A. Null when this machine cannot run it; when it dies too often, everything else goes on. */
async function startVerapdf(run: Run): Promise<string | null> {
  const { progress, state, dataDir } = run;
  const given = await givenVerapdf();
  if (given) {
    progress.update('verapdf', 'ready', new URL(given).host);
    return given;
  }
  const verapdf = await findVerapdf((detail) => progress.update('verapdf', 'works', detail), run.signal);
  if ('missing' in verapdf) {
    progress.update('verapdf', 'failed', verapdf.missing);
    return null;
  }
  const logFile = join(dataDir, 'logs/verapdf.log');
  const { url, options, answers } = await verapdfService(verapdf, { spoolDir: join(dataDir, 'verapdf'), logFile });
  const started = await runService(options, {
    started: ({ pid }) => state.record('verapdf', pid),
    died: (how, delayMs) => progress.update('verapdf', 'failed', `${how}; again in ${delayMs / 1000} s (${logFile})`),
    returned: () => progress.update('verapdf', 'ready', 'again'),
  });
  run.services.push(started);
  started.failed.catch(() => progress.update('verapdf', 'failed', `validation is off: see ${logFile}`));
  if (await becomesTrue(answers, READY_TIMEOUT_MS, run.signal)) progress.update('verapdf', 'ready', new URL(url).host);
  return url;
}

interface Addresses {
  readonly port: number;
  readonly databaseUrl: string;
  readonly s3: S3Access;
  readonly temporal: TemporalAccess;
  readonly verapdfUrl: string | null;
}

/** Settings of the person's own stay; what was started here is told. */
function serviceEnvironment(
  dataDir: string,
  { port, databaseUrl, s3, temporal, verapdfUrl }: Addresses,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_ENV: process.env['NODE_ENV'] || 'development',
    HOST: LOOPBACK,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_LINK_ACCESS_KEY: s3.links.accessKey,
    S3_LINK_SECRET_KEY: s3.links.secretKey,
    S3_BUCKET_PREFIX: bucketPrefix(),
    ...(verapdfUrl ? { VERAPDF_URL: verapdfUrl } : {}),
    SPOOL_DIR: process.env['SPOOL_DIR'] || join(dataDir, 'spool'),
  };
}

/**
 * The payment sandbox, unless the person has an account at the provider and gives its keys. Answers what the service is
 * told of it.
 */
async function startPayments(run: Run, baseUrl: string): Promise<NodeJS.ProcessEnv> {
  if (process.env['STRIPE_SECRET_KEY']) return {};
  const { dataDir, state, progress, signal } = run;
  const { url, service, sandbox, keys } = await sandboxAccess(dataDir, baseUrl, state.read());
  state.update({ payments: keys });
  await startService(run, 'payments', 'src/dev/payments/main.ts', { ...process.env, ...service, ...sandbox });
  const answers = async () => (await statusOf(url)) === 200;
  if (await becomesTrue(answers, READY_TIMEOUT_MS, signal)) progress.update('payments', 'ready', url);
  return service;
}

/** Mail of this machine stays on it, unless the person names a server. */
async function startMail(run: Run): Promise<NodeJS.ProcessEnv> {
  const { dataDir, state, progress, signal } = run;
  if (process.env['SMTP_URL']) {
    state.update({ mail: undefined });
    return {};
  }
  const [smtpPort, pagePort] = [await anyFreePort(), await nextFreePort(DEFAULT_MAIL_PORT)];
  const url = `http://${LOOPBACK}:${pagePort}`;
  const ports = { MAIL_SMTP_PORT: String(smtpPort), MAIL_PAGE_PORT: String(pagePort) };
  await startService(run, 'mail', 'src/dev/mail.ts', { ...process.env, MAIL_DIR: join(dataDir, 'mail'), ...ports });
  const answers = async () => (await statusOf(url)) === 200;
  if (await becomesTrue(answers, READY_TIMEOUT_MS, signal)) progress.update('mail', 'ready', url);
  state.update({ mail: url });
  return { SMTP_URL: `smtp://${LOOPBACK}:${smtpPort}` };
}

async function startService(
  run: Run,
  name: 'worker' | 'api' | 'mail' | 'payments',
  entry: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { progress, state } = run;
  const logFile = join(run.dataDir, 'logs', `${name}.log`);
  const options = { name, command: process.execPath, args: [entry], env, cwd: ROOT, logFile };
  const started = await runService(options, {
    started: ({ pid }) => {
      state.record(name, pid);
      progress.update(name, 'works', 'starting');
    },
    died: (how, delayMs) => progress.update(name, 'failed', `${how}; again in ${delayMs / 1000} s (${logFile})`),
    returned: () => progress.update(name, 'ready', 'again'),
  });
  run.services.push(started);
  started.failed.catch(run.fail);
}

async function untilReady(run: Run, baseUrl: string): Promise<void> {
  const ready = async () => (await statusOf(`${baseUrl}/readyz`)) === 200;
  if (await becomesTrue(ready, READY_TIMEOUT_MS, run.signal)) {
    run.progress.update('worker', 'ready');
    run.progress.update('api', 'ready', baseUrl);
    return;
  }
  const logFile = join(run.dataDir, 'logs/api.log');
  throw new DevFailure(
    `${baseUrl}/readyz does not answer 200 after ${READY_TIMEOUT_MS / 1000} s. ` +
      `The last lines of ${logFile}:\n${lastLines(logFile, 20).join('\n')}`,
  );
}
