/** The whole service on this machine: servers, the store made ready, then worker and API; until told to end. */
import { delimiter, dirname, join } from 'node:path';
import { REGIONS } from '#domain/region.ts';
import { networkWarning } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { UnknownMigrations } from '#store/database/database.ts';
import { runDemo } from '#dev/demo/demo.ts';
import { DevFailure } from '#dev/failure.ts';
import { makeDirectory } from '#dev/files.ts';
import { lock } from '#dev/lock.ts';
import { anyFreePort, becomesTrue, chosenPort, LOOPBACK, statusOf } from '#dev/network.ts';
import { givenVerapdf, newSecrets, openMinio, openPostgres, openTemporal, STOP_GRACE_MS } from '#dev/parts/parts.ts';
import type { DatabaseAccess, Part, PartOptions, S3Access, TemporalAccess } from '#dev/parts/parts.ts';
import { sandboxAccess } from '#dev/payments/access.ts';
import { killAll, lastLines } from '#dev/process.ts';
import { noteRun } from '#dev/runs.ts';
import type { Progress } from './progress.ts';
import { allOf, type Run, SERVERS, shown, startPart, startProgram, whileUp } from './run.ts';
import { makeDataDir } from '#dev/parts/service-user.ts';
import { accessTokenEnvironment, secretsEnvironment, signingEnvironment } from '#dev/signing-key.ts';
import { type DevState, type ProcessName, stateFile, type StateFile } from '#dev/state.ts';
import { endRecordedProcesses } from '#dev/verbs.ts';
import { findVerapdf, verapdfService } from '#dev/parts/verapdf.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_UI_PORT = 8233;
const DEFAULT_MAIL_PORT = 8025;
const READY_TIMEOUT_MS = 120_000;

export interface Supervision {
  readonly dataDir: string;
  readonly progress: Progress;
  /** Called once, when requests are answered. */
  readonly onReady: (state: DevState) => void | Promise<void>;
  /** Aborted when everything shall end. */
  readonly stop: AbortSignal;
}

/** Resolves when all has ended because that was asked for; rejects when it ended by itself. */
export async function supervise({ dataDir, progress, onReady, stop }: Supervision): Promise<void> {
  const state = stateFile(dataDir);
  const release = claim(dataDir, state);
  noteRun(dataDir);
  process.on('exit', killAll);
  const broken = new AbortController();
  const signal = AbortSignal.any([stop, broken.signal]);
  const fail = (reason: unknown) => broken.abort(reason);
  const run: Run = { dataDir, progress, state, services: new Map(), fail, signal };

  const ending = new Promise<void>((ended) => signal.addEventListener('abort', () => ended(), { once: true }));
  let demo = Promise.resolve();
  const started = start(run)
    .then(onReady)
    .then(() => {
      if (isDevelopment()) demo = runDemo(run);
    })
    .catch(fail);
  await ending;
  const isAskedFor = stop.aborted;
  if (isAskedFor) progress.say('\nStopping: running documents get 10 s to finish. Once more to stop now.');
  await started;
  await demo;
  await end(run).catch(fail);
  release();
  process.off('exit', killAll);
  if (!isAskedFor) throw broken.signal.reason;
}

/** DATA_DIR is ours alone from here on, or the reason why it cannot be. Answers how to give it back. */
function claim(dataDir: string, state: StateFile): () => void {
  makeDataDir(dataDir);
  const release = lock(dataDir);
  const { supervisor } = state.running();
  if (release && !supervisor) return release;
  release?.();
  const at = state.read().baseUrl ?? 'an address not known yet';
  const which = supervisor ? ` (process ${supervisor.pid})` : '';
  throw new DevFailure(`Already running at ${at}${which}. To end it: npm run stop`);
}

/** Services first: they finish what they do while their stores still answer. */
async function end({ services, state }: Run): Promise<void> {
  const isServer = (name: ProcessName) => SERVERS.some((server) => server === name);
  const others = [...services].filter(([name]) => !isServer(name));
  await Promise.all(others.map(([, service]) => service.stop(STOP_GRACE_MS)));
  for (const name of SERVERS) await services.get(name)?.stop(STOP_GRACE_MS);
  state.update({ pids: {}, identities: {} });
}

