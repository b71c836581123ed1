/** Tests `fixpoint dev` as a person uses it: start, use, inspect, stop, start again, wipe. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { FORGED_CONTRACT } from '#dev/demo/stories.ts';
import { becomesTrue } from '#dev/network.ts';
import { processIdentity } from '#dev/process.ts';
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { connectDatabase } from '#store/orm.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { findVerapdf } from '#dev/parts/verapdf.ts';
import { type Installation, newInstallation, ROOT, TIMEOUT_MS } from './command.ts';

/** Runs only if this machine has a Java for it. */
const VERAPDF = 'java' in (await findVerapdf(() => {})) ? ['verapdf'] : [];

const Documents = z.object({ items: z.array(z.object({ status: z.string() })) });

let at: Installation;
let dataDir: string;
let port: number;
beforeAll(async () => {
  at = await newInstallation('usual ports');
  ({ dataDir, port } = at);
});
afterAll(() => at.remove(), TIMEOUT_MS);

const dev = (...args: string[]) => at.dev(...args);
const state = () => at.state();
const ask = async (
  path: string,
  headers: Record<string, string> = { 'X-Api-Key': state().apiKey ?? '' },
): Promise<unknown> => (await fetch(`${state().baseUrl}${path}`, { headers })).json();
const outcomes = async () => {
  const { items } = Documents.parse(await ask('/api/submissions?page_size=100'));
  return Object.fromEntries(
    [...Map.groupBy(items, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
};
const signInByTicket = async (): Promise<string> => {
  const post = (what: string, body: object) =>
    fetch(`${state().baseUrl}/api/development/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { ticket } = JSON.parse(await (await post('tickets', {})).text());
  return JSON.parse(await (await post('sign-in', { ticket })).text()).access_token;
};
const livePids = () => Object.values(state().pids).filter((pid) => processIdentity(pid) !== null);

test(
  'a first start ends with the addresses, the key and a request that is let in',
  async () => {
    const { status, stdout, stderr } = dev('--detach');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { apiKey, baseUrl, mail, portal, temporalUi } = state();
    expect(stdout).toContain(`  Start        http://127.0.0.1:${port}/\n`);
    expect(stdout).toContain(`  Portal       http://127.0.0.1:${port}/portal/#/ticket?ticket=`);
    expect(stdout).toContain(`  API          http://127.0.0.1:${port}/docs\n`);
    expect(stdout).toContain(`  Temporal UI  ${temporalUi}/namespaces/default/workflows?query=TemporalScheduledById`);
    expect(stdout).toContain(`  Mail         ${mail}\n`);
    expect(stdout).toContain(`  Sign in      ${baseUrl}/portal/ ${portal?.email} ${portal?.password}\n`);
    expect(stdout).toContain(
      `  curl -sS ${baseUrl}/api/normalize -H "X-Api-Key: ${apiKey}" -F file=@fixtures/pdf/hello.pdf\n`,
    );
    // The key is accepted if the answer is about the missing file.
    const knock = (key: string) => fetch(`${baseUrl}/api/normalize`, { method: 'POST', headers: { 'X-Api-Key': key } });
    expect((await knock(apiKey ?? '')).status).not.toBe(401);
    expect((await knock('fxp_guess')).status).toBe(401);
  },
  TIMEOUT_MS,
);

test('the portal, the mail catcher and the validator follow the first answer', async () => {
  await expect.poll(() => at.log('dev'), { timeout: 120_000 }).toMatch(/portal +✔ built/);
  await expect.poll(() => at.log('dev'), { timeout: 120_000 }).toMatch(/mail +✔/);
  if (VERAPDF.length > 0) await expect.poll(() => at.log('dev'), { timeout: 120_000 }).toMatch(/verapdf +✔/);
  for (const url of [`${state().baseUrl}/portal/`, state().mail ?? '']) {
    const response = await fetch(url);
    expect({ url, status: response.status }).toEqual({ url, status: 200 });
    expect(response.headers.get('content-type')).toContain('text/html');
  }
});

test('the demo organization is filled beside everything else', async () => {
  await expect.poll(() => at.log('dev'), { timeout: 120_000 }).toContain('16 documents were sent');
  const byStatus = await outcomes();
  expect(byStatus).toEqual({ SUCCESS: 14, FAILED: 1, REJECTED: 1 });
  const found = await ask('/api/submissions?client_reference=contract-2026-031-b&risk_level=critical');
  expect(found).toMatchObject({ total: 1, items: [{ submissionId: state().demo?.submissions[FORGED_CONTRACT] }] });
  expect(await ask('/api/batches')).toMatchObject({ items: [{ status: 'complete', completed: 4 }] });
  expect(await ask('/api/quota')).toMatchObject({ planTier: 'growth', used: 14 });
});

test('one receiver of the demo takes what it is told, the other one is gone at once', async () => {
  const token = await signInByTicket();
  const webhooks = () => ask('/api/portal/webhooks', { Authorization: `Bearer ${token}` });
  await expect.poll(webhooks, { timeout: 60_000 }).toMatchObject([
    { url: expect.stringContaining('/archive'), active: true, lastDeliveryAt: expect.any(String) },
    { url: expect.stringContaining('/retired-system'), active: false, disabledReason: 'gone' },
  ]);
  // Documents end in parallel, so a second event may have been sent before the receiver answered that it is gone.
  const dead = await ask('/api/portal/webhooks/dead', { Authorization: `Bearer ${token}` });
  const errors = (dead as { lastError: string }[]).map((delivery) => delivery.lastError);
  expect(dead).toContainEqual(expect.objectContaining({ lastStatusCode: 410, lastError: 'endpoint_gone' }));
  expect(new Set(errors).difference(new Set(['endpoint_gone', 'endpoint_inactive']))).toEqual(new Set());
});

test('npm run demo prints a link to the forged contract', () => {
  const { status, stdout } = dev('demo');
  expect(status).toBe(0);
  expect(stdout).toMatch(/\/portal\/#\/ticket\?ticket=[\w-]{43}&next=%2Fdocuments%2F[0-9a-f-]{36}\n/);
});

test('the owner of the demo organization can sign in, and mail that is sent is shown', async () => {
  const { baseUrl, mail, portal } = state();
  const post = (what: string, body: object) =>
    fetch(`${baseUrl}/api/auth/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post('login', portal ?? {})).status).toBe(200);
  expect((await post('forgot-password', { email: portal?.email })).status).toBe(202);
  const shown = async () => (await (await fetch(mail ?? '')).text()).includes('Choose a new password');
  expect(await becomesTrue(shown, 60_000)).toBe(true);
});

test('the worker is seen, and says to operators alone how its parsers are isolated', async () => {
  const readiness = async (): Promise<unknown> => (await fetch(`${state().baseUrl}/readyz`)).json();
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ workers: 1 });
  const sandbox = probeSandbox();
  const { isolation: parserIsolation } = await findIsolation(sandbox);
  const database = await connectDatabase(state().databaseUrl ?? expect.fail('no database'));
  try {
    const seen = await workerHeartbeats(database).live();
    expect(seen).toEqual([{ parserIsolation, parserWalls: sandbox.mechanisms }]);
  } finally {
    await database.close();
  }
});

test('dev.json tells all of it to its owner only', () => {
  const { buckets } = state().store ?? {};
  expect(statSync(join(dataDir, 'dev.json')).mode & 0o777).toBe(0o600);
  expect(Object.keys(state().pids).toSorted()).toEqual([
    'api',
    'mail',
    'payments',
    'postgres',
    'store',
    'supervisor',
    'temporal',
    ...VERAPDF,
    'worker',
  ]);
  expect(buckets).toMatchObject({ 'eu-central-1': 'fixpoint-eu-central-1' });
  expect(state()).toMatchObject({
    databaseUrl: expect.any(String),
    temporalAddress: expect.any(String),
  });
});

test('a second run, and a wipe, are refused while it runs', () => {
  expect(dev('--detach')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Already running'),
  });
  expect(dev('wipe', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run stop'),
  });
  expect(livePids()).toHaveLength(8 + VERAPDF.length);
});

test(
  'stop leaves no process, and the next start knows the same key',
  async () => {
    const { apiKey, pids, demo } = state();
    expect(dev('stop')).toMatchObject({ status: 0, stdout: 'Stopped.\n' });
    expect(Object.values(pids).map((pid) => processIdentity(pid))).toEqual(Object.values(pids).map(() => null));
    expect(dev('status').status).toBe(1);
    expect(dev('demo')).toMatchObject({ status: 1, stdout: expect.stringContaining('First: npm start') });

    expect(dev('--detach').status).toBe(0);
    expect(state().apiKey).toBe(apiKey);
    expect(state().demo).toEqual(demo);
    // An earlier connection may still be tried.
    await expect.poll(outcomes).toEqual({ SUCCESS: 14, FAILED: 1, REJECTED: 1 });
  },
  TIMEOUT_MS,
);

test(
  'a part that ends by itself ends the run, with the last lines of its log',
  async () => {
    const { pids } = state();
    process.kill(pids.temporal ?? 0, 'SIGKILL');
    expect(await becomesTrue(() => livePids().length === 0, 60_000)).toBe(true);
    expect(at.log('dev')).toMatch(/temporal ended by SIGKILL\. Its last lines \(.*temporal\.log\):/);
    expect(dev('status')).toMatchObject({ status: 1, stdout: expect.stringContaining('Nothing is running') });
    expect(dev('--detach').status).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'what a killed supervisor leaves behind is ended by the next start',
  async () => {
    const { supervisor, ...left } = state().pids;
    process.kill(supervisor ?? 0, 'SIGKILL');
    expect(await becomesTrue(() => processIdentity(supervisor ?? 0) === null, 5_000)).toBe(true);
    expect(dev('status').stdout).toMatch(
      /supervisor is gone and left api, worker,( mail,)? payments,( verapdf,)? temporal, store, postgres/,
    );
    expect(dev('--detach').status).toBe(0);
    expect(Object.values(left).map((pid) => processIdentity(pid))).toEqual(Object.values(left).map(() => null));
  },
  TIMEOUT_MS,
);

test('a busy port that was asked for is a clear failure and starts nothing', async () => {
  dev('stop');
  const busy = await new Promise<Server>((listening) => {
    const server: Server = createServer().listen(port, '127.0.0.1', () => listening(server));
  });
  expect(dev('--detach')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`PORT=${port} is busy`),
  });
  expect(livePids()).toEqual([]);
  await new Promise((closed) => busy.close(closed));
});

test('wipe asks, tells how much, and deletes', () => {
  const asked = dev('wipe');
  expect(asked.status).toBe(1);
  expect(asked.stdout).toMatch(/dev\.json\s+[\d,]+ bytes/);
  expect(existsSync(join(dataDir, 'dev.json'))).toBe(true);
  expect(dev('wipe', '--yes').status).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test('a damaged dev.json does not stand in the way of a wipe', () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'dev.json'), '{"pids":');
  expect(dev('--detach')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run wipe') });
  expect(dev('wipe', '--yes').status).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test('a folder that is not ours is not wiped', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'fixpoint.mjs'), 'dev', 'wipe', '--yes'], {
    env: { ...process.env, DATA_DIR: join(ROOT, 'src') },
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not ours to delete'),
  });
  expect(existsSync(join(ROOT, 'src/cli.ts'))).toBe(true);
});
