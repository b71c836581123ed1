/** The spool directory: what killed processes left in it is removed, what is in use or none of ours stays. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withSpoolFile } from '#activities/submission/spool.ts';
import { requires } from '#test/support/requires.ts';
import { openWithRoom } from './room.ts';
import { clearSpool, keepFresh, keepSpoolClear } from './sweep.ts';

const MINUTE_MS = 60_000;
if (process.getuid?.() !== 0) console.info('Entries of another user are not tested: only root can make them.');
const rethrow = (error: unknown): never => {
  throw error;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-spool-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const left = (): Promise<string[]> => readdir(folder).then((names) => names.toSorted());

async function put(name: string, minutesAgo = 0): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'x');
  await age(path, minutesAgo);
  return name;
}

async function age(path: string, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * MINUTE_MS);
  await utimes(path, then, then);
}

/** As a worker that was killed leaves it: the document inside, and nobody who removes it. */
async function abandon(name: string, minutesAgo: number): Promise<string> {
  await mkdir(join(folder, name), { mode: 0o700 });
  await writeFile(join(folder, name, 'input.pdf'), 'a customer’s document');
  await age(join(folder, name), minutesAgo);
  return name;
}

test('old uploads, outputs and workers’ directories are removed; fresh ones and other files are not', async () => {
  await put(`fixpoint-upload-${crypto.randomUUID()}.pdf`, 11);
  await put(`fixpoint-output-${crypto.randomUUID()}.pdf`, 11);
  await abandon('fixpoint-open-a1B2c3', 11);
  const kept = [
    await put(`fixpoint-upload-${crypto.randomUUID()}.pdf`),
    await put('somebody-elses.pdf', 11),
    await abandon('fixpoint-open-d4E5f6', 9),
  ];
  await clearSpool(folder, rethrow);
  expect(await left()).toEqual(kept.toSorted());
});

test('a directory that is not there is made, for nobody else to look into', async () => {
  await rm(folder, { recursive: true });
  await clearSpool(folder, rethrow);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a process that only shares the directory removes what another one left, within a quarter of an hour', async () => {
  const killed = await abandon('fixpoint-open-killed', 0);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await keepSpoolClear(folder, rethrow);
  expect(await left()).toEqual([killed]);
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

test('what is in use stays, however long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const work = withSpoolFile(folder, 1000, async (path) => {
    await writeFile(path, 'a document in use');
    for (let minute = 0; minute < 60; minute++) await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await vi.waitFor(async () => expect(Date.now() - (await stat(join(path, '..'))).mtimeMs).toBeLessThan(MINUTE_MS));
    await clearSpool(folder, rethrow);
    return stat(path).then(({ size }) => size);
  });
  expect(await work).toBe('a document in use'.length);
  expect(await left()).toEqual([]);
});

test('what a killed worker held is still there, and then it is not', async () => {
  const script = `
    import { writeFileSync } from 'node:fs';
    import { withSpoolFile } from '${import.meta.dirname}/../../activities/submission/spool.ts';
    setInterval(() => {}, 1000);
    await withSpoolFile(${JSON.stringify(folder)}, 1000, async (path) => {
      writeFileSync(path, 'a customer’s document');
      process.stdout.write('held');
      await new Promise(() => {});
    });`;
  const worker = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  const [name = ''] = await left();
  await clearSpool(folder, rethrow);
  expect(await readdir(join(folder, name))).toEqual(['input.pdf', 'room']);
  await age(join(folder, name), 11);
  await clearSpool(folder, rethrow);
  expect(await left()).toEqual([]);
});

test('what was touched since the last look is in use, though the clock says that an hour has passed', async () => {
  const name = await put(`fixpoint-upload-${crypto.randomUUID()}.pdf`, 2);
  const look = await clearSpool(folder, rethrow);
  await age(join(folder, name), 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * MINUTE_MS });
  const second = await clearSpool(folder, rethrow, look);
  expect(await left()).toEqual([name]);
  await clearSpool(folder, rethrow, second);
  expect(await left()).toEqual([]);
});

test('a file of another user is neither removed nor counted', requires('root', process.getuid?.() === 0), async () => {
  const name = await put(`fixpoint-upload-${crypto.randomUUID()}.pdf`, 11);
  await truncate(join(folder, name), 2 ** 42);
  await chown(join(folder, name), 65534, 65534);
  await age(join(folder, name), 11);
  await clearSpool(folder, rethrow);
  expect(await left()).toEqual([name]);
  await (await openWithRoom(join(folder, `fixpoint-upload-${crypto.randomUUID()}.pdf`), 'wx', 10)).close();
});

test('what is no longer held ages', async () => {
  const name = await put(`fixpoint-upload-${crypto.randomUUID()}.pdf`, 11);
  keepFresh(join(folder, name))[Symbol.dispose]();
  await clearSpool(folder, rethrow);
  expect(await left()).toEqual([]);
});

test('a link is removed, not what it leads to', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'fixpoint-outside-'));
  await writeFile(join(outside, 'precious'), 'x');
  await symlink(outside, join(folder, 'fixpoint-open-link'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE_MS });
  await clearSpool(folder, rethrow);
  vi.useRealTimers();
  expect(await left()).toEqual([]);
  expect(await readdir(outside)).toEqual(['precious']);
  await rm(outside, { recursive: true });
});
