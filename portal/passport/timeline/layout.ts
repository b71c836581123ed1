/** The places of revisions and the coverage of signatures on a strip of some width. The computation is pure. */
import type { RevisionTimeline, SignatureReach } from '#domain/revisions.ts';

/** `linear`: as wide as they have bytes. `ordinal`: all of one width, for a change of 300 bytes in a file of 20 MB. */
export type ScaleKind = 'linear' | 'ordinal';

/** `unlisted`: older revisions that the list leaves out. `between`: bytes that no revision owns. */
export type SegmentKind = 'unlisted' | 'revision' | 'between' | 'trailing';

export interface Stretch {
  readonly x: number;
  readonly width: number;
}

export interface Segment extends Stretch {
  readonly kind: SegmentKind;
  /** The number of the revision, or null for other parts. */
  readonly number: number | null;
  readonly startByte: number;
  readonly endByte: number;
  readonly onlyRepoints: boolean;
  /** True if its number fits without covering that of its neighbour. */
  readonly hasLabel: boolean;
}

export interface Lane {
  readonly signature: SignatureReach;
  /** From the first to the last covered byte; null without coverage. */
  readonly covered: Stretch | null;
  /** The bytes that the range leaves out. In honest files they are the value of the signature. */
  readonly leftOut: Stretch | null;
  /** The bytes after it that are not covered. */
  readonly tail: Stretch | null;
}

export interface Layout {
  readonly width: number;
  readonly segments: readonly Segment[];
  readonly lanes: readonly Lane[];
}

/** Nothing is drawn thinner: it would be neither seen nor hit. */
export const MIN_WIDTH = 3;
/** A number of three digits with air around it. */
export const LABEL_WIDTH = 26;

/** @param width in pixels; the picture is wider where the thinnest segments need it */
export function layoutOf(timeline: RevisionTimeline, width: number, scale: ScaleKind): Layout {
  const pieces = piecesOf(timeline);
  const full = Math.max(width, MIN_WIDTH * pieces.length);
  const widths = scale === 'linear' ? linearWidths(pieces, full) : alikeWidths(pieces, full);
  const segments: Segment[] = [];
  let x = 0;
  let labelledTo = 0;
  for (const [index, piece] of pieces.entries()) {
    const own = widths[index] ?? 0;
    const middle = x + own / 2;
    const hasLabel =
      piece.number !== null && middle - LABEL_WIDTH / 2 >= labelledTo - 0.5 && middle + LABEL_WIDTH / 2 <= full + 0.5;
    if (hasLabel) labelledTo = middle + LABEL_WIDTH / 2;
    segments.push({ ...piece, x, width: own, hasLabel });
    x += own;
  }
  return { width: full, segments, lanes: timeline.signatures.map((signature) => laneOf(signature, segments, full)) };
}

type Piece = Omit<Segment, 'x' | 'width' | 'hasLabel'>;

/** The file from its first byte to its last, without holes. */
function piecesOf({ sizeBytes, revisions, notListed, trailing }: RevisionTimeline): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const add = (kind: SegmentKind, number: number | null, to: number, onlyRepoints = false): void => {
    const endByte = Math.min(Math.max(to, end), sizeBytes);
    if (endByte === end && kind !== 'revision') return;
    pieces.push({ kind, number, startByte: end, endByte, onlyRepoints });
    end = endByte;
  };
  for (const { number, startByte, endByte, onlyRepoints } of revisions) {
    add(end === 0 && notListed > 0 ? 'unlisted' : 'between', null, startByte);
    add('revision', number, endByte, onlyRepoints);
  }
  if (trailing) {
    add('between', null, trailing.startByte);
    add('trailing', null, trailing.endByte);
  }
  add('between', null, sizeBytes);
  return pieces;
}

const LINE_END_BYTES = 2;

/** All alike, but for bytes that no revision owns, and a line end after the last: nobody cares for these. */
function alikeWidths(pieces: readonly Piece[], full: number): number[] {
  const isSlight = ({ kind, startByte, endByte }: Piece) =>
    kind === 'between' || (kind === 'trailing' && endByte - startByte <= LINE_END_BYTES);
  const slight = pieces.filter(isSlight).length;
  const others = pieces.length - slight;
  if (others === 0) return pieces.map(() => full / pieces.length);
  return pieces.map((piece) => (isSlight(piece) ? MIN_WIDTH : (full - slight * MIN_WIDTH) / others));
}

/** Pieces that would be too thin get the least width. The others share the rest by their bytes. */
function linearWidths(pieces: readonly Piece[], full: number): number[] {
  const sizes = pieces.map(({ startByte, endByte }) => endByte - startByte);
  if (sizes.every((size) => size === 0)) return sizes.map(() => full / sizes.length);
  const isThin = sizes.map(() => false);
  for (;;) {
    const thin = isThin.filter(Boolean).length;
    const bytes = sizes.reduce((sum, size, index) => (isThin[index] === true ? sum : sum + size), 0);
    const perByte = bytes === 0 ? 0 : (full - thin * MIN_WIDTH) / bytes;
    const next = sizes.findIndex((size, index) => isThin[index] !== true && size * perByte < MIN_WIDTH);
    if (next < 0) return sizes.map((size, index) => (isThin[index] === true ? MIN_WIDTH : size * perByte));
    for (const [index, size] of sizes.entries()) if (size * perByte < MIN_WIDTH) isThin[index] = true;
  }
}

/** The position of a byte: its share of the segment's bytes within the segment. */
export function positionOf(byte: number, segments: readonly Segment[]): number {
  const segment = segments.findLast(({ startByte }) => startByte <= byte) ?? segments[0];
  if (!segment) return 0;
  const { startByte, endByte, x, width } = segment;
  if (endByte === startByte) return x;
  return x + (width * (Math.min(Math.max(byte, startByte), endByte) - startByte)) / (endByte - startByte);
}

function laneOf(signature: SignatureReach, segments: readonly Segment[], full: number): Lane {
  const { endByte, byteRange, coversWholeFile } = signature;
  if (endByte === null) return { signature, covered: null, leftOut: null, tail: { x: 0, width: full } };
  const to = coversWholeFile ? full : endOf(endByte, segments);
  return {
    signature,
    covered: { x: 0, width: to },
    leftOut: leftOutOf(byteRange, segments),
    tail: coversWholeFile || full - to <= 0 ? null : { x: to, width: full - to },
  };
}

/** The end of a revision is the end of its segment, also of one that has no bytes. */
function endOf(byte: number, segments: readonly Segment[]): number {
  const ending = segments.findLast(({ endByte }) => endByte === byte);
  return ending ? ending.x + ending.width : positionOf(byte, segments);
}

/** Between the two ranges of an honest `/ByteRange`. */
function leftOutOf(byteRange: readonly number[] | null, segments: readonly Segment[]): Stretch | null {
  const [start = 0, length = 0, next = 0] = byteRange ?? [];
  if (byteRange?.length !== 4 || next <= start + length) return null;
  const x = positionOf(start + length, segments);
  return { x, width: Math.max(MIN_WIDTH, positionOf(next, segments) - x) };
}

export interface PlacedLabel {
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** Beside a mark at `x`: to its right, or to its left where the right edge leaves no room. */
export function placeLabel(x: number, labelWidth: number, full: number, gap = 6): PlacedLabel {
  return x + gap + labelWidth <= full ? { x: x + gap, anchor: 'start' } : { x: Math.max(x - gap, 0), anchor: 'end' };
}
