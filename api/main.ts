/** Process 1: settings in, parts joined, listening; and an orderly end. */
import { once } from 'node:events';
import { artifactStore } from '#store/objects/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { loadServiceConfig } from '#src/config.ts';
import { endWhenStuck } from '#src/liveness.ts';
import { createLog } from '#src/log.ts';
import { openSealer } from '#src/keys/secrets-key.ts';
import { registryOf } from '#src/metrics/metrics.ts';
import { serveMetrics } from '#src/metrics/serve.ts';
import { stateGauges } from '#src/metrics/state.ts';
import { serviceState } from '#store/maintenance/service-state.ts';
import { dangersOf } from '#src/risks.ts';
import { requireLeastPrivilege } from '#src/store-privileges.ts';
import { openAccessTokenKey } from '#src/keys/load-signing-key.ts';
import { accessTokens } from '#src/keys/access-token.ts';
import { NO_PAYMENTS } from '#src/payments/port.ts';
import { stripePayments } from '#src/payments/stripe.ts';
import { programVersion } from '#src/program-version.ts';
import { keepSpoolClear } from '#src/spool/sweep.ts';
import { connectTemporal } from '#temporal/client/client.ts';
import { OUTPUTS, requireOutput } from '#src/dist.ts';
import { createApp } from './app.ts';
import { createHttpServer, drain } from './http/server.ts';
import { currentPages } from './pages/built-pages.ts';

const GRACE_MS = 30_000;

const config = loadServiceConfig(process.env);
const log = createLog(config);
for (const { risk, danger } of dangersOf(config)) log.warn({ risk }, danger);
// In development the portal is built while the API runs.
if (config.env === 'production') requireOutput('portal', log);
// Its packages are loaded where they are used alone.
const { startTracing } = config.isTraced ? await import('#src/tracing/tracing.ts') : {};
const tracing = startTracing?.({ name: 'fixpoint-api', version: programVersion() }, log);
const tokens = accessTokens(await openAccessTokenKey(config), config.publicUrl);
const sealer = await openSealer(config);
const database = await connectDatabase(config.databaseUrl);
await requireLeastPrivilege(config, database, log);
const artifacts = artifactStore(config.s3);
const temporal = await connectTemporal(config.temporal, config.isTraced);
await keepSpoolClear(config.spoolDir, (err) => log.warn({ err }, 'spool not cleared'));
let accepting = true;
const alive = endWhenStuck(database, log, () => end('stuck'));

const app = createApp({
  database,
  artifacts,
  temporal,
  sealer,
  payments: config.payments === null ? NO_PAYMENTS : stripePayments(config.payments),
  tokens,
  log,
  settings: config,
  pages: currentPages(OUTPUTS.portal),
  accepting: () => accepting,
  alive,
});
const server = createHttpServer(app, { log, publicUrl: config.publicUrl, keepAliveMs: config.keepAliveMs });
server.listen(config.port, config.host);
await once(server, 'listening');
if (config.metricsPort !== null) {
  const refresh = stateGauges(serviceState(database), log);
  const address = { host: config.host, port: config.metricsPort, names: config.metricsHosts };
  await serveMetrics(address, { registry: registryOf('api'), refresh });
}
log.info({ host: config.host, port: config.port }, 'listening');

async function end(reason: string): Promise<void> {
  if (!accepting) return;
  accepting = false;
  log.info({ reason }, 'draining');
  await drain(server, GRACE_MS);
  await Promise.allSettled([temporal.close(), database.close(), tracing?.close()]);
  log.info('ended');
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(signal));
