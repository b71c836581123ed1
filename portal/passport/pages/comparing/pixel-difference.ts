/** Finds the places where two drawings of a page differ. */
import pixelmatch from 'pixelmatch';
import type { Drawing } from '#portal/frame/protocol.ts';

/** A part of a page, as shares of its width and height from the top left. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PixelDifference {
  readonly isSameSize: boolean;
  /** Differing pixels of all, from 0 to 1. */
  readonly share: number;
  /** The boxes from the top of the page to its bottom. */
  readonly boxes: readonly Box[];
}

/** A page is drawn so large to be compared: about 96 dots an inch of a page of A4. */
export const COMPARED_SIZE = { width: 800, height: 1132 } as const;

/** Differences closer than this many pixels are one. */
const CELL = 8;
const MAX_BOXES = 40;
/** Both were drawn by the same program on the same computer: what differs at all, beyond rounding, is a difference. */
const THRESHOLD = 0.05;

/** Compares two drawings pixel by pixel; of two sizes, on a white ground as large as both. */
export function pixelDifferenceOf(left: Drawing, right: Drawing): PixelDifference {
  const width = Math.max(left.width, right.width);
  const height = Math.max(left.height, right.height);
  const isSameSize = left.width === right.width && left.height === right.height;
  const mask = new Uint8Array(4 * width * height);
  const options = { threshold: THRESHOLD, includeAA: true, diffMask: true };
  const count = pixelmatch(onGround(left, width, height), onGround(right, width, height), mask, width, height, options);
  return { isSameSize, share: count / (width * height), boxes: count === 0 ? [] : boxesOf(mask, width, height) };
}

function onGround({ pixels, width: ownWidth, height: ownHeight }: Drawing, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(pixels);
  if (ownWidth === width && ownHeight === height) return bytes;
  const ground = new Uint8Array(4 * width * height).fill(255);
  for (let y = 0; y < ownHeight; y += 1) {
    ground.set(bytes.subarray(4 * y * ownWidth, 4 * (y + 1) * ownWidth), 4 * y * width);
  }
  return ground;
}

interface Cells {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The mask has transparent pixels where the pages are equal. */
function boxesOf(mask: Uint8Array, width: number, height: number): readonly Box[] {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const groups = merged(groupsOf(markedCells(mask, width, columns, rows), columns, rows));
  return groups
    .toSorted((one, other) => one.top - other.top || one.left - other.left)
    .map(({ left, top, right, bottom }) => ({
      left: (left * CELL) / width,
      top: (top * CELL) / height,
      width: (Math.min(right * CELL, width) - left * CELL) / width,
      height: (Math.min(bottom * CELL, height) - top * CELL) / height,
    }));
}

function markedCells(mask: Uint8Array, width: number, columns: number, rows: number): Uint8Array {
  const cells = new Uint8Array(columns * rows);
  for (let index = 3; index < mask.length; index += 4) {
    if (mask[index] === 0) continue;
    const pixel = (index - 3) / 4;
    const row = Math.floor(pixel / width / CELL);
    cells[row * columns + Math.floor((pixel % width) / CELL)] = 1;
  }
  return cells;
}

/** Cells that touch, at their corners too, belong together. Takes the marks away as it goes. */
function groupsOf(cells: Uint8Array, columns: number, rows: number): readonly Cells[] {
  const groups: Cells[] = [];
  for (let start = cells.indexOf(1); start !== -1; start = cells.indexOf(1, start + 1)) {
    cells[start] = 0;
    const pending = [start];
    let group: Cells = cellAt(start, columns);
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      group = around(group, cellAt(cell, columns));
      for (const next of neighbours(cell, columns, rows)) {
        if (cells[next] !== 1) continue;
        cells[next] = 0;
        pending.push(next);
      }
    }
    groups.push(group);
  }
  return groups;
}

function cellAt(cell: number, columns: number): Cells {
  const [left, top] = [cell % columns, Math.floor(cell / columns)];
  return { left, top, right: left + 1, bottom: top + 1 };
}

function neighbours(cell: number, columns: number, rows: number): readonly number[] {
  const { left, top } = cellAt(cell, columns);
  const near = [-1, 0, 1];
  return near
    .flatMap((dy) => near.map((dx) => [left + dx, top + dy] as const))
    .filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows)
    .map(([x, y]) => y * columns + x);
}

function around(one: Cells, other: Cells): Cells {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Overlapping boxes become one. If there are too many boxes, all become one. */
function merged(groups: readonly Cells[]): readonly Cells[] {
  if (groups.length > 10 * MAX_BOXES) return [groups.reduce(around)];
  const kept: Cells[] = [];
  for (const group of groups) {
    let grown = group;
    for (let index = kept.findIndex((one) => overlap(one, grown)); index !== -1;) {
      grown = around(grown, kept[index] ?? grown);
      kept.splice(index, 1);
      index = kept.findIndex((one) => overlap(one, grown));
    }
    kept.push(grown);
  }
  return kept.length > MAX_BOXES ? [kept.reduce(around)] : kept;
}

function overlap(one: Cells, other: Cells): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
