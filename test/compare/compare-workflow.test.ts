/** Tests comparisons in parser children, and the workflow with children that die or give wrong answers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ComparedFile, type ComparisonInput, comparisonKey, comparisonWorkflowId } from '#domain/compare.ts';
import { createParserPool, type ParserPool } from '#src/parser-host/pool.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';
import { started } from '#test/support/started.ts';

const LYING_CHILD = `${import.meta.dirname}/../support/parsers/lying-child.ts`;
const parser = { processes: 1, memoryMb: 1024, entry: LYING_CHILD };

let pool: ParserPool;

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({ parser });
  pool = createParserPool({ ...parser, maxWaiting: 10 });
});
afterAll(async () => {
  await pool.close();
});

/** A header may stand anywhere in the first kilobytes, so the instruction comes before it. */
const requesting = (requested: string) => Buffer.concat([Buffer.from(`${requested}\n`), helloPage()]);

function inPool(a: Uint8Array, signal = new AbortController().signal) {
  const documents = Buffer.concat([a, helloPage()]);
  return pool.compare(
    'test',
    {
      organizationId: 'test',
      documents,
      sizeBytesA: a.length,
      normalizeFirst: false,
      signal,
    },
    5_000,
  );
}

test('a child compares, and is free for the next pair', async () => {
  const before = await inPool(helloPage());
  const pids = pool.status().pids;
  expect(await inPool(helloPage())).toEqual(before);
  expect(before).toMatchObject({ kind: 'report', report: { summary: { identical: true } } });
  expect(pool.status()).toMatchObject({ busy: 0, pids });
});

test('an answer that is no comparison is not believed', async () => {
  await expect(inPool(requesting('%LIE'))).rejects.toMatchObject({ name: 'ParserFailure', code: 'PARSER_KILLED' });
  expect(await inPool(helloPage())).toMatchObject({ kind: 'report' });
});

test('who no longer wants the answer ends the child', async () => {
  const leaving = new AbortController();
  const asked = inPool(requesting('%HANG'), leaving.signal);
  await expect.poll(() => pool.status().busy).toBe(1);
  leaving.abort();
  await expect(asked).rejects.toThrow(/parser/);
  await expect(inPool(helloPage(), AbortSignal.abort())).rejects.toThrow();
  expect(await inPool(helloPage())).toMatchObject({ kind: 'report' });
});

async function stored(a: Uint8Array): Promise<ComparisonInput> {
  const input = {
    comparisonId: randomUUID(),
    organizationId: randomUUID(),
    region: 'eu-central-1',
    sizeBytesA: a.length,
    sizeBytesB: helloPage().length,
    normalizeFirst: false,
  } as const;
  const put = (file: ComparedFile, bytes: Uint8Array) =>
    service.artifacts.putBytes(input.region, comparisonKey(input.comparisonId, file), bytes, 'application/pdf');
  await put('file_a', a);
  await put('file_b', helloPage());
  return input;
}

const patience = () => AbortSignal.timeout(60_000);

test('documents that kill their parser twice are given up, and the report names the code', async () => {
  const input = await stored(requesting('%DIE'));
  expect(await service.temporal.compare(input, patience())).toMatchObject({
    kind: 'failure',
    failure: { file: null, code: 'PARSER_KILLED' },
  });
  const handle = service.client.workflow.getHandle(comparisonWorkflowId(input.comparisonId));
  const { events } = await recordHistory(handle);
  expect(activitiesIn(events)).toEqual(['compareFiles', 'compareFiles']);
});

test('a comparison that hangs ends with the patience of its caller', async () => {
  const input = await stored(requesting('%HANG'));
  expect(await service.temporal.compare(input, AbortSignal.timeout(500))).toBeNull();
  const handle = service.client.workflow.getHandle(comparisonWorkflowId(input.comparisonId));
  await expect(handle.result()).rejects.toThrow(/cancelled/i);
  // The only child was returned to the pool, so the next comparison gets one.
  expect(await service.temporal.compare(await stored(helloPage()), patience())).toEqual({ kind: 'stored' });
});

test('documents that are no longer there are an outage, told at once', async () => {
  const input = { ...(await stored(helloPage())), comparisonId: randomUUID() };
  expect(await service.temporal.compare(input, patience())).toMatchObject({ failure: { code: 'STORAGE_ERROR' } });
});
