import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { createParserPool } from './pool.ts';

const pool = createParserPool({ processes: 1, memoryMb: 1024, maxWaiting: 4 });
afterAll(() => pool.close());

async function timelineOf(input: Uint8Array) {
  const session = await pool.open('document', { organizationId: 'test', input, options: DEFAULT_OPTIONS }, 60_000);
  const { report } = await session.result();
  const timeline = await session.timeline();
  await session.close();
  return { report, timeline };
}

test('a child tells the revisions of its document beside the report', async () => {
  const { report, timeline } = await timelineOf(appendUpdate(helloPage(), { 4: { stream: 'BT ET' } }));
  expect(timeline?.revisions[1]?.listed[0]).toMatchObject({ words: 'page 1: content' });
  expect(report).not.toHaveProperty('timeline');
});

test('of a file that does not open a child tells none, and is there for the next document', async () => {
  expect((await timelineOf(Buffer.from('no PDF'))).timeline).toBeNull();
  expect((await timelineOf(helloPage())).timeline).toMatchObject({ count: 1 });
});
