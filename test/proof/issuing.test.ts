/** Tests that the worker proves its outputs in the transaction that ends the submission, and nothing else. */
import { beforeAll, expect, inject, test } from 'vitest';
import { attestationStore } from '#store/proof/attestations.ts';
import { TimestampUnavailable } from '#src/timestamps/authority.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere();
});

const pass = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'attested' });

test('a normalized document has an attestation with the facts of its row, and keeps it', async () => {
  const input = await service.submit(pass);
  const { report, processingTimeMs } = await service.settled(input);
  const find = () =>
    attestationStore(service.database).find(
      input.organizationId,
      report?.normalized?.sha256 ?? '',
      input.originalSha256,
    );
  const proof = await find();
  expect(proof?.attestation).toMatchObject({
    subject: {
      originalSha256: input.originalSha256,
      originalSizeBytes: input.sizeBytes,
      normalizedSha256: report?.normalized?.sha256,
      normalizedSizeBytes: report?.normalized?.sizeBytes,
    },
    processing: { processingTimeMs },
  });
  await service.settled(await service.submit(pass));
  expect(await find()).toEqual(proof);
});

test('a document waits while its attestation cannot be signed or stamped, and then has one', async () => {
  const other = await startService(inject('parts'));
  const issue = issuerWith(newKey());
  let tries = 0;
  try {
    await other.workHere({
      issueProof: async (completed) => {
        if (++tries <= 2) throw new TimestampUnavailable('No timestamp was had: tsa.example: answered 503.');
        return issue(completed);
      },
    });
    const input = await other.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'stamped later' }));
    const { status, report } = await other.settled(input);
    expect({ status, tries }).toEqual({ status: 'SUCCESS', tries: 3 });
    const found = attestationStore(other.database).find(
      input.organizationId,
      report?.normalized?.sha256 ?? '',
      input.originalSha256,
    );
    expect(await found).not.toBeNull();
  } finally {
    await other.close();
  }
});

test('a document has signed facts with the time and the measures of its row, however it ended', async () => {
  for (const act of ['pass', 'fail'] as const) {
    const input = await service.submit(fakeDocument({ at: 'StructuralRepair', act, salt: `facts of ${act}` }));
    const { status, completedAt, processingTimeMs } = await service.settled(input);
    const facts = await service.submissions.findFacts(input.organizationId, input.submissionId);
    const { submissionId } = input;
    const expected = { submissionId, status, completedAt: completedAt?.toISOString(), processingTimeMs };
    expect(JSON.parse(facts?.document ?? '')).toMatchObject(expected);
    expect(facts?.envelope.signatures).toHaveLength(1);
  }
});

test('a failed document has none', async () => {
  const input = await service.submit(fakeDocument({ at: 'StructuralRepair', act: 'fail', salt: 'no proof' }));
  expect(await service.settled(input)).toMatchObject({ status: 'FAILED' });
  expect(await attestationStore(service.database).find(input.organizationId, input.originalSha256)).toBeNull();
});
