/** Tests the command line against the real API: sign-in, submission, watching a folder, listening to webhooks. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, type Person, pdfSaying, startApi } from '#test/support/api.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';

let api: Api;
let desk: Desk;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.close());
beforeEach(() => (desk = newDesk()));
afterEach(() => desk.remove());

const LOGIN = 'config/fixpoint/login.json';
const withKey = (key: string) => ({ FIXPOINT_URL: api.url, FIXPOINT_API_KEY: key });

/** A person in a new organization, who signs in with the command line. */
async function signIn(): Promise<Person> {
  const person = await api.newMember(await api.newTenant());
  const { status, stderr } = await desk.run(['login', '--url', api.url, '--email', person.email], {
    input: `${person.password}\n`,
  });
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining(person.email) });
  return person;
}

/** Returns a function that waits for a text in the output of a program and returns the new output up to it. */
function hearing(child: ChildProcessWithoutNullStreams): (awaited: RegExp) => Promise<string> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  return async (awaited) => {
    while (!awaited.test(said)) await once(child.stderr, 'data');
    return said;
  };
}

function changeLogin(change: (login: { tokens: { accessExpiresAt: number; refreshToken: string } }) => void): void {
  const login = JSON.parse(Buffer.from(desk.read(LOGIN)).toString());
  change(login);
  desk.put(LOGIN, JSON.stringify(login));
}

describe('login', () => {
  test('keeps a sign-in for its owner alone, which other commands use and renew, until logout ends it', async () => {
    const person = await signIn();
    expect(statSync(join(desk.folder, LOGIN)).mode & 0o777).toBe(0o600);
    expect((await desk.run(['whoami'])).stdout).toContain(`${api.url}  ${person.email}  plan `);
    // The access token has expired. Several programs renew it one after the other.
    changeLogin(({ tokens }) => (tokens.accessExpiresAt = 0));
    const before = desk.read(LOGIN);
    const all = await Promise.all([desk.run(['whoami']), desk.run(['whoami']), desk.run(['whoami'])]);
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(desk.read(LOGIN)).not.toEqual(before);
    const { tokens } = JSON.parse(Buffer.from(desk.read(LOGIN)).toString());
    expect(await desk.run(['logout'])).toMatchObject({ status: 0 });
    expect(existsSync(join(desk.folder, LOGIN))).toBe(false);
    expect((await api.portal('GET', '/api/auth/sessions', { token: tokens.accessToken })).status).toBe(401);
    expect(await desk.run(['whoami'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Which service?') });
  });

  test('takes an API key that works, from standard input, and sends it to no other service', async () => {
    const { key } = await api.newTenant();
    const login = ['login', '--api-key', '--url', api.url];
    expect(await desk.run(login, { input: 'fxp_nonsense\n' })).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('invalid_api_key'),
    });
    expect(existsSync(join(desk.folder, LOGIN))).toBe(false);
    expect(await desk.run(login, { input: `${key}\n` })).toMatchObject({ status: 0 });
    expect(await desk.run(['whoami'])).toMatchObject({ status: 0, stdout: expect.stringContaining('  API key  ') });
    const elsewhere = await desk.run(['whoami', '--url', 'http://127.0.0.1:1']);
    expect(elsewhere).toMatchObject({ status: 6, stderr: expect.stringContaining(`The sign-in is for ${api.url}.`) });
  });

  test('is refused in a sentence where the password is wrong, or there is none', async () => {
    const login = ['login', '--url', api.url, '--email', 'nobody@person.example'];
    expect(await desk.run(login, { input: 'wrong\n' })).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(/^The address or the password is not right\. \(invalid_credentials, req_\w+\)\n$/),
    });
    expect(await desk.run(login, { input: '' })).toMatchObject({
      status: 2,
      stderr: 'Password: there was no answer.\n',
    });
  });
});

