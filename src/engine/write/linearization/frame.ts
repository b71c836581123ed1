/**
 * The parts of a linearized file besides its objects: parameters, two cross-reference sections, hint stream (F.3.3 to
 * F.3.11).
 */
import { byteWidth, type XrefRow, xrefTable } from '#engine/write/file/cross-reference.ts';
import { HEADER_BYTES, trailerEntries, writeHeader, writeIdEntry } from '#engine/write/file/header-and-trailer.ts';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { ByteWriter } from '#engine/pdf/syntax/serialize.ts';
import type { HintStream } from './hints.ts';
import type { Layout } from './layout.ts';
import type { FileNumbers, Item, Parts } from './parts.ts';

/** The data that do not depend on positions. */
export interface Frame {
  readonly version: string;
  readonly objectStreams: boolean;
  readonly parts: Parts;
  readonly numbers: FileNumbers;
  readonly root: number;
  readonly info: number | null;
}

export interface Section {
  readonly bytes: Uint8Array;
  /** The positions of the document ID in `bytes`. */
  readonly ids: readonly number[];
}

/** Ten digits hold every offset of a cross-reference table. */
const OFFSET_DIGITS = 10;

const LEAST_COMPRESSED_BYTES = 128;

/** The header and the linearization parameter dictionary (F.3.3). The length does not depend on the values. */
export function writeParameters(
  { version, numbers, parts }: Frame,
  layout: Layout | null,
  lengthBytes: number,
): Uint8Array {
  const out = new ByteWriter();
  writeHeader(out, version);
  const at = layout ?? { hintsAt: 0, hintBytes: 0, firstPageEnd: 0, mainXrefAt: 0 };
  const firstPage = parts.firstPage[0] && numbers.items[parts.firstPage[0].index];
  const before = out.length;
  out.text(
    `${numbers.firstHalf} 0 obj\n<</Linearized 1/L ${lengthBytes}/H[${at.hintsAt} ${at.hintBytes}]/O ${firstPage}`,
  );
  out.text(`/E ${at.firstPageEnd}/N ${parts.laterPages.length + 1}/T ${firstEntryAt(numbers, at.mainXrefAt)}>>`);
  const digits = [numbers.firstHalf, firstPage, parts.laterPages.length + 1].join('').length;
  const fullLength = '0 obj<</Linearized 1/L /H[ ]/O /E /N /T >>'.length + 2 + digits + 5 * OFFSET_DIGITS;
  out.text(`${' '.repeat(fullLength - (out.length - before))}\nendobj\n`);
  return out.take();
}

/** F.3.3, T: the start of the main section, or the white space before the first entry of its table. */
function firstEntryAt(numbers: FileNumbers, mainXrefAt: number): number {
  return numbers.mainXref > 0 ? mainXrefAt : mainXrefAt + tableHead(0, numbers.firstHalf).length - 1;
}

/** F.3.4: the section for the first half, padded to `room`. It is longer if `room` is too small. */
export function writeFirstXref(frame: Frame, layout: Layout, room: number): Section {
  const { numbers, objectStreams, parts } = frame;
  const rows: XrefRow[] = [[1, HEADER_BYTES, 0]];
  if (objectStreams) rows.push([1, layout.firstXrefAt, 0]);
  addRows(rows, parts.open, layout);
  rows.push([1, layout.hintsAt, 0]);
  addRows(rows, parts.firstPage, layout);
  addContents(rows, [...parts.open, ...parts.firstPage], numbers);
  const out = new ByteWriter();
  const ids: number[] = [];
  const trailer = (): void => {
    writeIdEntry(out, ids);
    out.text(`${trailerEntries(frame)}/Prev ${layout.mainXrefAt}/Size ${numbers.size}`);
  };
  const pad = (tail: number): void => out.text(' '.repeat(Math.max(0, room - out.length - tail)));
  const end = 'startxref\n0\n%%EOF\n';
  if (objectStreams) {
    const width = byteWidth(layout.mainXrefAt);
    const data = deflate(xrefTable(rows, width));
    out.text(`${numbers.firstXref} 0 obj\n<</Filter/FlateDecode`);
    out.text(`/Index[${numbers.firstHalf} ${rows.length}]/Length ${data.length}/Type/XRef/W[1 ${width} 1]`);
    trailer();
    out.text('>>\nstream\n');
    out.bytes(data);
    out.text('\nendstream');
    pad('\nendobj\n'.length + end.length);
    out.text(`\nendobj\n${end}`);
  } else {
    writeTable(out, numbers.firstHalf, rows);
    out.text('trailer\n<<');
    trailer();
    out.text('>>');
    pad('\n'.length + end.length);
    out.text(`\n${end}`);
  }
  return { bytes: out.take(), ids };
}

/** F.3.11: the section for the second half, with a reference to the first. */
export function writeMainXref(frame: Frame, layout: Layout): Section {
  const { numbers, objectStreams, parts } = frame;
  const rows: XrefRow[] = [[0, 0, 0]];
  addRows(rows, parts.secondHalf, layout);
  if (objectStreams) rows.push([1, layout.mainXrefAt, 0]);
  addContents(rows, parts.secondHalf, numbers);
  const out = new ByteWriter();
  const ids: number[] = [];
  if (objectStreams) {
    const width = byteWidth(layout.mainXrefAt);
    const data = deflate(xrefTable(rows, width));
    out.text(`${numbers.mainXref} 0 obj\n<</Filter/FlateDecode/Length ${data.length}/Type/XRef/W[1 ${width} 1]`);
    writeIdEntry(out, ids);
    out.text(`/Size ${numbers.firstHalf}>>\nstream\n`);
    out.bytes(data);
    out.text('\nendstream\nendobj\n');
  } else {
    writeTable(out, 0, rows);
    out.text('trailer\n<<');
    writeIdEntry(out, ids);
    out.text(`/Size ${numbers.firstHalf}>>\n`);
  }
  out.text(`startxref\n${layout.firstXrefAt}\n%%EOF\n`);
  return { bytes: out.take(), ids };
}

/** F.3.6 */
export function writeHintStream({ numbers }: Frame, { tables, sharedAt, outlinesAt }: HintStream): Uint8Array {
  const out = new ByteWriter();
  // The entries for a compression take more bytes than the tables of a few pages.
  const data = tables.length < LEAST_COMPRESSED_BYTES ? tables : deflate(tables);
  out.text(`${numbers.hints} 0 obj\n<<${data === tables ? '' : '/Filter/FlateDecode'}/Length ${data.length}`);
  out.text(`${outlinesAt === null ? '' : `/O ${outlinesAt}`}/S ${sharedAt}>>\nstream\n`);
  out.bytes(data);
  out.text('\nendstream\nendobj\n');
  return out.take();
}

function addRows(rows: XrefRow[], items: readonly Item[], { offsets }: Layout): void {
  for (const item of items) rows.push([1, offsets[item.index] ?? 0, 0]);
}

function addContents(rows: XrefRow[], items: readonly Item[], numbers: FileNumbers): void {
  for (const item of items) {
    if (!item.isObjectStream) continue;
    const stream = numbers.items[item.index] ?? 0;
    for (let place = 0; place < item.contents.length; place++) rows.push([2, stream, place]);
  }
}

function tableHead(first: number, count: number): string {
  return `xref\n${first} ${count}\n`;
}

/** 7.5.4 */
function writeTable(out: ByteWriter, first: number, rows: readonly XrefRow[]): void {
  out.text(tableHead(first, rows.length));
  for (const [type, offset] of rows) {
    out.text(type === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(OFFSET_DIGITS, '0')} 00000 n \n`);
  }
}
