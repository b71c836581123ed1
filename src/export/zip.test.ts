/** What a ZIP file is beyond the limits of its first version; below them it is tested by those of the bag. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBag, readFolder } from '#test/support/builders/bag.ts';
import { writeBag } from './bag.ts';
import { heldInMemory, scratchFile } from './scratch.ts';
import { writeZip, type ZipEntry } from './zip.ts';

let scratchDir: string;
beforeEach(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'fixpoint-zip-'));
});
afterEach(() => rm(scratchDir, { recursive: true }));

const DATE = new Date('2026-11-22T10:20:30Z');
const MEBIBYTE = 1024 * 1024;

test('more entries than sixteen bits can count are all found', async () => {
  const many = 70_000;
  async function* payloads() {
    for (let index = 0; index < many; index++) yield { name: `p${index}.json`, content: content(Buffer.from('{}')) };
  }
  const pieces: Buffer[] = [];
  for await (const piece of writeBag(
    { folder: 'bag', identifier: 'id', date: DATE, guide: [], scratchDir },
    payloads(),
  )) {
    pieces.push(Buffer.from(piece));
  }
  expect(readBag(Buffer.concat(pieces)).size).toBe(many + 4);
}, 60_000);

test('sizes and offsets beyond 4 GiB are told in ZIP64 fields, by an entry that needs them', async () => {
  const block = Buffer.alloc(MEBIBYTE, 'x');
  const blocks = 4 * 1024 + 1;
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'first', content: content(Buffer.from('1')), compress: false };
    yield { name: 'large', content: content(...Array.from({ length: blocks }, () => block)), compress: false };
    yield { name: 'after', content: content(Buffer.from('2')), compress: false };
  }
  await using directory = await scratchFile(join(scratchDir, 'directory'));
  const small: Buffer[] = [];
  let written = 0;
  const offsets: number[] = [];
  for await (const piece of writeZip(entries(), { date: DATE, directory })) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (bytes.length >= 4 && bytes.readUInt32LE() === 0x04034b50) offsets.push(written);
    written += bytes.length;
    if (bytes.length < 1024) small.push(Buffer.from(piece));
  }
  const large = blocks * MEBIBYTE;
  const packed = large + 5 * Math.ceil(large / 0xffff);
  const [size64, packed64] = [BigInt(large), BigInt(packed)];
  const [descriptor, found, end] = [small.at(-6), small.at(-2), small.at(-1)];
  if (!descriptor || !found || !end) throw new Error('Pieces are missing.');
  expect([descriptor.length, descriptor.readBigUInt64LE(8), descriptor.readBigUInt64LE(16)]).toEqual([
    24,
    packed64,
    size64,
  ]);

  const headers = headersOf(found);
  expect(headers.map(({ name }) => name)).toEqual(['first', 'large', 'after']);
  const [first, second, third] = headers.map(({ fields }) => fields);
  expect(first).toEqual({ size: 1, packed: 6, offset: offsets[0], extra: [] });
  const beyond = { size: 0xffffffff, packed: 0xffffffff, offset: 0xffffffff };
  expect(second).toEqual({ ...beyond, extra: [size64, packed64, BigInt(offsets[1] ?? 0)] });
  expect(third).toEqual({ ...beyond, extra: [1n, 6n, BigInt(offsets[2] ?? 0)] });
  expect(offsets[2]).toBeGreaterThan(0xffffffff);

  const start = BigInt(written - end.length - found.length);
  expect([end.readUInt32LE(), end.readBigUInt64LE(32), end.readBigUInt64LE(48)]).toEqual([0x06064b50, 3n, start]);
  expect([end.readUInt32LE(56), end.readBigUInt64LE(64)]).toEqual([0x07064b50, start + BigInt(found.length)]);
  expect([end.readUInt32LE(76), end.readUInt32LE(92)]).toEqual([0x06054b50, 0xffffffff]);
  expect(found.readUInt32LE(16)).toBe(crc32('1'));
}, 120_000);

test('an entry without compression has the same bytes in whatever pieces its content arrives', async () => {
  const bytes = Buffer.alloc(150_000, 'Some bytes. ');
  const written = async (...pieces: readonly Buffer[]) => {
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { name: 'bag/file', content: content(...pieces), compress: false };
    }
    await using directory = heldInMemory();
    const parts: Uint8Array[] = [];
    // A stream reads ahead: it takes further pieces before the first ones are used.
    for await (const part of writeZip(entries(), { date: DATE, directory })) parts.push(part);
    return Buffer.concat(parts);
  };
  const whole = await written(bytes);
  expect(await written(bytes.subarray(0, 7), bytes.subarray(7, 65_542), bytes.subarray(65_542))).toEqual(whole);
  expect(readFolder(whole).get('file')).toEqual(bytes);
  expect(readFolder(await written()).get('file')).toEqual(Buffer.alloc(0));
});

async function* content(...pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

/** Of a central directory. */
function headersOf(directory: Buffer) {
  const headers = [];
  for (let at = 0; at < directory.length;) {
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
    const name = directory.toString('latin1', at + 46, at + 46 + nameLength);
    const fields = {
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      extra: Array.from({ length: Math.floor(extraLength / 8) }, (_, index) =>
        directory.readBigUInt64LE(at + 46 + nameLength + 4 + 8 * index),
      ),
    };
    headers.push({ name, fields });
    at += 46 + nameLength + extraLength;
  }
  return headers;
}
