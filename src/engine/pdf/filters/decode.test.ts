import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { Dict, Name, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeStream } from './decode.ts';
import { deflate, inflate } from './flate.ts';
import { inflateLenient } from './inflate-lenient.ts';

const nowhere = { resolve: (object: PdfObject | undefined): PdfObject => object ?? null };
const LIMIT = 1_000_000;

function decode(
  raw: Uint8Array | string,
  filter: string | string[],
  parms: Record<string, number> = {},
  limit = LIMIT,
) {
  const dict = new Dict(nowhere);
  dict.set('Filter', typeof filter === 'string' ? new Name(filter) : filter.map((name) => new Name(name)));
  if (Object.keys(parms).length > 0) dict.set('DecodeParms', Dict.of(nowhere, Object.entries(parms)));
  const bytes = typeof raw === 'string' ? new Uint8Array(Buffer.from(raw, 'latin1')) : raw;
  const decoded = decodeStream(new Stream(dict, bytes), nowhere, limit);
  return { ...decoded, text: Buffer.from(decoded.bytes).toString('latin1') };
}

test('each data filter gives back the text', () => {
  expect(decode(deflateSync('Hello, world'), 'FlateDecode').text).toBe('Hello, world');
  expect(decode('48 65 6c 6c 6f>', 'ASCIIHexDecode').text).toBe('Hello');
  expect(decode('87cURD]j7B~>', 'ASCII85Decode').text).toBe('Hello wo');
  expect(decode('z!!~>', 'A85').text).toBe('\0\0\0\0\0');
  expect(decode('\x04Hello\xfe!\x80', 'RunLengthDecode').text).toBe('Hello!!!');
});

test('the LZW example of ISO 32000-2, 7.4.4.2', () => {
  const encoded = Uint8Array.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
  expect([...decode(encoded, 'LZWDecode').bytes]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
});

test('filters are undone in order, up to the first that makes an image', () => {
  const twice = Buffer.from(`${deflateSync('data').toString('hex')}>`, 'latin1');
  expect(decode(new Uint8Array(twice), ['ASCIIHexDecode', 'FlateDecode']).text).toBe('data');
  const jpeg = decode('ffd8ff>', ['AHx', 'DCT']);
  expect(jpeg.remaining.map(({ name }) => name)).toEqual(['DCTDecode']);
  expect([...jpeg.bytes]).toEqual([0xff, 0xd8, 0xff]);
});

test('the PNG predictors: none, left, up, average, Paeth', () => {
  const rows = [0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1];
  const decoded = decode(deflateSync(Uint8Array.from(rows)), 'FlateDecode', { Predictor: 15, Columns: 3 });
  expect([...decoded.bytes]).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5]);
});

test('the TIFF predictor adds components to the left, of 8 and of 4 bits', () => {
  const eight = decode(deflateSync(Uint8Array.from([1, 2, 1, 2, 1, 2])), 'FlateDecode', {
    Predictor: 2,
    Colors: 2,
    Columns: 3,
  });
  expect([...eight.bytes]).toEqual([1, 2, 2, 4, 3, 6]);
  const four = decode(deflateSync(Uint8Array.from([0x11, 0x11])), 'FlateDecode', {
    Predictor: 2,
    BitsPerComponent: 4,
    Columns: 4,
  });
  expect([...four.bytes]).toEqual([0x12, 0x34]);
});

test('broken deflate data give what came before the break', () => {
  const whole = deflateSync('0123456789'.repeat(2000), { level: 0 });
  const broken = new Uint8Array(whole.subarray(0, 15_000));
  expect(decode(broken, 'FlateDecode').text.startsWith('0123456789'.repeat(1000))).toBe(true);
  // A stored block of three bytes, then a block with an invalid type.
  const impossible = Uint8Array.from([0x78, 0x9c, 0x00, 3, 0, 0xfc, 0xff, 0x61, 0x62, 0x63, 0x07]);
  expect(decode(impossible, 'FlateDecode')).toMatchObject({ text: 'abc', damaged: true });
});

test('our own inflate agrees with zlib on every kind of block', () => {
  const text = Buffer.from([...Array(9000).keys()].join(' '));
  for (const options of [{ level: 0 }, { level: 9 }, { level: 9, strategy: constants.Z_FIXED }]) {
    expect(Buffer.from(inflateLenient(deflateSync(text, options), LIMIT).bytes).equals(text)).toBe(true);
  }
});

test('deflate without its zlib header is read', () => {
  expect(decode(deflateRawSync('no header'), 'FlateDecode').text).toBe('no header');
});

test('a bomb is refused before it is in memory', () => {
  const bomb = deflateSync(Buffer.alloc(8 * LIMIT));
  expect(() => decode(bomb, 'FlateDecode')).toThrow(PdfFailure);
  expect(() => decode(`${'\x81a'.repeat(10_000)}\x80`, 'RunLengthDecode')).toThrow(PdfFailure);
  expect(() => decode(deflateSync('x'), 'FlateDecode', { Predictor: 15, Columns: 2 ** 31 })).toThrow(PdfFailure);
});

test('compression and its inverse agree', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) >> 7);
  expect(inflate(deflate(bytes), LIMIT)).toEqual({ bytes, damaged: false });
});

test('more than 25 filters on one stream are refused', () => {
  expect(() => decode('', new Array<string>(26).fill('FlateDecode'))).toThrow('filtersPerStream');
});
