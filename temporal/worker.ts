/** Composition root of process 2: config, stores, parser pool, workers. SIGTERM lets running work finish first. */
import { Runtime } from '@temporalio/worker';
import { loadConfig } from '#src/config.ts';
import { createLog } from '#src/log.ts';
import { artifactStore } from '#store/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { submissionStore } from '#store/submissions.ts';
import { removeLeftovers } from '#activities/spool.ts';
import { runtimeLogger } from './log.ts';
import { startWorkers } from './workers.ts';

const config = loadConfig(process.env);
const log = createLog(config);
Runtime.install({
  logger: runtimeLogger(log),
  telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
});

await removeLeftovers(config.spoolDir);
const database = await connectDatabase(config.databaseUrl);
const { stopped } = await startWorkers({
  temporal: config.temporal,
  submissions: submissionStore(database),
  artifacts: artifactStore(config.s3),
  spoolDir: config.spoolDir,
  parser: config.parser,
  log,
});
log.info({}, 'worker ready');
// The SDK's runtime stops all workers on SIGTERM and SIGINT.
await stopped;
await database.close();
log.info({}, 'worker stopped');
