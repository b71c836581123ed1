/**
 * Unpacks a ZIP file that anybody may have made (APPNOTE 6.3.10), in a browser and in Node, if every other program unpacks the
 * same files from it. Programs differ in whether they read the header before a file or the directory behind all files, and in
 * what they make of names. So both headers must agree in every field, the records must fill the file from its first byte to its
 * last in the order of the directory, and no two names may become one. `verify.py` of the evidence has the same rules.
 */
import { HEADER_WINDOW_BYTES } from '#domain/pdf-file.ts';
import { utf8 } from '#src/proof/verify/base64.ts';
import { isPlainPath, sameOnEverySystem } from './paths.ts';
import { isJsonObject, isPdf, READERS_HEADER, VERSIONED_HEADER } from './pdf-content.ts';

export interface ZipLimits {
  readonly entries: number;
  /** The limit for all entries together, unpacked. */
  readonly bytes: number;
}

/** The message is for the person who gave the file. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface Unzipped {
  /** Without folders. */
  readonly name: string;
  readonly content: Bytes;
}

interface Entry {
  readonly path: string;
  /** Where the header before the content begins. */
  readonly offset: number;
  /** Where the packed content begins and ends. */
  readonly begin: number;
  readonly end: number;
  /** Where the record ends. */
  readonly next: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const DESCRIPTOR = 0x0807_4b50;
const END = 0x0605_4b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const DESCRIPTOR_BYTES = 16;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Deflate and folders (4.4.3.2); later versions encrypt, or have sizes of eight bytes. */
const MAX_VERSION = 20;
/** Size and checksum follow the content (4.3.9). */
const DESCRIBED = 1 << 3;
const UTF8 = 1 << 11;
/** The bits 1 and 2 say how hard the compressor tried. */
const KNOWN_FLAGS = DESCRIBED | UTF8 | 0b110;
const ENCRYPTED = 1;
/** Times and owners of files (4.6): NTFS, and the three of Info-ZIP. Other extra fields can change names and sizes. */
const HARMLESS_EXTRA_FIELDS: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7875]);
const MAX_EXTRA_BYTES = 128;
/** In the upper half of the attributes (4.4.2.2). Programs differ in which systems they believe about it. */
const FILE_TYPES: ReadonlySet<number> = new Set([0, 0o100000]);
const FOLDER_TYPES: ReadonlySet<number> = new Set([0, 0o040000]);
const DOS_LABEL = 0x08;
const DOS_FOLDER = 0x10;
/** Deflate never packs data into less than this part of their size. */
const MAX_RATIO = 1032;
/** The records of an archive begin with `PK` and one of these pairs of bytes. */
const RECORDS = [0x0102, 0x0304, 0x0506, 0x0606, 0x0607, 0x0708];

/** Whether another program may take the bytes for an archive, whatever they begin as. */
export function endsAsZip(bytes: Bytes): boolean {
  const view = viewOf(bytes);
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    const isEnd = view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === bytes.length;
    if (isEnd) return true;
  }
  return false;
}

/** The files one after the other, without folders. */
export async function* unzip(zip: Bytes, limits: ZipLimits): AsyncGenerator<Unzipped> {
  const entries = entriesOf(zip, limits.entries);
  requireDifferentPaths(entries);
  const headers = pdfHeadersOf(zip, entries);
  let unpacked = 0;
  for (const entry of entries) {
    unpacked += entry.size;
    if (unpacked > limits.bytes) throw new ZipError('It unpacks to more than is read here.');
    const content = await contentOf(zip.subarray(entry.begin, entry.end), entry);
    if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged(entry.path);
    const found = headers.filter(({ at }) => at >= entry.begin && at < entry.end);
    if (
      found.length > 0 &&
      !isPdf(content) &&
      !(isJsonObject(content) && !found.some(({ isVersioned }) => isVersioned))
    ) {
      throw alsoPdf();
    }
    if (!isFolder(entry.path)) yield { name: lastPart(entry.path), content };
  }
}