async function start(run: Run): Promise<DevState> {
  const { dataDir, state, progress } = run;
  await endLeftovers(run);
  const spoolDir = process.env['SPOOL_DIR'] || join(dataDir, 'spool');
  makeDirectory(spoolDir, 0o700);
  const port = await apiPort(progress);
  const { databaseUrl, s3, temporal, verapdfUrl } = await startServers(run);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  const env = {
    ...serviceEnvironment({ port, databaseUrl, s3, temporal, verapdfUrl, spoolDir }),
    ...(await startPayments(run, baseUrl)),
    ...(await startMail(run)),
    ...secretsEnvironment(dataDir),
  };
  const health = process.env['HEALTH_PORT'] || String(await anyFreePort());
  const metricsPorts = { api: await anyFreePort(), worker: await anyFreePort() };
  const workerEnv = {
    ...env,
    ...signingEnvironment(dataDir),
    HEALTH_PORT: health,
    METRICS_PORT: String(metricsPorts.worker),
  };
  const apiEnv = { ...env, ...accessTokenEnvironment(dataDir), METRICS_PORT: String(metricsPorts.api) };
  await allOf(run, [
    startProgram(run, 'worker', 'temporal/worker/main.ts', workerEnv, `http://${LOOPBACK}:${health}/livez`),
    startProgram(run, 'api', 'api/main.ts', apiEnv, `${baseUrl}/livez`),
  ]);
  await untilReady(run, baseUrl);
  const warning = await networkWarning(probeSandbox());
  if (warning !== null) progress.say(warning);
  const metrics = {
    api: `http://${LOOPBACK}:${metricsPorts.api}/metrics`,
    worker: `http://${LOOPBACK}:${metricsPorts.worker}/metrics`,
  };
  return state.update({ baseUrl, metrics });
}

/** What a supervisor that was killed left running would be in the way. */
async function endLeftovers({ state, progress }: Run): Promise<void> {
  const left = Object.keys(state.running()).join(', ');
  if (left !== '') progress.say(`Ending what a killed run left: ${left}`);
  await endRecordedProcesses(state);
  state.record('supervisor', process.pid);
}

async function startServers(run: Run) {
  const { dataDir, state, progress, signal } = run;
  const [known, fresh] = [state.read().secrets, newSecrets()];
  const secrets = {
    postgres: known?.postgres ?? fresh.postgres,
    logins: known?.logins ?? fresh.logins,
    minio: known?.minio ?? fresh.minio,
  };
  state.update({ secrets });
  const options = (name: ProcessName): PartOptions => ({
    dataDir,
    secrets,
    buckets: REGIONS.map((region) => bucketPrefix() + region),
    keep: true,
    report: (detail) => progress.update(name, 'works', detail),
    start: (service) => startPart(run, name, service),
    signal,
  });
  for (const name of ['postgres', 'minio', 'temporal', 'verapdf']) progress.update(name, 'works', 'looking for it');
  for (const name of ['worker', 'api']) progress.update(name, 'waits', 'for the servers');
  const uiPort = await chosenPort('TEMPORAL_UI_PORT', DEFAULT_UI_PORT);
  const [databaseUrl, s3, temporal, verapdfUrl] = await allOf(run, [
    shown(run, 'postgres', openPostgres(options('postgres'))).then((part) =>
      whileUp(run, 'postgres', () => prepareDatabase(run, part)),
    ),
    shown(run, 'minio', openMinio(options('minio'))).then(({ access }) =>
      whileUp(run, 'minio', () => prepareStorage(run, access)),
    ),
    shown(run, 'temporal', openTemporal({ ...options('temporal'), uiPort })).then((part) => noteTemporal(run, part)),
    startVerapdf(run),
  ]);
  return { databaseUrl, s3, temporal, verapdfUrl };
}

async function apiPort(progress: Progress): Promise<number> {
  const port = await chosenPort('PORT', DEFAULT_PORT);
  const isOther = !process.env['PORT'] && port !== DEFAULT_PORT;
  if (isOther) progress.say(`Port ${DEFAULT_PORT} is busy: using ${port}. To choose: PORT=… npm start`);
  return port;
}

/** Answers what the service logs in with. */
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

/** This tells of a database that another version has made: nothing of it is carried over. */
function wayOut(dataDir: string, { process: ours }: Part<DatabaseAccess>): string {
  return ours === null
    ? 'Name an empty one in DATABASE_URL.'
    : `To empty ${dataDir} and begin anew: npm run wipe. To keep it, choose another folder: DATA_DIR=… npm start`;
}

