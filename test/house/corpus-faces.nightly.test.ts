/**
 * Tests that no rendering of a document in the folders of `FACES_CORPUS`, separated by `:`, is better than its verdict.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { greenerFaces } from '#test/support/greener-faces.ts';
import { requires } from '#test/support/requires.ts';

const FOLDERS = (process.env['FACES_CORPUS'] ?? '').split(':').filter((folder) => folder !== '');
const FILES = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.pdf`)).toSorted();
const HOUR_MS = 3_600_000;

test(
  'no document of the corpora is greener on any face than its verdict',
  { ...requires('FACES_CORPUS', FILES.length > 0), timeout: HOUR_MS },
  async () => {
    const greener: string[] = [];
    for (const file of FILES) {
      const found = await greenerFaces(new Uint8Array(readFileSync(file)), {
        ...DEFAULT_OPTIONS,
        signedPdfPolicy: 'strip',
      });
      greener.push(...found.map((words) => `${file}: ${words}`));
    }
    expect(greener).toEqual([]);
  },
);
