/** Tests parser children: the effects of a document on its own child, and on nothing else. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { processIdentity } from '#dev/process.ts';
import { DEFAULT_OPTIONS, PIPELINE_SPEC, STAGE_NAMES } from '#domain/pipeline.ts';
import { createParserPool, type ParserPool, type ParserPoolOptions } from '#src/parser-host/pool.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';

const ENTRY = `${import.meta.dirname}/../support/parsers/fake-child.ts`;
const pools: ParserPool[] = [];

function pool(options: Partial<ParserPoolOptions> = {}): ParserPool {
  const made = createParserPool({ processes: 2, memoryMb: 1024, maxWaiting: 10, entry: ENTRY, ...options });
  pools.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()));
});

const open = (from: ParserPool, script: Script, waitMs = 20_000) =>
  from.open('test', { organizationId: 'test', input: fakeDocument(script), options: DEFAULT_OPTIONS }, waitMs);

async function runAll(from: ParserPool, script: Script) {
  const session = await open(from, script);
  const outcome = await session.result();
  await session.close();
  return outcome;
}

test('a document goes through its stages in one child and its output comes back whole', async () => {
  const { bytes, report } = await runAll(pool(), { at: 'FinalRewrite', act: 'pass' });
  expect(report.status).toBe('SUCCESS');
  expect(sha256(bytes ?? new Uint8Array())).toBe(report.normalized?.sha256);
});

test('a child of another pipeline does not take a document that has been through stages, and serves others', async () => {
  const from = pool({ processes: 1 });
  const request = {
    organizationId: 'test',
    input: fakeDocument({ at: 'FinalRewrite', act: 'pass' }),
    options: DEFAULT_OPTIONS,
  };
  const refused = from.open('begun elsewhere', { ...request, pipelineSpec: 'norm-0' }, 20_000);
  await expect(refused).rejects.toMatchObject({ name: 'PipelineMismatch', pipelineSpec: PIPELINE_SPEC });
  const [pid] = from.status().pids;
  for (const own of [{ pipelineSpec: PIPELINE_SPEC }, {}]) {
    const session = await from.open('begun here', { ...request, ...own }, 20_000);
    await session.result();
    await session.close();
  }
  expect(from.status().pids).toContain(pid);
});

test('work that the service itself ends is nobody’s unpaid work', async () => {
  let unpaidMs = 0;
  const unpaid = { of: () => 0, add: (_: string, ms: number) => void (unpaidMs += ms), isFree: () => false };
  const begun = async () => {
    const from = pool({ unpaid });
    const session = await open(from, { at: STAGE_NAMES[0], act: 'spin' });
    const ended = session.stage(STAGE_NAMES[0]).catch(() => undefined);
    // A second of each document costs nothing.
    await delay(1_300);
    return { from, session, ended };
  };
  const [closed, shutDown, failed] = await Promise.all([begun(), begun(), begun()]);
  await Promise.all([closed.session.close(), shutDown.from.close(), closed.ended, shutDown.ended]);
  expect(unpaidMs).toBe(0);
  for (const pid of failed.from.status().pids) process.kill(pid, 'SIGKILL');
  await failed.ended;
  expect(unpaidMs).toBeGreaterThan(0);
});

test('a large document crosses in both directions', async () => {
  const input = fakeDocument({ at: 'FinalRewrite', act: 'pass' }, 20_000_000);
  const session = await pool().open('large', { organizationId: 'test', input, options: DEFAULT_OPTIONS }, 20_000);
  const { bytes, report } = await session.result();
  expect(bytes?.length).toBe(input.length + '%CANONICAL\n'.length);
  expect(report.original.sha256).toBe(sha256(input));
});

test('what libraries print never disturbs the protocol', async () => {
  const { report } = await runAll(pool(), { at: 'StructuralRepair', act: 'print' });
  expect(report.status).toBe('SUCCESS');
});

test.each([
  ['die', 'PARSER_KILLED'],
  ['exit', 'PARSER_KILLED'],
  ['overflow', 'PARSER_KILLED'],
  ['grow', 'PARSER_KILLED'],
  ['lie', 'PARSER_KILLED'],
  ['throw', 'INTERNAL_ERROR'],
  ['hang', 'PROCESSING_TIMEOUT'],
  ['spin', 'PROCESSING_TIMEOUT'],
] as const)('a child that ends by "%s" fails its document with %s at the stage', async (act, code) => {
  const deadlineMs = code === 'PROCESSING_TIMEOUT' ? 3_000 : 60_000;
  const shared = pool({ processes: 1, memoryMb: 512, deadlineMs });
  const session = await open(shared, { at: 'AcroFormHandling', act });
  await session.stage('PdfaDetection');
  await expect(session.stage('AcroFormHandling')).rejects.toMatchObject({ code, stage: 'AcroFormHandling' });
  await session.close();
  expect((await runAll(shared, { at: 'FinalRewrite', act: 'pass' })).report.status).toBe('SUCCESS');
});

test('a second document waits for the first, and is refused when it may not wait that long', async () => {
  const shared = pool({ processes: 1 });
  const first = await open(shared, { at: 'FinalRewrite', act: 'hang' });
  await expect(open(shared, { at: 'FinalRewrite', act: 'pass' }, 50)).rejects.toMatchObject({ name: 'ParserBusy' });
  const second = open(shared, { at: 'FinalRewrite', act: 'pass' });
  await first.close();
  const session = await second;
  await session.result();
  await session.close();
  expect(shared.status()).toMatchObject({ busy: 0, waiting: 0 });
});

test('closing a document whose stage is under way ends the child at once', async () => {
  const shared = pool({ processes: 1 });
  const session = await open(shared, { at: 'FinalRewrite', act: 'spin' });
  const stage = session.stage('FinalRewrite');
  await Promise.all([expect(stage).rejects.toMatchObject({ code: 'PARSER_KILLED' }), session.close()]);
  await (await open(shared, { at: 'FinalRewrite', act: 'pass' })).close();
});

test('a child is reused for the next document', async () => {
  const shared = pool({ processes: 1 });
  await runAll(shared, { at: 'FinalRewrite', act: 'pass' });
  const before = shared.status().pids;
  await runAll(shared, { at: 'FinalRewrite', act: 'pass' });
  await runAll(shared, { at: 'FinalRewrite', act: 'pass' });
  expect(shared.status().pids).toEqual(before);
});

test('no child sees documents of two organizations; one that is idle waits for its own', async () => {
  const entry = `${import.meta.dirname}/../support/parsers/remembering-child.ts`;
  const seenBy = async (shared: ParserPool, organizationId: string, salt: string) => {
    const input = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt });
    const session = await shared.open('test', { organizationId, input, options: DEFAULT_OPTIONS }, 20_000);
    const { report } = await session.result();
    await session.close();
    return report.validation.validatorErrors[0];
  };
  const [one, two] = [pool({ processes: 1, entry }), pool({ processes: 2, entry })];
  // With memory for idle children, no child must end for the next organization.
  const roomy = pool({ processes: 1, entry, idleMemoryMb: 256 });
  const order = ['a1', 'b1', 'a2', 'a3'];
  const seen = async (shared: ParserPool) => {
    const told = [];
    for (const salt of order) told.push(await seenBy(shared, salt.slice(0, 1), salt));
    return told;
  };
  expect(await seen(one)).toEqual(['a1', 'b1', 'a2', 'a2,a3']);
  expect(await seen(two)).toEqual(['a1', 'b1', 'a1,a2', 'a1,a2,a3']);
  expect(await seen(roomy)).toEqual(['a1', 'b1', 'a1,a2', 'a1,a2,a3']);
});

test('a slow document makes room for another organization and goes on after it, with one process for both', async () => {
  const shared = pool({ processes: 1 });
  const openFor = (organizationId: string, script: Script) =>
    shared.open(organizationId, { organizationId, input: fakeDocument(script), options: DEFAULT_OPTIONS }, 20_000);
  const slow = await openFor('slow', { at: 'FinalRewrite', act: 'linger', ms: 5_000 });
  const ended: string[] = [];
  const slowStage = slow.stage('FinalRewrite').then(() => ended.push('slow'));
  // It occupies the only process for five seconds, for which the other one would wait.
  const small = await openFor('small', { at: 'FinalRewrite', act: 'pass' });
  await small.stage('FinalRewrite').then(() => ended.push('small'));
  expect(shared.status()).toMatchObject({ busy: 2, waiting: 0 });
  await small.close();
  await slowStage;
  expect(ended).toEqual(['small', 'slow']);
  expect((await slow.result()).report.status).toBe('SUCCESS');
});

/** Whether this host has any isolation. */
function isWalled({ mechanisms }: { readonly mechanisms: readonly string[] }): boolean {
  return mechanisms.includes('bwrap') || mechanisms.includes('unshare');
}

