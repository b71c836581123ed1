/** Every exit code of the documentation, and the way to it. */
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';
import { runCommand } from './run.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/command-line.md'), 'utf8');

let desk: Desk;
beforeAll(() => {
  desk = newDesk();
  const signed = signedHello(createSigner());
  desk.put('in.pdf', helloPage('Original'));
  desk.put('other.pdf', helloPage('Other'));
  desk.put('signed.pdf', signed);
  desk.put('forged.pdf', appendUpdate(signed, { 4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' } }));
  desk.put('broken.pdf', '%PDF-1.7\nnothing else');
  desk.put('text.pdf', 'no PDF');
  desk.put('empty.pdf', '');
  desk.put('attestation.json', '{}');
  desk.put('jwks.json', '{"keys":[]}');
  desk.put('n'.repeat(255), helloPage('Longest name'));
  mkdirSync(`${desk.folder}/folder`);
});
afterAll(() => desk.remove());

const proof = ['--attestation', 'attestation.json', '--jwks', 'jwks.json'];

describe('a call that goes well, or tells of documents', () => {
  const CASES: readonly (readonly [number, string, readonly string[]])[] = [
    [EXIT.done, 'a canonical PDF was written', ['normalize', 'in.pdf', '-o', 'out']],
    [EXIT.done, 'documents differ, and nobody asked for a code', ['diff', 'in.pdf', 'other.pdf']],
    [EXIT.done, 'a risk is below the one that was asked for', ['inspect', 'in.pdf', '--fail-on', 'low']],
    [EXIT.done, 'the version is told', ['--version']],
    [EXIT.differs, 'documents differ', ['diff', 'in.pdf', 'other.pdf', '--exit-code']],
    [EXIT.differs, 'a file is not canonical', ['normalize', 'in.pdf', '--check']],
    [EXIT.rejected, 'a policy rejects', ['normalize', 'signed.pdf', '-o', 'out-4']],
    [
      EXIT.failed,
      'a document is damaged beyond repair',
      ['normalize', 'broken.pdf', 'in.pdf', 'text.pdf', '-o', 'out-5'],
    ],
    [EXIT.found, 'a risk is found', ['inspect', 'forged.pdf', '--fail-on', 'high']],
    [EXIT.found, 'a warning is found', ['normalize', 'in.pdf', '-o', 'out-9', '--fail-on', 'high,NON_EMBEDDED_FONT']],
    [EXIT.notVerified, 'an attestation does not hold', ['verify', 'in.pdf', ...proof]],
  ];

  it.each(CASES)('ends with %d when %s', async (code, _, args) => {
    expect(await desk.run(args)).toMatchObject({ status: code });
  });
});

describe('bad input', () => {
  const CASES: readonly (readonly [number, string, readonly string[], string | RegExp])[] = [
    [EXIT.refused, 'no output', ['normalize', 'in.pdf'], /^Name an output: -o out\.pdf/],
    [EXIT.refused, 'no such value', ['hash', 'in.pdf', '--jobs', 'many'], /a number from 1 to 64$/],
    [EXIT.refused, 'a mistyped command', ['normalise', 'in.pdf'], /Did you mean normalize\?/],
    [EXIT.refused, 'the input as its output', ['normalize', 'in.pdf', '-o', 'in.pdf'], /^in\.pdf is the input in\.pdf/],
    [EXIT.refused, 'a folder below a file', ['normalize', 'in.pdf', '-o', 'in.pdf/out'], /cannot be made a folder/],
    [
      EXIT.refused,
      'a folder that cannot be made',
      ['normalize', 'in.pdf', '-o', '/proc/nope'],
      /cannot be made a folder/,
    ],
    [EXIT.refused, 'two PDFs into one file', ['normalize', 'in.pdf', 'other.pdf', '-o', 'one.pdf'], /name a folder\.$/],
    [EXIT.refused, 'two PDFs into one pipe', ['normalize', 'in.pdf', 'other.pdf', '-o', '-'], /name a folder\.$/],
    [EXIT.refused, 'one pipe twice', ['hash', '-', '-'], /can be read only once\.$/],
    [EXIT.refused, 'two things into one pipe', ['normalize', 'in.pdf', '-o', '-', '--ndjson'], /takes one PDF/],
    [EXIT.refused, 'an unknown risk', ['inspect', 'in.pdf', '--fail-on', 'severe'], /"severe" is neither a risk/],
    [EXIT.refused, 'no trust store', ['inspect', 'in.pdf', '--trust-store', 'nope'], /^nope: cannot be read$/],
    [EXIT.refused, 'a folder to watch that is none', ['watch', 'in.pdf', '-o', 'out'], /it is not a folder\.$/],
    [EXIT.refused, 'no service', ['submit', 'in.pdf'], /^Which service\?/],
    [
      EXIT.refused,
      'an address that is none',
      ['submit', 'in.pdf', '--url', 'nonsense'],
      /is not the address of a service/,
    ],
    [EXIT.unreadable, 'no such file', ['normalize', 'missing.pdf', '-o', 'out-3'], /there is no such file\.$/],
    // Bytes that are no UTF-8 reach a program of Node as this character.
    [
      EXIT.unreadable,
      'a name that is not UTF-8',
      ['normalize', 'caf\uFFFD.pdf', '-o', 'out-3'],
      /its name is not UTF-8, so that Node cannot open it: rename it\.$/,
    ],
    [EXIT.unreadable, 'a folder', ['normalize', 'folder', '-o', 'out-3'], /it is a folder: name the files in it\.$/],
    [EXIT.unreadable, 'a device', ['normalize', '/dev/zero', '-o', 'out-3'], /it is not a regular file\.$/],
    [EXIT.unreadable, 'an empty file', ['normalize', 'empty.pdf', '-o', 'out-3'], /EMPTY_FILE: The file is empty\./],
    [EXIT.unreadable, 'no PDF', ['diff', 'in.pdf', 'text.pdf'], /^FAILED {3}text\.pdf {2}NOT_A_PDF: /],
    [
      EXIT.unreadable,
      'a missing attestation',
      ['verify', 'in.pdf', '--attestation', 'nope', '--jwks', 'jwks.json'],
      /^nope: cannot be read$/,
    ],
    [
      EXIT.failed,
      'a name too long',
      ['normalize', 'n'.repeat(255), '-o', 'out-5'],
      /OUTPUT_UNWRITABLE: .*: name too long\.$/,
    ],
    [
      EXIT.credentials,
      'no key',
      ['submit', 'in.pdf', '--url', 'http://127.0.0.1:1'],
      /set FIXPOINT_API_KEY, or run fixpoint login\.$/,
    ],
    [
      EXIT.credentials,
      'no sign-in',
      ['listen', '--url', 'http://127.0.0.1:1'],
      /instead of an API key: fixpoint login/,
    ],
  ];

  it.each(CASES)('ends with %d and a sentence: %s', async (code, _, args, sentence) => {
    const { status, stdout, stderr } = await desk.run(args);
    const words = stderr.trim();
    expect(words).toMatch(sentence);
    expect({ status, stdout, lines: words.split('\n').length }).toEqual({
      status: code,
      stdout: '',
      lines: expect.toSatisfy((count: number) => count <= 2),
    });
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

describe('a service that refuses', () => {
  const refusals = {
    401: ['invalid_api_key', {}],
    402: ['quota_exceeded', {}],
    // Not the status of these, but the end of their addresses.
    4020: ['quota_reserved', { 'Retry-After': '0' }],
    403: ['insufficient_scope', {}],
    // So long nobody waits.
    429: ['rate_limited', { 'Retry-After': '3600' }],
    503: ['service_unavailable', { 'Retry-After': '0' }],
  } as const;

  const server = createServer((request, response) => {
    request.resume();
    const status = Number(request.url?.split('/')[1]) as keyof typeof refusals;
    request.once('end', () => refuse(response, status));
  });
  let url: string;
  let calls = 0;
  function refuse(response: ServerResponse, status: keyof typeof refusals): void {
    calls += 1;
    const [code, headers] = refusals[status];
    response.writeHead(Number(String(status).slice(0, 3)), { 'Content-Type': 'application/problem+json', ...headers });
    response.end(JSON.stringify({ code, detail: 'Not now.', requestId: 'req_1' }));
  }
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it.each([
    [EXIT.credentials, 401, 1],
    [EXIT.credentials, 403, 1],
    [EXIT.quota, 402, 1],
    [EXIT.unavailable, 4020, 4],
    [EXIT.unavailable, 429, 1],
    [EXIT.unavailable, 503, 4],
  ] as const)('ends with %d after a %d, and %d calls', async (code, status, expected) => {
    calls = 0;
    const env = { FIXPOINT_API_KEY: 'key' };
    const ended = await desk.run(['submit', 'in.pdf', '--url', `${url}/${status}`], { env });
    expect(ended).toMatchObject({ status: code, stdout: '', stderr: expect.stringContaining('Not now. (') });
    expect(calls).toBe(expected);
  });

  it('ends with 2 where another server answers', async () => {
    const stranger = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const env = { FIXPOINT_API_KEY: 'key' };
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const ended = await desk.run(['whoami', '--url', address], { env });
    stranger.close();
    expect(ended).toMatchObject({
      status: EXIT.refused,
      stderr: expect.stringContaining('does not answer as Fixpoint'),
    });
  });

  it('ends with 8 when nobody answers', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const env = { FIXPOINT_API_KEY: 'key' };
    const ended = await desk.run(['whoami', '--url', `http://127.0.0.1:${port}`], { env });
    expect(ended).toMatchObject({ status: EXIT.unavailable, stderr: expect.stringContaining('cannot be reached') });
  });
});

describe('an end from outside', () => {
  it('is 130 after Ctrl-C, in the midst of the work, and leaves no half of a file', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `many-${index}.pdf`);
    for (const name of names) desk.put(name, helloPage(name));
    const child = desk.start(['normalize', ...names, '-o', 'stopped']);
    const [stderr] = await Promise.all([
      text(child.stderr),
      once(child.stderr, 'data').then(() => child.kill('SIGINT')),
      once(child, 'exit'),
    ]);
    expect(child.exitCode).toBe(EXIT.interrupted);
    const lines = stderr.trim().split('\n');
    expect(lines.length).toBeLessThan(names.length);
    expect(lines.filter((line) => !line.startsWith('SUCCESS'))).toEqual([]);
  });

  it('is 141 when nobody reads on, without a word', async () => {
    const child = desk.start(['hash', ...Array.from({ length: 30 }, () => 'in.pdf')]);
    child.stdout.destroy();
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ status: child.exitCode, stderr }).toEqual({ status: EXIT.closedPipe, stderr: '' });
  });
});

it('is 70 for a fault of the program, which is a sentence too', async () => {
  const before = process.exitCode;
  const written: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  try {
    await runCommand(() => Promise.reject(new TypeError('undefined is not a function')));
    expect(process.exitCode).toBe(EXIT.bug);
    expect(written).toEqual(['fixpoint: This should not have happened: undefined is not a function\n']);
  } finally {
    process.stderr.write = write;
    process.exitCode = before;
  }
});

describe('the documentation', () => {
  it('has the table of exit codes', () => {
    const rows = [...PAGE.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => [Number(code), meaning]);
    expect(rows).toEqual(Object.entries(EXIT_MEANINGS).map(([code, meaning]) => [Number(code), meaning]));
  });

  it('has every command and every option, and none that is not there', async () => {
    const { stdout } = await desk.run(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name ?? '');
    const ofTheService = [
      'dev',
      'doctor',
      'migrate',
      'database-logins',
      'minio-users',
      'bucket-policy',
      'payments',
      'reset-second-factor',
      'admin',
      'help',
    ];
    const documented = [...PAGE.matchAll(/^\| `fixpoint ([a-z]+)[ `]/gm)].map(([, name]) => name);
    expect(documented).toEqual(commands.filter((name) => !ofTheService.includes(name)));
    const helps = await Promise.all(documented.map((name) => desk.run([name ?? '', '--help'])));
    const options = new Set(
      helps.flatMap((help) => [...help.stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name)),
    );
    options.delete('--help');
    const told = new Set([...PAGE.matchAll(/(--[a-z][a-z-]+)/g)].map(([, name]) => name));
    expect([...options].filter((name) => !told.has(name))).toEqual([]);
  });
});
