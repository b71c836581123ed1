/** Font programs and tables that multiply when a glyph is drawn or its text is read. */
import { deflateSync } from 'node:zlib';
import { flateRepeat, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, passes, type Shape } from '#test/hostile/shape.ts';
import { numbered } from './parts.ts';

const FLATE = '/Filter/FlateDecode';
const LETTERS = 'BT /F 9 Tf 9 9 Td (ABCDEFGHIJKLMNOPQRSTUVWXYZ) Tj ET';
/** A comma is missing in the references of a cross-reference table read by nobody: other readers are asked. */
const ODD = '/Count 7';

export const FONTS: readonly Shape[] = [
  passes('a glyph put together of 8^9 others', () => embedded('TrueType', 'FontFile2', composites(9, 8))),
  passes('a glyph put together of 8^9 others, where readers may differ', () =>
    asked(embedded('TrueType', 'FontFile2', composites(9, 8))),
  ),
  passes('a glyph put together of itself', () =>
    asked(
      embedded(
        'TrueType',
        'FontFile2',
        trueType([
          ['glyf', glyph([0, 0])],
          ['loca', loca([0, 22])],
        ]),
      ),
    ),
  ),
  passes('a compact program that calls 10^12 subroutines', () =>
    asked(embedded('Type1', 'FontFile3', compactProgram(), '/Subtype/Type1C')),
  ),
  passes('a character map of sixty-four subtables with all codes', () =>
    embedded('TrueType', 'FontFile2', trueType([['cmap', subtables(64)]])),
  ),
  exceeds('a character map of a hundred thousand groups of all codes', 'entries of character maps', () =>
    embedded('TrueType', 'FontFile2', trueType([['cmap', groups(100_000)]])),
  ),
  exceeds('a character map of thirty thousand segments of all codes', 'entries of character maps', () =>
    embedded('TrueType', 'FontFile2', trueType([['cmap', segments(8000)]])),
  ),
  passes('sixty-five thousand names of glyphs', () =>
    embedded('TrueType', 'FontFile2', trueType([['post', names(65_535)]])),
  ),
  passes('a font file of four thousand million tables', () =>
    embedded(
      'TrueType',
      'FontFile2',
      Buffer.from(`ttcf\x00\x01\x00\x00\xff\xff\xff\xff${'\xff'.repeat(64)}`, 'latin1'),
    ),
  ),
  passes('a Type 1 program of a million encodings', (scale) =>
    embedded(
      'Type1',
      'FontFile',
      Buffer.from(`/Encoding 256 array ${'dup 65 /A put '.repeat(1_000_000 * scale)}`, 'latin1'),
    ),
  ),
  passes('a Type 1 program of white space behind each number', () =>
    embedded('Type1', 'FontFile', Buffer.from(`/Encoding ${`dup 1${' '.repeat(30_000)}`.repeat(3)}`, 'latin1')),
  ),
  passes('a compact program whose tables overlap', () =>
    embedded(
      'Type1',
      'FontFile3',
      Uint8Array.from({ length: 100_000 }, (_, index) =>
        index < 4 ? ([1, 0, 4, 4][index] ?? 0) : index % 5 === 0 ? 255 : 1,
      ),
      '/Subtype/Type1C',
    ),
  ),
  exceeds(
    'a million glyphs of one entry of a thousand characters, where readers may differ',
    'text that glyphs stand for',
    () => asked(told(1_000_000, `1 beginbfchar <61> <${'0062'.repeat(1000)}> endbfchar`)),
  ),
  passes('a million glyphs of no text', (scale) => told(1_000_000 * scale, '1 beginbfchar <61> <> endbfchar')),
  passes('a range of texts that are a thousand characters each', () =>
    told(1000, `1 beginbfrange <00> <ff> <${'0062'.repeat(1000)}> endbfrange`),
  ),
  passes('a range of a million texts in one array', (scale) =>
    told(1000, `1 beginbfrange <00> <ff> [${'<0062>'.repeat(1_000_000 * scale)}] endbfrange`),
  ),
  passes('ranges of characters in descending order, a million', (scale) =>
    told(
      1000,
      `1 beginbfrange ${numbered(0, 500_000 * scale)
        .map((number) => `<${hex(0xffffff - number * 2)}><${hex(0xffffff - number)}><0041>`)
        .join('')} endbfrange`,
    ),
  ),
  passes('ten thousand character maps that use each other', (scale) => {
    const last = 10 + Math.round(10_000 * scale);
    const file = onePage('/Resources<</Font<</F 5 0 R>>>>')
      .stream(4, '', LETTERS)
      .object(5, '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 10 0 R/DescendantFonts[6 0 R]>>')
      .object(6, '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>>>');
    for (let number = 10; number < last; number++)
      file.stream(number, `/Type/CMap/CMapName/X/UseCMap ${number + 1} 0 R`, '/X usecmap');
    return file.stream(last, '/Type/CMap/CMapName/X', 'begincmap endcmap').table();
  }),
  exceeds('a hundred thousand ranges of codes, a million codes', 'shown glyphs', () =>
    onePage('/Resources<</Font<</F 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat(`BT /F 9 Tf (${'a'.repeat(10_000)}) Tj ET\n`, 100))
      .object(5, '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 7 0 R/DescendantFonts[6 0 R]>>')
      .object(6, '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>>>')
      .stream(
        7,
        `/Type/CMap/CMapName/X${FLATE}`,
        deflateSync(`1 begincodespacerange ${'<61000000><61000001>'.repeat(100_000)} endcodespacerange`),
      )
      .table(),
  ),
  passes('a map from characters to glyphs of a hundred megabytes', (scale) =>
    onePage('/Resources<</Font<</F 5 0 R>>>>')
      .stream(4, '', LETTERS)
      .object(5, '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[6 0 R]>>')
      .object(6, '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>/CIDToGIDMap 7 0 R>>')
      .stream(7, FLATE, flateRepeat(Buffer.alloc(1_000_000, 1), Math.round(100 * scale)))
      .table(),
  ),
];

/** One page that shows letters in a font with this program. */
function embedded(subtype: string, key: string, program: Uint8Array, entries = ''): Uint8Array {
  return onePage('/Resources<</Font<</F 5 0 R>>>>')
    .stream(4, '', LETTERS)
    .object(
      5,
      `<</Type/Font/Subtype/${subtype}/BaseFont/X/FirstChar 65/LastChar 66/Widths[500 500]/FontDescriptor 6 0 R>>`,
    )
    .object(
      6,
      `<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/StemV 9/${key} 7 0 R>>`,
    )
    .stream(7, `${FLATE}${entries}`, deflateSync(program))
    .table();
}

/** This many letters a in a font with this ToUnicode CMap. */
function told(count: number, cmap: string): Uint8Array {
  return onePage('/Resources<</Font<</F 5 0 R>>>>')
    .stream(4, FLATE, deflateSync(`BT /F 9 Tf ${`(${'a'.repeat(1000)}) Tj `.repeat(count / 1000)} ET`))
    .object(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>')
    .stream(6, FLATE, deflateSync(cmap))
    .table();
}

/** The page tree has a wrong count, which makes the engine compare other readers. */
function asked(file: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.from(Buffer.from(file).toString('latin1').replace('/Count 1', ODD), 'latin1'));
}

function hex(value: number): string {
  return value.toString(16).padStart(6, '0');
}

type Table = readonly [tag: string, data: Uint8Array];

/** A TrueType file with these tables (ISO/IEC 14496-22, 4.3) and minimal other required tables. */
function trueType(own: readonly Table[]): Uint8Array {
  const tables = [...new Map([...LEAST, ...own])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x10000, 0);
  head.writeUInt16BE(tables.length, 4);
  let at = head.length;
  const parts: Buffer[] = [head];
  for (const [index, [tag, data]] of tables.entries()) {
    head.write(tag, 12 + 16 * index, 'latin1');
    head.writeUInt32BE(at, 12 + 16 * index + 8);
    head.writeUInt32BE(data.length, 12 + 16 * index + 12);
    parts.push(Buffer.from(data));
    at += data.length;
  }
  return new Uint8Array(Buffer.concat(parts));
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

const LEAST: readonly Table[] = [
  [
    'head',
    Buffer.concat([
      words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000),
      Buffer.alloc(16),
      words(0, 0, 100, 100, 0, 8, 2, 1, 0),
    ]),
  ],
  ['hhea', Buffer.concat([words(1, 0, 800, -200), Buffer.alloc(26), words(1)])],
  ['maxp', Buffer.concat([words(1, 0, 16), Buffer.alloc(26, 1)])],
  ['hmtx', Buffer.concat([words(500, 0), Buffer.alloc(64)])],
  ['cmap', Buffer.concat([words(0, 1, 1, 0, 0, 12), words(0, 262, 0), Buffer.alloc(256, 9)])],
];

/** Glyph n consists of this many copies of glyph n - 1. */
function composites(levels: number, times: number): Uint8Array {
  const glyphs = [simpleGlyph(), ...numbered(0, levels).map((inner) => glyph(Array<number>(times).fill(inner)))];
  const starts = glyphs.reduce<number[]>((found, { length }) => [...found, (found.at(-1) ?? 0) + length], [0]);
  return trueType([
    ['glyf', Buffer.concat(glyphs)],
    ['loca', loca(starts)],
  ]);
}

function simpleGlyph(): Buffer {
  return Buffer.concat([words(1, 0, 0, 9, 9, 2, 0), Buffer.from([1, 1, 1]), words(0, 9, 9, 0, 9, 9), Buffer.alloc(1)]);
}

/** A glyph made of others. Each part except the last says that more follow. */
function glyph(parts: readonly number[]): Buffer {
  const MORE = 0x20;
  const components = parts.flatMap((part, index) => [index + 1 < parts.length ? MORE : 0, part, 0x0101]);
  return words(-1, 0, 0, 9, 9, ...components);
}

function loca(starts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * starts.length);
  for (const [index, start] of starts.entries()) bytes.writeUInt32BE(start, 4 * index);
  return bytes;
}

