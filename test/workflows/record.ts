/**
 * Records the histories of `fixtures/histories`, one per branch of each workflow, against running parts:
 * node test/workflows/record.ts --temporal HOST:PORT --database postgresql://... --s3 http://KEY:SECRET@HOST:PORT
 * With `--only PREFIX` the others are left as they are.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { WorkflowHandle } from '@temporalio/client';
import { COMPARED_FILES, comparisonKey, comparisonWorkflowId } from '#domain/compare.ts';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { helloPage } from '#test/builders/pdf.ts';
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
  'express-pdfa': { script: { at: 'FinalRewrite', act: 'pass', pdfa: '2b' } },
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

/** As the API does it; a document that was never put there is an outcome too. */
async function compareHello(service: Service, documents: readonly Uint8Array[]): Promise<WorkflowHandle> {
  const region = 'eu-central-1';
  const comparisonId = randomUUID();
  for (const [index, document] of documents.entries()) {
    const file = COMPARED_FILES[index] ?? 'file_b';
    await service.artifacts.putBytes(region, comparisonKey(comparisonId, file), document, 'application/pdf');
  }
  const [sizeBytesA = 0, sizeBytesB = 0] = documents.map(({ length }) => length);
  const organizationId = randomUUID();
  const input = { comparisonId, organizationId, region, sizeBytesA, sizeBytesB, normalizeFirst: false } as const;
  await service.temporal.compare(input, AbortSignal.timeout(60_000));
  return service.client.workflow.getHandle(comparisonWorkflowId(comparisonId));
}

async function recordAll(service: Service, only: string): Promise<void> {
  await service.workHere();
  if ('compare'.startsWith(only)) {
    await save('compare-report', await compareHello(service, [helloPage('one'), helloPage('two')]));
    await save('compare-documents-gone', await compareHello(service, [helloPage('one')]));
  }
  for (const [name, { script, large, interfere }] of Object.entries(BRANCHES)) {
    if (!name.startsWith(only)) continue;
    const input = await service.submit(fakeDocument({ ...script, salt: name }, large ? EXPRESS_MAX_BYTES + 1 : 0));
    await interfere?.(service, input);
    await save(name, service.handle(input));
  }
  if (!'start-sweep'.startsWith(only)) return;
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
  options: {
    temporal: { type: 'string' },
    database: { type: 'string' },
    s3: { type: 'string' },
    only: { type: 'string' },
  },
});
const { temporal = '127.0.0.1:7233', database = '', s3 = '', only = '' } = values;
const service = await startService(partsOf({ temporal, database, s3 }));
try {
  await recordAll(service, only);
} finally {
  await service.close();
}
