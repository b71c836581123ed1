import { expect, test } from 'vitest';
import { answerOf } from './answer.ts';
import { type CanonicalFile, canonicalFiles, filesWithOtherText } from './files.ts';

const COPIES = 12;

async function some(files: AsyncGenerator<CanonicalFile>, count: number): Promise<CanonicalFile[]> {
  const found: CanonicalFile[] = [];
  for await (const file of files) {
    found.push(file);
    if (found.length === count) break;
  }
  return found;
}

const hashOf = ({ sha256 }: CanonicalFile): string => sha256;

test('copies with another character of text are canonical, and each has a text of its own', async () => {
  const files = (await some(canonicalFiles([]), Infinity)).filter(({ contentHash }) => contentHash !== null).slice(-20);
  const copies = await some(filesWithOtherText(files), COPIES);
  expect(copies).toHaveLength(COPIES);
  for (const { bytes, contentHash } of copies)
    expect(await answerOf(bytes)).toMatchObject({ canonical: true, contentHash });
  const hashes = [...files, ...copies].map(({ contentHash }) => contentHash);
  expect(new Set(copies.map(({ contentHash }) => contentHash)).size).toBe(COPIES);
  expect(new Set(hashes).size).toBe(COPIES + new Set(files.map(({ contentHash }) => contentHash)).size);
  expect((await some(filesWithOtherText(files), COPIES)).map(hashOf)).toEqual(copies.map(hashOf));
});

test('each canonical file is there once', async () => {
  const files = await some(canonicalFiles([]), Infinity);
  expect(new Set(files.map(hashOf)).size).toBe(files.length);
});
