/**
 * Takes apart a ZIP file that anybody may have made (APPNOTE 6.3.10). Names are for people to read and lead nowhere: what
 * a file is, its content says, and nothing is written anywhere. Every entry must have the size and the checksum that the directory says,
 * so that no other program can take another content out of the same file.
 */

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
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const MAX_NAME = 100;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** No data that deflate writes unpack to more than this many times their size. */
const MAX_RATIO = 1032;

/** The content of one file after the other, folders left out. */
export async function* unzip(zip: Bytes, limits: ZipLimits): AsyncGenerator<Unzipped> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let unpacked = 0;
  for (const entry of entriesOf(view, limits.entries)) {
    unpacked += entry.size;
    if (unpacked > limits.bytes) throw new ZipError('It unpacks to more than this page takes.');
    if (entry.size === 0) continue;
    const content = await contentOf(zip, view, entry);
    if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged(entry);
    yield { name: entry.name, content };
  }
}

function* entriesOf(view: DataView, limit: number): Generator<Entry> {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > limit) throw new ZipError(`It has more than ${limit} files.`);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw damaged();
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new ZipError('It is encrypted.');
    yield {
      name: nameAt(view, at),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
}

/** What it is called in its folder, in UTF-8 or whatever that makes of it. */
function nameAt(view: DataView, at: number): string {
  const length = Math.min(view.getUint16(at + 28, true), view.byteLength - at - 46);
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, length));
  return name.slice(name.lastIndexOf('/') + 1).slice(0, MAX_NAME);
}

/** The last record, before a comment of any length. Those of more than 4 GiB, or 65,535 files, have other fields. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw damaged();
}

async function contentOf(zip: Bytes, view: DataView, entry: Entry): Promise<Bytes> {
  const { method, packed, size, offset } = entry;
  if (offset + 30 > zip.length || view.getUint32(offset, true) !== LOCAL) throw damaged(entry);
  const begin = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const stored = zip.subarray(begin, begin + packed);
  if (stored.length !== packed) throw damaged(entry);
  if (method === STORED) return stored;
  if (method !== DEFLATED) throw new ZipError('It is packed in a way that this page does not know.');
  try {
    return await inflated(stored, size);
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
