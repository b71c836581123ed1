/** Tests the parser service: parsers behind a Unix socket behave like those of a worker, with fewer rights. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { processIdentity } from '#dev/process.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { loadConfig } from '#src/config.ts';
import { createParserPool, type ParserPool, type ParserPoolOptions } from '#src/parser-host/pool.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { StartedParser } from '#src/parser-host/isolation/started-parser.ts';
import { connectParserService } from '#src/parser-host/service/client.ts';
import { type ParserServiceOptions, startParserService } from '#src/parser-host/service/supervisor.ts';
import { openParserSandbox } from '#temporal/worker/parser-sandbox.ts';
import { ownFolder } from '#test/support/folder.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = join(import.meta.dirname, '../support/parsers/fake-child.ts');
const PRYING = join(import.meta.dirname, '../support/parsers/prying-child.ts');
const sandbox = probeSandbox();

let folder: string;
let socketPath: string;
const endings: (() => Promise<unknown>)[] = [];
/** Processes of this host that the services have started. */
let pids: number[];

beforeEach(() => {
  folder = ownFolder(onTestFinished);
  socketPath = join(folder, 'socket');
  pids = [];
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const watched = {
  ...sandbox,
  start(entry: string, memoryMb: number) {
    const parser = sandbox.start(entry, memoryMb);
    pids.push(parser.pid ?? 0);
    return parser;
  },
};

async function service(options: Partial<ParserServiceOptions> = {}): Promise<{ close(): Promise<void> }> {
  const finding = { isolation: 'full', reason: null } as const;
  const programs = [ENTRY, PRYING];
  const made = await startParserService({
    socketPath,
    sandbox: watched,
    ...finding,
    programs,
    maxParsers: 8,
    ...options,
  });
  endings.push(() => made.close());
  return made;
}

async function pool(options: Partial<ParserPoolOptions> = {}): Promise<ParserPool> {
  const starter = await connectParserService(socketPath);
  const made = createParserPool({
    processes: 1,
    memoryMb: 512,
    maxWaiting: 10,
    entry: ENTRY,
    sandbox: starter,
    ...options,
  });
  endings.push(() => made.close());
  return made;
}

const open = (from: ParserPool, script: Script, sizeBytes?: number) =>
  from.open(
    'test',
    { organizationId: 'test', input: fakeDocument(script, sizeBytes), options: DEFAULT_OPTIONS },
    20_000,
  );

test('the processor time of a parser is measured through its isolation, here and behind the service', async () => {
  await service();
  const { start } = await connectParserService(socketPath);
  for (const parser of [sandbox.start(ENTRY, 512), start(ENTRY, 512)]) {
    parser.printed.resume();
    parser.replies.resume();
    // The program that sets up the isolation needs a hundredth of this time, and the start of Node needs more.
    await expect.poll(() => parser.cpuMs(), { timeout: 20_000 }).toBeGreaterThan(50);
    parser.kill();
    await parser.gone;
    expect(await parser.cpuMs()).toBeNull();
  }
});

test('a service of an older build, which does not know of measurements, works, and its time counts as used', async () => {
  await service();
  const older = createServer((worker) => {
    const behind = connect(socketPath);
    const refuse = () => void [worker, behind].map((side) => side.destroy());
    worker.on('error', refuse).on('close', refuse);
    behind.on('error', refuse).on('close', refuse);
    behind.pipe(worker);
    // An older service ends the connection, and so its parser, at this message.
    worker.on('data', (bytes: Buffer) => (bytes.includes('"measure"') ? refuse() : behind.write(bytes)));
  });
  await once(older.listen(join(folder, 'older')), 'listening');
  endings.push(async () => older.close());
  const starter = await connectParserService(join(folder, 'older'));
  expect(starter.missing).toContainEqual(expect.stringContaining('measures processor time'));
  expect((await connectParserService(socketPath)).missing).toEqual(sandbox.missing);
  const parser = starter.start(ENTRY, 512);
  parser.printed.resume();
  parser.replies.resume();
  expect(await parser.cpuMs()).toBeNull();
  const isGone = vi.fn();
  void parser.gone.then(isGone);
  const from = createParserPool({ processes: 1, memoryMb: 512, maxWaiting: 10, entry: ENTRY, sandbox: starter });
  endings.push(() => from.close());
  const session = await open(from, { at: 'FinalRewrite', act: 'pass' });
  expect((await session.result()).report.status).toBe('SUCCESS');
  await session.close();
  expect(isGone).not.toHaveBeenCalled();
  parser.kill();
  await parser.gone;
});

function stateOf(pid: number): string {
  return /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

test('a document goes through its stages and its output comes back whole, with a large one after it', async () => {
  await service();
  const from = await pool();
  for (const sizeBytes of [undefined, 20_000_000]) {
    const session = await open(from, { at: 'FinalRewrite', act: 'pass' }, sizeBytes);
    const { bytes, report } = await session.result();
    await session.close();
    expect(report.status).toBe('SUCCESS');
    expect(sha256(bytes ?? new Uint8Array())).toBe(report.normalized?.sha256);
  }
});

test.each([
  ['die', 'PARSER_KILLED'],
  ['throw', 'INTERNAL_ERROR'],
  ['spin', 'PROCESSING_TIMEOUT'],
] as const)('a parser that ends by "%s" fails its document with %s, and serves no other', async (act, code) => {
  await service();
  const faults: string[] = [];
  const from = await pool({
    deadlineMs: code === 'PROCESSING_TIMEOUT' ? 3_000 : 60_000,
    onFault: ({ reason }) => faults.push(reason),
  });
  const session = await open(from, { at: 'AcroFormHandling', act });
  await expect(session.stage('AcroFormHandling')).rejects.toMatchObject({ code, stage: 'AcroFormHandling' });
  await session.close();
  await expect.poll(() => faults.length).toBe(1);
  const next = await open(from, { at: 'FinalRewrite', act: 'pass' });
  expect((await next.result()).report.status).toBe('SUCCESS');
});

test('a parser that takes nothing of its input ends all the same when its worker closes the connection', async () => {
  await service();
  const { start } = await connectParserService(socketPath);
  const parser = start(ENTRY, 512);
  await once(parser.replies, 'data');
  const [pid = 0] = pids;
  process.kill(-pid, 'SIGSTOP');
  parser.requests.on('error', () => undefined).write(new Uint8Array(8_000_000));
  parser.kill();
  parser.printed.resume();
  expect(await parser.gone).toBe('SIGKILL');
  expect(processIdentity(pid)).toBeNull();
});

test('a parser stands still while it is paused, and goes on', async () => {
  await service();
  const { start } = await connectParserService(socketPath);
  const parser = start(ENTRY, 512);
  await once(parser.replies, 'data');
  const [pid = 0] = pids;
  parser.pause();
  await expect.poll(() => stateOf(pid)).toBe('T');
  parser.resume();
  await expect.poll(() => stateOf(pid)).not.toBe('T');
  parser.kill();
  parser.printed.resume();
  await parser.gone;
});

async function endOf({ gone, printed }: StartedParser): Promise<string> {
  printed.resume();
  return gone;
}

test('programs that are not on its list, and more parsers than it may run, are refused', async () => {
  await service({ maxParsers: 1 });
  const { start } = await connectParserService(socketPath);
  expect(await endOf(start('/bin/sh', 512))).toBe("The parser service has no program 'sh'.");
  const first = start(ENTRY, 512);
  await once(first.replies, 'data');
  expect(await endOf(start(ENTRY, 512))).toBe('The parser service runs 1 parsers already.');
  first.kill();
  await endOf(first);
  const second = start(ENTRY, 512);
  await once(second.replies, 'data');
  second.kill();
  await endOf(second);
});

test('a service that is started anew, over the socket it left, is used again; isolated otherwise it is not', async () => {
  const first = await service();
  const from = await pool();
  // The child does not wait between stages. Without a hang it may end its document before the service ends.
  const session = await open(from, { at: 'PdfaDetection', act: 'hang' });
  await first.close();
  await expect(session.stage('PdfaDetection')).rejects.toMatchObject({ code: 'PARSER_KILLED' });
  const second = await service();
  // For a moment the pool may not know that its spare parser has ended with the first service.
  const again = await vi.waitFor(() => open(from, { at: 'FinalRewrite', act: 'pass' }), { timeout: 10_000 });
  expect((await again.result()).report.status).toBe('SUCCESS');
  await again.close();
  const { start } = await connectParserService(socketPath);
  await second.close();
  await service({ isolation: 'no-network', reason: 'for this test' });
  expect(await endOf(start(ENTRY, 512))).toMatch(/^Parsers are isolated otherwise now: no-network/);
});

test('a worker takes the isolation that the service found for its own, and does not start with less than it accepts', async () => {
  const settings = {
    DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none',
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_LINK_ACCESS_KEY: 'link-key',
    S3_LINK_SECRET_KEY: 'link-secret',
    PARSER_SOCKET: socketPath,
    PARSER_ISOLATION: 'full',
  };
  const log = { info: () => undefined, warn: () => undefined };
  const openSandbox = () => openParserSandbox(loadConfig(settings), log);
  await expect(openSandbox()).rejects.toThrow('ENOENT');
  const strong = await service();
  const opened = await openSandbox();
  expect(opened.isolation).toBe('full');
  expect(opened.sandbox.mechanisms).toEqual(['service', ...sandbox.mechanisms]);
  await strong.close();
  await service({ isolation: 'no-network', reason: 'for this test' });
  await expect(openSandbox()).rejects.toThrow(/files or processes of the host from here \(for this test\)/);
});

test('what a parser behind the socket finds around it is nothing, as with a worker of this host', async ({ skip }) => {
  if ((await findIsolation(sandbox)).isolation !== 'full') skip('full isolation');
  await service();
  const session = await open(await pool({ entry: PRYING }), { at: 'FinalRewrite', act: 'pass' });
  const findings = JSON.parse((await session.result()).report.validation.validatorErrors[0] ?? '{}');
  expect(findings).toMatchObject({ file: 'ERR_ACCESS_DENIED', write: 'ERR_ACCESS_DENIED', interfaces: 0 });
});

test('the program runs with its socket and no other setting, parses a document, and ends its parsers with itself', async () => {
  const env = { PARSER_SOCKET: socketPath, LOG_LEVEL: 'info' };
  const started = spawn(process.execPath, ['src/parser-host/service/main.ts'], { cwd: ROOT, env, stdio: 'pipe' });
  endings.push(async () => started.kill('SIGKILL'));
  const errors = text(started.stderr);
  for await (const line of started.stdout.setEncoding('utf8')) if (String(line).includes('parser service ready')) break;
  const { start, isolation } = await connectParserService(socketPath);
  expect(isolation).toBe((await findIsolation(sandbox)).isolation);
  const parser = start('child', 1024);
  const [ready] = await once(parser.replies, 'data');
  expect(String(ready)).toContain('"kind":"ready"');
  const exited = once(started, 'exit');
  started.kill('SIGTERM');
  expect(await endOf(parser)).toBe('SIGKILL');
  expect(await exited).toEqual([0, null]);
  expect(await errors).toBe('');
});

test('without the setting of its socket the program says so, and ends', async () => {
  const started = spawn(process.execPath, ['src/parser-host/service/main.ts'], { cwd: ROOT, env: {}, stdio: 'pipe' });
  const errors = text(started.stderr);
  expect(await once(started, 'exit')).toEqual([1, null]);
  expect(await errors).toContain('PARSER_SOCKET: is required');
});
