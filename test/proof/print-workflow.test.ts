/** The printed certificate is made by a parser child, once, by whichever worker is left. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Attestation } from '#domain/attestation.ts';
import { type PrintInput, printWorkflowId } from '#domain/printing.ts';
import { printCertificate } from '#src/print/certificate.ts';
import { AttestationEntity } from '#store/proof/attestations.ts';
import { printedProofStore, type PrintedProofStore } from '#store/proof/printed.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';

const PARSERS = `${import.meta.dirname}/../support/parsers`;
const parser = {
  processes: 1,
  memoryMb: 1024,
  entry: `${PARSERS}/lying-child.ts`,
  judgeEntry: `${PARSERS}/fake-judge.ts`,
};
const patience = () => AbortSignal.timeout(60_000);

let service: Service;
let printed: PrintedProofStore;
beforeAll(async () => {
  service = await startService(inject('parts'));
  await service.workHere({ parser });
  printed = printedProofStore(service.database);
});
afterAll(() => service.close());

/** A normalized document; `engineVersion` is what the child that prints it obeys. */
async function attested(engineVersion: string): Promise<PrintInput> {
  const pass = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: randomUUID() });
  const { organizationId, originalSha256, ...input } = await service.submit(pass);
  await service.settled({ organizationId, originalSha256, ...input });
  const em = service.database.system();
  const row = await em.findOneOrFail(AttestationEntity, { organizationId, originalSha256 });
  const processing = { ...row.document.processing, engineVersion };
  const document: Attestation = { ...row.document, processing };
  await em.execute('update attestation set document = ? where id = ?', [JSON.stringify(document), row.id]);
  return { organizationId, attestationId: row.id, region: 'eu-central-1' };
}

const print = (input: PrintInput) => service.temporal.printCertificate(input, patience());
const pageOf = (input: PrintInput) => printed.find(input.organizationId, input.attestationId);

test('two who ask at once get one page, which is kept', async () => {
  const input = await attested('usual');
  expect(await pageOf(input)).toBeNull();
  expect(await Promise.all([print(input), print(input)])).toEqual(['printed', 'printed']);
  const attestation = await service.database.system().findOneOrFail(AttestationEntity, { id: input.attestationId });
  const page = await pageOf(input);
  expect(Buffer.from(page ?? '')).toEqual(Buffer.from(await printCertificate(attestation.document)));
  expect(await print(input)).toBe('printed');
  expect(Buffer.from((await pageOf(input)) ?? '')).toEqual(Buffer.from(page ?? ''));
});

test('a child that dies is tried twice, and nothing is kept of it', async () => {
  const input = await attested('DIE');
  expect(await print(input)).toBeNull();
  expect(await pageOf(input)).toBeNull();
  const { events } = await recordHistory(service.client.workflow.getHandle(printWorkflowId(input)));
  expect(activitiesIn(events)).toEqual(['printAttestation', 'printAttestation']);
});

test('an answer that is no page is not believed', async () => {
  const input = await attested('LIE');
  expect(await print(input)).toBeNull();
  expect(await pageOf(input)).toBeNull();
});

test('of what was erased there is no page, and what was kept goes with it', async () => {
  const input = await attested('usual');
  expect(await print(input)).toBe('printed');
  await service.database.system().nativeDelete(AttestationEntity, { id: input.attestationId });
  expect(await pageOf(input)).toBeNull();
  expect(await print(input)).toBe('gone');
  expect(await printed.keep(input.organizationId, input.attestationId, Buffer.from('%PDF-'))).toBe('gone');
});

test('whoever stops waiting does not end it for the others', async () => {
  const input = await attested('usual');
  expect(await service.temporal.printCertificate(input, AbortSignal.abort())).toBeNull();
  expect(await print(input)).toBe('printed');
});
