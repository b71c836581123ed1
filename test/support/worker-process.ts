/** Workers with fake parser children in a process that a test can kill. The first argument has the settings as JSON. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { NO_VALIDATOR } from '#src/validator/verapdf.ts';
import { createSender } from '#src/webhooks/send.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { readSealer } from '#src/keys/sealing.ts';
import { startWorkers } from '#temporal/worker/workers.ts';
import { factsSignerWith, issuerWith, newKey, PUBLIC_URL } from './builders/issuer.ts';
import { quietRuntime } from './temporal-runtime.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
quietRuntime(['SIGTERM']);
const ignore = () => undefined;
const { stopped } = await startWorkers({
  temporal: settings.temporal,
  database: await connectDatabase(settings.databaseUrl),
  artifacts: artifactStore(settings.s3),
  issueProof: issuerWith(newKey()),
  signFacts: factsSignerWith(newKey()),
  spoolDir: settings.spoolDir,
  statelessQueue: settings.statelessQueue,
  validator: NO_VALIDATOR,
  parser: {
    processes: 2,
    memoryMb: 1024,
    entry: `${import.meta.dirname}/parsers/${settings.parser ?? 'fake-child'}.ts`,
    verifierEntry: `${import.meta.dirname}/parsers/fake-verifier.ts`,
  },
  regions: ['eu-central-1'],
  ...(settings.buildId && {
    versioning: { buildId: settings.buildId, liveBuilds: () => Promise.resolve(new Map()), checkEveryMs: 3_600_000 },
  }),
  ...(settings.secretsKey && {
    webhooks: {
      sealer: readSealer(settings.secretsKey, { production: true }),
      send: createSender({ rules: { http: true, loopback: true } }),
    },
    data: {
      sealer: readSealer(settings.secretsKey, { production: true }),
      certify: certifier({ key: newKey(), publicUrl: PUBLIC_URL }),
      publicUrl: PUBLIC_URL,
    },
  }),
  log: { info: ignore, warn: ignore },
});
// Garbage from the start would hide the later memory use.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  console.log('collected');
});
console.log('ready');
await stopped;
process.exit(0);
