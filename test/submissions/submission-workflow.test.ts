/** Tests the submission workflow on a real server, with parser children that follow their document. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { PIPELINE_SPEC, STAGE_NAMES } from '#domain/pipeline.ts';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { attestationStore } from '#store/proof/attestations.ts';
import { connectTemporal } from '#temporal/client/client.ts';
import { progressQuery } from '#workflows/messages.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

let pids: () => readonly number[];

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  const workers = await service.workHere();
  pids = () => workers.parserPids();
});

let salt = 0;
const small = (script: Script) => fakeDocument({ ...script, salt: String(salt++) });
const large = (script: Script) => fakeDocument({ ...script, salt: String(salt++) }, EXPRESS_MAX_BYTES + 1);

const historyOf = (input: SubmissionInput) => recordHistory(service.handle(input));

const ALL = ['admit', ...STAGE_NAMES, 'commit'];

test('a small document runs in the express lane: every stage by name, few events, no bytes', async () => {
  const document = small({ at: 'FinalRewrite', act: 'pass' });
  const input = await service.submit(document);
  const row = await service.settled(input);
  expect(row).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(Object.keys(row.stageDurationsMs ?? {}).toSorted()).toEqual([...STAGE_NAMES].toSorted());

  const { events, json } = await historyOf(input);
  expect(activitiesIn(events)).toEqual(ALL);
  expect(events.length).toBeLessThanOrEqual(18);
  expect(json.length).toBeLessThan(64 * 1024);
  expect(json).not.toContain(document.toString('base64').slice(0, 24));

  const output = await service.artifacts.getBytes(
    input.region,
    artifactKey(input.organizationId, row.report?.normalized?.sha256 ?? ''),
  );
  expect(sha256(output)).toBe(row.report?.normalized?.sha256);
});

test('a large document runs in the durable lane: every stage is a regular activity', async () => {
  const input = await service.submit(large({ at: 'FinalRewrite', act: 'pass' }));
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  const { events, json } = await historyOf(input);
  expect(activitiesIn(events)).toEqual(ALL);
  expect(events.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(ALL.length - 1);
  expect(events.length).toBeLessThanOrEqual(78);
  expect(json.length).toBeLessThan(64 * 1024);
});

test('a document that is slow in one stage moves to the durable lane and stays in its parser', async () => {
  const input = await service.submit(small({ at: 'StructuralRepair', act: 'linger', ms: 1_600 }));
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  const { events } = await historyOf(input);
  expect(activitiesIn(events)).toEqual(ALL);
  expect(events.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(8);
});

test('an output to which the judge objects is published by nobody, and somebody is called', async () => {
  const document = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'forged' });
  const input = await service.submit(document);
  const row = await service.settled(input);
  expect(row).toMatchObject({ status: 'FAILED', report: { normalized: null, failure: { code: 'INTERNAL_ERROR' } } });
  const output = artifactKey(input.organizationId, sha256(Buffer.concat([document, Buffer.from('%CANONICAL\n')])));
  await expect(service.artifacts.getBytes(input.region, output)).rejects.toThrow();
  expect(service.log.some((line) => line.includes('"alarm":"output_disputed"'))).toBe(true);
});

test('an output that has not settled is made again by a parser that proves it, and nobody is called', async () => {
  const document = fakeDocument({ at: 'FinalRewrite', act: 'pass', settles: 'late' });
  const before = service.log.length;
  const input = await service.submit(document);
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  const output = Buffer.concat([document, Buffer.from('%CANONICAL\n')]);
  expect(await service.artifacts.getBytes(input.region, artifactKey(input.organizationId, sha256(output)))).toEqual(
    output,
  );
  expect(service.log.slice(before).some((line) => line.includes('alarm'))).toBe(false);
});

test('an output that does not settle even then is published by nobody', async () => {
  const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', settles: 'never' }));
  const row = await service.settled(input);
  expect(row).toMatchObject({ status: 'FAILED', report: { normalized: null, failure: { code: 'INTERNAL_ERROR' } } });
});

test('a document the engine cannot normalize ends at its stage, and later stages are never asked for', async () => {
  const input = await service.submit(small({ at: 'StructuralRepair', act: 'fail' }));
  const row = await service.settled(input);
  expect(row.report?.failure).toMatchObject({ code: 'CORRUPT_UNRECOVERABLE', stage: 'StructuralRepair' });
  const { events } = await historyOf(input);
  expect(activitiesIn(events)).toEqual(['admit', ...STAGE_NAMES.slice(0, 3), 'commit']);
});

test.each([
  ['names norm-1', { pipelineSpec: 'norm-1' }],
  ['names none, as the first ones did', {}],
])('an input that %s goes wholly under the specification of the parsers that are there', async (_, named) => {
  const { pipelineSpec: _of, ...input } = await service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  await service.temporal.startSubmission({ ...input, ...named }, 'async');
  const row = await service.settled(input);
  const { organizationId } = input;
  const output = row.report?.normalized;
  expect(output).toMatchObject({ pipelineSpec: PIPELINE_SPEC });
  const proof = await attestationStore(service.database).find(organizationId, output?.sha256 ?? '');
  expect(proof?.attestation.processing).toMatchObject({ pipelineSpec: PIPELINE_SPEC });
  // The first stage met a parser with another specification and started again.
  const { events } = await historyOf(input);
  expect(activitiesIn(events).filter((name) => name === 'PdfaDetection')).toHaveLength(2);
});

test('a document that kills its parser twice fails with PARSER_KILLED naming the stage; others succeed', async () => {
  const poison = await service.submit(small({ at: 'AcroFormHandling', act: 'die' }));
  const others = await Promise.all([1, 2, 3].map(() => service.submit(small({ at: 'FinalRewrite', act: 'pass' }))));
  const row = await service.settled(poison);
  expect(row.status).toBe('FAILED');
  expect(row.report?.failure).toMatchObject({ code: 'PARSER_KILLED', stage: 'AcroFormHandling' });
  expect(row.report?.stages.map(({ result }) => result)).toEqual([
    ...Array(5).fill('passed'),
    'failed',
    ...Array(4).fill('not_reached'),
  ]);
  expect(await service.handle(poison).query(progressQuery)).toMatchObject({
    status: 'FAILED',
    stage: 'AcroFormHandling',
    parserKills: 2,
  });
  for (const other of others) expect(await service.settled(other)).toMatchObject({ status: 'SUCCESS' });
});

test('a document that has ended twice so is not tried a third time, but with other options it is', async () => {
  const document = small({ at: 'AcroFormHandling', act: 'die' });
  const again = async (options = {}) => {
    const input = await service.accept(document, options);
    await service.temporal.startSubmission(input, 'async');
    const row = await service.settled(input);
    return { input, failure: row.report?.failure };
  };
  for (const _ of [1, 2]) expect((await again()).failure).toMatchObject({ code: 'PARSER_KILLED' });
  const third = await again();
  expect(third.failure).toMatchObject({ code: 'REPEATED_FAILURE', stage: null });
  expect(activitiesIn((await historyOf(third.input)).events)).toEqual(['admit', 'commit']);
  expect((await again({ linearize: false })).failure).toMatchObject({ code: 'PARSER_KILLED' });
});

test('a bug of the engine fails the document at once with INTERNAL_ERROR', async () => {
  const row = await service.settled(await service.submit(large({ at: 'MetadataCanonical', act: 'throw' })));
  expect(row.report?.failure).toMatchObject({ code: 'INTERNAL_ERROR', stage: 'MetadataCanonical' });
  expect(JSON.stringify(row.report)).not.toContain('a bug of the engine');
});

test('a parser killed from outside while a stage runs is replaced and the document succeeds', async () => {
  const input = await service.submit(large({ at: 'FontResourceValidation', act: 'linger', ms: 1_500 }));
  await service.underWay(input, 'FontResourceValidation');
  for (const pid of pids()) process.kill(pid, 'SIGKILL');
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  expect(await service.handle(input).query(progressQuery)).toMatchObject({ parserKills: 1 });
});

test('an input that is no longer what was accepted fails with STORAGE_ERROR', async () => {
  const input = await service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  const other = await service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  const key = originalKey(input.organizationId, input.originalSha256);
  await service.artifacts.replace(input.region, key, small({ at: 'FinalRewrite', act: 'fail' }), 'application/pdf');
  await service.temporal.startSubmission(input, 'sync');
  expect((await service.settled(input)).report?.failure).toMatchObject({
    code: 'STORAGE_ERROR',
    stage: 'PdfaDetection',
  });
  await service.temporal.startSubmission(other, 'sync');
  expect(await service.settled(other)).toMatchObject({ status: 'SUCCESS' });
});

test('a cancelled submission is recorded as FAILED before the workflow ends', async () => {
  const input = await service.submit(large({ at: 'FinalRewrite', act: 'hang' }));
  await service.underWay(input, 'FinalRewrite');
  await service.handle(input).cancel();
  await expect(service.handle(input).result()).rejects.toThrow('Workflow execution cancelled');
  const row = await service.submissions.find(input.organizationId, input.submissionId);
  expect(row?.report?.failure).toMatchObject({ code: 'CANCELLED', stage: 'FinalRewrite' });
});

test('whoever asks is told how far a submission is, by its workflow', async () => {
  const input = await service.submit(large({ at: 'FinalRewrite', act: 'hang' }));
  await service.underWay(input, 'FinalRewrite');
  const progress = await service.temporal.submissionProgress(input.submissionId);
  expect(progress).toMatchObject({ status: 'IN_PROGRESS', stage: 'FinalRewrite', stagesDone: 8 });
  await service.handle(input).cancel();
  await expect(service.handle(input).result()).rejects.toThrow('Workflow execution cancelled');
  expect(await service.temporal.submissionProgress(randomUUID())).toBeNull();
});

test('starting twice runs once, and waiting ends with the outcome or with the time', async () => {
  const input = await service.submit(large({ at: 'FinalRewrite', act: 'linger', ms: 1_000 }));
  expect(await service.temporal.awaitSubmission(input.submissionId, 10)).toBe(false);
  await service.temporal.startSubmission(input, 'sync');
  expect(await service.temporal.awaitSubmission(input.submissionId, 20_000)).toBe(true);
  await service.temporal.startSubmission(input, 'sync');
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await service.temporal.awaitSubmission('00000000-0000-4000-8000-000000000000', 1_000)).toBe(false);
});

test('ready tells whether the server answers', async () => {
  await service.temporal.ready();
  const nowhere = await connectTemporal({ address: '127.0.0.1:1', namespace: 'default' });
  await expect(nowhere.ready()).rejects.toThrow();
  await nowhere.close();
});

test('operators find a submission by its attributes and read its stages in the details', async () => {
  const input = await service.submit(small({ at: 'StructuralRepair', act: 'fail' }));
  await service.settled(input);
  const query = `InputSha256 = "${input.originalSha256}" AND FailureCode = "CORRUPT_UNRECOVERABLE"`;
  await expect.poll(() => service.client.workflow.count(query)).toMatchObject({ count: 1 });
  const description = await service.handle(input).describe();
  expect(await description.staticSummary()).toBe('0.1 kB · eu-central-1 · reject');
  const { currentDetails, definition } = await service
    .handle(input)
    .query<{ currentDetails: string; definition: { queryDefinitions: Array<{ name: string; description: string }> } }>(
      '__temporal_workflow_metadata',
    );
  expect(currentDetails).toContain('**FAILED CORRUPT_UNRECOVERABLE**');
  expect(currentDetails).toContain('| 2 StructuralRepair | END |');
  expect(definition.queryDefinitions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['progress', 'options', 'timing']),
  );
});
