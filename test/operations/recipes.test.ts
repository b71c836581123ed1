/** Runs each recipe of docs/operate/operations.md unchanged with the command line of the Temporal of the tests. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { COOLING_OFF_MS, deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { EXPRESS_MAX_BYTES, pipelineQueue, type SubmissionInput } from '#domain/submission.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import { createSender } from '#src/webhooks/send.ts';
import { AccountDeletionEntity, accountDeletionStore, deletionInput } from '#store/privacy/account-deletions.ts';
import { mailStore } from '#store/mail/mails.ts';
import { batchCalls } from '#temporal/client/batches.ts';
import { deliveryCalls } from '#temporal/client/deliveries.ts';
import { mailCalls } from '#temporal/client/mails.ts';
import { viewLink, VIEWS } from '#temporal/views.ts';
import { viewTable } from '#tools/generate/docs/tables.ts';
import { newKey, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { usageOf } from '#test/support/usage.ts';
import { startReceiver, startWebhooks } from '#test/support/deliveries.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const PAGE = await readFile(join(import.meta.dirname, '../../docs/operate/operations.md'), 'utf8');
const RECIPES = new Map(
  [...PAGE.matchAll(/^```sh ([\w-]+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);
/** Visibility follows the histories with a delay, and the machine may be busy. */
const SOON = { interval: 500 };
const BATCH = randomUUID();
const BUILD = '0.1.0-3f9a1c02b7de';
const QUEUE = pipelineQueue('eu-central-1');

let folder: string;
let temporal: string;
let deliveryId: string;
const documents: Record<string, SubmissionInput> = {};

const HANGS: Script = { at: 'AcroFormHandling', act: 'hang' };
/** Recipes marked `later` are not awaited. */
const SCRIPTS: Readonly<Record<string, { script: Script; later?: true }>> = {
  good: { script: { at: 'FinalRewrite', act: 'pass' } },
  failed: { script: { at: 'StructuralRepair', act: 'fail' } },
  deadly: { script: { at: 'AcroFormHandling', act: 'die' } },
  rejected: { script: { at: 'StructuralRepair', act: 'reject' } },
  forged: { script: { at: 'FinalRewrite', act: 'pass', signature: 'MODIFIED_AFTER_SIGNING' } },
  risky: { script: { at: 'FinalRewrite', act: 'pass', risk: 'high' } },
  stuck: { script: HANGS, later: true },
};

const service = started(() => startService(inject('parts')));
const webhooks = started(() => startWebhooks(inject('parts').databaseUrl));
const receiver = started(() => startReceiver());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-recipes-'));
  temporal = await resolveTool('temporal', () => undefined);
  const send = createSender({ rules: { http: true, loopback: true } });
  // Each document that hangs occupies a parser.
  const { sealer } = webhooks;
  const data = { sealer, certify: certifier({ key: newKey(), publicUrl: PUBLIC_URL }), publicUrl: PUBLIC_URL };
  const versioning = { buildId: BUILD, liveBuilds: () => Promise.resolve(new Map([[QUEUE, new Set([BUILD])]])) };
  await service.workHere({ parser: PARSERS, webhooks: { sealer, send }, data, versioning });
  for (const [name, { script, later }] of Object.entries(SCRIPTS)) documents[name] = await submit(script, later);
  for (const [name, { later }] of Object.entries(SCRIPTS)) if (!later) await service.settled(named(name));
  receiver.answer(503);
  const { deliveryIds } = await webhooks.end(named('good').organizationId, { webhookUrl: receiver.url });
  deliveryId = deliveryIds[0] ?? '';
  await deliveryCalls(service.client).startDelivery(deliveryId, named('good').organizationId);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const FAKES = `${import.meta.dirname}/../support/parsers`;
const PARSERS = {
  processes: 6,
  memoryMb: 512,
  entry: `${FAKES}/fake-child.ts`,
  verifierEntry: `${FAKES}/fake-verifier.ts`,
};

function named(name: string): SubmissionInput {
  const input = documents[name];
  if (!input) throw new Error(`There is no document "${name}".`);
  return input;
}

/** Starts a document of the batch; a large one if a stage must be visible. */
async function submit(script: Script, large = false): Promise<SubmissionInput> {
  const pdf = fakeDocument({ ...script, salt: randomUUID() }, large ? EXPRESS_MAX_BYTES + 1 : 0);
  const input = { ...(await service.accept(pdf)), batchId: BATCH };
  await service.temporal.startSubmission(input, 'batch');
  return input;
}

const ran = new Set<string>();