describe('submit', () => {
  test('prints ids, and with -o fetches the bytes that the engine here makes', async () => {
    const tenant = await api.newTenant();
    const env = withKey(tenant.key);
    desk.put('in.pdf', pdfSaying('submitted'));
    desk.put('signed.pdf', signedHello(createSigner()));
    const { status, stdout } = await desk.run(['submit', 'in.pdf', '--client-reference', '4711'], { env });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36} {2}in\.pdf\n$/) });
    const answer = await api.get(`/api/submissions/${stdout.slice(0, 36)}`, tenant);
    expect(await answer.json()).toMatchObject({ clientReference: '4711' });

    const fetched = await desk.run(['submit', 'in.pdf', 'signed.pdf', 'none.pdf', '-o', 'out'], { env });
    expect(fetched.status).toBe(4);
    expect(fetched.stderr.split('\n')).toEqual([
      expect.stringMatching(/^SUCCESS {2}in\.pdf {2}[0-9a-f-]{36}$/),
      expect.stringMatching(/^REJECTED signed\.pdf {2}[0-9a-f-]{36} {2}POLICY_REJECTION: .*--signed-pdf-policy strip/),
      'FAILED   none.pdf  The file cannot be read: there is no such file.',
      '',
    ]);
    await desk.run(['normalize', 'in.pdf', '-o', 'offline.pdf']);
    expect(desk.read('out/in.pdf')).toEqual(desk.read('offline.pdf'));
  });

  test('sends again what got no answer, and is charged once', async () => {
    const tenant = await api.newTenant();
    // The first answer of the service is lost.
    let answers = 0;
    const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = Object.fromEntries(
        ['x-api-key', 'content-type', 'prefer', 'idempotency-key'].flatMap((name) =>
          request.headers[name] ? [[name, String(request.headers[name])]] : [],
        ),
      );
      const body = request.method === 'POST' ? { body: new Uint8Array(Buffer.concat(chunks)) } : {};
      const answer = await fetch(api.url + request.url, { method: request.method ?? 'GET', headers, ...body });
      answers += 1;
      if (answers === 1) return void request.socket.destroy();
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    const proxy = createServer((...exchange) => void pass(...exchange)).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    desk.put('in.pdf', pdfSaying('sent twice'));
    const env = {
      FIXPOINT_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      FIXPOINT_API_KEY: tenant.key,
    };
    const { status, stdout } = await desk.run(['submit', 'in.pdf', '--wait', '--ndjson'], { env });
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 'SUCCESS', file: 'in.pdf', exitCode: 0 });
    expect(await (await api.get('/api/submissions', tenant)).json()).toMatchObject({ total: 1 });
    expect(await (await api.get('/api/quota', tenant)).json()).toMatchObject({ used: 1 });
  });

  test('tells a key that may not, and a file that the service does not take', async () => {
    const reading = await api.newTenant({ scopes: ['read'] });
    desk.put('in.pdf', pdfSaying('not allowed'));
    desk.put('text.pdf', 'no PDF');
    expect(await desk.run(['submit', 'in.pdf'], { env: withKey(reading.key) })).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('insufficient_scope'),
    });
    const { key } = await api.newTenant();
    expect(await desk.run(['submit', 'text.pdf'], { env: withKey(key) })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('(not_a_pdf, req_'),
    });
    expect(await desk.run(['submit', 'in.pdf', '--region', 'moon'], { env: withKey(key) })).toMatchObject({
      status: 2,
    });
  });
});

