/** Runs the whole service on this machine: servers, then worker and API, then later parts, until one of them ends. */
import { delimiter, dirname, join } from 'node:path';
import { networkWarning } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { isUpToDate, OUTPUTS } from '#src/dist.ts';
import { DevFailure } from './failure.ts';
import { makeDirectory } from './files.ts';
import { chooseLater, complete, type Later } from './later.ts';
import { lock } from './lock.ts';
import { anyFreePort, becomesTrue, chosenPort, LOOPBACK, statusOf } from './network.ts';
import { givenVerapdf, type S3Access, STOP_GRACE_MS, type TemporalAccess } from './parts/parts.ts';
import { makeDataDir } from './parts/service-user.ts';
import { sandboxAccess } from './payments/access.ts';
import { killAll, lastLines, obituary, runToEnd } from './process.ts';
import type { Progress } from './progress.ts';
import { allOf, isDevelopment, ROOT, type Run, shown, startProgram } from './run.ts';
import { noteRun } from './runs.ts';
import { bucketPrefix, partOptions, startPostgres, startStore, startTemporal, storeOf } from './servers.ts';
import { accessTokenEnvironment, secretsEnvironment, signingEnvironment } from './signing-key.ts';
import { type DevState, type ProcessName, stateFile, type StateFile } from './state.ts';
import { endRecordedProcesses } from './verbs.ts';

const DEFAULT_PORT = 8080;
const DEFAULT_UI_PORT = 8233;
const READY_TIMEOUT_MS = 120_000;
/** Services finish their work while these servers still answer. The servers end in this order. */
const SERVERS: readonly ProcessName[] = ['temporal', 'store', 'postgres'];

export interface StartOptions {
  readonly dataDir: string;
  readonly progress: Progress;
  /** Called once, when requests are answered. */
  readonly onReady: (state: DevState) => void | Promise<void>;
  /** Aborted to end everything. */
  readonly stop: AbortSignal;
}

/** Resolves after a requested end of everything. Rejects if a part failed or exited by itself. */
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
  const later = await chooseLater();
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

/** Claims DATA_DIR for this run, or throws the reason against it. Returns a function that releases it. */
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
  const storeKind = await storeOf(run);
  const spoolDir = process.env['SPOOL_DIR'] || join(dataDir, 'spool');
  makeDirectory(spoolDir, 0o700);
  const port = await apiPort(progress);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  const uiPort = await chosenPort('TEMPORAL_UI_PORT', DEFAULT_UI_PORT);
  const options = partOptions(run);
  for (const name of ['worker', 'api']) progress.update(name, 'waits', 'for the servers');
  // Worker and API load while the store, the slowest server, still starts.
  const { promise: located, resolve: onLocated } = Promise.withResolvers<S3Access>();
  const store = startStore(run, storeKind, options('store'), onLocated);
  const [databaseUrl, s3, temporal, payments, verapdfUrl] = await allOf(run, [
    startPostgres(run, options('postgres')),
    Promise.race([located, store]),
    startTemporal(run, { ...options('temporal'), uiPort }),
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

/** The remaining processes of a killed run would occupy the ports and the files. */
async function endLeftovers({ state, progress }: Run): Promise<void> {
  const left = Object.keys(state.running()).join(', ');
  if (left !== '') progress.say(`Ending processes that a killed run left: ${left}`);
  await endRecordedProcesses(state);
  state.record('supervisor', process.pid);
}

async function apiPort(progress: Progress): Promise<number> {
  const port = await chosenPort('PORT', DEFAULT_PORT);
  const isOther = !process.env['PORT'] && port !== DEFAULT_PORT;
  if (isOther) progress.say(`Port ${DEFAULT_PORT} is busy: using ${port}. To choose: PORT=… npm start`);
  return port;
}

/** Builds the workflows if they are missing or older than their sources, because the worker needs them. */
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

interface Addresses {
  readonly port: number;
  readonly databaseUrl: string;
  readonly s3: S3Access;
  readonly temporal: TemporalAccess;
  readonly verapdfUrl: string;
  readonly spoolDir: string;
}

/** The settings of the user stay, and the addresses of started servers are added. */
function serviceEnvironment(addresses: Addresses): NodeJS.ProcessEnv {
  const { port, databaseUrl, s3, temporal, verapdfUrl, spoolDir } = addresses;
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_ENV: process.env['NODE_ENV'] || 'development',
    // The receivers of the demo are on this machine.
    ...(isDevelopment() && { WEBHOOK_ALLOW_LOOPBACK: process.env['WEBHOOK_ALLOW_LOOPBACK'] || '1' }),
    HOST: LOOPBACK,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    // API and worker do not get the login that owns the tables.
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
 * Starts the payment sandbox, unless the user gives keys of an account at the provider. Returns its settings for the
 * service.
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
