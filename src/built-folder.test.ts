/** What is built of sources is built again when one of them has changed, and not otherwise. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { builtFolder } from './built-folder.ts';

const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/fixpoint');
const name = `test-${randomUUID()}`;

afterEach(() => {
  const ours = readdirSync(CACHE).filter((entry) => entry.startsWith(name));
  for (const entry of ours) rmSync(join(CACHE, entry), { recursive: true });
});

/** Answers how often it was built, and the folder. */
function maker(sources: readonly string[]) {
  let times = 0;
  const build = async (folder: string) => {
    times += 1;
    await writeFile(join(folder, 'built'), String(times));
  };
  return async () => {
    const folder = await builtFolder({ name, sources, build });
    return { folder, times };
  };
}

test('sources that stay as they are, are built once', async () => {
  const make = maker(['LICENSE', 'src/domain']);
  const first = await make();
  expect(await make()).toEqual({ folder: first.folder, times: 1 });
  expect(await make()).toEqual({ folder: first.folder, times: 1 });
});

test('what was built and is gone is built again', async () => {
  const make = maker(['LICENSE']);
  const { folder } = await make();
  await make();
  rmSync(folder, { recursive: true });
  expect(await make()).toEqual({ folder, times: 2 });
});

test('another text of the same length and time is another source', async () => {
  const sources = join(CACHE, `${name}-sources`);
  mkdirSync(sources);
  const file = join(sources, 'a.txt');
  writeFileSync(file, 'one');
  const make = maker([sources.slice(resolve(import.meta.dirname, '..').length + 1)]);
  const first = await make();
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'two');
  utimesSync(file, atime, mtime);
  const second = await make();
  expect(second).toMatchObject({ times: 2 });
  expect(second.folder).not.toBe(first.folder);
});
