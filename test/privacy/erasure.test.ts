/**
 * Tests erasures on real parts: the erased data, the data of other organizations, and a new submission of the same
 * document meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt, jwtVerify } from 'jose';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { normalizeResponse } from '#api/submissions/normalize-response.ts';
import { API_VERSION, DEFAULT_OPTIONS, PIPELINE_SPEC } from '#domain/pipeline.ts';
import { submissionWorkflowId } from '#domain/submission.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import type { ObjectKind } from '#store/objects/object-key.ts';
import { ClaimLost, referenceStore } from '#store/objects/references.ts';
import { normalize } from '#engine/normalize.ts';
import { CONTENT_HASH_ALGORITHM } from '#engine/text/content-digest.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { expectNothingDangles, listBuckets } from '#test/support/buckets.ts';
import type { Person, Tenant } from '#test/support/api.ts';
import { NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { acceptDocument, addDocument, type Document, REGION } from '#test/support/builders/documents.ts';
import { startDataWorld } from '#test/support/privacy.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { separateNewObjects, shareNewObjects } from '#test/support/shared-layout.ts';
import { started } from '#test/support/started.ts';

const SOON = { interval: 100 };

const world = started(() => startDataWorld());

beforeAll(async () => {
  await world.work();
});

const json = async (response: Response) => JSON.parse(await response.text());
const hashesOf = ({ originalSha256, normalizedSha256, contentHash }: Document) => [
  originalSha256,
  normalizedSha256,
  contentHash,
];

const ENVELOPE = { payloadType: 'application/vnd.in-toto+json', payload: '', signatures: [] };

async function erased(owner: Person, body?: object) {
  const answer = await world.api.portal('POST', '/api/portal/erasure', owner, body);
  const { erasureId } = await json(answer);
  const read = async () => json(await world.api.portal('GET', `/api/portal/erasure/${erasureId}`, owner));
  await expect.poll(async () => (await read()).status, SOON).toBe('completed');
  return read();
}

async function linkOf(tenant: Tenant, { submissionId }: Document): Promise<string> {
  const { normalized } = await json(await world.api.get(`/api/submissions/${submissionId}`, tenant));
  return normalized.downloadUrl;
}

async function keys(): Promise<readonly string[]> {
  return (await listBuckets(world.s3))[REGION];
}

describe.each(['originalSha256', 'normalizedSha256', 'contentHash'] as const)('by the %s', (hash) => {
  test('one document goes with every hash of it; the others stay', async () => {
    const ours = await world.newOwner();
    const shared = await addDocument(world.api, ours.tenant.organizationId);
    const other = await addDocument(world.api, ours.tenant.organizationId);
    const { submissionId: id } = shared;
    const { timeline } = await normalize(helloPage(), DEFAULT_OPTIONS);
    const signed = { facts: JSON.stringify(shared), factsEnvelope: ENVELOPE };
    const notes = { clientReference: 'Alice Example', metadata: { name: 'Alice' }, timeline, ...signed };
    await world.api.database.system().nativeUpdate(SubmissionEntity, { id }, notes);
    const done = await erased(ours.owner, { contentHash: `sha256:${shared[hash]}` });
    expect(done).toMatchObject({ matchedSubmissions: 1, submissions: 1, objectsRemoved: 2, objectsShared: 0 });
    expect(await world.rowsWith(hashesOf(shared))).toEqual([]);
    expect(await keys()).not.toContain(artifactKey(ours.tenant.organizationId, shared.normalizedSha256));
    expect((await world.api.get(`/api/artifacts/${shared.normalizedSha256}`, ours.tenant)).status).toBe(404);
    expect((await world.api.get(`/api/artifacts/${other.normalizedSha256}`, ours.tenant)).status).toBe(200);
    expect((await world.api.get(`/api/attestations/${other.normalizedSha256}`, ours.tenant)).status).toBe(200);
    expect((await world.api.get(`/api/attestations/${shared.normalizedSha256}`, ours.tenant)).status).toBe(404);
    expect((await world.api.get(`/api/submissions/${id}/report`, ours.tenant)).status).toBe(404);
    const row = await submissionStore(world.api.database).find(ours.tenant.organizationId, id);
    const left = row ?? expect.fail('no row is left');
    expect(left).toMatchObject({ originalSha256: null, report: null, erasedAt: expect.any(Date) });
    expect(left).toMatchObject({ clientReference: null, metadata: {} });
    expect(await submissionStore(world.api.database).findTimeline(ours.tenant.organizationId, id)).toBeNull();
    expect(await submissionStore(world.api.database).findFacts(ours.tenant.organizationId, id)).toBeNull();
    const toWhoeverStillWaits = normalizeResponse(left, {
      artifacts: world.api.artifacts,
      log: pino({ level: 'silent' }),
    });
    await expect(toWhoeverStillWaits).rejects.toMatchObject({ code: 'not_found' });
    expect(await json(await world.api.get(`/api/submissions/${id}`, ours.tenant))).toMatchObject({
      submissionId: id,
      status: 'SUCCESS',
      original: { sha256: null },
      normalized: null,
      erasedAt: expect.any(String),
      links: { report: null, attestation: null },
    });
    const { payload, protectedHeader } = await jwtVerify(done.certificate, world.signingKey.publicJwk);
    expect(protectedHeader.typ).toBe('erasure-certificate+jwt');
    expect(payload).toMatchObject({
      iss: 'https://fixpoint.test',
      sub: ours.tenant.organizationId,
      jti: done.erasureId,
      contentHash: `sha256:${shared[hash]}`,
      submissions: 1,
      objectsRemoved: 2,
    });
  });
});

describe('a document that was sent before and after a change of the specification', () => {
  const BEFORE = { contentHashAlgorithm: 'text-1/of-then' };
  const AFTER = { pipelineSpec: PIPELINE_SPEC, contentHashAlgorithm: CONTENT_HASH_ALGORITHM };

  async function sentTwice() {
    const { tenant, owner } = await world.newOwner();
    const { organizationId } = tenant;
    const words = crypto.randomUUID();
    const before = await addDocument(world.api, organizationId, { words, under: BEFORE });
    const after = await addDocument(world.api, organizationId, { words, under: AFTER });
    expect(after.originalSha256).toBe(before.originalSha256);
    return { tenant, owner, words, before, after };
  }

  test.each([
    ['its original', 'before', 'originalSha256'],
    ['its output of before', 'before', 'normalizedSha256'],
    ['its output of after', 'after', 'normalizedSha256'],
    ['its text by the algorithm of before', 'before', 'contentHash'],
    ['its text by the algorithm of after', 'after', 'contentHash'],
  ] as const)('is erased as a whole by the hash of %s', async (_, when, hash) => {
    const { tenant, owner, ...sent } = await sentTwice();
    const other = await addDocument(world.api, tenant.organizationId);
    const contentHash = `sha256:${sent[when][hash]}`;
    const dryRun = await world.api.portal('POST', '/api/portal/erasure', owner, { contentHash, dryRun: true });
    expect(await json(dryRun)).toMatchObject({
      matchedSubmissions: 2,
      matchedUnder: [
        { pipelineSpec: 'norm-1', contentHashAlgorithm: 'text-1/of-then', submissions: 1 },
        { ...AFTER, submissions: 1 },
      ],
    });
    const done = await erased(owner, { contentHash });
    // Each has its own copy of the original and an output.
    expect(done).toMatchObject({ matchedSubmissions: 2, submissions: 2, objectsRemoved: 3, objectsShared: 0 });
    expect(await world.rowsWith([...hashesOf(sent.before), ...hashesOf(sent.after)])).toEqual([]);
    expect((await world.api.get(`/api/artifacts/${other.normalizedSha256}`, tenant)).status).toBe(200);
  });

  test('is found page by page: what has the hash itself goes last, for it leads to the rest', async () => {
    const { tenant, owner, before, after } = await sentTwice();
    const erasures = erasureStore(world.api.database, world.api.artifacts);
    const { erasure } = await erasures.schedule(tenant.organizationId, owner.id, before.normalizedSha256);
    for (const { submissionId } of [after, before]) {
      expect(await erasures.ended(erasure, 1)).toEqual([{ submissionId, deliveryIds: [] }]);
      await erasures.erase(erasure, [submissionId]);
    }
    expect(await erasures.ended(erasure, 1)).toEqual([]);
  });

  test('is left whole while it is under way once more: nothing would lead to the rest of it', async () => {
    const { tenant, owner, words, before } = await sentTwice();
    const erasures = erasureStore(world.api.database, world.api.artifacts);
    const running = await acceptDocument(world.api, tenant.organizationId, { words });
    const { erasure } = await erasures.schedule(tenant.organizationId, owner.id, before.normalizedSha256);
    expect(await erasures.underWay(erasure, 10)).toMatchObject([{ submissionId: running.submissionId }]);
    expect(await erasures.ended(erasure, 10)).toEqual([]);
  });

  test('does not take along another document whose output or text it shares, unless that very hash is given', async () => {
    const { tenant, before } = await sentTwice();
    const { database, artifacts } = world.api;
    const other = await addDocument(world.api, tenant.organizationId, { contentHash: before.contentHash });
    const matched = async (hash: string) =>
      (await erasureStore(database, artifacts).count(tenant.organizationId, hash)).matchedSubmissions;
    expect(await matched(before.contentHash)).toBe(3);
    expect(await matched(before.originalSha256)).toBe(2);
    expect(await matched(other.originalSha256)).toBe(1);
  });
});

test('check 38: of everything leaves account and keys; what others have too stays with them', async () => {
  const [ours, theirs] = [await world.newOwner(), await world.newOwner()];
  const mine = await addDocument(world.api, ours.tenant.organizationId, { words: 'mine alone' });
  const both = await addDocument(world.api, ours.tenant.organizationId, { words: 'of both' });
  const same = await addDocument(world.api, theirs.tenant.organizationId, { words: 'of both' });
  const [link, theirLink] = [await linkOf(ours.tenant, both), await linkOf(theirs.tenant, same)];
  expect((await fetch(link)).status).toBe(200);
  const done = await erased(ours.owner);
  expect(done).toMatchObject({ submissions: 2, objectsRemoved: 4, objectsShared: 0 });
  expect(decodeJwt(done.certificate)).toMatchObject({ objectsRemoved: 4, objectsShared: 0 });
  expect(await world.rowsWith(hashesOf(mine))).toEqual([]);
  expect((await fetch(link)).status).toBe(404);
  expect((await fetch(theirLink)).status).toBe(200);
  expect((await world.api.get(`/api/artifacts/${both.normalizedSha256}`, theirs.tenant)).status).toBe(200);
  expect((await world.api.get(`/api/artifacts/${both.normalizedSha256}`, ours.tenant)).status).toBe(403);
  expect(await json(await world.api.get('/api/submissions', ours.tenant))).toMatchObject({ total: 2 });
  const again = await addDocument(world.api, ours.tenant.organizationId, { words: 'mine alone' });
  expect((await world.api.get(`/api/artifacts/${again.normalizedSha256}`, ours.tenant)).status).toBe(200);
});

test('in the layout of before, an object goes with the last organization that erases it', async () => {
  const [ours, theirs] = [await world.newOwner(), await world.newOwner()];
  await shareNewObjects(world.api.database);
  const both = await addDocument(world.api, ours.tenant.organizationId, { words: 'shared by both' });
  const same = await addDocument(world.api, theirs.tenant.organizationId, { words: 'shared by both' });
  await separateNewObjects(world.api.database);
  // A killed move has left a copy.
  const copy = artifactKey(ours.tenant.organizationId, both.normalizedSha256);
  await world.api.artifacts.putBytes(REGION, copy, both.normalized, 'application/pdf');
  expect(await erased(ours.owner)).toMatchObject({ submissions: 1, objectsRemoved: 0, objectsShared: 2 });
  expect(await world.api.artifacts.stat(REGION, copy)).toBeNull();
  const link = await linkOf(theirs.tenant, same);
  expect((await fetch(link)).status).toBe(200);
  expect((await world.api.get(`/api/artifacts/${same.normalizedSha256}`, theirs.tenant)).status).toBe(200);
  expect(await erased(theirs.owner)).toMatchObject({ submissions: 1, objectsRemoved: 2, objectsShared: 0 });
  expect((await fetch(link)).status).toBe(404);
  expect((await keys()).filter((key) => hashesOf(both).some((hash) => key.includes(hash)))).toEqual([]);
});

test('ends and forgets the workflow of the document, and removes archives that have a copy', async () => {
  const { tenant, owner } = await world.newOwner();
  const { organizationId } = tenant;
  const kept = await addDocument(world.api, organizationId, { words: 'in an archive' });
  const { exportId } = await json(await world.api.portal('POST', '/api/portal/data-export', owner));
  const exported = async () =>
    (await json(await world.api.portal('GET', `/api/portal/data-export/${exportId}/status`, owner))).status;
  await expect.poll(exported, SOON).toBe('completed');
  const workflow = world.service.client.workflow.getHandle(submissionWorkflowId(kept.submissionId));
  await world.service.client.workflow.start('submission', {
    workflowId: submissionWorkflowId(kept.submissionId),
    taskQueue: 'nobody',
  });

  const done = await erased(owner, { contentHash: `sha256:${kept.originalSha256}` });
  expect(done).toMatchObject({ submissions: 1, exportsRemoved: 1 });
  expect(await exported()).toBe('expired');
  expect((await keys()).filter((key) => key.includes(organizationId))).toEqual([]);
  await expect
    .poll(
      () =>
        workflow.describe().then(
          () => 'there',
          () => 'gone',
        ),
      SOON,
    )
    .toBe('gone');
});

describe('case 50: a document that is sent again while it is erased', () => {
  const REFERENCE = { region: REGION, sizeBytes: 1_000 } as const;

  /** A store that removes slowly, so that parallel calls meet the removal. */
  function slowErasures() {
    const slow = artifactStore(world.s3);
    const purge = async (...args: Parameters<typeof slow.purge>) => {
      await delay(30);
      await slow.purge(...args);
      await delay(30);
    };
    return erasureStore(world.api.database, { ...slow, purge });
  }

  /** Every step of an erasure from the request, except those about Temporal. */
  async function erase(organizationId: string, memberId: string, scope: string): Promise<void> {
    const erasures = slowErasures();
    const { id } = (await erasures.schedule(organizationId, memberId, scope)).erasure;
    const row = async () => (await erasures.find(organizationId, id))!;
    for (let done = -1; done !== 0;) {
      const ended = await erasures.ended(await row(), 100);
      await erasures.erase(
        await row(),
        ended.map(({ submissionId }) => submissionId),
      );
      const released = [
        await erasures.release(await row(), 'artifact', 100),
        await erasures.release(await row(), 'original', 100),
      ];
      done = ended.length + released.reduce((sum, count) => sum + count, 0);
    }
    await erasures.complete(await row(), new Date(), 'certificate');
  }

  /** Sends as API and worker do: again from the claim if that was lost. */
  async function sendAgain(organizationId: string, words: string): Promise<Document> {
    for (;;) {
      try {
        return await addDocument(world.api, organizationId, { words });
      } catch (error) {
        if (!(error instanceof ClaimLost)) throw error;
      }
    }
  }

  test.each([0, 5, 10, 20, 30, 40, 50, 60, 80, 100, 130, 160])(
    'after %i ms is there in the end, with its bytes, and nothing dangles',
    async (ms) => {
      const { tenant, owner } = await world.newOwner();
      const words = `raced ${ms}`;
      const first = await addDocument(world.api, tenant.organizationId, { words });
      const [, again] = await Promise.all([
        erase(tenant.organizationId, owner.id, first.originalSha256),
        delay(ms).then(() => sendAgain(tenant.organizationId, words)),
      ]);
      expect(again.normalizedSha256).toBe(first.normalizedSha256);
      const row = await world.api.database.system().findOneOrFail(SubmissionEntity, { id: again.submissionId });
      const mine = (await keys()).filter((key) => hashesOf(first).some((hash) => key.includes(hash)));
      if (row.erasedAt) {
        // The submission was accepted before the request, so the erasure covers it.
        expect(mine).toEqual([]);
        return;
      }
      expect(row.status).toBe('SUCCESS');
      const { organizationId } = tenant;
      expect(mine.toSorted()).toEqual([
        artifactKey(organizationId, first.normalizedSha256),
        originalKey(organizationId, first.originalSha256),
      ]);
      const answer = await world.api.get(`/api/artifacts/${again.normalizedSha256}`, tenant);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(first.normalized)).toBe(true);
    },
  );

  test('is not accepted on a claim that the erasure has ended, and not recorded either', async () => {
    const { tenant, owner } = await world.newOwner();
    const { organizationId } = tenant;
    const { database } = world.api;
    const first = await addDocument(world.api, organizationId);
    const second = await acceptDocument(world.api, organizationId);
    const { originalSha256, normalizedSha256 } = first;
    const claim = (kind: ObjectKind, hash: string) =>
      referenceStore(database).claim(organizationId, kind, { ...REFERENCE, sha256: hash });
    const claimed = await claim('original', originalSha256);
    const claimedOutput = await claim('artifact', normalizedSha256);
    await erase(organizationId, owner.id, originalSha256);

    const facts = { region: REGION, originalSha256, sizeBytes: 1_000, options: DEFAULT_OPTIONS } as const;
    const submission = { ...facts, requestId: 'req_test', apiVersion: API_VERSION, claimed };
    await expect(acceptanceStore(database).accept(organizationId, submission, null)).rejects.toThrow(ClaimLost);
    const original = { sha256: second.originalSha256, sizeBytes: second.original.length };
    const report = { ...REPORT, original, normalized: { ...NORMALIZED, sha256: normalizedSha256 } };
    const outcome = { report, stageDurationsMs: {}, processingTimeMs: 1, proof: null, claimed: claimedOutput };
    await expect(submissionStore(database).commit(second.submissionId, outcome)).rejects.toThrow(ClaimLost);
    const row = await database.system().findOneOrFail(SubmissionEntity, { id: second.submissionId });
    expect(row.status).toBe('PENDING');
    const organizations: { id: string }[] = await database.system().execute('select id from organization');
    await expectNothingDangles(
      world.s3,
      database,
      organizations.map(({ id }) => id),
    );
  });
});
