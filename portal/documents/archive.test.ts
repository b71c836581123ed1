import { describe, expect, it } from 'vitest';
import { type ArchivedDocument, inParts } from './archive-parts.ts';

const sized = (...sizes: number[]): ArchivedDocument[] =>
  sizes.map((sizeBytes, index) => ({ submissionId: String(index), name: 'a', sha256: 'b', sizeBytes }));
const sizesOf = (parts: ArchivedDocument[][]) => parts.map((part) => part.map(({ sizeBytes }) => sizeBytes));

describe('archives of many documents', () => {
  it('are filled in order, up to the size of a part', () => {
    expect(sizesOf(inParts(sized(4, 6, 1, 9, 10), 10))).toEqual([[4, 6], [1, 9], [10]]);
    expect(inParts([], 10)).toEqual([]);
  });

  it('hold a document that is larger than a part by itself', () => {
    expect(sizesOf(inParts(sized(3, 20, 3, 7, 1), 10))).toEqual([[3], [20], [3, 7], [1]]);
  });
});
