/** Workers with fake parser children in a process that a test can kill. Settings come as JSON in the first argument. */
import { NO_VALIDATOR } from '#src/validator/verapdf.ts';
import { artifactStore } from '#store/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { submissionStore } from '#store/submissions.ts';
import { startWorkers } from '#temporal/workers.ts';
import { issuerWith, newKey } from '#test/builders/issuer.ts';
import { quietRuntime } from './runtime.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
quietRuntime(['SIGTERM']);
const ignore = () => undefined;
const { stopped } = await startWorkers({
  temporal: settings.temporal,
  submissions: submissionStore(await connectDatabase(settings.databaseUrl)),
  artifacts: artifactStore(settings.s3),
  issueProof: issuerWith(newKey()),
  spoolDir: settings.spoolDir,
  validator: NO_VALIDATOR,
  parser: { processes: 2, memoryMb: 1024, entry: `${import.meta.dirname}/fake-child.ts` },
  regions: ['eu-central-1'],
  log: { info: ignore, warn: ignore },
});
console.log('ready');
await stopped;
process.exit(0);
