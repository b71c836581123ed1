/**
 * Takes apart a ZIP file that anybody may have made (APPNOTE 6.3.10). Names are for people to read and lead nowhere: what
 * a file is, its content says, and nothing is written anywhere. No other program can take another content out of the same file: every
 * entry has the size and the checksum that the directory says, the records fill the file from its first byte to its last, and no
 * reader of PDFs finds a document that is none of the entries.
 */
import { HEADER_WINDOW_BYTES, PDF_HEADER } from '#domain/pdf-file.ts';

export interface ZipLimits {
  readonly entries: number;
  /** Of all entries together, unpacked. */
  readonly bytes: number;
}

/** Is told to whoever dropped the file. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface Unzipped {
  readonly name: string;
  readonly content: Bytes;
}

interface Entry {
  readonly name: string;
  /** With its folders. */
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Where the content of an entry lies in the file. */
interface Placed extends Entry {
  readonly begin: number;
  readonly end: number;
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const END_BYTES = 22;
/** The two records of ZIP64 (4.3.14 and 4.3.15), which some programs write always. */
const END_64 = 0x0606_4b50;
const END_64_BYTES = 76;
const MAX_COMMENT = 0xffff;
const MAX_NAME = 100;
const ENCRYPTED = 1;
/** Size and checksum follow the content (4.3.9), with or without a signature, in four bytes or eight. */
const DESCRIBED = 8;
const DESCRIPTOR_BYTES = [12, 16, 20, 24];
const STORED = 0;
const DEFLATED = 8;
/** No data that deflate writes unpack to more than this many times their size. */
const MAX_RATIO = 1032;

/** Whether another program may take the bytes for an archive, whatever they begin as. */
export function endsAsZip(bytes: Bytes): boolean {
  return endOf(viewOf(bytes)) !== null;
}

/** The content of one file after the other, folders left out. */
export async function* unzip(zip: Bytes, limits: ZipLimits): AsyncGenerator<Unzipped> {
  const view = viewOf(zip);
  const entries = entriesOf(view, limits.entries);
  requireNothingElse(zip, entries);
  let unpacked = 0;
  for (const entry of entries) {
    unpacked += entry.size;
    if (unpacked > limits.bytes) throw new ZipError('It unpacks to more than this page takes.');
    if (entry.size === 0) continue;
    const content = await contentOf(zip.subarray(entry.begin, entry.end), entry);
    if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged(entry);
    yield { name: entry.name, content };
  }
}

function viewOf({ buffer, byteOffset, length }: Bytes): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** In the order of the directory, which lies behind all of them and reaches to the end of the file. */
function entriesOf(view: DataView, limit: number): Placed[] {
  const end = endOf(view);
  if (end === null) throw damaged();
  const count = view.getUint16(end + 10, true);
  if (count > limit) throw new ZipError(`It has more than ${limit} files.`);
  const directory = view.getUint32(end + 16, true);
  const entries: Placed[] = [];
  let at = directory;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw damaged();
    entries.push(placed(view, entryAt(view, at)));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
  requireInRow(entries, directory);
  if (at + END_64_BYTES === end && view.getUint32(at, true) === END_64) at = end;
  if (at !== end || end + END_BYTES !== view.byteLength) throw strangeBytes();
  return entries;
}

function entryAt(view: DataView, at: number): Entry {
  const path = nameAt(view, at + 46, view.getUint16(at + 28, true));
  return {
    name: path.slice(path.lastIndexOf('/') + 1).slice(0, MAX_NAME),
    path,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

/** By the header before the content, which some programs read instead of the directory. */
function placed(view: DataView, entry: Entry): Placed {
  const { flags, offset, packed, method, path } = entry;
  if (flags & ENCRYPTED) throw new ZipError('It is encrypted.');
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL) throw damaged(entry);
  const nameBytes = view.getUint16(offset + 26, true);
  const begin = offset + 30 + nameBytes + view.getUint16(offset + 28, true);
  const end = begin + packed;
  if (end > view.byteLength) throw damaged(entry);
  const isSame = view.getUint16(offset + 8, true) === method && nameAt(view, offset + 30, nameBytes) === path;
  if (!isSame) throw new ZipError(`Two places in it say different things of the file “${entry.name}”.`);
  return { ...entry, begin, end };
}

/** Each record begins where the one before ends, the first one with the file, and the directory behind the last. */
function requireInRow(entries: readonly Placed[], directory: number): void {
  let end = 0;
  let gaps: readonly number[] = [0];
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (!gaps.includes(entry.offset - end)) throw strangeBytes();
    end = entry.end;
    gaps = entry.flags & DESCRIBED ? DESCRIPTOR_BYTES : [0];
  }
  if (!gaps.includes(directory - end)) throw strangeBytes();
}

/** No two files in one place, and no document but the entries: readers of PDFs look for the header within the first bytes. */
function requireNothingElse(zip: Bytes, entries: readonly Placed[]): void {
  const paths = new Set(entries.map(({ path }) => path.toLowerCase()));
  if (paths.size < entries.length) throw new ZipError('Two files in it have the same name.');
  const head = new TextDecoder('latin1').decode(zip.subarray(0, HEADER_WINDOW_BYTES));
  const headers = [...head.matchAll(new RegExp(PDF_HEADER, 'g'))];
  const isContent = (at: number) =>
    entries.some(({ method, begin, end }) => method === STORED && begin <= at && at < end);
  if (headers.some(({ index }) => !isContent(index))) {
    throw new ZipError('It is a PDF at the same time: what one program opens is not what another one sees.');
  }
}

/** In UTF-8, or whatever that makes of it. */
function nameAt(view: DataView, at: number, bytes: number): string {
  const length = Math.min(bytes, view.byteLength - at);
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

/** The last record, before a comment of any length. Those of more than 4 GiB, or 65,535 files, have other fields. */
function endOf(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  return null;
}

async function contentOf(packed: Bytes, entry: Entry): Promise<Bytes> {
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw new ZipError('It is packed in a way that this page does not know.');
  try {
    return await inflated(packed, entry.size);
  } catch {
    throw damaged(entry);
  }
}

/** Stops as soon as there is more than was said; fails for what cannot be packed so small. */
async function inflated(packed: Bytes, size: number): Promise<Bytes> {
  if (size > packed.length * MAX_RATIO) throw new RangeError('Deflate packs nothing so small.');
  const content = new Uint8Array(size);
  let length = 0;
  const source = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  for (const reader = source.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return content.subarray(0, length);
    if (length + value.length > size) {
      await reader.cancel();
      throw new RangeError('There is more than was said.');
    }
    content.set(value, length);
    length += value.length;
  }
}

function damaged(entry?: Entry): ZipError {
  return new ZipError(entry ? `The file “${entry.name}” in it is damaged.` : 'It is damaged.');
}

function strangeBytes(): ZipError {
  return new ZipError('Bytes in it belong to none of its files: another program may read something else in them.');
}

/** The polynomial of ISO 3309, bits reversed. */
const POLYNOMIAL = 0xedb8_8320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

function crc32(bytes: Bytes): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffff_ffff) >>> 0;
}
