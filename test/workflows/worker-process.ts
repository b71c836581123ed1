/** Workers with fake parser children in a process that a test can kill. Settings come as JSON in the first argument. */
import { NO_VALIDATOR } from '#src/validator/verapdf.ts';
import { createSender } from '#src/webhooks/send.ts';
import { artifactStore } from '#store/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { readSealer } from '#store/sealing.ts';
import { startWorkers } from '#temporal/workers.ts';
import { issuerWith, newKey } from '#test/builders/issuer.ts';
import { quietRuntime } from './runtime.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
quietRuntime(['SIGTERM']);
const ignore = () => undefined;
const { stopped } = await startWorkers({
  temporal: settings.temporal,
  database: await connectDatabase(settings.databaseUrl),
  artifacts: artifactStore(settings.s3),
  issueProof: issuerWith(newKey()),
  spoolDir: settings.spoolDir,
  statelessQueue: settings.statelessQueue,
  validator: NO_VALIDATOR,
  parser: { processes: 2, memoryMb: 1024, entry: `${import.meta.dirname}/fake-child.ts` },
  regions: ['eu-central-1'],
  ...(settings.secretsKey && {
    webhooks: {
      sealer: readSealer(settings.secretsKey, { production: true }),
      send: createSender({ rules: { http: true, loopback: true } }),
    },
  }),
  log: { info: ignore, warn: ignore },
});
console.log('ready');
await stopped;
process.exit(0);