function subtables(count: number): Uint8Array {
  const records = numbered(0, count).map((index) =>
    Buffer.concat([words(3, index % 2 === 0 ? 1 : 10), Buffer.from([0, 0, 0, 0])]),
  );
  const offset = 4 + 8 * count;
  for (const record of records) record.writeUInt32BE(offset, 4);
  return Buffer.concat([
    words(0, count),
    ...records,
    words(4, 32, 0, 4, 0, 0, 0, 0xfffe, 0xffff, 0, 0, 0xffff, 1, 1, 0, 0),
  ]);
}

function groups(count: number): Uint8Array {
  const all = Buffer.alloc(12 * count);
  for (let index = 0; index < count; index++) all.writeUInt32BE(0xffff, 12 * index + 4);
  const head = Buffer.concat([words(0, 1, 3, 10, 0, 12, 12, 0), Buffer.alloc(12)]);
  head.writeUInt32BE(count, head.length - 4);
  return Buffer.concat([head, all]);
}

function segments(count: number): Uint8Array {
  const column = (value: number): Buffer => words(...Array<number>(count).fill(value));
  return Buffer.concat([
    words(0, 1, 3, 1, 0, 12),
    words(4, 0xffff, 0, 2 * count, 0, 0, 0),
    column(0xfffe),
    words(0),
    column(0),
    column(1),
    column(0),
  ]);
}

