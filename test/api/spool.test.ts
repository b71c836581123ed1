/** The spool directory at start: what a killed process left is removed, what is none of ours stays. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearSpool } from '#api/spool.ts';

test('old uploads and outputs are removed; fresh ones and other files are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-spool-'));
  const upload = () => `fixpoint-upload-${crypto.randomUUID()}.pdf`;
  const output = `fixpoint-output-${crypto.randomUUID()}.pdf`;
  const [left, fresh, other] = [upload(), upload(), 'somebody-elses.pdf'];
  const longAgo = new Date(Date.now() - 11 * 60 * 1000);
  for (const name of [left, output, fresh, other]) await writeFile(join(folder, name), 'x');
  for (const name of [left, output, other]) await utimes(join(folder, name), longAgo, longAgo);

  await clearSpool(folder);
  expect((await readdir(folder)).toSorted()).toEqual([fresh, other].toSorted());
  await rm(folder, { recursive: true });
  await clearSpool(folder);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
