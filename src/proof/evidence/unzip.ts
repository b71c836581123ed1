/**
 * Unpacks a ZIP file that anybody may have made (APPNOTE 6.3.10), in a browser and in Node, if every other program unpacks the
 * same files from it. Programs differ in whether they read the header before a file or the directory behind all files, and in
 * what they make of names. So both headers must agree in every field, the records must fill the file from its first byte to its
 * last in the order of the directory, and no two names may become one. An archive that is unusual, and gives the same files to
 * all programs, is not unpacked either, but has the reason in `unusual`. `verify.py` of the evidence has the same rules.
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

export interface OpenedZip {
  /** The names of its files, without folders. */
  readonly names: readonly string[];
  /** The reason why an archive that a usual program may have packed is not unpacked; null if it can be unpacked. */
  readonly unusual: string | null;
  /** The files one after the other. */
  contents(): AsyncGenerator<Unzipped>;
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
const END_BYTES = 22;
/** The last record with sizes of eight bytes, and the one that says where it is (4.3.14 and 4.3.15). */
const END_64 = 0x0606_4b50;
const LOCATOR_64 = 0x0706_4b50;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Text of a comment in which no program finds a record, or the end of a PDF. */
const PLAIN_COMMENT = /^[\w .,:;()'+-]*$/;
/** Deflate and folders (4.4.3.2); later versions encrypt, or have sizes of eight bytes. */
const MAX_VERSION = 20;
/** Size and checksum follow the content (4.3.9). */
const DESCRIBED = 1 << 3;
const UTF8 = 1 << 11;
/** The bits 1 and 2 say how hard the compressor tried. */
const KNOWN_FLAGS = DESCRIBED | UTF8 | 0b110;
const ENCRYPTED = 1;
/** Times and owners of files (4.6): NTFS, and the three of Info-ZIP. Other extra fields are unusual. */
const HARMLESS_EXTRA_FIELDS: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7875]);
/** They can make a link of a file (4.5.7 and 4.6). */
const LINKING_EXTRA_FIELDS: ReadonlySet<number> = new Set([0x000d, 0x756e]);
/** Sizes of eight bytes (4.5.3), in place of sizes of four that have all bits set. */
const ZIP64 = 0x0001;
const IN_ZIP64 = 0xffff_ffff;
const COUNT_IN_ZIP64 = 0xffff;
const ZIP64_VERSION = 45;
/** A name in UTF-8 behind a byte for the version and four for a checksum (4.6.9). */
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_HEADER = 5;
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
  return endOf(bytes) !== null;
}

/** Where the last record of the archive begins, with nothing but a comment behind it. */
function endOf(zip: Bytes): number | null {
  const view = viewOf(zip);
  const last = zip.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    const isEnd = view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === zip.length;
    if (isEnd) return at;
  }
  return null;
}

/** Throws where programs may unpack different files. */
export function openZip(zip: Bytes, limits: ZipLimits): OpenedZip {
  const unusual: string[] = [];
  const entries = entriesOf(zip, unusual);
  if (entries.length > limits.entries) unusual.push(`It has more than ${limits.entries} files.`);
  requireDifferentPaths(entries);
  const headers = pdfHeadersOf(zip, entries);
  return {
    names: entries.filter(({ path }) => !isFolder(path)).map(({ path }) => lastPart(path)),
    unusual: unusual[0] ?? null,
    contents: () => contentsOf(zip, entries, headers, limits),
  };
}