function names(count: number): Uint8Array {
  const indices = words(...numbered(258, count));
  const strings = Buffer.concat(numbered(0, count).map(() => Buffer.from('\x07uni0041', 'latin1')));
  return Buffer.concat([words(2, 0), Buffer.alloc(28), words(count), indices, strings]);
}

/** Each subroutine calls the next ten times (Adobe Technical Note 5177, 4.7). */
function compactProgram(): Uint8Array {
  const index = (items: readonly Buffer[]): Buffer => {
    if (items.length === 0) return words(0);
    const offsets = items.reduce<number[]>((found, { length }) => [...found, (found.at(-1) ?? 1) + length], [1]);
    return Buffer.concat([words(items.length), Buffer.from([2]), words(...offsets), ...items]);
  };
  const call = (number: number): Buffer => Buffer.from([number - 107 + 139, 29]);
  const calls = (number: number): Buffer => Buffer.concat(Array<Buffer>(10).fill(call(number)));
  const subroutines = numbered(0, 10).map((number) =>
    Buffer.concat([number === 9 ? Buffer.from([139, 139, 21]) : calls(number + 1), Buffer.from([11])]),
  );
  const charStrings = index([Buffer.from([14]), Buffer.concat([calls(0), Buffer.from([14])])]);
  const top = (at: number): Buffer => Buffer.concat([Buffer.from([29, 0, 0, at >> 8, at & 255, 17])]);
  const before = (at: number): Buffer =>
    Buffer.concat([
      Buffer.from([1, 0, 4, 2]),
      index([Buffer.from('X')]),
      index([top(at)]),
      index([]),
      index(subroutines),
    ]);
  return new Uint8Array(Buffer.concat([before(before(0).length), charStrings]));
}
