/**
 * Tests that no data of customers appear in data for operators: marked words pass through both programs in every way of
 * a document, and the test searches them in the history of every workflow and in all logs.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { anyFreePort } from '#dev/network.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { memberStore } from '#store/accounts/members.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { type Receiver, startReceiver } from '#test/support/deliveries.ts';
import { type Service, startService } from '#test/support/service.ts';
import { type Program, startApiProgram, startWorkerProgram } from '#test/support/programs.ts';

const { History } = proto.temporal.api.history.v1;
const { DescribeWorkflowExecutionResponse } = proto.temporal.api.workflowservice.v1;

const EMAIL = 'canary.person@canary-mail.example';
/** The first letters are unique, because three of their encodings only keep these. */
const CANARIES = {
  text: 'canaryOfTheText',
  title: 'titleCanaryOfTheDocument',
  author: EMAIL,
  fileName: 'fileNameCanary-contract.pdf',
  signer: 'signerCanary Jane Doe',
  field: 'fieldCanaryOfTheForm',
  batchName: 'batchCanary merger',
  hookPath: 'hookCanaryPath',
  hookSecret: 'hookCanaryToken',
  presigned: 'X-Amz-Signature',
} as const;

let service: Service;
let database: Database;
let receiver: Receiver;
let spoolDir: string;
let closedPort: number;
let key: string;
let api: Program & { url: string };
let worker: Program;

const SOON = { interval: 250 };

beforeAll(async () => {
  const { databaseUrl, s3, temporal } = inject('parts');
  database = await connectDatabase(databaseUrl);
  service = await startService(inject('parts'));
  spoolDir = await mkdtemp(join(tmpdir(), 'fixpoint-canary-'));
  receiver = await startReceiver();
  closedPort = await anyFreePort();
  key = await newCustomer();
  const { namespace } = service.client.options;
  const parts = { databaseUrl, s3, temporal: { ...temporal, namespace } };
  const settings = { SPOOL_DIR: spoolDir, LOG_LEVEL: 'trace' };
  const SECRETS_KEY = randomBytes(32).toString('base64');
  worker = await startWorkerProgram(parts, { ...settings, SIGNING_KEY: newDevelopmentKey(), SECRETS_KEY });
  api = await startApiProgram(parts, settings);
});
afterAll(async () => {
  for (const { child } of [api, worker]) child.kill('SIGKILL');
  await receiver.close();
  await service.close();
  await database.close();
  await rm(spoolDir, { recursive: true });
});

/** An organization with a member who has an e-mail address. Returns its key. */
async function newCustomer(): Promise<string> {
  const slug = `canary-${randomUUID()}`;
  const { id } = await organizationStore(database).create({ name: 'Canary', slug, planTier: 'growth' });
  await memberStore(database).create(id, { email: EMAIL, password: randomUUID(), role: 'owner', emailVerified: true });
  const { fullKey } = await apiKeyStore(database).create(id, {
    name: 'Key',
    scopes: ['normalize', 'read'],
    expiresAt: null,
  });
  return fullKey;
}

/** A page with words, an author and a title. */
function pdf(words: string): Uint8Array {
  const content = `BT /F1 24 Tf 72 720 Td (${CANARIES.text} ${words}) Tj ET`;
  return buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      4: { stream: content },
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      6: `<</Title(${CANARIES.title})/Author(${CANARIES.author})>>`,
    },
    { trailer: '/Root 1 0 R/Info 6 0 R' },
  );
}

/** A signed document. Policies reject it by default. */
const signed = () =>
  signedHello(createSigner({ commonName: CANARIES.signer }), {
    name: CANARIES.field,
    entries: `/Name(${CANARIES.signer})`,
  });
/** A file that is tried and is no document. */
const broken = () => Buffer.from(`%PDF-1.7\n(${CANARIES.text}) ${CANARIES.author}\nnothing of a document follows\n`);

const hookUrl = () => `${receiver.url}/${CANARIES.hookPath}?token=${CANARIES.hookSecret}`;

function form(files: Record<string, Uint8Array>, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, file] of Object.entries(files)) body.append(name, new Blob([Buffer.from(file)]), CANARIES.fileName);
  return body;
}