test('a child has an empty environment, no network and no file but the code', async ({ skip }) => {
  const shared = pool({ entry: `${import.meta.dirname}/../support/parsers/prying-child.ts` });
  const { report } = await (await open(shared, { at: 'FinalRewrite', act: 'pass' })).result();
  const findings = JSON.parse(report.validation.validatorErrors[0] ?? '{}');
  expect(findings).toMatchObject({
    // bubblewrap sets a variable with its folder.
    env: findings.env.filter((name: string) => name === 'PWD'),
    file: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
  });
  expect(findings.evaluate).toBe('EvalError');
  if (!isWalled(shared)) skip('network namespaces');
  expect(findings.interfaces).toBe(0);
});

test('a child reaches no server, not even of this machine; without the isolation it would', async ({ skip }) => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = z.object({ port: z.number() }).parse(server.address()).port;
  const address = `127.0.0.1:${port}`;
  const reachedBy = async (options: Partial<ParserPoolOptions>) => {
    const shared = pool({ entry: `${import.meta.dirname}/../support/parsers/prying-child.ts`, ...options });
    const session = await open(shared, { at: 'FinalRewrite', act: 'pass', addresses: [address] });
    await session.stage('PdfaDetection');
    const { report } = await session.result();
    return JSON.parse(report.validation.validatorErrors[0] ?? '{}').reached;
  };
  try {
    expect(await reachedBy({ sandbox: probeSandbox([]) })).toEqual({ [address]: 'connected' });
    if (!isWalled(probeSandbox())) skip('network namespaces');
    expect(await reachedBy({})).toEqual({ [address]: expect.stringMatching(/^(?:ENETUNREACH|EPERM)$/) });
  } finally {
    server.close();
  }
});

