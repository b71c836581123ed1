/** `fixpoint dev` when its parts are killed, hang and crash in a loop, and when it is killed itself. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomesTrue, statusOf } from '#dev/network.ts';
import { processIdentity } from '#dev/process.ts';
import { PROCESS_NAMES, type ProcessName } from '#dev/state.ts';
import { findVerapdf } from '#dev/parts/verapdf.ts';
import { type Installation, newInstallation, ROOT, TIMEOUT_MS } from './command.ts';

const SOON_MS = 120_000;
const verapdf = await findVerapdf(() => {});
if ('missing' in verapdf) console.info(`veraPDF is not killed here: ${verapdf.missing}`);
const PARTS = PROCESS_NAMES.filter((name) => name !== 'supervisor' && (name !== 'verapdf' || 'java' in verapdf));
const PDF = readFileSync(join(ROOT, 'fixtures/pdf/hello.pdf'));

let at: Installation;
const isGone = (pid: number) => processIdentity(pid) === null;
const pidOf = (name: ProcessName) => at.state().pids[name] ?? 0;
const kill = (name: ProcessName, signal: NodeJS.Signals = 'SIGKILL') => process.kill(pidOf(name), signal);
const said = (name: ProcessName, mark: '✖' | '✔ again') =>
  at.log('supervisor').split(`  ${name.padEnd(12)} ${mark}`).length - 1;

/** A document nobody has sent before. */
async function isNormalized(): Promise<boolean> {
  const { baseUrl, apiKey } = at.state();
  const body = new FormData();
  body.append('file', new Blob([PDF, `\n%${crypto.randomUUID()}\n`], { type: 'application/pdf' }), 'hello.pdf');
  const headers = { 'X-Api-Key': apiKey ?? '' };
  const response = await fetch(`${baseUrl}/api/normalize`, { method: 'POST', headers, body }).catch(() => null);
  return response?.status === 200 && JSON.stringify(await response.json()).includes('"SUCCESS"');
}

