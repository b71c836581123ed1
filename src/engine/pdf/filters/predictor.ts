/** Predictors of FlateDecode and LZWDecode (ISO 32000-2, 7.4.4.4): TIFF 2 and the PNG filters (RFC 2083, section 6). */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { FilterOutput } from './decode.ts';
import { libdeflateModule } from './libdeflate/module.ts';

export interface PredictorParms {
  readonly predictor: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
  readonly columns: number;
}

/** Works in place, because the bytes are the output of a filter and may fill most of the memory. */
export function undoPredictor(bytes: Uint8Array, parms: PredictorParms): FilterOutput {
  const bitsPerPixel = parms.colors * parms.bitsPerComponent;
  const rowBytes = Math.ceil((bitsPerPixel * parms.columns) / 8);
  if (!(rowBytes > 0) || !(bitsPerPixel > 0)) return { bytes, damaged: true };
  if (rowBytes > LIMITS.predictorRowBytes) exceeded('predictorRowBytes');
  const pixelBytes = Math.max(1, bitsPerPixel >> 3);
  if (parms.predictor === 2) return { bytes: undoTiff(bytes, parms, rowBytes), damaged: false };
  return undoPng(bytes, rowBytes, pixelBytes);
}

/** Each row moves to the front, over its filter type and over bytes that were already read. */
function undoPng(bytes: Uint8Array, rowBytes: number, pixelBytes: number): FilterOutput {
  const { input, longestPixel } = libdeflateModule();
  const isUsual = pixelBytes <= longestPixel && 2 * rowBytes < input.length;
  return (isUsual ? undoUsualRows : undoAnyRows)(bytes, rowBytes, pixelBytes);
}

/** WebAssembly processes as many rows at once as its memory can hold. */
function undoUsualRows(bytes: Uint8Array, rowBytes: number, pixelBytes: number): FilterOutput {
  const { input, output, undoPng: undoInModule } = libdeflateModule();
  // The output also holds the row above the first one.
  const rows = Math.floor(input.length / (rowBytes + 1)) - 1;
  let end = 0;
  let damaged = false;
  for (let from = 0; from < bytes.length; from += rows * (rowBytes + 1)) {
    const filtered = bytes.subarray(from, from + rows * (rowBytes + 1));
    input.set(filtered);
    const isKnown = undoInModule(filtered.length, rowBytes, pixelBytes, Number(from === 0)) !== 0;
    damaged ||= !isKnown;
    const plainBytes = filtered.length - Math.ceil(filtered.length / (rowBytes + 1));
    bytes.set(output.subarray(rowBytes, rowBytes + plainBytes), end);
    end += plainBytes;
  }
  return { bytes: bytes.subarray(0, end), damaged };
}

/** Processes rows of any length with pixels of any size. */
export function undoAnyRows(bytes: Uint8Array, rowBytes: number, pixelBytes: number): FilterOutput {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  let end = 0;
  let damaged = false;
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1) + 1;
    const length = Math.min(rowBytes, bytes.length - from);
    const known = undoPngRow(bytes, { from, to: end, above: row > 0 ? end - rowBytes : -1, length }, pixelBytes);
    damaged ||= !known;
    end += length;
  }
  return { bytes: bytes.subarray(0, end), damaged };
}

interface Row {
  /** The start of the filtered bytes, after the filter type. */
  readonly from: number;
  /** The start of the plain bytes. */
  readonly to: number;
  /** The start of the row above; -1 for the first row. */
  readonly above: number;
  readonly length: number;
}

/** Returns false if the filter type of the row is none of the five. */
function undoPngRow(bytes: Uint8Array, row: Row, pixelBytes: number): boolean {
  const type = bytes[row.from - 1] ?? 0;
  if (type === 1) addLeft(bytes, row, pixelBytes);
  else if (type === 2 && row.above >= 0) addUp(bytes, row);
  else if (type === 3) addAverage(bytes, row, pixelBytes);
  else if (type === 4) addPaeth(bytes, row, pixelBytes);
  else bytes.copyWithin(row.to, row.from, row.from + row.length);
  return type <= 4;
}

function addLeft(bytes: Uint8Array, { from, to, length }: Row, pixelBytes: number): void {
  bytes.copyWithin(to, from, from + Math.min(length, pixelBytes));
  for (let i = pixelBytes; i < length; i++) bytes[to + i] = (bytes[from + i] ?? 0) + (bytes[to + i - pixelBytes] ?? 0);
}

function addUp(bytes: Uint8Array, { from, to, above, length }: Row): void {
  for (let i = 0; i < length; i++) bytes[to + i] = (bytes[from + i] ?? 0) + (bytes[above + i] ?? 0);
}

function addAverage(bytes: Uint8Array, { from, to, above, length }: Row, pixelBytes: number): void {
  for (let i = 0; i < length; i++) {
    const left = i >= pixelBytes ? (bytes[to + i - pixelBytes] ?? 0) : 0;
    const up = above >= 0 ? (bytes[above + i] ?? 0) : 0;
    bytes[to + i] = (bytes[from + i] ?? 0) + ((left + up) >> 1);
  }
}

function addPaeth(bytes: Uint8Array, { from, to, above, length }: Row, pixelBytes: number): void {
  for (let i = 0; i < length; i++) {
    const left = i >= pixelBytes ? (bytes[to + i - pixelBytes] ?? 0) : 0;
    const up = above >= 0 ? (bytes[above + i] ?? 0) : 0;
    const upLeft = above >= 0 && i >= pixelBytes ? (bytes[above + i - pixelBytes] ?? 0) : 0;
    bytes[to + i] = (bytes[from + i] ?? 0) + paeth(left, up, upLeft);
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function undoTiff(
  bytes: Uint8Array,
  { colors, bitsPerComponent, columns }: PredictorParms,
  rowBytes: number,
): Uint8Array {
  for (let row = 0; row < bytes.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, bytes.length);
    if (bitsPerComponent === 8) {
      for (let i = row + colors; i < end; i++) bytes[i] = (bytes[i] ?? 0) + (bytes[i - colors] ?? 0);
    } else if (bitsPerComponent === 16) {
      for (let i = row + 2 * colors; i + 1 < end; i += 2) addBigEndian16(bytes, i, i - 2 * colors);
    } else {
      undoTiffBits(bytes.subarray(row, end), colors, bitsPerComponent, columns);
    }
  }
  return bytes;
}

function addBigEndian16(bytes: Uint8Array, at: number, from: number): void {
  const sum = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) + (bytes[from] ?? 0) * 256 + (bytes[from + 1] ?? 0);
  bytes[at] = (sum >> 8) & 0xff;
  bytes[at + 1] = sum & 0xff;
}

/** Undoes the predictor for components of 1, 2 or 4 bits. */
function undoTiffBits(row: Uint8Array, colors: number, bits: number, columns: number): void {
  const mask = (1 << bits) - 1;
  const previous = new Array<number>(colors).fill(0);
  for (let component = 0; component < colors * columns; component++) {
    const bit = component * bits;
    const byte = bit >> 3;
    if (byte >= row.length) return;
    const shift = 8 - bits - (bit & 7);
    const value = ((((row[byte] ?? 0) >> shift) & mask) + (previous[component % colors] ?? 0)) & mask;
    previous[component % colors] = value;
    row[byte] = ((row[byte] ?? 0) & ~(mask << shift)) | (value << shift);
  }
}
