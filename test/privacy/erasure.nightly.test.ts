/** Tests that an erasure ends running submissions and waits a minute for their workers. */
import { beforeAll, expect, test } from 'vitest';
import { acceptDocument, addDocument } from '#test/support/builders/documents.ts';
import { startDataWorld } from '#test/support/privacy.ts';
import { started } from '#test/support/started.ts';

const world = started(() => startDataWorld());

beforeAll(async () => {
  await world.work();
});

test('a document that is under way is ended and erased with those that have ended', async () => {
  const { tenant, owner } = await world.newOwner();
  const words = crypto.randomUUID();
  const ended = await addDocument(world.api, tenant.organizationId, { words });
  await acceptDocument(world.api, tenant.organizationId, { words });
  const contentHash = `sha256:${ended.normalizedSha256}`;
  const answer = await world.api.portal('POST', '/api/portal/erasure', owner, { contentHash });
  const { erasureId } = JSON.parse(await answer.text());
  const read = async () =>
    JSON.parse(await (await world.api.portal('GET', `/api/portal/erasure/${erasureId}`, owner)).text());
  await expect.poll(read).toMatchObject({ status: 'completed', submissions: 2, objectsRemoved: 2 });
});
