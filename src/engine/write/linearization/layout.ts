/** Computes the position of each part of a linearized file, and makes the hint tables with these positions. */
import type { Body } from './body.ts';
import { encodeHints, type Hints, type HintStream, type OutlineHint, type PageHint } from './hints.ts';
import { type FileNumbers, type Item, itemCount, type Parts } from './parts.ts';

export interface Layout {
  /** The offset by the index of the item. */
  readonly offsets: Float64Array;
  readonly firstXrefAt: number;
  readonly hintsAt: number;
  readonly hints: HintStream;
  readonly hintBytes: number;
  readonly firstPageEnd: number;
  readonly mainXrefAt: number;
}

/**
 * The lengths that affect the positions: that of the data before the objects, and that of the hint stream without its
 * data.
 */
export interface Room {
  readonly firstXrefAt: number;
  readonly firstXrefBytes: number;
  hintBytes(hints: HintStream): number;
}

export function layOut(parts: Parts, body: Body, numbers: FileNumbers, room: Room): Layout {
  const offsets = new Float64Array(itemCount(parts));
  const place = (items: readonly Item[], start: number): number =>
    items.reduce((at, item) => {
      offsets[item.index] = at;
      return at + body.length(item);
    }, start);
  const hintsAt = place(parts.open, room.firstXrefAt + room.firstXrefBytes);
  // F.4.1: hint tables ignore the hint stream itself.
  place(parts.secondHalf, place(parts.firstPage, hintsAt));
  const hints = encodeHints(toHints(parts, body, numbers, offsets));
  const hintBytes = room.hintBytes(hints);
  const firstPageEnd = place(parts.firstPage, hintsAt + hintBytes);
  const mainXrefAt = place(parts.secondHalf, firstPageEnd);
  return { offsets, firstXrefAt: room.firstXrefAt, hintsAt, hints, hintBytes, firstPageEnd, mainXrefAt };
}

function toHints(parts: Parts, body: Body, numbers: FileNumbers, offsets: Float64Array): Hints {
  const at = (item: Item | undefined): number => (item && offsets[item.index]) ?? 0;
  const number = (item: Item | undefined): number => (item && numbers.items[item.index]) ?? 0;
  const [firstShared] = parts.shared;
  const all = [...parts.firstPage, ...parts.shared];
  return {
    firstPageOffset: at(parts.firstPage[0]),
    pages: toPageHints(parts, body, all),
    shared: {
      lengthsBytes: all.map((item) => body.length(item)),
      ofFirstPage: parts.firstPage.length,
      firstObject: number(firstShared),
      firstOffset: at(firstShared),
    },
    outlines: toOutlineHint(parts, body, at, number),
  };
}

/** F.4.2: a page names the shared objects that it needs. The first page names none, since its section contains them. */
function toPageHints(parts: Parts, body: Body, shareable: readonly Item[]): PageHint[] {
  const shared: number[][] = parts.laterPages.map(() => []);
  for (const [index, { uses }] of shareable.entries()) {
    for (const page of uses.laterPages) shared[page - 1]?.push(index);
  }
  const hint = (items: readonly Item[], used: readonly number[]): PageHint => ({
    objectCount: items.length,
    lengthBytes: body.totalLength(items),
    shared: used,
  });
  return [hint(parts.firstPage, []), ...parts.laterPages.map((items, index) => hint(items, shared[index] ?? []))];
}

type OfItem = (item: Item | undefined) => number;

function toOutlineHint({ outlines }: Parts, body: Body, at: OfItem, number: OfItem): OutlineHint | null {
  const [first] = outlines;
  if (first === undefined) return null;
  return {
    firstObject: number(first),
    firstOffset: at(first),
    objectCount: outlines.length,
    lengthBytes: body.totalLength(outlines),
  };
}
