/** Room that is claimed before bytes come, on a file system that has little. */
import type promises from 'node:fs/promises';
import { lstat, mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { leaveOutput, withSpoolFile } from '#activities/submission/spool.ts';
import { toApplicationFailure } from '#activities/failure.ts';
import { isOutage } from '#store/database/outage.ts';
import { smallDisk } from '#test/support/small-disk.ts';
import { requires } from '#test/support/requires.ts';
import { claimRoomIn, openWithRoom, SpoolFull } from './room.ts';

vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof promises>();
  return { ...original, lstat: vi.fn(original.lstat) };
});

const MIB = 1024 * 1024;
const upload = (): string => `fixpoint-upload-${crypto.randomUUID()}.pdf`;

describe('a full disk', () => {
  const devFull = process.platform === 'linux';

  test('is an outage, which passes', requires('/dev/full of Linux', devFull), async () => {
    const error: unknown = await writeFile('/dev/full', 'x').catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'ENOSPC' });
    expect(isOutage(error)).toBe(true);
    expect(isOutage(new Error('The output could not be left.', { cause: error }))).toBe(true);
  });

  test.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])(
    '%s makes an activity try again, as an outage of the store',
    (code) => {
      const failure = toApplicationFailure(Object.assign(new Error(code), { code }), 'PdfaDetection');
      expect(failure).toMatchObject({ type: 'STORAGE_ERROR', nonRetryable: false });
    },
  );

  test('a mistake is none', () => {
    expect(isOutage(Object.assign(new Error('EACCES'), { code: 'EACCES' }))).toBe(false);
  });
});

test('a directory that is gone, or nobody may write to, is an outage for uploads and for workers', async () => {
  const gone = join(tmpdir(), `fixpoint-gone-${crypto.randomUUID()}`);
  const errors: unknown[] = await Promise.all([
    openWithRoom(join(gone, upload()), 'wx', 1).catch((cause: unknown) => cause),
    withSpoolFile(gone, 1, async () => 'used').catch((cause: unknown) => cause),
    withSpoolFile(tmpdir(), 1, async (path) => {
      await rm(dirname(path), { recursive: true });
      await claimRoomIn(dirname(path), 1);
    }).catch((cause: unknown) => cause),
  ]);
  for (const error of errors) {
    expect(isOutage(error)).toBe(true);
    expect(toApplicationFailure(error, 'PdfaDetection')).toMatchObject({ type: 'STORAGE_ERROR', nonRetryable: false });
  }
});

test('what cannot be claimed leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-room-'));
  await expect(openWithRoom(join(folder, upload()), 'wx', 2 ** 42)).rejects.toThrow(SpoolFull);
  await expect(withSpoolFile(folder, 2 ** 42, async () => 'used')).rejects.toThrow(SpoolFull);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('an output, which may be of any size, is looked at even where much is free', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-room-'));
  await (await openWithRoom(join(folder, upload()), 'wx', 1)).close();
  const output = join(folder, `fixpoint-output-${crypto.randomUUID()}.pdf`);
  await writeFile(output, '');
  await truncate(output, 2 ** 42);
  await expect(openWithRoom(join(folder, upload()), 'wx', 1)).rejects.toThrow(SpoolFull);
  await rm(folder, { recursive: true });
});

const disk = smallDisk(16);

describe('on a disk of 16 MiB', requires('the right to mount a small disk', !('missing' in disk)), () => {
  const folder = 'path' in disk ? disk.path : '';
  afterAll(() => {
    if ('remove' in disk) disk.remove();
  });

  test('a claim reads no sizes of files while the claims of this process leave enough', async () => {
    const paths = Array.from({ length: 20 }, () => join(folder, upload()));
    vi.mocked(lstat).mockClear();
    for (const path of paths) await (await openWithRoom(path, 'wx', MIB / 4)).close();
    expect(lstat).not.toHaveBeenCalled();
    await expect(openWithRoom(join(folder, upload()), 'wx', 12 * MIB)).rejects.toThrow(SpoolFull);
    expect(lstat).toHaveBeenCalledTimes(paths.length + 1);
    await Promise.all(paths.map((path) => rm(path)));
  });

  test('claims add up, and what is written of them counts once', async () => {
    const path = join(folder, upload());
    await using file = await openWithRoom(path, 'wx', 10 * MIB);
    await expect(withSpoolFile(folder, 6 * MIB, async () => 'used')).rejects.toThrow(SpoolFull);
    expect(await withSpoolFile(folder, 5 * MIB, async () => 'used')).toBe('used');
    await file.writeFile(Buffer.alloc(10 * MIB, 1));
    expect(await withSpoolFile(folder, 5 * MIB, async () => 'used')).toBe('used');
    await expect(withSpoolFile(folder, 6 * MIB, async () => 'used')).rejects.toThrow(SpoolFull);
    await rm(path);
  });

  test('what turns out smaller gives the rest back', async () => {
    const path = join(folder, upload());
    await using file = await openWithRoom(path, 'wx', 10 * MIB);
    await file.writeFile('%PDF-1.7');
    await file.truncate(8);
    expect(await withSpoolFile(folder, 14 * MIB, async () => 'used')).toBe('used');
    await rm(path);
  });

  test('a worker’s claim is for all that it writes', async () => {
    await withSpoolFile(folder, 10 * MIB, async (input) => {
      await writeFile(input, Buffer.alloc(6 * MIB, 1));
      await writeFile(`${input}.more`, Buffer.alloc(4 * MIB, 1));
      await expect(openWithRoom(join(folder, upload()), 'wx', 6 * MIB)).rejects.toThrow(SpoolFull);
      const path = join(folder, upload());
      await (await openWithRoom(path, 'wx', 5 * MIB)).close();
      await rm(path);
    });
  });

  test('files of others are room that is not there', async () => {
    await writeFile(join(folder, 'somebody-elses'), Buffer.alloc(10 * MIB, 1));
    await expect(leaveOutput(folder, { name: upload(), repeats: false }, new Uint8Array(6 * MIB))).rejects.toThrow(
      SpoolFull,
    );
    expect(await readdir(folder)).toEqual(['somebody-elses']);
    await rm(join(folder, 'somebody-elses'));
  });

  test('many that come at once get what there is and no more', async () => {
    const paths = Array.from({ length: 20 }, () => join(folder, upload()));
    const opened = await Promise.allSettled(paths.map((path) => openWithRoom(path, 'wx', 2 * MIB)));
    const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(files).toHaveLength(7);
    for (const file of files) {
      await file.writeFile(Buffer.alloc(2 * MIB, 1));
      await file.close();
    }
    expect(await readdir(folder)).toHaveLength(files.length);
    await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name))));
  });

  test('an output that is made once more takes the place of the first', async () => {
    const name = upload();
    for (const size of [5, 3]) await leaveOutput(folder, { name, repeats: false }, new Uint8Array(size * MIB));
    const [output = ''] = await readdir(folder);
    await using file = await open(join(folder, output), 'r');
    expect((await file.stat()).size).toBe(3 * MIB);
    await truncate(join(folder, output), 0);
    await rm(join(folder, output));
  });
});
