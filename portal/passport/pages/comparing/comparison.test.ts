import { expect, test } from 'vitest';
import {
  comparedPart,
  comparePages,
  type Compared,
  MAX_COMPARED_PAGES,
  rangesText,
  type Verdict,
} from './comparison.ts';
import { DrawingError } from '#portal/passport/pages/drawing/drawing-error.ts';

/** A document whose pages are one grey square each, with a text. */
function documentOf(pages: readonly (readonly [text: string, grey: number])[], asked: string[] = []): Compared {
  const pageAt = (page: number) => {
    const [text, grey] = pages[page - 1] ?? ['', 0];
    if (grey < 0) throw new DrawingError('unresponsive');
    return { text, grey };
  };
  return {
    pages: pages.length,
    document: {
      async read(page) {
        asked.push(`read ${page}`);
        return pageAt(page).text;
      },
      async draw(page) {
        asked.push(`draw ${page}`);
        return { width: 8, height: 8, pixels: new Uint8Array(256).fill(pageAt(page).grey).buffer };
      },
    },
  };
}

async function compared(left: Compared, right: Compared, first = 1, signal = new AbortController().signal) {
  const verdicts: [number, Verdict][] = [];
  let read = 0;
  const onVerdict = (page: number, verdict: Verdict) => verdicts.push([page, verdict]);
  await comparePages(left, right, { onVerdict, onRead: () => (read += 1), signal, first });
  return { read, verdicts: verdicts.toSorted(([one], [other]) => one - other) };
}

test('of a document that says it has a million pages the first ones are compared', () => {
  const { document } = documentOf([]);
  expect(comparedPart({ document, pages: 1_000_000 })).toEqual({ document, pages: MAX_COMPARED_PAGES });
  expect(comparedPart({ document, pages: 3 })).toEqual({ document, pages: 3 });
});

test('each page has one verdict', async () => {
  const left = documentOf([
    ['same', 200],
    ['1,000', 200],
    ['same', 200],
    ['broken', -1],
    ['hidden', 200],
    ['left', 200],
  ]);
  const right = documentOf([
    ['same', 200],
    ['9,000', 100],
    ['same', 100],
    ['broken', 200],
    ['shown', 200],
  ]);
  expect(await compared(left, right)).toEqual({
    read: 5,
    verdicts: [
      [1, 'same'],
      [2, 'text'],
      [3, 'look'],
      [4, 'unknown'],
      [5, 'unseen'],
      [6, 'only_left'],
    ],
  });
});

test('texts come first, and of them the page that is looked at', async () => {
  const asked: string[] = [];
  const pages = [
    ['a', 200],
    ['b', 200],
    ['c', 200],
  ] as const;
  await compared(documentOf(pages, asked), documentOf(pages), 2);
  expect(asked).toEqual(['read 2', 'read 1', 'read 3', 'draw 2', 'draw 1', 'draw 3']);
});

test('nobody is told anything once nobody looks', async () => {
  const pages = [['a', 200]] as const;
  expect(await compared(documentOf(pages), documentOf(pages), 1, AbortSignal.abort())).toEqual({
    read: 0,
    verdicts: [],
  });
});

test('pages are told as ranges', () => {
  expect(rangesText([48, 1, 2, 4, 6, 7, 8])).toBe('1–2, 4, 6–8, 48');
  expect(rangesText([])).toBe('');
});
