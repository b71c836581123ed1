/**
 * Records the histories of `fixtures/histories`, one per branch of each workflow, against running parts:
 * node test/workflows/record.ts --temporal HOST:PORT --database postgresql://... --s3 http://KEY:SECRET@HOST:PORT
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { WorkflowHandle } from '@temporalio/client';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { fakeDocument, type Script } from './fake-engine.ts';
import { type Service, type ServiceParts, startService } from './harness.ts';
import { recordHistory } from './history.ts';

const FOLDER = `${import.meta.dirname}/../../fixtures/histories`;

interface Branch {
  readonly script: Script;
  readonly large?: true;
  readonly interfere?: (service: Service, input: SubmissionInput) => Promise<unknown>;
}

const BRANCHES: Readonly<Record<string, Branch>> = {
  'express-success': { script: { at: 'FinalRewrite', act: 'pass' } },
  'express-failed': { script: { at: 'StructuralRepair', act: 'fail' } },
  'express-to-durable': { script: { at: 'ActiveContentRemoval', act: 'linger', ms: 1_600 } },
  'express-parser-killed': { script: { at: 'AcroFormHandling', act: 'die' } },
  'durable-success': { script: { at: 'FinalRewrite', act: 'pass' }, large: true },
  'durable-internal-error': { script: { at: 'MetadataCanonical', act: 'throw' }, large: true },
  'durable-cancelled': {
    script: { at: 'FinalRewrite', act: 'hang' },
    large: true,
    interfere: async (service, input) => {
      await service.underWay(input, 'FinalRewrite');
      await service.handle(input).cancel();
    },
  },
};

async function save(name: string, handle: WorkflowHandle): Promise<void> {
  await handle.result().catch(() => undefined); // a cancelled workflow has a history too
  const { json } = await recordHistory(handle);
  await writeFile(`${FOLDER}/${name}.json`, withoutThisHost(json));
  console.log(`${name}: ${json.length} bytes`);
}

/** Paths and process names of the host that recorded say nothing about the workflow. */
function withoutThisHost(json: string): string {
  const root = resolve(FOLDER, '../..');
  return json
    .replaceAll(root, '')
    .replaceAll(/"identity": "[^"]*"/g, '"identity": "worker"')
    .replaceAll(/\d+@[\w.-]+?-(?=[0-9a-f]{32}")/g, 'worker-');
}

async function recordAll(service: Service): Promise<void> {
  await service.workHere();
  for (const [name, { script, large, interfere }] of Object.entries(BRANCHES)) {
    const input = await service.submit(fakeDocument({ ...script, salt: name }, large ? EXPRESS_MAX_BYTES + 1 : 0));
    await interfere?.(service, input);
    await save(name, service.handle(input));
  }
  const workflowId = 'start-sweep-recorded';
  await save(
    'start-sweep',
    await service.client.workflow.start('startSweep', { workflowId, taskQueue: 'pdf-control' }),
  );
}

function partsOf(args: { temporal: string; database: string; s3: string }): ServiceParts {
  const { origin, username, password } = new URL(args.s3);
  return {
    databaseUrl: args.database,
    s3: { endpoint: origin, accessKey: username, secretKey: password, bucketPrefix: 'record-' },
    temporal: { address: args.temporal },
  };
}

const { values } = parseArgs({
  options: { temporal: { type: 'string' }, database: { type: 'string' }, s3: { type: 'string' } },
});
const { temporal = '127.0.0.1:7233', database = '', s3 = '' } = values;
const service = await startService(partsOf({ temporal, database, s3 }));
try {
  await recordAll(service);
} finally {
  await service.close();
}