describe('while everything runs', () => {
  beforeAll(async () => {
    at = await newInstallation();
    expect(at.dev('--detach')).toMatchObject({ status: 0, stderr: '' });
  }, TIMEOUT_MS);
  afterAll(() => at.remove(), TIMEOUT_MS);

  test.each(PARTS)(
    'a killed %s comes back where it was, is told, and documents are normalized',
    async (name) => {
      const { pids, identities: _, ...before } = at.state();
      const told = said(name, '✔ again');
      kill(name);
      expect(await becomesTrue(() => said(name, '✔ again') > told, SOON_MS)).toBe(true);
      expect(isGone(pids[name] ?? 0)).toBe(true);
      expect(at.state()).toMatchObject(before);
      for (const url of [before.mail, before.payments?.url, before.temporalUi]) {
        expect(await becomesTrue(async () => (await statusOf(url ?? '')) === 200, SOON_MS)).toBe(true);
      }
      expect(await becomesTrue(isNormalized, SOON_MS)).toBe(true);
      expect(at.log('supervisor')).toMatch(new RegExp(`  ${name} +✖ ended by SIGKILL; again in [\\d.]+ s \\(`));
    },
    TIMEOUT_MS,
  );

  test(
    'all of them killed at once come back',
    async () => {
      const told = new Map(PARTS.map((name) => [name, said(name, '✔ again')]));
      PARTS.forEach((name) => kill(name));
      const areBack = () => PARTS.every((name) => said(name, '✔ again') > (told.get(name) ?? 0));
      expect(await becomesTrue(areBack, SOON_MS)).toBe(true);
      expect(await becomesTrue(isNormalized, SOON_MS)).toBe(true);
      expect(at.dev('status').status).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'a PostgreSQL that hangs is ended and comes back',
    async () => {
      const told = said('postgres', '✔ again');
      const hung = pidOf('postgres');
      kill('postgres', 'SIGSTOP');
      expect(await becomesTrue(() => said('postgres', '✔ again') > told, SOON_MS)).toBe(true);
      expect(isGone(hung)).toBe(true);
      expect(at.log('supervisor')).toMatch(/ {2}postgres +✔ again, after it did not answer for \d+ s/);
      expect(await becomesTrue(isNormalized, SOON_MS)).toBe(true);
    },
    TIMEOUT_MS,
  );

  test(
    'an API that dies whenever it answers has not come back: it is given up, with everything, and tells why',
    async () => {
      const { pids, baseUrl } = at.state();
      const told = said('api', '✔ again');
      const answers = async () => (await statusOf(`${baseUrl}/livez`)) === 200;
      const isOver = () => isGone(pids.supervisor ?? 0);
      for (let killed = 0; !isOver(); killed = pidOf('api')) {
        const hasNext = async () => isOver() || (pidOf('api') !== killed && (await answers()));
        expect(await becomesTrue(hasNext, SOON_MS)).toBe(true);
        if (!isOver() && pidOf('api') !== 0) kill('api');
      }
      expect(said('api', '✔ again')).toBe(told);
      const [reason] = at
        .log('supervisor')
        .split('\n')
        .slice(-30)
        .filter((line) => line.includes('times within'));
      expect(reason).toMatch(/^api ended by SIGKILL 6 times within a minute\. Its last lines/);
      expect(Object.values(pids).filter((pid) => !isGone(pid))).toEqual([]);
      expect(at.state().pids).toEqual({});
    },
    TIMEOUT_MS,
  );
});

describe('while it starts', () => {
  beforeAll(async () => {
    at = await newInstallation();
  });
  afterAll(() => at.remove(), TIMEOUT_MS);

  test(
    'a supervisor that is killed leaves nothing that lingers or is in the way of the next',
    async () => {
      const first = at.devBeside('--detach');
      const isStarting = () => at.state().pids.postgres !== undefined && at.state().pids.minio !== undefined;
      expect(await becomesTrue(isStarting, TIMEOUT_MS)).toBe(true);
      kill('supervisor');
      const { pids } = at.state();
      expect(await first).toMatchObject({ status: 1, stderr: expect.stringContaining('Stopped before it was ready.') });
      const { status, stdout, stderr } = at.dev('--detach');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^Ending what a killed run left: .*postgres/);
      expect(Object.values(pids).filter((pid) => !isGone(pid))).toEqual([]);
      at.dev('stop');
    },
    TIMEOUT_MS,
  );

  test(
    'a PostgreSQL that is killed while its tables are made is started again, and they are made',
    async () => {
      at.dev('wipe', '--yes');
      const start = at.devBeside('--detach');
      const isMigrating = () =>
        existsSync(join(at.dataDir, 'logs/supervisor.log')) && at.log('supervisor').includes('migrating');
      expect(await becomesTrue(isMigrating, SOON_MS)).toBe(true);
      kill('postgres');
      expect(await start).toMatchObject({ status: 0, stderr: '' });
      expect(at.log('supervisor').split('… migrating')).toHaveLength(3);
      expect(await becomesTrue(isNormalized, SOON_MS)).toBe(true);
      at.dev('stop');
    },
    TIMEOUT_MS,
  );

  test(
    'one whose terminal goes away, with what it is told, ends in order',
    async () => {
      const child = at.begin();
      await once(child.stdout.setEncoding('utf8'), 'data');
      const isReady = async () => (await statusOf(`http://127.0.0.1:${at.port}/readyz`)) === 200;
      expect(await becomesTrue(isReady, SOON_MS)).toBe(true);
      const { pids } = at.state();
      child.stdout.destroy();
      child.stderr.destroy();
      child.kill('SIGHUP');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(Object.values(pids).filter((pid) => !isGone(pid))).toEqual([]);
      expect(at.log('postgres').trimEnd()).toMatch(/database system is shut down$/);
    },
    TIMEOUT_MS,
  );

  test(
    'of two starts at the same time one runs, and the other one says so',
    async () => {
      const ended = await Promise.all([at.devBeside('--detach'), at.devBeside('--detach')]);
      const [runs, refused] = ended.toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0));
      expect(runs).toMatchObject({ status: 0, stderr: '' });
      expect(refused).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^\nAlready running at .*npm run stop\n$/),
      });
      expect(at.dev('status').status).toBe(0);
    },
    TIMEOUT_MS,
  );
});
