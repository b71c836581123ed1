/** The whole service on this machine: servers, then worker and API, then what may come later; until one of them ends. */
import { delimiter, dirname, join, resolve } from 'node:path';
import { REGIONS } from '#domain/region.ts';
import { networkWarning } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { isUpToDate, OUTPUTS } from '#src/dist.ts';
import { UnknownMigrations } from '#store/database/database.ts';
import { runDemo } from './demo/demo.ts';
import { DevFailure } from './failure.ts';
import { makeDirectory } from './files.ts';
import { lock } from './lock.ts';
import { anyFreePort, becomesTrue, chosenPort, LOOPBACK, statusOf } from './network.ts';
import { givenVerapdf, newSecrets, openPostgres, openStore, openTemporal, STOP_GRACE_MS } from './parts/parts.ts';
import type { DatabaseAccess, Part, PartOptions, S3Access, TemporalAccess } from './parts/parts.ts';
import { chooseStore, type StoreKind } from './parts/store.ts';
import { makeDataDir } from './parts/service-user.ts';
import { type ValidatorGate, validatorGate } from './parts/validator-gate.ts';
import { findVerapdf, verapdfService } from './parts/verapdf.ts';
import { sandboxAccess } from './payments/access.ts';
import {
  killAll,
  lastLines,
  obituary,
  type RunningProcess,
  runToEnd,
  type ServiceOptions,
  startServer,
} from './process.ts';
import type { Progress } from './progress.ts';
import { noteRun } from './runs.ts';
import { accessTokenEnvironment, secretsEnvironment, signingEnvironment } from './signing-key.ts';
import { type DevState, type ProcessName, stateFile, type StateFile } from './state.ts';
import { endRecordedProcesses } from './verbs.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DEFAULT_PORT = 8080;
const DEFAULT_UI_PORT = 8233;
const DEFAULT_MAIL_PORT = 8025;
const READY_TIMEOUT_MS = 120_000;
/** Services finish their work while these still answer; these end in this order. */
const SERVERS: readonly ProcessName[] = ['temporal', 'store', 'postgres'];

export interface StartOptions {
  readonly dataDir: string;
  readonly progress: Progress;
  /** Called once, when requests are answered. */
  readonly onReady: (state: DevState) => void | Promise<void>;
  /** Aborted when everything shall end. */
  readonly stop: AbortSignal;
}