function viewOf({ buffer, byteOffset, length }: Bytes): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** The directory lies behind all entries, and its end is the end of the file. */
function entriesOf(zip: Bytes, limit: number): Entry[] {
  const view = viewOf(zip);
  const end = zip.length - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END || view.getUint16(end + 20, true) !== 0) {
    throw endsAsZip(zip) ? strangeBytes() : damaged();
  }
  const count = view.getUint16(end + 8, true);
  const isOneFile = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 10, true) === count;
  if (!isOneFile) throw new ZipError('It is a part of a larger archive.');
  if (count > limit) throw new ZipError(`It has more than ${limit} files.`);
  const [size, directory] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  if (directory + size !== end) throw strangeBytes();
  const entries: Entry[] = [];
  let [at, next] = [directory, 0];
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL) throw damaged();
    const entry = entryAt(zip, at);
    if (entry.offset !== next) throw strangeBytes();
    entries.push(entry);
    next = entry.next;
    at += CENTRAL_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
  }
  if (next !== directory || at !== end) throw strangeBytes();
  return entries;
}

/** The entry of one header of the directory, which is compared with the header before the content. */
function entryAt(zip: Bytes, central: number): Entry {
  const view = viewOf(zip);
  const end = central + CENTRAL_BYTES + view.getUint16(central + 28, true) + view.getUint16(central + 30, true);
  const flags = view.getUint16(central + 8, true);
  const offset = view.getUint32(central + 42, true);
  const isWhole = end <= zip.length && offset + LOCAL_BYTES <= central && view.getUint32(offset, true) === LOCAL;
  if (!isWhole) throw damaged();
  const path = pathIn(zip.subarray(central + CENTRAL_BYTES, end - view.getUint16(central + 30, true)), flags);
  requireNothingSpecial(zip, central, path);
  const nameEnd = offset + LOCAL_BYTES + view.getUint16(offset + 26, true);
  const begin = nameEnd + view.getUint16(offset + 28, true);
  const [method, packed] = [view.getUint16(central + 10, true), view.getUint32(central + 20, true)];
  const [crc, size] = [view.getUint32(central + 16, true), view.getUint32(central + 24, true)];
  const described = (flags & DESCRIBED) !== 0;
  const next = begin + packed + (described ? DESCRIPTOR_BYTES : 0);
  if (next > central) throw damaged(path);
  const same = (from: number, to: number, bytes: number) =>
    equal(zip.subarray(offset + from, offset + from + bytes), zip.subarray(central + to, central + to + bytes));
  // Version, flags, method, time and date; then checksum and sizes, which are 0 where they follow the content; then the name.
  const isDescribedLater = described && zip.subarray(offset + 14, offset + 26).every((byte) => byte === 0);
  const nameBytes = view.getUint16(central + 28, true);
  const agrees =
    same(4, 6, 10) &&
    (isDescribedLater || same(14, 16, 12)) &&
    same(26, 28, 2) &&
    same(LOCAL_BYTES, CENTRAL_BYTES, nameBytes) &&
    (!described || describes(view, begin + packed, [crc, packed, size]));
  if (!agrees) throw new ZipError(`Two places in it say different things of the file “${shown(path)}”.`);
  requireHarmless(zip.subarray(nameEnd, begin), path);
  if (method === STORED && described) requireOneEnd(zip.subarray(begin, begin + packed), path);
  return { path, offset, begin, end: begin + packed, next, method, crc, size };
}

/** The last one of a file that is all of these: in one archive, without a comment, and neither encrypted nor a link. */
function requireNothingSpecial(zip: Bytes, central: number, path: string): void {
  const view = viewOf(zip);
  const flags = view.getUint16(central + 8, true);
  if (flags & ENCRYPTED) throw new ZipError('It is encrypted.');
  const isKnown =
    view.getUint16(central + 6, true) <= MAX_VERSION &&
    (flags & ~KNOWN_FLAGS) === 0 &&
    [STORED, DEFLATED].includes(view.getUint16(central + 10, true));
  if (!isKnown) throw new ZipError('It is packed in a way that is not read here.');
  // A comment, or another part of a larger archive.
  if (view.getUint32(central + 32, true) !== 0) throw strangeBytes();
  const nameEnd = central + CENTRAL_BYTES + view.getUint16(central + 28, true);
  requireHarmless(zip.subarray(nameEnd, nameEnd + view.getUint16(central + 30, true)), path);
  const attributes = view.getUint32(central + 38, true);
  const type = (attributes >>> 16) & 0o170000;
  const isPlain = isFolder(path)
    ? FOLDER_TYPES.has(type) && view.getUint32(central + 24, true) === 0
    : FILE_TYPES.has(type) && (attributes & DOS_FOLDER) === 0;
  if (!isPlain || attributes & DOS_LABEL) throw new ZipError(`“${shown(path)}” in it is neither a file nor a folder.`);
}

