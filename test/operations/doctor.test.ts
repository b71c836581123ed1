/**
 * Tests `fixpoint doctor` on real parts: first all parts work, then one after another is broken, and each is named with
 * a remedy.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { type Api, startApi } from '#test/support/api.ts';
import { dropDatabase, emptyDatabase } from '#test/support/own-database.ts';
import { type Program, startWorkerProgram, storeSettings } from '#test/support/programs.ts';
import { separateNewObjects, shareNewObjects } from '#test/support/shared-layout.ts';
import { startMailServer, type MailServer } from '#test/support/mail-server.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';

const NOBODY = '127.0.0.1:1';
const reports = z.array(
  z.object({
    check: z.string(),
    state: z.enum(['ok', 'warn', 'fail', 'skipped']),
    said: z.string(),
    remedy: z.string().nullable(),
  }),
);
type Settings = Readonly<Record<string, string>>;

let api: Api;
let worker: Program;
let mail: MailServer;
let well: Settings;

beforeAll(async () => {
  const parts = inject('parts');
  const keys = { SIGNING_KEY: newDevelopmentKey(), SECRETS_KEY: newDevelopmentSecretsKey().trim() };
  api = await startApi();
  mail = await startMailServer();
  worker = await startWorkerProgram(parts, { ...keys, WORKER_PROCESSES: '1' });
  well = {
    NODE_ENV: 'test',
    ...storeSettings(parts),
    ...keys,
    ACCESS_TOKEN_KEY: newDevelopmentKey(),
    TEMPORAL_ADDRESS: parts.temporal.address,
    TEMPORAL_NAMESPACE: parts.temporal.namespace,
    PUBLIC_URL: api.url,
    SMTP_URL: mail.url,
  };
});
afterAll(async () => {
  worker.child.kill('SIGKILL');
  await mail.close();
  await api.close();
});

async function doctor(settings: Settings, ...flags: readonly string[]) {
  const child = spawn(process.execPath, ['src/cli.ts', 'doctor', ...flags], {
    env: { ...PROGRAM_ENV, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { said, code: Number(code) };
}

async function foundWith(settings: Settings) {
  const { said, code } = await doctor({ ...well, ...settings }, '--json');
  return { code, found: reports.parse(JSON.parse(said)) };
}

test('nothing is wrong with a service that is well, and every part was examined', async () => {
  const { code, found } = await foundWith({});
  expect(found.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(code).toBe(0);
  const names = [
    'database',
    'schema',
    'clock',
    'object store',
    'Temporal',
    'schedules',
    'worker versions',
    'parser isolation',
    'mail',
  ];
  for (const name of names) expect(found.map(({ check }) => check)).toContain(name);
});

interface Broken {
  readonly part: string;
  readonly settings: Settings;
  readonly said: RegExp;
  readonly remedy: RegExp;
}

const BROKEN: readonly Broken[] = [
  {
    part: 'database',
    settings: { DATABASE_URL: `postgresql://somebody:secret@${NOBODY}/fixpoint` },
    said: /ECONNREFUSED/,
    remedy: /start PostgreSQL/,
  },
  {
    part: 'object store',
    settings: { S3_ENDPOINT: `http://${NOBODY}` },
    said: /ECONNREFUSED/,
    remedy: /start the store/,
  },
  { part: 'object store', settings: { S3_SECRET_KEY: 'not the secret' }, said: /./, remedy: /S3 keys be right/ },
  { part: 'Temporal', settings: { TEMPORAL_ADDRESS: NOBODY }, said: /./, remedy: /start Temporal/ },
  {
    part: 'namespace',
    settings: { TEMPORAL_NAMESPACE: 'nowhere' },
    said: /nowhere.* not found/i,
    remedy: /namespace create/,
  },
  { part: 'mail', settings: { SMTP_URL: `smtp://${NOBODY}` }, said: /ECONNREFUSED/, remedy: /SMTP_URL/ },
  {
    part: 'timestamps',
    settings: { TIMESTAMP_URLS: `http://${NOBODY}/` },
    said: /No timestamp was had/,
    remedy: /let TIMESTAMP_URLS name authorities/,
  },
  { part: 'validator', settings: { VERAPDF_URL: `http://${NOBODY}` }, said: /./, remedy: /start veraPDF/ },
  {
    part: 'signing key',
    settings: { SIGNING_KEY: '', SIGNING_KEY_FILE: '/nowhere/key.pem' },
    said: /SIGNING_KEY_FILE.*cannot be read/,
    remedy: /openssl genpkey/,
  },
  { part: 'secrets key', settings: { SECRETS_KEY: 'c2hvcnQ=' }, said: /./, remedy: /SECRETS_KEY_FILE/ },
  { part: 'spool', settings: { SPOOL_DIR: '/nowhere' }, said: /ENOENT/, remedy: /may write to/ },
  {
    part: 'parser isolation',
    settings: { PARSER_SOCKET: '/nowhere/parsers.sock' },
    said: /ENOENT/,
    remedy: /Isolation of parsers/,
  },
  { part: 'API', settings: { PUBLIC_URL: `http://${NOBODY}` }, said: /./, remedy: /start the API/ },
];

test.each(BROKEN)('$part: what is wrong is said, and what to do', async ({ part, settings, said, remedy }) => {
  const { code, found } = await foundWith(settings);
  expect(code).toBe(1);
  const finding = found.find(({ check }) => check === part);
  expect(finding).toMatchObject({ state: 'fail', said: expect.stringMatching(said), remedy: expect.any(String) });
  expect(finding?.remedy).toMatch(remedy);
  expect(JSON.stringify(found)).not.toContain('secret@');
  // One missing part is reported once.
  expect(found.filter(({ state }) => state === 'fail').map(({ check }) => check)).toEqual([part]);
});

test('a database without the tables, in which no worker was ever seen', async () => {
  const empty = await emptyDatabase(inject('parts'));
  const { code, found } = await foundWith({ DATABASE_URL: empty.databaseUrl });
  expect(code).toBe(1);
  expect(found.find(({ check }) => check === 'schema')).toMatchObject({ state: 'fail', remedy: /fixpoint migrate/ });
  expect(found.find(({ check }) => check === 'workers')).toMatchObject({ state: 'fail' });
  await dropDatabase(empty);
});

test('in production a login of the database that may do too much fails, unless it was accepted', async () => {
  const DATABASE_URL = inject('parts').databaseOwnerUrl;
  const ofProduction = async (ACCEPT_RISKS: string) => {
    const { found } = await foundWith({ NODE_ENV: 'production', DATABASE_URL, ACCEPT_RISKS });
    return found.find(({ check }) => check === 'database login');
  };
  const refused = await ofProduction('plain-smtp');
  expect(refused).toMatchObject({ state: 'fail', remedy: expect.stringContaining('database-logins') });
  const accepted = await ofProduction('plain-smtp,database-login');
  expect(accepted).toMatchObject({ state: 'warn', said: refused?.said, remedy: refused?.remedy });
});

test('objects that organizations share since a version before are named, with the command that moves them', async () => {
  const ofKeys = async () => (await foundWith({})).found.find(({ check }) => check === 'object keys');
  expect(await ofKeys()).toMatchObject({ state: 'ok' });
  await shareNewObjects(api.database);
  expect(await ofKeys()).toMatchObject({
    state: 'warn',
    remedy: expect.stringContaining('fixpoint admin move-objects'),
  });
  await separateNewObjects(api.database);
});

test('settings that cannot be read are named without their values, and nothing is examined', async () => {
  const { said, code } = await doctor({ ...well, PORT: 'a secret port', DATABASE_URL: 'nothing' });
  expect(code).toBe(2);
  expect(said).toMatch(/^FAIL {2}settings +.*DATABASE_URL.*PORT|PORT.*DATABASE_URL/m);
  expect(said).not.toContain('secret port');
  expect(said.trim().split('\n')).toHaveLength(2);
});