interface Run {
  readonly dataDir: string;
  readonly progress: Progress;
  readonly state: StateFile;
  /** The processes that were started, in order. */
  readonly processes: Map<ProcessName, RunningProcess>;
  /** Ends everything for a reason. */
  readonly fail: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** Addresses that worker and API know before the parts behind them are there. */
interface Later {
  readonly gate: ValidatorGate;
  readonly mail: MailAddresses | null;
}

/** Resolves when all has ended because that was asked for; rejects when a part failed or ended by itself. */
export async function startService({ dataDir, progress, onReady, stop }: StartOptions): Promise<void> {
  const state = stateFile(dataDir);
  const release = claim(dataDir, state);
  noteRun(dataDir);
  process.on('exit', killAll);
  const broken = new AbortController();
  const signal = AbortSignal.any([stop, broken.signal]);
  const fail = (reason: unknown) => broken.abort(reason);
  const run: Run = { dataDir, progress, state, processes: new Map(), fail, signal };

  const ending = new Promise<void>((ended) => signal.addEventListener('abort', () => ended(), { once: true }));
  const later = { gate: await validatorGate(), mail: await mailAddresses() };
  const started = start(run, later)
    .then(onReady)
    .then(() => complete(run, later))
    .catch(fail);
  await ending;
  const isAskedFor = stop.aborted;
  if (isAskedFor) progress.say('\nStopping: running documents get 10 s to finish. Once more to stop now.');
  await started;
  await end(run).catch(fail);
  progress.close();
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

async function end({ processes, state }: Run): Promise<void> {
  const others = [...processes].filter(([name]) => !SERVERS.includes(name));
  await Promise.all(others.map(([, one]) => one.stop(STOP_GRACE_MS)));
  for (const name of SERVERS) await processes.get(name)?.stop(STOP_GRACE_MS);
  state.update({ pids: {}, identities: {} });
}

async function start(run: Run, { gate, mail }: Later): Promise<DevState> {
  const { dataDir, state, progress } = run;
  await endLeftovers(run);
  const spoolDir = process.env['SPOOL_DIR'] || join(dataDir, 'spool');
  makeDirectory(spoolDir, 0o700);
  const port = await apiPort(progress);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  const uiPort = await chosenPort('TEMPORAL_UI_PORT', DEFAULT_UI_PORT);
  const options = partOptions(run);
  for (const name of ['worker', 'api']) progress.update(name, 'waits', 'for the servers');
  // Worker and API load while the store, which is the slowest of the servers, still starts.
  const { promise: located, resolve: onLocated } = Promise.withResolvers<S3Access>();
  const store = shown(run, 'store', async () => prepareStore(run, options('store'), onLocated));
  const [databaseUrl, s3, temporal, payments, verapdfUrl] = await allOf(run, [
    shown(run, 'postgres', async () => prepareDatabase(run, await openPostgres(options('postgres')))),
    Promise.race([located, store]),
    shown(run, 'temporal', async () => noteTemporal(run, await openTemporal({ ...options('temporal'), uiPort }))),
    shown(run, 'payments', () => startPayments(run, baseUrl)),
    givenVerapdf(),
    buildWorkflows(run),
  ]);
  const addresses = { port, databaseUrl, s3, temporal, verapdfUrl: verapdfUrl ?? gate.url, spoolDir };
  const smtp = mail === null ? {} : { SMTP_URL: `smtp://${LOOPBACK}:${mail.smtpPort}` };
  const env = { ...serviceEnvironment(addresses), ...payments, ...smtp, ...secretsEnvironment(dataDir) };
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
    store,
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
  return state.update({ baseUrl, metrics, mail: mail === null ? undefined : mail.url });
}

/** The parts that a first request does not need. One that cannot be made is reported, and the others go on. */
async function complete(run: Run, { gate, mail }: Later): Promise<void> {
  const { progress, state, signal } = run;
  const demo = isDevelopment() ? runDemo({ progress, state, signal }) : Promise.resolve();
  const rest = buildRest(run).then(() => (mail === null ? undefined : startMail(run, mail)));
  await allOf(run, [startValidator(run, gate), rest, demo]);
}

/** The first failure ends the others too; nothing is under way any more when it is reported. */
async function allOf<Values extends readonly unknown[]>(
  { fail }: Run,
  promises: { [Index in keyof Values]: Promise<Values[Index]> },
): Promise<Values> {
  for (const promise of promises) promise.catch(fail);
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** A part that cannot be opened is marked in its line. */
async function shown<Access>(
  { progress, signal }: Run,
  name: ProcessName,
  open: () => Promise<Access>,
): Promise<Access> {
  progress.update(name, 'works', 'searching');
  try {
    return await open();
  } catch (error) {
    if (!signal.aborted) progress.update(name, 'failed');
    throw error;
  }
}

/** Starts a process, and ends everything when it ends by itself. */
async function startPart(run: Run, name: ProcessName, options: ServiceOptions): Promise<RunningProcess> {
  const { progress, state, processes, signal } = run;
  signal.throwIfAborted();
  progress.update(name, 'works', 'starting');
  const process = await startServer(
    options,
    (started) => {
      processes.set(name, started);
      state.record(name, started.pid);
    },
    signal,
  );
  void process.ended.then((how) => {
    if (signal.aborted) return;
    progress.update(name, 'failed', how);
    run.fail(new DevFailure(obituary(options, how)));
  });
  return process;
}

/** A program of this repository, which works as long as its address answers. */
async function startProgram(
  run: Run,
  name: 'worker' | 'api' | 'mail' | 'payments',
  entry: string,
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<void> {
  const logFile = join(run.dataDir, 'logs', `${name}.log`);
  const answers = async () => (await statusOf(url)) === 200;
  await startPart(run, name, { name, command: process.execPath, args: [entry], env, cwd: ROOT, logFile, answers });
}

/** Processes that a killed run left would hold the ports and the files. */
async function endLeftovers({ state, progress }: Run): Promise<void> {
  const left = Object.keys(state.running()).join(', ');
  if (left !== '') progress.say(`Ending what a killed run left: ${left}`);
  await endRecordedProcesses(state);
  state.record('supervisor', process.pid);
}

function partOptions(run: Run): (name: ProcessName) => PartOptions {
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

/** Opens the store of the data folder, which a first start chooses, and makes its buckets. */
async function prepareStore(
  { state, progress, dataDir }: Run,
  options: PartOptions,
  located: (access: S3Access) => void,
): Promise<S3Access> {
  const recorded = state.read().storeKind ?? storeBefore(state.read());
  const kind = await chooseStore(recorded);
  if (kind === 'seaweedfs' && recorded === undefined && !process.env['S3_ENDPOINT'])
    progress.say(`The objects of ${dataDir} are stored in SeaweedFS. To build MinIO instead: STORE=minio npm start`);
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

/** Folders of before there were two stores have MinIO's objects. */
function storeBefore({ store }: DevState): StoreKind | undefined {
  return store === undefined ? undefined : 'minio';
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

/** Validates PDF/A. A machine that cannot run it misses nothing else. */
async function startValidator(run: Run, gate: ValidatorGate): Promise<void> {
  const { progress, dataDir, signal } = run;
  const given = process.env['VERAPDF_URL'];
  if (given) return progress.update('verapdf', 'ready', new URL(given).host);
  progress.update('verapdf', 'works', 'searching');
  const verapdf = await findVerapdf((detail) => progress.update('verapdf', 'works', detail), signal);
  if ('missing' in verapdf) {
    gate.close();
    return progress.update('verapdf', 'failed', verapdf.missing);
  }
  const logFile = join(dataDir, 'logs/verapdf.log');
  const { url, service } = await verapdfService(verapdf, { spoolDir: join(dataDir, 'verapdf'), logFile });
  await startPart(run, 'verapdf', service);
  gate.open(Number(new URL(url).port));
  progress.update('verapdf', 'ready', new URL(gate.url).host);
}

/** Builds the workflows where they are missing or older than their sources; the worker cannot start without them. */
async function buildWorkflows({ dataDir, progress, signal }: Run): Promise<void> {
  if (isUpToDate(OUTPUTS.workflows)) return;
  progress.update('workflows', 'works', 'being built');
  const logFile = join(dataDir, 'logs/workflows.log');
  const args = ['temporal/worker/bundle.ts'];
  const options = { name: 'workflows', command: process.execPath, args, env: process.env, cwd: ROOT, logFile };
  const how = await runToEnd(options, signal);
  signal.throwIfAborted();
  if (how !== null) throw new DevFailure(obituary(options, how));
  progress.update('workflows', 'ready');
}

/** Installs the packages for development where they are missing, and builds the portal and the parsers. */
async function buildRest({ dataDir, progress, signal }: Run): Promise<void> {
  const logFile = join(dataDir, 'logs/build.log');
  progress.update('portal', 'works', 'being built');
  const args = [join(ROOT, 'fixpoint.mjs'), 'build'];
  const how = await runToEnd(
    { name: 'build', command: process.execPath, args, env: process.env, cwd: ROOT, logFile },
    signal,
  );
  if (how === null) progress.update('portal', 'ready', 'built');
  else if (!signal.aborted) progress.update('portal', 'failed', `the build ${how}: ${logFile}`);
}

function isDevelopment(): boolean {
  return (process.env['NODE_ENV'] || 'development') === 'development';
}

interface Addresses {
  readonly port: number;
  readonly databaseUrl: string;
  readonly s3: S3Access;
  readonly temporal: TemporalAccess;
  readonly verapdfUrl: string;
  readonly spoolDir: string;
}

/** Settings of the person's own stay; the addresses of what was started here are added. */
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
    VERAPDF_URL: verapdfUrl,
    SPOOL_DIR: spoolDir,
  };
}

/**
 * The payment sandbox, unless the person has an account at the provider and gives its keys. Answers the service's settings of it.
 */
async function startPayments(run: Run, baseUrl: string): Promise<NodeJS.ProcessEnv> {
  const { dataDir, state, progress } = run;
  if (process.env['STRIPE_SECRET_KEY']) {
    progress.update('payments', 'ready', 'as STRIPE_SECRET_KEY says');
    return {};
  }
  const { url, service, sandbox, keys } = await sandboxAccess(dataDir, baseUrl, state.read());
  state.update({ payments: keys });
  await startProgram(run, 'payments', 'dev/payments/main.ts', { ...process.env, ...service, ...sandbox }, url);
  progress.update('payments', 'ready', url);
  return service;
}

interface MailAddresses {
  readonly url: string;
  readonly smtpPort: number;
}

/** Mail of this machine stays on it, unless the person names a server: then null. */
async function mailAddresses(): Promise<MailAddresses | null> {
  if (process.env['SMTP_URL']) return null;
  const [smtpPort, pagePort] = [await anyFreePort(), await chosenPort('MAIL_PORT', DEFAULT_MAIL_PORT)];
  return { url: `http://${LOOPBACK}:${pagePort}`, smtpPort };
}

/** The mail catcher needs packages for development, which a first start installs late. Mails are sent again until it is there. */
async function startMail(run: Run, mail: MailAddresses): Promise<void> {
  const settings = {
    MAIL_DIR: join(run.dataDir, 'mail'),
    MAIL_SMTP_PORT: String(mail.smtpPort),
    MAIL_PAGE_PORT: new URL(mail.url).port,
  };
  await startProgram(run, 'mail', 'dev/mail-catcher/main.ts', { ...process.env, ...settings }, mail.url);
  run.progress.update('mail', 'ready', mail.url);
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
