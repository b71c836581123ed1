/** Pairs with pages that were added, removed, moved, rotated and edited. */
import { book } from './book.ts';
import { EDITED_TWO, FIVE, FOUR, many, ONE, scan, shared, THREE, TWO, type Pair } from './expectations.ts';

export const PAGES: readonly Pair[] = [
  {
    name: 'a page added at the end',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [ONE, TWO, THREE] }),
    expected: { severity: 'major', changes: 2, added: [3], objects: [7, 9] },
  },
  {
    name: 'a page inserted at the front, which moves no other page',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [FOUR, ONE, TWO, THREE] }),
    expected: { severity: 'major', changes: 2, added: [1], objects: [9, 11] },
  },
  {
    name: 'a page removed from the middle',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, THREE] }),
    expected: { severity: 'major', changes: 2, removed: [2], objects: [9, 7] },
  },
  {
    name: 'the last page moved to the front, told once',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FOUR, ONE, TWO, THREE] }),
    expected: { severity: 'moderate', changes: 1, reordered: [[4, 1]] },
  },
  {
    name: 'the first page moved two places back',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [TWO, THREE, ONE, FOUR] }),
    expected: { severity: 'moderate', changes: 1, reordered: [[1, 3]] },
  },
  {
    name: 'two neighbours that changed places: either may be said to have moved, so both are',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [ONE, THREE, TWO, FOUR] }),
    expected: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [2, 3],
        [3, 2],
      ],
    },
  },
  {
    name: 'all pages in reverse; the middle one stays where it is',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [THREE, TWO, ONE] }),
    expected: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [1, 3],
        [3, 1],
      ],
    },
  },
  {
    name: 'two pages moved together',
    a: book({ pages: [ONE, TWO, THREE, FOUR, FIVE] }),
    b: book({ pages: [THREE, FOUR, FIVE, ONE, TWO] }),
    expected: {
      severity: 'moderate',
      changes: 2,
      reordered: [
        [1, 4],
        [2, 5],
      ],
    },
  },
  {
    name: 'a page moved and another inserted before it',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FIVE, FOUR, ONE, TWO, THREE] }),
    expected: { severity: 'major', changes: 3, added: [1], reordered: [[4, 2]], objects: [11, 13] },
  },
  {
    name: 'one of three equal pages removed: the last',
    a: book({ pages: [ONE, TWO, TWO, TWO, THREE] }),
    b: book({ pages: [ONE, TWO, TWO, THREE] }),
    expected: { severity: 'major', changes: 2, removed: [4], objects: [13, 11] },
  },
  {
    name: 'the first of two equal pages removed, with a page between them',
    a: book({ pages: [ONE, TWO, ONE] }),
    b: book({ pages: [TWO, ONE] }),
    expected: { severity: 'major', changes: 2, removed: [1], objects: [9, 7] },
  },
  {
    name: 'a turned page',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, { text: TWO, entries: '/Rotate 90' }, THREE] }),
    expected: { severity: 'major', changes: 1, modified: [[2, 2]] },
  },
  {
    name: 'a cropped page',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [{ text: ONE, entries: '/CropBox[0 0 300 300]' }, TWO] }),
    expected: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'a page in another unit',
    a: book({ pages: [ONE] }),
    b: book({ pages: [{ text: ONE, entries: '/UserUnit 2' }] }),
    expected: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'one word edited',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, EDITED_TWO, THREE] }),
    expected: { severity: 'major', changes: 1, modified: [[2, 2]] },
  },
  {
    name: 'a page replaced by another',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, FOUR, THREE] }),
    expected: { severity: 'major', changes: 2, added: [2], removed: [2] },
  },
  {
    name: 'a page inserted right before an edited one',
    a: book({ pages: [ONE, TWO, THREE] }),
    b: book({ pages: [ONE, FIVE, EDITED_TWO, THREE] }),
    expected: { severity: 'major', changes: 3, added: [2], modified: [[2, 3]], objects: [9, 11] },
  },
  {
    name: 'a page edited and another moved',
    a: book({ pages: [ONE, TWO, THREE, FOUR] }),
    b: book({ pages: [FOUR, ONE, EDITED_TWO, THREE] }),
    expected: { severity: 'major', changes: 2, reordered: [[4, 1]], modified: [[2, 3]] },
  },
  {
    name: 'a scan turned upside down',
    a: scan(),
    b: scan('/Rotate 180'),
    expected: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'the picture of a scan exchanged, drawn as before',
    a: scan(),
    b: scan('', 'cd'),
    expected: { severity: 'major', changes: 1, modified: [[1, 1]] },
  },
  {
    name: 'a page with a picture added to pages that share their resources',
    a: shared(false),
    b: shared(true),
    expected: { severity: 'major', changes: 2, added: [3], objects: [8, 10] },
  },
  {
    name: 'one word of a thousand pages edited',
    a: book({ pages: many }),
    b: book({ pages: many.with(617, 'Entry number 617 of the wrong register') }),
    expected: { severity: 'major', changes: 1, modified: [[618, 618]] },
  },
  {
    name: 'a page inserted at the front of a thousand',
    a: book({ pages: many }),
    b: book({ pages: [ONE, ...many] }),
    expected: { severity: 'major', changes: 2, added: [1], objects: [2003, 2005] },
  },
  {
    name: 'nothing in common',
    a: book({ pages: [ONE, TWO] }),
    b: book({ pages: [FOUR, FIVE] }),
    expected: { severity: 'major', changes: 4, added: [1, 2], removed: [1, 2] },
  },
];
