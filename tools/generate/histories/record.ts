/**
 * Records the histories of `fixtures/histories`, one per branch of each workflow, against running parts with a migrated
 * database, such as those of `npm start`: node tools/generate/histories/record.ts --temporal HOST:PORT --database
 * postgresql://... --s3 http://KEY:SECRET@HOST:PORT With `--only PREFIX` the others are left as they are.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { WorkflowHandle } from '@temporalio/client';
import { batchWorkflowId } from '#domain/batch.ts';
import { cancellationWorkflowId, paymentEventWorkflowId } from '#domain/billing/billing.ts';
import { COMPARED_FILES, comparisonKey, comparisonWorkflowId } from '#domain/compare.ts';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { printWorkflowId } from '#domain/printing.ts';
import { restorationWorkflowId } from '#domain/restoration.ts';
import { mailWorkflowId } from '#domain/accounts/mail.ts';
import { deliveryWorkflowId } from '#domain/webhooks/deliveries.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { smtpMailer } from '#src/mail/smtp.ts';
import { createSender } from '#src/webhooks/send.ts';
import { AttestationEntity } from '#store/proof/attestations.ts';
import { BatchEntity, batchStore } from '#store/submissions/batches.ts';
import { mailStore } from '#store/mail/mails.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { deliveryCalls } from '#temporal/client/deliveries.ts';
import { mailCalls } from '#temporal/client/mails.ts';
import { newKey, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { startReceiver, startWebhooks, type Webhooks } from '#test/support/deliveries.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { type Service, type ServiceParts, startService } from '#test/support/service.ts';
import { recordHistory } from '#test/support/history.ts';
import { recordData } from './record-data.ts';
import { recordOutages } from './record-outages.ts';
import { startMailServer } from '#test/support/mail-server.ts';

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

/** Paths and process names of the recording host have no meaning for the workflow. */
function withoutThisHost(json: string): string {
  const root = resolve(FOLDER, '../..');
  return json
    .replaceAll(root, '')
    .replaceAll(/"identity": "[^"]*"/g, '"identity": "worker"')
    .replaceAll(/\d+@[\w.-]+?-(?=[0-9a-f]{32}")/g, 'worker-');
}

/** Compares as the API does. A document that was never uploaded gives a result too. */
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

async function recordPrint(service: Service): Promise<void> {
  const submission = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'print' }));
  await service.settled(submission);
  const { organizationId, originalSha256, region } = submission;
  const attested = { organizationId, originalSha256 };
  const { id: attestationId } = await service.database.system().findOneOrFail(AttestationEntity, attested);
  const input = { kind: 'attestation', id: attestationId, organizationId, region } as const;
  await service.temporal.print(input, AbortSignal.timeout(60_000));
  await save('print', service.client.workflow.getHandle(printWorkflowId(input)));
}

/** The answers of the receiver. A rejected delivery waits until it is cancelled. */
const DELIVERIES = { 'deliver-delivered': 204, 'deliver-gone': 410, 'deliver-cancelled': 500 };

async function recordDeliveries(service: Service, webhooks: Webhooks): Promise<void> {
  const organizationId = await webhooks.newOrganization();
  const calls = deliveryCalls(service.client);
  for (const [name, status] of Object.entries(DELIVERIES)) {
    const receiver = await startReceiver();
    receiver.answer(status);
    const { deliveryIds } = await webhooks.end(organizationId, { webhookUrl: receiver.url });
    const [deliveryId = ''] = deliveryIds;
    await calls.startDelivery(deliveryId, organizationId);
    while (receiver.calls.length === 0) await delay(20);
    if (status === 500) await calls.cancelDelivery(deliveryId);
    await save(name, service.client.workflow.getHandle(deliveryWorkflowId(deliveryId)));
    await receiver.close();
  }
}

/** One batch reports after its quiet window, and one is called without anything to report. */
async function recordBatches(service: Service): Promise<void> {
  const { database, temporal, client } = service;
  const slug = `batches-${randomUUID()}`;
  const { id: organizationId } = await organizationStore(database).create({ name: 'Batches', slug, planTier: 'pro' });
  const complete = { total: 1, failed: 1, settling: true };
  for (const [name, counters] of Object.entries({ 'batch-noticed': complete, 'batch-idle': {} })) {
    const requested = { name: null, webhookUrl: 'https://receiver.example/', expectedTotal: null };
    const { batchId } = await batchStore(database).create(organizationId, requested);
    await database.system().nativeUpdate(BatchEntity, { id: batchId }, { ...counters, endedAt: new Date() });
    await temporal.settleBatch(organizationId, batchId);
    await save(name, client.workflow.getHandle(batchWorkflowId(batchId)));
  }
}

