/**
 * A ZIP file (APPNOTE 6.3.10) as it is asked for, of any size and any number of entries: its directory waits in a file,
 * so that nothing in memory grows with either. Libraries hold every entry in memory (`docs/dependencies.md`).
 */
import { createDeflateRaw, crc32, type DeflateRaw } from 'node:zlib';
import type { ScratchFile } from './scratch.ts';

export interface ZipEntry {
  /** ASCII, with slashes. */
  readonly name: string;
  /** Read to its end before the next entry is asked for. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Without it the content is one deflate stream of stored blocks, whose bytes depend on no compressor. */
  readonly compress: boolean;
}

export interface ZipOptions {
  /** Of every entry, from 1980 on; ZIP knows no time zone, this is UTC. */
  readonly date: Date;
  /** Empty; the directory while it grows. */
  readonly directory: ScratchFile;
}

/** What the directory says of the bytes of an entry, and where its header is. */
interface Place {
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Pieces may be memory that is used again: whoever takes one is done with it before asking for the next. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, options: ZipOptions): AsyncGenerator<Uint8Array> {
  const { date, directory } = options;
  const block = Buffer.allocUnsafe(BLOCK_HEADER_BYTES + MAX_BLOCK_BYTES);
  let written = 0;
  let count = 0;
  for await (const entry of entries) {
    const place = { offset: written, crc: 0, packed: 0, size: 0 };
    const header = localHeader(entry, date);
    yield header;
    const plain = watched(entry.content, (piece) => {
      place.crc = crc32(piece, place.crc);
      place.size += piece.length;
    });
    for await (const piece of entry.compress ? deflated(plain) : inStoredBlocks(plain, block)) {
      place.packed += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(place);
    yield descriptor;
    written += header.length + place.packed + descriptor.length;
    count += 1;
    await directory.append(directoryHeader(entry, date, place));
  }
  yield* directory.read();
  yield directoryEnd(count, directory.sizeBytes, written);
}

async function* watched(content: AsyncIterable<Uint8Array>, see: (piece: Uint8Array) => void) {
  for await (const piece of content) {
    see(piece);
    yield piece;
  }
}

/**
 * Stored blocks (RFC 1951, 3.2.4). The sizes of an entry follow its content, so programs that read an archive as a stream
 * must find the end of the content by themselves: deflate marks its end, and content without deflate does not. Every block
 * but the last is full, so that the bytes do not depend on the pieces in which the content arrives.
 */
async function* inStoredBlocks(content: AsyncIterable<Uint8Array>, block: Buffer): AsyncGenerator<Uint8Array> {
  let held = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.length;) {
      if (held === MAX_BLOCK_BYTES) {
        yield storedBlock(block, held, false);
        held = 0;
      }
      const part = piece.subarray(at, at + MAX_BLOCK_BYTES - held);
      block.set(part, BLOCK_HEADER_BYTES + held);
      held += part.length;
      at += part.length;
    }
  }
  yield storedBlock(block, held, true);
}

const BLOCK_HEADER_BYTES = 5;
const MAX_BLOCK_BYTES = 0xffff;

/** A copy, because a stream that reads ahead takes the next block before it has sent this one. */
function storedBlock(block: Buffer, length: number, isLast: boolean): Buffer {
  block.set(record([1, isLast ? 1 : 0], [2, length], [2, length ^ 0xffff]));
  return Buffer.from(block.subarray(0, BLOCK_HEADER_BYTES + length));
}

async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  void feed(deflate, content); // its failure is the stream's
  yield* deflate;
}

async function feed(deflate: DeflateRaw, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of content) {
      await new Promise<void>((done, failed) => {
        deflate.write(piece, (error) => (error ? failed(error) : done()));
      });
    }
    deflate.end();
  } catch (error) {
    deflate.destroy(error instanceof Error ? error : new Error('The content cannot be read.', { cause: error }));
  }
}

type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number];

/** Writes the fields in little-endian order. */
function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

/** A field with this value tells to look into the ZIP64 record (4.5.3, 4.4.1.4). */
const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
/** This version has deflate, sizes after the content, and ZIP64. */
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
/** A plain file that its owner writes and everybody reads. */
const ATTRIBUTES = 0o100644 * 0x1_0000;
/** Bit 3: checksum and sizes follow the content; bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;

/** 4.3.7 */
function localHeader({ name }: ZipEntry, date: Date): Buffer {
  const fields = record([4, 0x0403_4b50], ...common(date, VERSION), [4, 0], [4, 0], [4, 0]);
  return Buffer.concat([fields, record([2, name.length], [2, 0]), Buffer.from(name, 'latin1')]);
}

/** 4.3.9, with its usual signature. */
function dataDescriptor({ crc, packed, size }: Place): Buffer {
  const length = packed >= MAX_32 || size >= MAX_32 ? 8 : 4;
  return record([4, 0x0807_4b50], [4, crc], [length, packed], [length, size]);
}

/** 4.3.12; the three that may be large are together in the ZIP64 field (4.5.3) as soon as one of them is. */
function directoryHeader({ name }: ZipEntry, date: Date, { offset, crc, packed, size }: Place): Buffer {
  const large = offset >= MAX_32 || packed >= MAX_32 || size >= MAX_32;
  const extra = large ? record([2, 0x0001], [2, 24], [8, size], [8, packed], [8, offset]) : Buffer.alloc(0);
  const small = (value: number): Field => [4, large ? MAX_32 : value];
  const version = large ? VERSION_64 : VERSION;
  const head = record([4, 0x0201_4b50], [2, UNIX + VERSION_64], ...common(date, version), [4, crc]);
  const lengths = record(small(packed), small(size), [2, name.length], [2, extra.length], [2, 0]);
  const rest = record([2, 0], [2, 0], [4, ATTRIBUTES], small(offset));
  return Buffer.concat([head, lengths, rest, Buffer.from(name, 'latin1'), extra]);
}

/** What both headers of an entry begin with: version needed, flags, method, time and date (4.4.6). */
function common(date: Date, version: number): Field[] {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, version],
    [2, FLAGS],
    [2, DEFLATED],
    [2, time],
    [2, day],
  ];
}

/** 4.3.16; before it 4.3.14 and 4.3.15 where its fields are too small. */
function directoryEnd(count: number, size: number, offset: number): Buffer {
  const entries = Math.min(count, MAX_16);
  const [least, from] = [Math.min(size, MAX_32), Math.min(offset, MAX_32)];
  const end = record([4, 0x0605_4b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, least], [4, from], [2, 0]);
  if (entries < MAX_16 && least < MAX_32 && from < MAX_32) return end;
  const made: Field[] = [
    [2, UNIX + VERSION_64],
    [2, VERSION_64],
  ];
  const sizes: Field[] = [
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  ];
  const end64 = record([4, 0x0606_4b50], [8, 44], ...made, [4, 0], [4, 0], ...sizes);
  const locator = record([4, 0x0706_4b50], [4, 0], [8, offset + size], [4, 1]);
  return Buffer.concat([end64, locator, end]);
}
