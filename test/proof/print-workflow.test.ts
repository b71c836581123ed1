/** Tests that one parser child prints a form once, on any remaining worker. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Attestation } from '#domain/attestation.ts';
import { comparisonKey } from '#domain/compare.ts';
import { type PrintInput, printWorkflowId } from '#domain/printing.ts';
import { print as printed } from '#src/print/print.ts';
import { AttestationEntity } from '#store/proof/attestations.ts';
import { printedStore } from '#store/proof/printed.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';
import { started } from '#test/support/started.ts';

const PARSERS = `${import.meta.dirname}/../support/parsers`;
const parser = {
  processes: 1,
  memoryMb: 1024,
  entry: `${PARSERS}/lying-child.ts`,
  verifierEntry: `${PARSERS}/fake-verifier.ts`,
};
const patience = () => AbortSignal.timeout(60_000);

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({ parser });
});

type OfAttestation = Extract<PrintInput, { organizationId: string }>;

/** A normalized document. `engineVersion` controls the child that prints its attestation. */
async function attested(engineVersion: string, at = service): Promise<OfAttestation> {
  const pass = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: randomUUID() });
  const { organizationId, originalSha256, ...input } = await at.submit(pass);
  await at.settled({ organizationId, originalSha256, ...input });
  const row = await at.database.system().findOneOrFail(AttestationEntity, { organizationId, originalSha256 });
  const id = row.id;
  await obey(id, engineVersion, at);
  return { kind: 'attestation', id, organizationId, region: 'eu-central-1' };
}

async function obey(id: string, engineVersion: string, at = service): Promise<void> {
  const em = at.database.system();
  const row = await em.findOneOrFail(AttestationEntity, { id });
  const document: Attestation = { ...row.document, processing: { ...row.document.processing, engineVersion } };
  await em.execute('update attestation set document = ? where id = ?', [JSON.stringify(document), id]);
}

const print = (input: PrintInput, at = service) => at.temporal.print(input, patience());
const formOf = (input: PrintInput, at = service) => printedStore(at.database, at.artifacts)(input);
const pagesOf = (input: PrintInput) => formOf(input).find();

/** Resolves when a worker has started to print. */
async function underWay(input: PrintInput, at = service): Promise<void> {
  for (;;) {
    const description = await at.client.workflow
      .getHandle(printWorkflowId(input))
      .describe()
      .catch(() => null);
    const isHeard = ({ lastHeartbeatTime }: { lastHeartbeatTime?: unknown }) => Boolean(lastHeartbeatTime);
    if (description?.raw.pendingActivities?.some(isHeard) === true) return;
    await delay(20);
  }
}

test('two who ask at once get one page, which is kept', async () => {
  const input = await attested('usual');
  expect(await pagesOf(input)).toBeNull();
  const printable = await formOf(input).unprinted();
  if (typeof printable === 'string') throw new Error('The certificate was printed before.');
  expect(printable).toMatchObject({
    kind: 'attestation',
    attestation: { findings: { verdict: { level: 'neutral' } } },
  });
  expect(await Promise.all([print(input), print(input)])).toEqual(['printed', 'printed']);
  const page = await pagesOf(input);
  expect(Buffer.from(page ?? '')).toEqual(Buffer.from(await printed(printable)));
  expect(await print(input)).toBe('printed');
  expect(Buffer.from((await pagesOf(input)) ?? '')).toEqual(Buffer.from(page ?? ''));
});

test('a child that dies is tried twice, nothing is kept of it, and who asks again gets the page', async () => {
  const input = await attested('DIE');
  expect(await print(input)).toBeNull();
  expect(await pagesOf(input)).toBeNull();
  const { events } = await recordHistory(service.client.workflow.getHandle(printWorkflowId(input)));
  expect(activitiesIn(events)).toEqual(['printPages', 'printPages']);
  await obey(input.id, 'usual');
  expect(await print(input)).toBe('printed');
  expect(await pagesOf(input)).not.toBeNull();
});

test('a child that is killed under its work is replaced, and the page is made all the same', async () => {
  const killed = await startService(inject('parts'));
  try {
    const workers = await killed.workHere({ parser });
    const input = await attested('HANG', killed);
    const asked = print(input, killed);
    await underWay(input, killed);
    // The child has taken its facts, and the next one reads other facts.
    await obey(input.id, 'usual', killed);
    for (const pid of workers.parserPids()) process.kill(pid, 'SIGKILL');
    expect(await asked).toBe('printed');
    expect(await formOf(input, killed).find()).not.toBeNull();
  } finally {
    await killed.close();
  }
});

test('a worker that is killed under its work is replaced, and the page is made all the same', async () => {
  const killed = await startService(inject('parts'));
  try {
    const before = await killed.workHere({ parser });
    const input = await attested('HANG', killed);
    await before.shutdown();
    const worker = await killed.workElsewhere({ parser: 'lying-child' });
    const asked = print(input, killed);
    await underWay(input, killed);
    await obey(input.id, 'usual', killed);
    const exited = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exited;
    await killed.workHere({ parser });
    expect(await asked).toBe('printed');
    expect(await print(input, killed)).toBe('printed');
    expect(await formOf(input, killed).find()).not.toBeNull();
  } finally {
    await killed.close();
  }
});

test('an answer that is nothing printed is not believed', async () => {
  const input = await attested('LIE');
  expect(await print(input)).toBeNull();
  expect(await pagesOf(input)).toBeNull();
});

test('of what was erased there is no page, and what was kept goes with it', async () => {
  const input = await attested('usual');
  expect(await print(input)).toBe('printed');
  await service.database.system().nativeDelete(AttestationEntity, { id: input.id });
  expect(await pagesOf(input)).toBeNull();
  expect(await print(input)).toBe('gone');
  expect(await formOf(input).keep(Buffer.from('%PDF-'))).toBe('gone');
});

test('whoever stops waiting does not end it for the others', async () => {
  const input = await attested('usual');
  expect(await service.temporal.print(input, AbortSignal.abort())).toBeNull();
  expect(await print(input)).toBe('printed');
});

test('pages of a comparison that nobody waits for any more are not kept', async () => {
  const input = { kind: 'comparison', id: randomUUID(), organizationId: randomUUID(), region: 'eu-central-1' } as const;
  expect(await print(input)).toBe('gone');
  expect(await formOf(input).keep(Buffer.from('%PDF-'))).toBe('gone');
  expect(await service.artifacts.stat(input.region, comparisonKey(input.id, 'pages'))).toBeNull();
});

test('there is nothing to print of a certificate that nobody has', async () => {
  const input = { kind: 'deletion', id: randomUUID(), region: 'eu-central-1' } as const;
  expect(await print(input)).toBe('gone');
});