test('children end with the process that started them, even when it is killed', async ({ skip }) => {
  const script = `
    const { createParserPool } = await import('#src/parser-host/pool.ts');
    const pool = createParserPool({ processes: 1, memoryMb: 512, maxWaiting: 1, entry: ${JSON.stringify(ENTRY)} });
    const { fakeDocument } = await import(${JSON.stringify(`${import.meta.dirname}/../support/parsers/fake-engine.ts`)});
    const document = fakeDocument({ at: 'FinalRewrite', act: 'spin' });
    const session = await pool.open('x', { organizationId: 'x', input: document, options: ${JSON.stringify(DEFAULT_OPTIONS)} }, 20_000);
    void session.stage('FinalRewrite').catch(() => undefined);
    console.log(JSON.stringify({ pids: pool.status().pids, mechanisms: pool.mechanisms }));
    process.kill(process.pid, 'SIGKILL');`;
  const cwd = `${import.meta.dirname}/../..`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd });
  expect(String(stderr)).toBe('');
  const { pids, mechanisms } = JSON.parse(String(stdout));
  if (!mechanisms.includes('setpriv')) skip('setpriv');
  await expect.poll(() => pids.filter((pid: number) => processIdentity(pid) !== null)).toEqual([]);
});

test('where all documents have one owner, no child is started that none of them needs', async () => {
  const alone = pool({ processes: 1, spare: false });
  await runAll(alone, { at: 'FinalRewrite', act: 'pass' });
  await runAll(alone, { at: 'FinalRewrite', act: 'pass' });
  expect(alone.status().pids).toHaveLength(1);
  expect(pool({ processes: 1 }).status().pids).toHaveLength(2);
});

test('a pool that is closed leaves no timer behind, for which its process would wait', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const closed = pool();
  await runAll(closed, { at: 'FinalRewrite', act: 'pass' });
  await closed.close();
  expect(timers()).toBeLessThanOrEqual(before);
});
