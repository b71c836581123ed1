/**
 * Tests a document in one exchange with its parser: the reports of stages, the number of frames, and the possible ends.
 */
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#domain/pipeline.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { createParserPool, ParserFailure, type ParserPool } from '#src/parser-host/pool.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';

const entry = `${import.meta.dirname}/../support/parsers/fake-child.ts`;
const pools: ParserPool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** A pool that counts the frames of its children. */
function countingPool(options: { deadlineMs?: number } = {}) {
  const frames = { requests: 0, answers: 0 };
  const sandbox = probeSandbox();
  const start: typeof sandbox.start = (...args) => {
    const parser = sandbox.start(...args);
    const write = parser.requests.write.bind(parser.requests);
    // The header and the payload of a frame are written separately. A header starts with its length.
    parser.requests.write = ((chunk: Uint8Array, ...rest: []) => {
      if (Buffer.from(chunk).subarray(4, 12).toString() === '{"kind":') frames.requests += 1;
      return write(chunk, ...rest);
    }) as typeof parser.requests.write;
    const replies = Readable.from(
      counted(parser.replies, () => (frames.answers += 1)),
      { objectMode: false },
    );
    return { ...parser, replies };
  };
  const common = { processes: 1, memoryMb: 1024, maxWaiting: 10, entry, ...options };
  const pool = createParserPool({ ...common, sandbox: { ...sandbox, start } });
  pools.push(pool);
  return { pool, frames };
}

/** Forwards the bytes. `ready` is no answer, because an idle child may send it at any time. */
async function* counted(source: AsyncIterable<Buffer>, found: () => void): AsyncGenerator<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of source) {
    for (bytes = Buffer.concat([bytes, chunk]); bytes.length >= 8;) {
      const headerEnd = 4 + bytes.readUInt32BE(0);
      if (bytes.length < headerEnd + 4) break;
      const end = headerEnd + 4 + bytes.readUInt32BE(headerEnd);
      if (bytes.length < end) break;
      if (!bytes.subarray(4, headerEnd).toString().startsWith('{"kind":"ready"')) found();
      bytes = bytes.subarray(end);
    }
    yield chunk;
  }
}

const open = (pool: ParserPool, script: Script) => {
  const input = fakeDocument(script);
  const request = { organizationId: 'test', input, options: DEFAULT_OPTIONS };
  return pool.open('document', request, 60_000);
};

test('one request brings every stage by name, the output and the end, and the parser is free', async () => {
  const { pool, frames } = countingPool();
  const session = await open(pool, { at: 'FinalRewrite', act: 'pass' });
  const steps = await Promise.all(STAGE_NAMES.map((name) => session.stage(name)));
  expect(steps.map(({ name, result }) => [name, result])).toEqual(STAGE_NAMES.map((name) => [name, 'passed']));
  const { bytes, report } = await session.result();
  expect(sha256(bytes ?? Buffer.alloc(0))).toBe(report.normalized?.sha256);
  expect(await session.timeline()).toBeNull();
  await expect.poll(() => pool.status().busy).toBe(0);
  // opened, ten steps, result, timeline, closed
  expect(frames).toEqual({ requests: 1, answers: STAGE_NAMES.length + 4 });
  await session.close();
  expect(pool.status().pids.length).toBeGreaterThan(0);
});

test('closing a document after its result leaves the parser to the next one', async () => {
  const { pool } = countingPool();
  const pids = new Set<number | undefined>();
  for (const at of ['StructuralRepair', 'FinalRewrite'] as const) {
    const session = await open(pool, { at, act: at === 'FinalRewrite' ? 'pass' : 'fail' });
    await session.result();
    await session.close();
    pids.add(pool.status().pids[0]);
  }
  expect(pids.size).toBe(1);
});

test('a document that ends at a stage is told of no later one', async () => {
  const { pool, frames } = countingPool();
  const session = await open(pool, { at: 'StructuralRepair', act: 'fail' });
  expect(await session.stage('StructuralRepair')).toMatchObject({ result: 'failed', ended: true });
  expect((await session.result()).bytes).toBeNull();
  await expect.poll(() => pool.status().busy).toBe(0);
  expect(frames.answers).toBe(3 + 4);
});

const ENDS = [
  ['die', 'PARSER_KILLED'],
  ['overflow', 'PARSER_KILLED'],
  ['lie', 'PARSER_KILLED'],
  ['throw', 'INTERNAL_ERROR'],
  ['hang', 'PROCESSING_TIMEOUT'],
] as const;

test.each(ENDS)('a child that ends by "%s" fails its document with %s at the stage', async (act, code) => {
  const { pool } = countingPool(act === 'hang' ? { deadlineMs: 1_000 } : {});
  const session = await open(pool, { at: 'AcroFormHandling', act });
  expect(await session.stage('ActiveContentRemoval')).toMatchObject({ result: 'passed' });
  const failure = await session.stage('AcroFormHandling').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ParserFailure);
  expect(failure).toMatchObject({ code, stage: 'AcroFormHandling' });
  await expect(session.result()).rejects.toThrow(ParserFailure);
  await session.close();
});

test('closing a document whose exchange is under way ends the child at once', async () => {
  const { pool } = countingPool();
  const session = await open(pool, { at: 'FontResourceValidation', act: 'hang' });
  await session.stage('MetadataCanonical');
  await session.close();
  await expect(session.stage('FontResourceValidation')).rejects.toThrow(ParserFailure);
  expect((await (await open(pool, { at: 'FinalRewrite', act: 'pass' })).result()).bytes).not.toBeNull();
});