describe('watch', () => {
  const names = (folder: string): string[] => readdirSync(join(desk.folder, folder)).toSorted();

  test('moves what is done out of the way, and what has failed with its reason', async () => {
    const { key } = await api.newTenant();
    mkdirSync(join(desk.folder, 'inbox'));
    desk.put('inbox/good.PDF', pdfSaying('watched'));
    desk.put('inbox/signed.pdf', signedHello(createSigner()));
    desk.put('inbox/text.pdf', 'no PDF');
    desk.put('inbox/.hidden.pdf', pdfSaying('hidden'));
    desk.put('inbox/readme.txt', 'left alone');
    const watch = ['watch', 'inbox', '-o', 'out', '--stable', '0', '--once'];
    expect(await desk.run(watch, { env: withKey(key) })).toMatchObject({ status: 4 });
    expect(names('inbox')).toEqual(['.hidden.pdf', 'done', 'failed', 'readme.txt']);
    expect(names('inbox/done')).toEqual(['good.PDF']);
    expect(names('inbox/failed')).toEqual(['signed.pdf', 'signed.pdf.json', 'text.pdf', 'text.pdf.json']);
    expect(JSON.parse(Buffer.from(desk.read('inbox/failed/text.pdf.json')).toString())).toMatchObject({
      code: 'not_a_pdf',
    });

    // The same document again, and one without a service. Both have the same bytes, and each original has one name.
    desk.put('inbox/good.PDF', pdfSaying('watched'));
    expect(await desk.run([...watch, '--offline'])).toMatchObject({ status: 0 });
    expect([names('out'), names('inbox/done')]).toEqual([['good.PDF'], ['good-2.PDF', 'good.PDF']]);
  });

  test('takes what comes while it runs, until it is ended', async () => {
    const { key } = await api.newTenant();
    mkdirSync(join(desk.folder, 'inbox'));
    const child = desk.start(['watch', 'inbox', '-o', 'out', '--stable', '1'], { env: withKey(key) });
    const hears = hearing(child);
    await hears(/Watching/);
    desk.put('inbox/late.pdf', pdfSaying('late'));
    const told = await hears(/late\.pdf\n/);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect({ status: child.exitCode, told }).toEqual({
      status: 130,
      told: 'Watching inbox (Ctrl-C ends it).\nSUCCESS  late.pdf\n',
    });
    expect([names('out'), names('inbox/done')]).toEqual([['late.pdf'], ['late.pdf']]);
  });

  test('leaves files where they are while the service cannot be reached, and ends with a refused key', async () => {
    mkdirSync(join(desk.folder, 'inbox'));
    desk.put('inbox/in.pdf', pdfSaying('kept'));
    const watch = ['watch', 'inbox', '-o', 'out', '--stable', '0', '--once'];
    const env = { FIXPOINT_URL: 'http://127.0.0.1:1', FIXPOINT_API_KEY: 'key' };
    expect(await desk.run(watch, { env })).toMatchObject({ status: 8 });
    expect(await desk.run(watch, { env: withKey('fxp_nonsense') })).toMatchObject({ status: 6 });
    expect(names('inbox')).toEqual(['done', 'failed', 'in.pdf']);
  });
});

describe('listen', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  async function endpointOf(person: Person): Promise<void> {
    const requested = {
      url: 'https://receiver.example/hook',
      events: ['normalization.success', 'normalization.rejected'],
    };
    expect((await api.portal('POST', '/api/portal/webhooks', person, requested)).status).toBe(201);
  }

  test('passes each event on once, with a signature that the library of receivers verifies', async () => {
    const person = await signIn();
    await endpointOf(person);
    desk.put('in.pdf', pdfSaying('heard'));
    desk.put('signed.pdf', signedHello(createSigner()));
    await desk.run(['submit', 'in.pdf', '--wait']);

    const verified: { type: string; data: { submissionId: string } }[] = [];
    const { promise: both, resolve: heard } = Promise.withResolvers<void>();
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      verified.push(
        new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as (typeof verified)[number],
      );
      response.writeHead(verified.length === 1 ? 204 : 500).end();
      if (verified.length === 2) heard();
    };
    const receiver = createServer((...exchange) => void receive(...exchange)).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const where = `${(receiver.address() as AddressInfo).port}/hook`;
    const child = desk.start(['listen', '--forward-to', where, '--last', '1'], {
      env: { FIXPOINT_WEBHOOK_SECRET: SECRET },
    });
    const hears = hearing(child);
    await hears(/Listening/);
    const { stdout } = await desk.run(['submit', 'signed.pdf']);
    await both;
    // The output about the second one follows the answer.
    const told = await hears(/ 500 in /);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(verified.map(({ type }) => type)).toEqual(['normalization.success', 'normalization.rejected']);
    expect(verified[1]?.data.submissionId).toBe(stdout.slice(0, 36));
    expect(child.exitCode).toBe(130);
    expect(told).toMatch(
      /^Listening to 1 endpoint, [^]*whsec_[^]*normalization\.success {2}evt_\w+ {2}204 in \d+ ms\nnormalization\.rejected {2}evt_\w+ {2}500 in \d+ ms\n$/,
    );
  });

  test('says what it lacks: a sign-in, an endpoint, one by this id', async () => {
    const { key } = await api.newTenant();
    expect(await desk.run(['listen'], { env: withKey(key) })).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('instead of an API key'),
    });
    const person = await signIn();
    expect(await desk.run(['listen'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('has no webhook endpoint'),
    });
    await endpointOf(person);
    expect(await desk.run(['listen', '--endpoint', 'nonsense'])).toMatchObject({ status: 2 });
    const env = { FIXPOINT_WEBHOOK_SECRET: 'short' };
    expect(await desk.run(['listen'], { env })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is no signing secret'),
    });
  });
});
