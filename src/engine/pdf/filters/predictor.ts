/** Predictors of FlateDecode and LZWDecode (ISO 32000-2, 7.4.4.4): TIFF 2 and the PNG filters (RFC 2083, section 6). */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { FilterOutput } from './decode.ts';

export interface PredictorParms {
  readonly predictor: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
  readonly columns: number;
}

export function undoPredictor(bytes: Uint8Array, parms: PredictorParms): FilterOutput {
  const bitsPerPixel = parms.colors * parms.bitsPerComponent;
  const rowBytes = Math.ceil((bitsPerPixel * parms.columns) / 8);
  if (!(rowBytes > 0) || !(bitsPerPixel > 0)) return { bytes, damaged: true };
  if (rowBytes > LIMITS.predictorRowBytes) exceeded('predictor row bytes');
  const pixelBytes = Math.max(1, bitsPerPixel >> 3);
  if (parms.predictor === 2) return { bytes: undoTiff(bytes, parms, rowBytes), damaged: false };
  return undoPng(bytes, rowBytes, pixelBytes);
}

function undoPng(bytes: Uint8Array, rowBytes: number, pixelBytes: number): FilterOutput {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const lastRow = bytes.length - (rows - 1) * (rowBytes + 1) - 1;
  const output = new Uint8Array(Math.max(0, (rows - 1) * rowBytes + Math.max(0, lastRow)));
  let damaged = false;
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const to = row * rowBytes;
    const length = Math.min(rowBytes, bytes.length - from - 1);
    const known = undoPngRow(bytes, from, output, to, length, rowBytes, pixelBytes);
    damaged ||= !known;
  }
  return { bytes: output, damaged };
}

/** Answers false when the row's filter type is not one of the five. One plain loop a type: rows are most of the work. */
function undoPngRow(
  bytes: Uint8Array,
  from: number,
  output: Uint8Array,
  to: number,
  length: number,
  rowBytes: number,
  pixelBytes: number,
): boolean {
  const type = bytes[from] ?? 0;
  const above = to >= rowBytes ? to - rowBytes : -1;
  output.set(bytes.subarray(from + 1, from + 1 + length), to);
  if (type === 1) addLeft(output, to, length, pixelBytes);
  else if (type === 2) addUp(output, to, above, length);
  else if (type === 3) addAverage(output, to, above, length, pixelBytes);
  else if (type === 4) addPaeth(output, to, above, length, pixelBytes);
  return type <= 4;
}

function addLeft(output: Uint8Array, to: number, length: number, pixelBytes: number): void {
  for (let at = to + pixelBytes; at < to + length; at++)
    output[at] = (output[at] ?? 0) + (output[at - pixelBytes] ?? 0);
}

function addUp(output: Uint8Array, to: number, above: number, length: number): void {
  if (above < 0) return;
  const distance = to - above;
  for (let at = to; at < to + length; at++) output[at] = (output[at] ?? 0) + (output[at - distance] ?? 0);
}

function addAverage(output: Uint8Array, to: number, above: number, length: number, pixelBytes: number): void {
  for (let i = 0; i < length; i++) {
    const left = i >= pixelBytes ? (output[to + i - pixelBytes] ?? 0) : 0;
    const up = above >= 0 ? (output[above + i] ?? 0) : 0;
    output[to + i] = (output[to + i] ?? 0) + ((left + up) >> 1);
  }
}

function addPaeth(output: Uint8Array, to: number, above: number, length: number, pixelBytes: number): void {
  for (let i = 0; i < length; i++) {
    const left = i >= pixelBytes ? (output[to + i - pixelBytes] ?? 0) : 0;
    const up = above >= 0 ? (output[above + i] ?? 0) : 0;
    const upLeft = above >= 0 && i >= pixelBytes ? (output[above + i - pixelBytes] ?? 0) : 0;
    output[to + i] = (output[to + i] ?? 0) + paeth(left, up, upLeft);
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
  const output = bytes.slice();
  for (let row = 0; row < output.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, output.length);
    if (bitsPerComponent === 8) {
      for (let i = row + colors; i < end; i++) output[i] = (output[i] ?? 0) + (output[i - colors] ?? 0);
    } else if (bitsPerComponent === 16) {
      for (let i = row + 2 * colors; i + 1 < end; i += 2) addBigEndian16(output, i, i - 2 * colors);
    } else {
      undoTiffBits(output.subarray(row, end), colors, bitsPerComponent, columns);
    }
  }
  return output;
}

function addBigEndian16(bytes: Uint8Array, at: number, from: number): void {
  const sum = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) + (bytes[from] ?? 0) * 256 + (bytes[from + 1] ?? 0);
  bytes[at] = (sum >> 8) & 0xff;
  bytes[at + 1] = sum & 0xff;
}

/** Components of 1, 2 or 4 bits. */
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