/** The shell stops at the first failed command, and so does the test. */
async function run(name: string, variables: Record<string, string> = {}): Promise<string> {
  ran.add(name);
  await writeFile(join(folder, 'recipe.sh'), RECIPES.get(name) ?? 'exit 1');
  const env = {
    PATH: `${dirname(temporal)}${delimiter}${process.env['PATH']}`,
    HOME: folder,
    TEMPORAL_ADDRESS: inject('parts').temporal.address,
    TEMPORAL_NAMESPACE: service.client.options.namespace,
    ...variables,
  };
  const { stdout } = await promisify(execFile)('sh', ['-eu', 'recipe.sh'], { cwd: folder, env, timeout: 60_000 });
  return stdout;
}

test('the versions of the workers, and what still runs on one of them', async () => {
  const said = () => run('versions', { QUEUE, BUILD });
  await expect.poll(said, SOON).toContain(idOf('stuck'));
  expect(await said()).toMatch(new RegExp(`CurrentVersion.*${BUILD}`));
});

const about = (name: string) => ({ SUBMISSION: named(name).submissionId });
const idOf = (name: string) => `doc-${named(name).submissionId}`;
const statusOf = async (name: string) =>
  (await service.submissions.find(named(name).organizationId, named(name).submissionId))?.status;

test('a count shows how the documents of an organization stand', async () => {
  const said = () => run('count', { ORGANIZATION: named('good').organizationId });
  await expect.poll(said, SOON).toMatch(/total: 7[\s\S]*(6[\s\S]*Completed|Completed[\s\S]*6)/i);
});

