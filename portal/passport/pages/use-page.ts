/** One page of both documents, with its pictures and differences. */
import { useEffect, useState } from 'react';
import type { Drawing } from '#portal/frame/protocol.ts';
import { COMPARED_SIZE, pixelDifferenceOf, type PixelDifference } from './comparing/pixel-difference.ts';
import { differenceOf, type TextDifference } from './comparing/text-difference.ts';
import type { OpenSide } from './use-documents.ts';

/** Taller than wide by more than this is shown smaller, so that a page like a ribbon does not take all memory. */
const TALLEST = 4;
/** A little wider or narrower window needs no other drawing. */
const WIDTH_STEP = 160;

interface Shown<Value> {
  /** The result for the requested page and document, or null before it arrives. */
  readonly value: Value | null;
  readonly problem: unknown;
}

/** The page as wide as asked, in pixels of the screen; the former drawing of the same page until a sharper one is there. */
export function useDrawing(side: OpenSide | null, page: number, width: number): Shown<Drawing> {
  const wide = Math.ceil(width / WIDTH_STEP) * WIDTH_STEP;
  const hasPage = side !== null && page <= side.pages && wide > 0;
  return useAsked(
    hasPage ? page : null,
    [side],
    (signal) => side?.document.draw(page, { width: wide, height: TALLEST * wide }, { urgency: 'now', signal }),
    wide,
  );
}

export interface PageDifference {
  readonly text: TextDifference;
  readonly pixels: PixelDifference;
}

/** The differences between a page of one document and a page of the other, where both are there. */
export function usePageDifference(
  left: OpenSide | null,
  right: OpenSide | null,
  leftPage: number,
  rightPage = leftPage,
): Shown<PageDifference> {
  const hasBoth = left !== null && right !== null && leftPage <= left.pages && rightPage <= right.pages;
  return useAsked(hasBoth ? `${leftPage} ${rightPage}` : null, [left, right], (signal) => {
    if (!left || !right) return undefined;
    return differenceBetween(
      [
        { ...left, page: leftPage },
        { ...right, page: rightPage },
      ],
      signal,
    );
  });
}

interface PageOf extends Pick<OpenSide, 'document'> {
  readonly page: number;
}

async function differenceBetween(sides: readonly [PageOf, PageOf], signal: AbortSignal): Promise<PageDifference> {
  const asking = { urgency: 'later', signal } as const;
  const texts = sides.map(({ document, page }) => document.read(page, asking));
  const [before = '', after = ''] = await Promise.all(texts);
  const drawings = sides.map(({ document, page }) => document.draw(page, COMPARED_SIZE, asking));
  const [one, other] = await Promise.all(drawings);
  if (!one || !other) throw new Error('A drawing is missing.');
  return { text: differenceOf(before, after), pixels: pixelDifferenceOf(one, other) };
}

/** Asks again when the page, the documents or the detail change; what was had stays while only the detail does. */
function useAsked<Value>(
  page: number | string | null,
  [first, second = null]: readonly (OpenSide | null)[],
  ask: (signal: AbortSignal) => Promise<Value> | undefined,
  detail = 0,
): Shown<Value> {
  const [had, setHad] = useState<(Shown<Value> & { readonly isOf: readonly unknown[] }) | null>(null);
  const isOf = [page, first, second];
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const has = (value: Value | null, problem: unknown) => {
      if (!signal.aborted) setHad({ value, problem, isOf });
    };
    if (page !== null)
      ask(signal)?.then(
        (value) => has(value, null),
        (problem: unknown) => has(null, problem),
      );
    return () => left.abort();
    // The request depends on these.
  }, [...isOf, detail]);
  const isStill = page !== null && had?.isOf.every((one, index) => one === isOf[index]);
  return had && isStill ? had : { value: null, problem: null };
}