async function* contentsOf(
  zip: Bytes,
  entries: readonly Entry[],
  headers: readonly PdfHeader[],
  limits: ZipLimits,
): AsyncGenerator<Unzipped> {
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

/** The directory lies behind all entries, and its end is the end of the file, or of a comment. */
function entriesOf(zip: Bytes, unusual: string[]): Entry[] {
  const view = viewOf(zip);
  const end = endOf(zip);
  if (end === null) throw damaged();
  noteComment(zip.subarray(end + END_BYTES), unusual);
  const directory = directoryOf(view, end, unusual);
  const entries: Entry[] = [];
  let [at, next] = [directory.begin, 0];
  for (let index = 0; index < directory.count; index++) {
    if (at + CENTRAL_BYTES > directory.end || view.getUint32(at, true) !== CENTRAL) throw damaged();
    const entry = entryAt(zip, at, unusual);
    if (entry.offset !== next) throw strangeBytes();
    entries.push(entry);
    next = entry.next;
    at += CENTRAL_BYTES + lengthsAt(view, at + 28, 3);
  }
  if (next !== directory.begin || at !== directory.end) throw strangeBytes();
  return entries;
}

interface Directory {
  readonly count: number;
  readonly begin: number;
  readonly end: number;
}

/** The directory ends before the last record, or before the one with sizes of eight bytes. */
function directoryOf(view: DataView, end: number, unusual: string[]): Directory {
  const isOneFile = (isWhole: boolean) => {
    if (!isWhole) throw new ZipError('It is a part of a larger archive.');
  };
  const [count, size, begin] = [
    view.getUint16(end + 8, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  isOneFile(view.getUint32(end + 4, true) === 0 && view.getUint16(end + 10, true) === count);
  const locator = end - LOCATOR_64_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) {
    if (begin + size !== end) throw strangeBytes();
    return { count, begin, end };
  }
  unusual.push('It has sizes of eight bytes.');
  const at = locator - END_64_BYTES;
  if (at < 0 || view.getUint32(at, true) !== END_64 || longAt(view, at + 4) !== END_64_BYTES - 12) throw damaged();
  const [total, longCount, longSize, longBegin] = [
    longAt(view, at + 24),
    longAt(view, at + 32),
    longAt(view, at + 40),
    longAt(view, at + 48),
  ];
  isOneFile(total === longCount && [at + 16, at + 20, locator + 4].every((from) => view.getUint32(from, true) === 0));
  isOneFile(longAt(view, locator + 8) === at && view.getUint32(locator + 16, true) === 1);
  const agrees =
    [longCount, COUNT_IN_ZIP64].includes(count) &&
    [longSize, IN_ZIP64].includes(size) &&
    [longBegin, IN_ZIP64].includes(begin);
  if (!agrees || longBegin + longSize !== at) throw strangeBytes();
  return { count: longCount, begin: longBegin, end: at };
}

/** Numbers that are too large to be exact are larger than any file here. */
function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** The sum of lengths that follow each other: of a name, an extra field and a comment. */
function lengthsAt(view: DataView, at: number, count: number): number {
  return Array.from({ length: count }, (_, index) => view.getUint16(at + 2 * index, true)).reduce((a, b) => a + b, 0);
}

function noteComment(comment: Bytes, unusual: string[]): void {
  if (comment.length === 0) return;
  if (!PLAIN_COMMENT.test(latin1(comment))) throw strangeBytes();
  unusual.push('It has a comment.');
}

/** The entry of one header of the directory, which is compared with the header before the content. */
function entryAt(zip: Bytes, central: number, unusual: string[]): Entry {
  const view = viewOf(zip);
  const end = central + CENTRAL_BYTES + lengthsAt(view, central + 28, 3);
  const flags = view.getUint16(central + 8, true);
  if (end > zip.length) throw damaged();
  const nameBytes = view.getUint16(central + 28, true);
  const path = pathIn(zip.subarray(central + CENTRAL_BYTES, central + CENTRAL_BYTES + nameBytes), flags, unusual);
  const { size, packed, offset } = requireNothingSpecial(zip, central, path, unusual);
  if (offset + LOCAL_BYTES > central || view.getUint32(offset, true) !== LOCAL) throw damaged(path);
  const nameEnd = offset + LOCAL_BYTES + view.getUint16(offset + 26, true);
  const begin = nameEnd + view.getUint16(offset + 28, true);
  const [method, crc] = [view.getUint16(central + 10, true), view.getUint32(central + 16, true)];
  const described = (flags & DESCRIBED) !== 0;
  const descriptor = described ? descriptorAt(zip, begin + packed, [crc, packed, size], unusual) : 0;
  const next = begin + packed + descriptor;
  if (next > central) throw damaged(path);
  const same = (from: number, to: number, bytes: number) =>
    equal(zip.subarray(offset + from, offset + from + bytes), zip.subarray(central + to, central + to + bytes));
  const extra = zip.subarray(nameEnd, begin);
  const zip64 = noteExtraFields(extra, path, unusual);
  // Info-ZIP names the version that reads sizes of eight bytes before the content alone.
  const isVersion = same(4, 6, 2) || (zip64 !== null && view.getUint16(offset + 4, true) === ZIP64_VERSION);
  // Flags, method, time and date; then the name; then checksum and sizes.
  const agrees =
    isVersion &&
    same(6, 8, 8) &&
    same(26, 28, 2) &&
    same(LOCAL_BYTES, CENTRAL_BYTES, nameBytes) &&
    (!described || descriptor > 0);
  if (!agrees) throw differs(path);
  noteSizes(view, offset, { described, zip64, values: [crc, packed, size], path }, unusual);
  if (method === STORED && described) requireOneEnd(zip.subarray(begin, begin + packed), path);
  return { path, offset, begin, end: begin + packed, next, method, crc, size };
}

interface Sizes {
  readonly described: boolean;
  readonly zip64: DataView | null;
  /** Checksum, packed size and size, by the directory. */
  readonly values: readonly [number, number, number];
  readonly path: string;
}

/** Checksum and sizes before the content are those of the directory. All are 0 where they follow the content. */
function noteSizes(view: DataView, offset: number, { described, zip64, values, path }: Sizes, unusual: string[]): void {
  const [crc, packed, size] = values;
  const local = [14, 18, 22].map((at) => view.getUint32(offset + at, true));
  if (zip64) {
    const [first, ...sizes] = local;
    const long = zip64.byteLength === 16 ? [longAt(zip64, 0), longAt(zip64, 8)] : [];
    const isTrue = (long[0] === size && long[1] === packed) || (described && long.every((value) => value === 0));
    const isChecksum = first === crc || (described && first === 0);
    if (long.length === 0 || !isTrue || !isChecksum || sizes.some((value) => value !== IN_ZIP64)) throw differs(path);
    return;
  }
  if (local.every((value, index) => value === values[index])) return;
  if (!described || local.some((value, index) => value !== 0 && value !== values[index])) throw differs(path);
  if (local.some((value) => value !== 0)) unusual.push('It was packed as a stream.');
}

interface Place {
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

/** The directory has the values that four bytes do not hold in an extra field (4.5.3). */
function placeOf(view: DataView, central: number, zip64: DataView | null, path: string): Place {
  let read = 0;
  const [size = 0, packed = 0, offset = 0] = [24, 20, 42].map((at) => {
    const value = view.getUint32(central + at, true);
    if (zip64 === null || value !== IN_ZIP64) return value;
    read += 8;
    return read <= zip64.byteLength ? longAt(zip64, read - 8) : value;
  });
  if (zip64 !== null && read !== zip64.byteLength) throw differs(path);
  return { size, packed, offset };
}

/** The last one of a file that is all of these: in one archive, and no link. Other properties are unusual. */
function requireNothingSpecial(zip: Bytes, central: number, path: string, unusual: string[]): Place {
  const view = viewOf(zip);
  const flags = view.getUint16(central + 8, true);
  const isKnown =
    view.getUint16(central + 6, true) <= MAX_VERSION &&
    (flags & ~KNOWN_FLAGS) === 0 &&
    [STORED, DEFLATED].includes(view.getUint16(central + 10, true));
  if (!isKnown) unusual.push(flags & ENCRYPTED ? 'It is encrypted.' : 'It is packed in a way that is not read here.');
  // Another part of a larger archive.
  if (view.getUint16(central + 34, true) !== 0) throw strangeBytes();
  const nameEnd = central + CENTRAL_BYTES + view.getUint16(central + 28, true);
  const extraEnd = nameEnd + view.getUint16(central + 30, true);
  noteComment(zip.subarray(extraEnd, extraEnd + view.getUint16(central + 32, true)), unusual);
  const place = placeOf(view, central, noteExtraFields(zip.subarray(nameEnd, extraEnd), path, unusual), path);
  const attributes = view.getUint32(central + 38, true);
  const type = (attributes >>> 16) & 0o170000;
  const isPlain = isFolder(path)
    ? FOLDER_TYPES.has(type) && place.size === 0
    : FILE_TYPES.has(type) && (attributes & DOS_FOLDER) === 0;
  if (!isPlain || attributes & DOS_LABEL) throw new ZipError(`“${shown(path)}” in it is neither a file nor a folder.`);
  return place;
}

/**
 * Extra fields fill their part of the header, each once (4.5.1). None makes a link of the file or gives it another name.
 * Returns the sizes of eight bytes, if there are any.
 */
function noteExtraFields(extra: Bytes, path: string, unusual: string[]): DataView | null {
  const view = viewOf(extra);
  const fields = new Map<number, Bytes>();
  let [at, count] = [0, 0];
  for (; at + 4 <= extra.length; count++) {
    const length = view.getUint16(at + 2, true);
    fields.set(view.getUint16(at, true), extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const ids = [...fields.keys()];
  const unicodePath = fields.get(UNICODE_PATH);
  const isClear =
    at === extra.length &&
    at <= MAX_EXTRA_BYTES &&
    count === fields.size &&
    !ids.some((id) => LINKING_EXTRA_FIELDS.has(id)) &&
    (unicodePath === undefined || isNameOf(utf8(unicodePath.subarray(UNICODE_PATH_HEADER)), path));
  if (!isClear) {
    throw new ZipError(`The header of the file “${shown(path)}” in it has a part that programs read differently.`);
  }
  if (ids.some((id) => !HARMLESS_EXTRA_FIELDS.has(id))) unusual.push('Its headers have parts that are not read here.');
  const zip64 = fields.get(ZIP64);
  return zip64 ? viewOf(zip64) : null;
}

/** Whether a name in UTF-8 is that of the header, in which other letters than those of ASCII may have any encoding. */
function isNameOf(name: string | null, path: string): boolean {
  const parts = name?.split('/') ?? [];
  const isAscii = (part: string) => /^\p{ASCII}*$/u.test(part);
  const headerParts = path.split('/');
  return (
    parts.length === headerParts.length &&
    headerParts.every((part, index) => part === parts[index] || !(isAscii(part) || isAscii(parts[index] ?? '')))
  );
}

/**
 * How long the descriptor behind the content is (4.3.9): with its signature or without, and with sizes of four bytes or of eight.
 * Returns 0 where there is none.
 */
function descriptorAt(zip: Bytes, at: number, [crc, packed, size]: Sizes['values'], unusual: string[]): number {
  const fields = (bytes: number) => [
    ...littleEndian(crc, 4),
    ...littleEndian(packed, bytes),
    ...littleEndian(size, bytes),
  ];
  const forms = [4, 8].flatMap((bytes) => [[...littleEndian(DESCRIPTOR, 4), ...fields(bytes)], fields(bytes)]);
  const found = forms.find((form) => equal(zip.subarray(at, at + form.length), Uint8Array.from(form)));
  if (found !== forms[0]) unusual.push('It was packed as a stream.');
  return found?.length ?? 0;
}

function littleEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 2 ** (8 * index)) % 256);
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

/**
 * Names are ASCII, or UTF-8 and said to be. Other encodings depend on the program, and are unusual: letters that programs read
 * differently become characters without a meaning, so that names remain different and below their folder.
 */
function pathIn(name: Bytes, flags: number, unusual: string[]): string {
  const isText = (flags & UTF8) !== 0 || name.every((byte) => byte < 0x80);
  if (!isText) unusual.push('Programs read a name in it in different ways.');
  const path = isText ? utf8(name) : withoutEncoding(name);
  if (path === null || !isPlainPath(path)) {
    throw new ZipError(`Programs read the name “${shown(latin1(name))}” in it differently.`);
  }
  return path;
}

/** Of Unicode's private use, which no system folds. */
const PRIVATE = 0xe000;

function withoutEncoding(name: Bytes): string {
  return Array.from(name, (byte) => String.fromCharCode(byte < 0x80 ? byte : PRIVATE + byte)).join('');
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

interface PdfHeader {
  readonly at: number;
  readonly isVersioned: boolean;
}

/** The headers that readers of PDFs may find; each lies in the content of an entry. */
function pdfHeadersOf(zip: Bytes, entries: readonly Entry[]): PdfHeader[] {
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
  if (size > packed.length * MAX_RATIO) throw new RangeError('Deflate cannot compress data to this size.');
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

function differs(path: string): ZipError {
  return new ZipError(`Two places in it say different things of the file “${shown(path)}”.`);
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