test('one document is described, asked and shown', async () => {
  const described = await run('describe', about('failed'));
  for (const words of ['COMPLETED', 'CORRUPT_UNRECOVERABLE', named('failed').originalSha256]) {
    expect(described).toContain(words);
  }
  const answers = await run('query', about('failed'));
  for (const words of ['"lane":"express"', '"signedPdfPolicy":"reject"', '"totalMs":']) {
    expect(answers.replaceAll(/"\s*:\s*/g, '":')).toContain(words);
  }
  expect(await run('query', about('stuck'))).toContain('AcroFormHandling');
  expect(await run('history', about('good'))).toContain('WorkflowExecutionCompleted');
  const { events }: { events: unknown[] } = JSON.parse(await readFile(join(folder, 'history.json'), 'utf8'));
  expect(events.length).toBeGreaterThan(5);
});

/** The documents that a list shows, and those that it does not. */
const LISTS: Readonly<Record<string, { finds: readonly string[]; not: readonly string[]; given?: () => object }>> = {
  failed: { finds: ['failed', 'deadly'], not: ['good', 'rejected', 'stuck'] },
  'failed-through-us': { finds: ['deadly'], not: ['failed', 'good', 'rejected'] },
  rejected: { finds: ['rejected'], not: ['good', 'failed'] },
  'high-risk': { finds: ['risky'], not: ['good', 'failed'] },
  'changed-after-signing': { finds: ['forged'], not: ['good', 'failed', 'rejected', 'risky'] },
  'same-file': { finds: ['good'], not: ['risky'], given: () => ({ SHA256: named('good').originalSha256 }) },
  batch: { finds: Object.keys(SCRIPTS), not: [], given: () => ({ BATCH }) },
  stuck: { finds: ['stuck'], not: ['good', 'failed'], given: () => ({ MINUTES: '0' }) },
};

test.each(Object.entries(LISTS))('the list "%s" shows what it says', async (recipe, { finds, not, given }) => {
  const found = async () => {
    const said = await run(recipe, { ...given?.() });
    return Object.keys(SCRIPTS).filter((name) => said.includes(idOf(name)) && [...finds, ...not].includes(name));
  };
  await expect.poll(found, SOON).toEqual(Object.keys(SCRIPTS).filter((name) => finds.includes(name)));
});

test('nothing has been under way for ten minutes yet', async () => {
  expect(await run('stuck')).not.toContain('doc-');
});

test('a delivery that waits is found, and says when it is tried next', async () => {
  await expect.poll(() => run('deliveries-waiting'), SOON).toContain(`hook-${deliveryId}`);
  const described = () => run('delivery', { DELIVERY: deliveryId });
  await expect.poll(described, SOON).toMatch(/attemptDelivery/);
});

test('a deletion that hangs is described, and begun anew with the time it has', async () => {
  const organizationId = await webhooks.newOrganization();
  const deletions = accountDeletionStore(service.database, mailStore(service.database, webhooks.sealer));
  const { deletion } = await deletions.request(organizationId, randomUUID(), COOLING_OFF_MS);
  await service.temporal.startDeletion(deletionInput(deletion));
  const variables = { ORGANIZATION: organizationId };
  expect(await run('deletion', variables)).toContain('accountDeletion');
  const handle = service.client.workflow.getHandle(deletionWorkflowId(organizationId));
  const { runId } = await handle.describe();
  // The sweep ignores requests younger than 15 seconds.
  const earlier = { requestedAt: new Date(deletion.requestedAt.getTime() - 60_000) };
  await service.database.system().nativeUpdate(AccountDeletionEntity, { id: deletion.id }, earlier);
  await run('deletion-again', variables);
  const running = async () => {
    const { runId: now, status } = await handle.describe();
    return now !== runId && status.name === 'RUNNING';
  };
  await expect.poll(running, SOON).toBe(true);
  expect(await deletions.find(organizationId)).toMatchObject({ cancellableUntil: deletion.cancellableUntil });
  expect(await service.temporal.cancelDeletion(deletionInput(deletion), randomUUID())).toBe(true);
});

test('a mail that waits is found', async () => {
  const mailId = randomUUID();
  await mailCalls(service.client).startMail(mailId); // no worker here sends mail
  await expect.poll(() => run('mail-waiting'), SOON).toContain(`mail-${mailId}`);
});

test('the schedules are listed and described, and one is run now', async () => {
  const said = await run('schedules');
  for (const name of ['sched-reaper', 'sched-start-sweep', 'retention']) expect(said).toContain(name);
  const runs = async () =>
    (await service.client.schedule.getHandle('sched-start-sweep').describe()).info.numActionsTaken;
  const before = await runs();
  await run('trigger');
  await expect.poll(runs, SOON).toBeGreaterThan(before);
});

test('the queues say who serves them and what waits', async () => {
  const said = () => run('backlog');
  await expect.poll(said, SOON).toMatch(/pdf-pipeline[\s\S]*Total: 1[\s\S]*pdf-control/i);
  expect((await said()).match(/Total: /gi)).toHaveLength(4);
  expect(await said()).toContain(String(process.pid));
});

test('a document that is reset begins its last step again, ends once and is charged once', async () => {
  const { organizationId } = named('good');
  const before = await usageOf(service.database, organizationId);
  documents['slow'] = await submit({ at: 'AcroFormHandling', act: 'linger', ms: 3_000 }, true);
  await service.underWay(named('slow'), 'AcroFormHandling');
  const first = await service.handle(named('slow')).describe();
  await run('reset', about('slow'));
  expect(await service.settled(named('slow'))).toMatchObject({ status: 'SUCCESS' });
  expect((await service.handle(named('slow')).describe()).runId).not.toBe(first.runId);
  expect((await usageOf(service.database, organizationId)).used).toBe(before.used + 1);
});

test('a document, and what is left of a batch, end when they are cancelled', async () => {
  await run('cancel', about('stuck'));
  await expect.poll(() => statusOf('stuck'), SOON).toBe('FAILED');
  for (const name of ['rest', 'more']) documents[name] = await submit(HANGS, true);
  // The batch operation uses the executions that visibility shows at that moment.
  const query = `BatchId = '${BATCH}' AND ExecutionStatus = 'Running'`;
  await expect.poll(async () => (await service.client.workflow.count(query)).count, SOON).toBe(2);
  await run('cancel-batch', { BATCH });
  for (const name of ['rest', 'more']) await expect.poll(() => statusOf(name), SOON).toBe('FAILED');
});

test.each(VIEWS)('the view "$name" finds something, and is saved under its name', async (view) => {
  const { pathname, searchParams } = new URL(viewLink(view), 'http://127.0.0.1:8233');
  expect(pathname).toBe('/namespaces/default/workflows');
  expect(searchParams.get('savedQuery')).toBe(view.name);
  expect(searchParams.get('query')).toBe(view.query);
  await MAKE[view.name]?.();
  const count = async () => (await service.client.workflow.count(view.query)).count;
  await expect.poll(count, SOON).toBeGreaterThan(0);
});

/** Makes the executions that the recipes have not left behind. */
const MAKE: Readonly<Partial<Record<(typeof VIEWS)[number]['name'], () => Promise<unknown>>>> = {
  'Documents under way': async () => (documents['late'] = await submit(HANGS, true)),
  Batches: () => batchCalls(service.client).settleBatch(named('good').organizationId, randomUUID()),
};

test('the page has these views and no others', () => {
  expect(PAGE.slice(PAGE.indexOf('| View |'))).toBe(viewTable());
});

test('the page has these recipes and no others', () => {
  expect([...RECIPES.keys()].toSorted()).toEqual([...ran].toSorted());
  expect(PAGE.match(/^```\S/gm)).toHaveLength(RECIPES.size);
});