function post(path: string, body: FormData | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const type = body instanceof Buffer ? { 'Content-Type': 'application/pdf' } : {};
  return fetch(api.url + path, { method: 'POST', body, headers: { 'X-Api-Key': key, ...type, ...headers } });
}

const LATER = { Prefer: 'respond-async' };
const WAIT = { Prefer: 'wait=60' };

/** Each way through the service with its expected status. */
const WAYS: Readonly<Record<string, { status: number; go: () => Promise<Response> }>> = {
  'a form, awaited': { status: 200, go: () => post('/api/normalize', form({ file: pdf('one') }), WAIT) },
  'a form, told later': {
    status: 202,
    go: () => post('/api/normalize', form({ file: pdf('two') }, { webhook_url: hookUrl() }), LATER),
  },
  'bytes, with the address in the query': {
    status: 202,
    go: () => post(`/api/normalize?webhook_url=${encodeURIComponent(hookUrl())}`, Buffer.from(pdf('three')), LATER),
  },
  'a document nobody answers for': {
    status: 202,
    go: () => {
      const webhook_url = `http://127.0.0.1:${closedPort}/${CANARIES.hookPath}?token=${CANARIES.hookSecret}`;
      return post('/api/normalize', form({ file: pdf('four') }, { webhook_url }), LATER);
    },
  },
  'a signed document, rejected': { status: 200, go: () => post('/api/normalize', form({ file: signed() }), WAIT) },
  'a signed document, stripped': {
    status: 200,
    go: () => post('/api/normalize', form({ file: signed() }, { signed_pdf_policy: 'strip' }), WAIT),
  },
  'a broken document': { status: 200, go: () => post('/api/normalize', form({ file: broken() }), WAIT) },
  'a stateless document': {
    status: 200,
    go: () => post('/api/normalize', form({ file: pdf('five') }), { 'X-Stateless': 'true' }),
  },
  'a comparison': {
    status: 200,
    go: () => post('/api/compare', form({ file_a: helloPage(), file_b: pdf('six') })),
  },
  'a key nobody has': {
    status: 401,
    go: () => post('/api/normalize', form({ file: pdf('seven') }), { 'X-Api-Key': `${key.slice(0, -6)}AAAAAA` }),
  },
  'an address that is refused': {
    status: 400,
    go: () =>
      post(
        '/api/normalize',
        form({ file: pdf('eight') }, { webhook_url: `https://u:${CANARIES.hookSecret}@a.example/` }),
      ),
  },
};

const answers = new Map<string, string>();

test.each(Object.entries(WAYS))('%s goes through', async (name, { status, go }) => {
  const response = await go();
  answers.set(name, await response.text());
  expect({ status: response.status, said: response.status === status ? '' : answers.get(name) }).toEqual({
    status,
    said: '',
  });
});

test('a batch goes through, and its notice is sent', async () => {
  const requested = JSON.stringify({ name: CANARIES.batchName, webhook_url: hookUrl(), expected_total: 1 });
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  const created = await fetch(`${api.url}/api/batches`, { method: 'POST', body: requested, headers });
  const { batchId: batch_id }: { batchId: string } = JSON.parse(await created.text());
  expect((await post('/api/normalize', form({ file: pdf('nine') }, { batch_id }), LATER)).status).toBe(202);
  const notices = () => receiver.calls.filter(({ body }) => body.includes('batch.completed'));
  await expect.poll(() => notices().length, SOON).toBe(1);
  expect(notices()[0]?.body).toContain(CANARIES.batchName);
});

/** The plain text and its spellings in JSON, URLs, PDF strings, and base64 at each byte offset. */
function traces(canary: string): Buffer[] {
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.from(canary)
      .subarray(shift, shift + 12)
      .toString('base64'),
  );
  return [
    ...[canary, canary.toLowerCase(), encodeURIComponent(canary), ...shifted].map((text) => Buffer.from(text)),
    Buffer.from(Buffer.from(canary).toString('hex')),
    Buffer.from(canary, 'utf16le'),
  ];
}

/** The middle of the key, because lists show its start, and the wrong key has another end. */
const canaries = (): [string, string][] => Object.entries({ ...CANARIES, key: key.slice(12, 36) });

