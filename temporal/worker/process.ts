/** One worker process: config, stores, parser pool, workers. SIGTERM lets running work finish first. */
import { Runtime } from '@temporalio/worker';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { factsSigner } from '#src/proof/facts.ts';
import { proofIssuer } from '#src/proof/issue.ts';
import { loadServiceConfig } from '#src/config.ts';
import { endWhenStuck, outlastOutage } from '#src/liveness.ts';
import { createLog } from '#src/log.ts';
import { smtpMailer } from '#src/mail/smtp.ts';
import { stripePayments } from '#src/payments/stripe.ts';
import { keepSpoolClear } from '#src/spool/sweep.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { NO_VALIDATOR, verapdf } from '#src/validator/verapdf.ts';
import { createSender } from '#src/webhooks/send.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { type BeatingWorker, workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { requireOutput } from '#src/dist.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { registryOf } from '#src/metrics/metrics.ts';
import { serveMetrics } from '#src/metrics/serve.ts';
import { setParserGauges } from '#src/metrics/state.ts';
import { dangersOf } from '#src/risks.ts';
import { requireLeastPrivilege } from '#src/store-privileges.ts';
import { buildId } from '#temporal/build-id.ts';
import { answerHealth } from './health.ts';
import { sdkMetricsEndpoint } from './sdk-metrics.ts';
import { startHeartbeat } from './heartbeat.ts';
import { runtimeLogger } from './log.ts';
import { openParserSandbox } from './parser-sandbox.ts';
import { openSealer } from '#src/keys/secrets-key.ts';
import { openSigningKey } from '#src/keys/load-signing-key.ts';
import { timestampAuthority } from '#src/timestamps/authority.ts';
import { toolchainOf } from './toolchain.ts';
import { startWorkers, versionedQueues, type WorkerDeps } from './workers.ts';

const config = loadServiceConfig(process.env);
const log = createLog(config);
for (const { risk, danger } of dangersOf(config)) log.warn({ risk }, danger);
const isProduction = config.env === 'production';
if (isProduction) requireOutput('parsers', log);
requireOutput('workflows', log, { isCurrent: !isProduction });
const version = buildId();
// Its packages are loaded where they are used alone.
const { startTracing } = config.isTraced ? await import('#src/tracing/tracing.ts') : {};
const tracing = startTracing?.({ name: 'fixpoint-worker', version }, log);
let alive = () => true;
if (config.healthPort !== null) await answerHealth({ host: config.host, port: config.healthPort }, () => alive());
await keepSpoolClear(config.spoolDir, (err) => log.warn({ err }, 'spool not cleared'));
const trustAnchors = config.trustStorePath === null ? [] : await readTrustStore(config.trustStorePath);
const key = await openSigningKey(config);
const sealer = await openSealer(config);
const { sandbox, isolation } = await openParserSandbox(config, log);
const programs = parserPrograms({ isProduction });
const mailer = config.mail.url === null ? null : smtpMailer({ url: config.mail.url, from: config.mail.from });
const database = await connectDatabase(config.databaseUrl);
await requireLeastPrivilege(config, database, log);
// Published before its first use: no signature is ever out before the key that checks it.
await outlastOutage(log, () => signingKeyStore(database).announce(key.publicJwk));
const sdkMetrics = config.metricsPort === null ? null : await sdkMetricsEndpoint();
// From here on signals end the process in order.
Runtime.install({
  logger: runtimeLogger(log),
  telemetryOptions: {
    logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
    ...(sdkMetrics && { metrics: { prometheus: { bindAddress: sdkMetrics.address } } }),
  },
});
const timestamps = config.timestampUrls.length === 0 ? null : timestampAuthority(config.timestampUrls);
const heartbeats = workerHeartbeats(database);
const deps = {
  temporal: config.temporal,
  versioning: { buildId: version, liveBuilds: () => heartbeats.liveBuilds(), mostVersions: config.mostVersions },
  database,
  artifacts: artifactStore(config.s3),
  issueProof: proofIssuer({
    key,
    publicUrl: config.publicUrl,
    toolchain: toolchainOf(config, isolation),
    stamp: timestamps && timestamps.stamp,
  }),
  signFacts: factsSigner({ key, publicUrl: config.publicUrl }),
  spoolDir: config.spoolDir,
  statelessQueue: config.statelessQueue,
  validator: config.verapdfUrl === null ? NO_VALIDATOR : verapdf(config.verapdfUrl),
  ...(mailer && { mail: { sealer, mailer } }),
  webhooks: { sealer, send: createSender({ rules: config.receivers }) },
  data: { sealer, certify: certifier({ key, publicUrl: config.publicUrl }), publicUrl: config.publicUrl },
  ...(config.payments && { payments: stripePayments(config.payments) }),
  parser: { ...config.parser, ...programs, trustAnchors, sandbox },
  ...(tracing && { tracing }),
  regions: config.workerRegions,
  log,
} satisfies WorkerDeps;
const beating: BeatingWorker = {
  parserIsolation: isolation,
  parserWalls: sandbox.mechanisms,
  buildId: deps.versioning.buildId,
  taskQueues: versionedQueues(deps),
};
// The heartbeat comes before the work, so that other workers know that this build lives.
const heartbeat = await outlastOutage(log, () =>
  startHeartbeat(heartbeats, beating, (err) => log.warn({ err }, 'heartbeat not recorded')),
);
const workers = await startWorkers(deps);
alive = endWhenStuck(database, log, () => workers.shutdown());
if (config.metricsPort !== null) {
  await serveMetrics(
    { host: config.host, port: config.metricsPort, names: config.metricsHosts },
    {
      registry: registryOf('worker'),
      refresh: () => setParserGauges(workers.parsers()),
      ...(sdkMetrics && { others: sdkMetrics.read }),
    },
  );
}
log.info({ buildId: beating.buildId, regions: deps.regions }, 'worker ready');
// The SDK's runtime stops all workers on SIGTERM and SIGINT.
await workers.stopped;
await heartbeat.stop();
mailer?.close();
await Promise.allSettled([database.close(), tracing?.close()]);
log.info({}, 'worker stopped');