async function prepareStorage({ state, progress }: Run, access: S3Access): Promise<S3Access> {
  progress.update('minio', 'works', 'making buckets');
  const { artifactStore } = await import('#store/objects/artifacts.ts');
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
  const { progress, dataDir, signal } = run;
  const given = await givenVerapdf();
  if (given) {
    progress.update('verapdf', 'ready', new URL(given).host);
    return given;
  }
  const verapdf = await findVerapdf((detail) => progress.update('verapdf', 'works', detail), signal);
  if ('missing' in verapdf) {
    progress.update('verapdf', 'failed', verapdf.missing);
    return null;
  }
  const logFile = join(dataDir, 'logs/verapdf.log');
  const { url, service } = await verapdfService(verapdf, { spoolDir: join(dataDir, 'verapdf'), logFile });
  const isOff = () => progress.update('verapdf', 'failed', `validation is off: see ${logFile}`);
  try {
    const started = await startPart(run, 'verapdf', service);
    progress.update('verapdf', 'ready', new URL(url).host);
    started.failed.catch(isOff);
  } catch {
    signal.throwIfAborted();
    isOff();
  }
  return url;
}

function isDevelopment(): boolean {
  return (process.env['NODE_ENV'] || 'development') === 'development';
}

interface Addresses {
  readonly port: number;
  readonly databaseUrl: string;
  readonly s3: S3Access;
  readonly temporal: TemporalAccess;
  readonly verapdfUrl: string | null;
  readonly spoolDir: string;
}

/** Settings of the person's own stay; what was started here is told. */
function serviceEnvironment(addresses: Addresses): NodeJS.ProcessEnv {
  const { port, databaseUrl, s3, temporal, verapdfUrl, spoolDir } = addresses;
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_ENV: process.env['NODE_ENV'] || 'development',
    // The demo's receivers are on this machine.
    ...(isDevelopment() && { WEBHOOK_ALLOW_LOOPBACK: process.env['WEBHOOK_ALLOW_LOOPBACK'] || '1' }),
    HOST: LOOPBACK,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    // Whoever serves does not know who owns the tables.
    DATABASE_OWNER_URL: undefined,
    TEMPORAL_ADDRESS: temporal.address,
    ...(temporal.ui && { TEMPORAL_UI_URL: process.env['TEMPORAL_UI_URL'] || temporal.ui }),
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_LINK_ACCESS_KEY: s3.links.accessKey,
    S3_LINK_SECRET_KEY: s3.links.secretKey,
    S3_BUCKET_PREFIX: bucketPrefix(),
    ...(verapdfUrl ? { VERAPDF_URL: verapdfUrl } : {}),
    SPOOL_DIR: spoolDir,
  };
}

/**
 * The payment sandbox, unless the person has an account at the provider and gives its keys. Answers what the service is
 * told of it.
 */
async function startPayments(run: Run, baseUrl: string): Promise<NodeJS.ProcessEnv> {
  if (process.env['STRIPE_SECRET_KEY']) return {};
  const { dataDir, state, progress } = run;
  const { url, service, sandbox, keys } = await sandboxAccess(dataDir, baseUrl, state.read());
  state.update({ payments: keys });
  await startProgram(run, 'payments', 'dev/payments/main.ts', { ...process.env, ...service, ...sandbox }, url);
  progress.update('payments', 'ready', url);
  return service;
}

/** Mail of this machine stays on it, unless the person names a server. */
async function startMail(run: Run): Promise<NodeJS.ProcessEnv> {
  const { dataDir, state, progress } = run;
  if (process.env['SMTP_URL']) {
    state.update({ mail: undefined });
    return {};
  }
  const [smtpPort, pagePort] = [await anyFreePort(), await chosenPort('MAIL_PORT', DEFAULT_MAIL_PORT)];
  const url = `http://${LOOPBACK}:${pagePort}`;
  const settings = {
    MAIL_DIR: join(dataDir, 'mail'),
    MAIL_SMTP_PORT: String(smtpPort),
    MAIL_PAGE_PORT: String(pagePort),
  };
  await startProgram(run, 'mail', 'dev/mail-catcher/main.ts', { ...process.env, ...settings }, url);
  progress.update('mail', 'ready', url);
  state.update({ mail: url });
  return { SMTP_URL: `smtp://${LOOPBACK}:${smtpPort}` };
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