/** Extra fields fill their part of the header, and are known ones, each once (4.5.1). */
function requireHarmless(extra: Bytes, path: string): void {
  const view = viewOf(extra);
  const found: number[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    found.push(view.getUint16(at, true));
    at += 4 + view.getUint16(at + 2, true);
  }
  const isKnown = found.every((id, index) => HARMLESS_EXTRA_FIELDS.has(id) && found.indexOf(id) === index);
  const isHarmless = at === extra.length && at <= MAX_EXTRA_BYTES && isKnown;
  if (!isHarmless)
    throw new ZipError(`The header of the file “${shown(path)}” in it has a part that programs read differently.`);
}

/** The descriptor behind the content (4.3.9), with its signature. */
function describes(view: DataView, at: number, values: readonly number[]): boolean {
  return [DESCRIPTOR, ...values].every((value, index) => view.getUint32(at + 4 * index, true) === value);
}

/**
 * Programs that read an archive as a stream search for the end of such content: by the next record of the archive. Evidence
 * from before was written so. A PDF that has an archive in it may be refused by this rule, and can be given by itself.
 */
function requireOneEnd(content: Bytes, path: string): void {
  const words = latin1(content);
  if (RECORDS.some((pair) => words.includes(`PK${String.fromCharCode(pair >> 8, pair & 0xff)}`))) {
    throw new ZipError(`Programs differ in where the file “${shown(path)}” in it ends. Unpack it and give the files.`);
  }
}

/** Names are ASCII, or UTF-8 and said to be; other encodings depend on the program. */
function pathIn(name: Bytes, flags: number): string {
  const isText = (flags & UTF8) !== 0 || name.every((byte) => byte < 0x80);
  const path = isText ? utf8(name) : null;
  if (path === null || !isPlainPath(path)) {
    throw new ZipError(`Programs read the name “${shown(latin1(name))}” in it differently.`);
  }
  return path;
}

/** No two entries lie in one place on any system, and no file is also a folder. */
function requireDifferentPaths(entries: readonly Entry[]): void {
  const paths = entries.map(({ path }) => sameOnEverySystem(path.replace(/\/$/, '')));
  const files = new Set(paths.filter((_, index) => !isFolder(entries[index]?.path ?? '')));
  const isBelowFile = (path: string) =>
    path.split('/').some((_, depth, parts) => depth > 0 && files.has(parts.slice(0, depth).join('/')));
  if (new Set(paths).size < paths.length || paths.some(isBelowFile)) {
    throw new ZipError('Two files in it have the same name.');
  }
}

/** The headers that readers of PDFs may find; each lies in the content of an entry. */
function pdfHeadersOf(zip: Bytes, entries: readonly Entry[]): { at: number; isVersioned: boolean }[] {
  const head = latin1(zip.subarray(0, HEADER_WINDOW_BYTES));
  const headers = Array.from(head.matchAll(new RegExp(READERS_HEADER, 'g')), ({ 0: header, index }) => {
    const words = head.slice(index, index + header.length + 2);
    return { at: index, isVersioned: VERSIONED_HEADER.test(words) };
  });
  const isContent = (at: number) => entries.some(({ begin, end }) => begin <= at && at < end);
  if (headers.some(({ at }) => !isContent(at))) throw alsoPdf();
  return headers;
}

async function contentOf(packed: Bytes, { method, path, size }: Entry): Promise<Bytes> {
  if (method === STORED) return packed;
  try {
    return await inflated(packed, size);
  } catch {
    throw damaged(path);
  }
}

/** Stops as soon as there is more than was said; fails for what cannot be packed so small, and for bytes behind the end. */
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

function isFolder(path: string): boolean {
  return path.endsWith('/');
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A name may be as long as 64 KiB. */
function shown(path: string): string {
  return lastPart(path.replace(/\/$/, '')).slice(0, 100);
}

function equal(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function latin1(bytes: Bytes): string {
  return new TextDecoder('latin1').decode(bytes);
}

function damaged(path?: string): ZipError {
  return new ZipError(path === undefined ? 'It is damaged.' : `The file “${shown(path)}” in it is damaged.`);
}

function strangeBytes(): ZipError {
  return new ZipError('Bytes in it belong to none of its files: another program may read something else in them.');
}

function alsoPdf(): ZipError {
  return new ZipError('It is a PDF at the same time: what one program opens is not what another one sees.');
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