/** The history does not depend on the answer of the provider. */
async function recordPayments({ temporal, client }: Service): Promise<void> {
  const organizationId = randomUUID();
  await temporal.startPaymentEvent({ eventId: 'evt_recorded', organizationId });
  await save('payment-event', client.workflow.getHandle(paymentEventWorkflowId('evt_recorded')));
  await temporal.cancelSubscriptionNow(organizationId);
  await save('payment-end', client.workflow.getHandle(cancellationWorkflowId(organizationId)));
}

const STATELESS_QUEUE = 'pdf-stateless-recorded';

/** A run without admission that only repeats its output. */
async function recordStateless(service: Service): Promise<void> {
  const document = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'stateless' });
  const input = await service.accept(document);
  const name = `fixpoint-upload-${randomUUID()}.pdf`;
  await writeFile(join(service.spoolDir, name), document);
  const options = { workflowId: 'stateless-recorded', taskQueue: STATELESS_QUEUE };
  const args: [SubmissionInput] = [{ ...input, spooled: { name, repeats: true } }];
  await save('stateless-repeated', await service.client.workflow.start('submission', { ...options, args }));
}

/** The history does not depend on the result. */
async function recordRestoration({ temporal, client }: Service): Promise<void> {
  const wanted = { region: 'eu-central-1', sha256: '0'.repeat(64) } as const;
  await temporal.startRestoration(wanted);
  await save('restoration', client.workflow.getHandle(restorationWorkflowId(wanted)));
}

async function recordMail({ database, client }: Service, { sealer }: Webhooks): Promise<void> {
  const mail = { organizationId: null, to: 'ada@person.example', subject: 'Recorded', text: 'Recorded.\n' };
  const [mailId = ''] = await database.system().transactional((em) => mailStore(database, sealer).queue(em, [mail]));
  await mailCalls(client).startMail(mailId);
  await save('mail-sent', client.workflow.getHandle(mailWorkflowId(mailId)));
}

async function recordAll(service: Service, webhooks: Webhooks, only: string): Promise<void> {
  const send = createSender({ rules: { http: true, loopback: true } });
  const { sealer } = webhooks;
  const mail = { sealer, mailer: smtpMailer({ url: mailServer.url, from: 'no-reply@fixpoint.example' }) };
  const data = { sealer, certify: certifier({ key: newKey(), publicUrl: PUBLIC_URL }), publicUrl: PUBLIC_URL };
  await service.workHere({ statelessQueue: STATELESS_QUEUE, webhooks: { sealer, send }, mail, data });
  if ('batch'.startsWith(only)) await recordBatches(service);
  if ('data'.startsWith(only)) await recordData(service, webhooks, save);
  if ('deliver'.startsWith(only)) await recordDeliveries(service, webhooks);
  if ('mail'.startsWith(only)) await recordMail(service, webhooks);
  if ('payment'.startsWith(only)) await recordPayments(service);
  if ('restoration'.startsWith(only)) await recordRestoration(service);
  if ('print'.startsWith(only)) await recordPrint(service);
  if ('stateless'.startsWith(only)) await recordStateless(service);
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
  for (const [name, type] of Object.entries(SWEEPS)) {
    if (!name.startsWith(only)) continue;
    const workflowId = `${name}-recorded`;
    await save(name, await service.client.workflow.start(type, { workflowId, taskQueue: 'pdf-control' }));
  }
}

const SWEEPS = {
  'acceptance-sweep': 'acceptanceSweep',
  'payment-meter': 'meter',
  'payment-reconciliation': 'billingReconciliation',
  'payment-sweep': 'paymentSweep',
  'batch-sweep': 'batchSweep',
  reaper: 'reaper',
  retention: 'retention',
  rounds: 'rounds',
  'start-sweep': 'startSweep',
  'delivery-sweep': 'deliverySweep',
  'mail-sweep': 'mailSweep',
  'data-sweep': 'dataSweep',
};

function partsOf(args: { temporal: string; database: string; s3: string }): ServiceParts {
  const { origin, username, password } = new URL(args.s3);
  const key = { accessKey: username, secretKey: password };
  return {
    databaseUrl: args.database,
    s3: { endpoint: origin, ...key, links: key, bucketPrefix: 'record-' },
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
const parts = partsOf({ temporal, database, s3 });
const service = await startService(parts);
const webhooks = await startWebhooks(database);
const mailServer = await startMailServer();
try {
  await recordAll(service, webhooks, only);
  if ('outage'.startsWith(only)) await recordOutages(parts, save);
} finally {
  await webhooks.close();
  await service.close();
  await mailServer.close();
}