/** The canaries that occur in the bytes. */
function leaksIn(bytes: Buffer): string[] {
  return canaries().flatMap(([name, canary]) => (traces(canary).some((trace) => bytes.includes(trace)) ? [name] : []));
}

interface Execution {
  readonly workflowId: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** All data of each execution in Temporal: events with summaries, memo, attributes, details. */
async function everyExecution(): Promise<Execution[]> {
  const executions: Execution[] = [];
  for await (const { workflowId, runId, type } of service.client.workflow.list()) {
    const handle = service.client.workflow.getHandle(workflowId, runId);
    const { raw } = await handle.describe();
    const ours = type === 'temporal-sys-scheduler-workflow' ? null : await handle.query('__temporal_workflow_metadata');
    const parts = [
      History.encode(await handle.fetchHistory()).finish(),
      DescribeWorkflowExecutionResponse.encode(raw).finish(),
      Buffer.from(JSON.stringify(ours)),
    ];
    executions.push({ workflowId, type, bytes: Buffer.concat(parts) });
  }
  return executions;
}

const running = () => service.client.workflow.count(`WorkflowType = 'submission' AND ExecutionStatus = 'Running'`);
const deliveriesOf = (status: string) =>
  service.client.workflow.count(`WorkflowType = 'deliver' AND ExecutionStatus = '${status}'`);

test('no canary is in any history', async () => {
  await expect.poll(async () => (await running()).count, SOON).toBe(0);
  // Two later notices, one batch, and one without a receiver, which has failed at least once.
  await expect.poll(async () => (await deliveriesOf('Completed')).count, SOON).toBe(3);
  await expect.poll(async () => (await deliveriesOf('Running')).count, SOON).toBe(1);
  const failed = `select last_error from webhook_delivery where status = 'pending' and last_error is not null`;
  const errors = () => database.system().execute(failed);
  await expect.poll(errors, SOON).toEqual([{ last_error: 'connection_failed' }]);
  expect(await service.client.workflow.count('Stateless = true')).toMatchObject({ count: 1 });

  const executions = await everyExecution();
  const types = executions.map(({ type }) => type);
  for (const type of ['submission', 'deliver', 'batch', 'compareDocuments']) expect(types).toContain(type);
  expect(types.filter((type) => type === 'submission')).toHaveLength(9);
  const leaks = executions.map(({ workflowId, bytes }) => ({ workflowId, leaks: leaksIn(bytes) }));
  expect(leaks.filter(({ leaks: found }) => found.length > 0)).toEqual([]);
});

test('no canary is in the logs of either program', async () => {
  for (const { said } of [api, worker]) {
    const lines = said().trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => leaksIn(Buffer.from(line)).length > 0)).toEqual([]);
  }
  expect(api.said()).toContain('"path":"/api/normalize"');
});

test('the canaries were there: callers and receivers have them', () => {
  expect(answers.get('a form, awaited')).toContain(CANARIES.presigned);
  expect(answers.get('a signed document, stripped')).toContain(CANARIES.signer);
  expect(answers.get('a comparison')).toContain(CANARIES.title);
  const paths = receiver.calls.map(({ path }) => path);
  expect(paths.filter((path) => path.includes(CANARIES.hookPath) && path.includes(CANARIES.hookSecret))).toHaveLength(
    3,
  );
});

test('each canary would be found where it does not belong', async () => {
  for (const [name, canary] of canaries()) {
    const base64 = Buffer.from(`..${canary}`).toString('base64');
    for (const options of [{ memo: { note: canary } }, { args: [base64] }, { staticSummary: `of ${canary}` }]) {
      const workflowId = `planted-${randomUUID()}`;
      const handle = await service.client.workflow.start('planted', { workflowId, taskQueue: 'nobody', ...options });
      const { raw } = await handle.describe();
      const history = History.encode(await handle.fetchHistory()).finish();
      expect(leaksIn(Buffer.concat([history, DescribeWorkflowExecutionResponse.encode(raw).finish()]))).toEqual([name]);
      await handle.terminate();
    }
    expect(leaksIn(Buffer.from(JSON.stringify({ err: { message: `connect ${canary}` } })))).toEqual([name]);
  }
});
