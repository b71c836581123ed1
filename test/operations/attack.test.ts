/** Runs the HTTP part of `npm run attack`: the service rejects it, and a server that rejects nothing is detected. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { VERIFIER_PROGRAM, PARSER_PROGRAM } from '#src/parser-host/child-programs.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Api, startApi } from '#test/support/api.ts';
import { attackAccounts } from '#tools/drills/attack/accounts.ts';
import { type Attempt, attemptsOf, type Result } from '#tools/drills/attack/attempts.ts';
import { ask } from '#tools/drills/attack/http.ts';
import { lookAtParsers } from '#tools/drills/attack/isolation.ts';
import { attackRequests } from '#tools/drills/attack/requests.ts';
import { type Organization, sendDocument, type Stage } from '#tools/drills/attack/stage.ts';
import { attackWebhooks } from '#tools/drills/attack/webhooks.ts';
import { signIn } from '#tools/stranger.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ settings: { receivers: { http: true, loopback: false } } });
});
afterAll(() => api.close());

async function newOrganization(): Promise<Organization> {
  const tenant = await api.newTenant();
  const member = async (role: 'owner' | 'admin' | 'member') => {
    const { email, password } = await api.newMember(tenant, { role });
    return signIn({ baseUrl: api.url, ask }, email, password);
  };
  const bytes = helloPage(randomUUID());
  const { normalized, original, submissionId } = await sendDocument(api.url, tenant.key, bytes);
  const { sha256, downloadUrl } = normalized ?? expect.fail('the document was not normalized');
  const nobodys = randomUUID();
  return {
    organizationId: tenant.organizationId,
    members: { owner: await member('owner'), admin: await member('admin'), member: await member('member') },
    keys: { normalize: tenant.key, read: tenant.key, 'normalize+read': tenant.key },
    ids: {
      submission: submissionId,
      original: original.sha256,
      output: sha256,
      fingerprint: nobodys,
      batch: nobodys,
      apiKey: nobodys,
      member: nobodys,
      address: nobodys,
      session: nobodys,
      invitation: nobodys,
      webhook: nobodys,
      delivery: nobodys,
      event: nobodys,
      export: nobodys,
      erasure: nobodys,
      deletion: nobodys,
      idempotency: nobodys,
      paymentEvent: nobodys,
      passkey: nobodys,
    },
    document: { downloadUrl },
    words: [],
  };
}

async function resultsOf(attack: (stage: Stage, attempt: Attempt) => Promise<void>, stage: Stage): Promise<Result[]> {
  const results: Result[] = [];
  await attack(
    stage,
    attemptsOf('attack', (result) => results.push(result)),
  );
  return results;
}

const NOWHERE: Stage = {
  target: { baseUrl: '', apiKey: '', mail: null, portal: null, workerPid: process.pid },
  organizations: null,
};
const targetAt = (baseUrl: string, apiKey: string) => ({ baseUrl, apiKey, mail: null, portal: null, workerPid: null });

test.for([
  { name: 'accounts', attack: attackAccounts, atLeast: 50 },
  { name: 'requests', attack: attackRequests, atLeast: 60 },
  { name: 'webhooks', attack: attackWebhooks, atLeast: 100 },
])('of the attempts on $name none gets through', async ({ attack, atLeast }) => {
  const organizations = { attacker: await newOrganization(), victim: await newOrganization() };
  const target = targetAt(api.url, organizations.attacker.keys['normalize+read']);
  const results = await resultsOf(attack, { target, organizations });
  expect(results.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  expect(results.filter(({ verdict }) => verdict !== 'not tried').length).toBeGreaterThanOrEqual(atLeast);
});

test('a server that answers yes to everything withstands none of them', async () => {
  const yes = 'HTTP/1.1 200 OK\r\nSet-Cookie: broken=1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(yes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = targetAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, `fxp_${randomUUID()}`);
  for (const attack of [attackAccounts, attackRequests, attackWebhooks]) {
    const results = await resultsOf(attack, { target, organizations: null });
    expect(results.filter(({ verdict }) => verdict === 'refused' || verdict === 'held')).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'broken').length).toBeGreaterThan(8);
  }
  server.close();
});

test('parsers that run are found by their program, built or not', async ({ skip }) => {
  if (process.platform !== 'linux') skip('/proc');
  const { entry, verifierEntry } = parserPrograms();
  const programs = [...new Set([entry, verifierEntry, PARSER_PROGRAM, VERIFIER_PROGRAM])];
  const sandbox = probeSandbox();
  const started = programs.map((program) => sandbox.start(program, 512));
  try {
    const results = () => resultsOf((_stage, attempt) => lookAtParsers(process.pid, attempt), NOWHERE);
    await expect
      .poll(async () => (await results()).find(({ name }) => name === 'the parsers that run now')?.said, {
        timeout: 20_000,
      })
      .toBe(String(programs.length));
  } finally {
    for (const parser of started) parser.kill();
  }
});
