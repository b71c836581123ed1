import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCff } from '#engine/fonts/cff/cff.ts';
import { programOf } from '#engine/fonts/programs.ts';
import { Budget, LIMITS } from '#engine/pdf/budget.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { cidOfCode, parseCMap, textMap, textOfCode } from './cmap.ts';
import { CodeRanges } from './code-ranges.ts';
import { codespaceOf } from './codespace.ts';
import { isDingbatFont, textOfGlyphName } from './glyph-names.ts';
import { predefinedCMap } from './predefined-cmaps.ts';
import { TextFonts } from './text-font.ts';
import { readTrueType } from './truetype.ts';
import { readCff, readType1 } from './type1-names.ts';

const cmap = (text: string) => parseCMap(fromLatin1(text), new Budget(100));

/** The text of a string in the font that is object 5, with `|` between codes. */
function shown(hex: string, objects: Readonly<Record<number, BuiltObject>>): string {
  const pdf = openDocument(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>>>>>',
      ...objects,
    }),
  );
  const dict = pdf.pages[0]?.dict.dict('Resources')?.dict('Font')?.dict('F');
  if (!dict) throw new Error('no font');
  const font = new TextFonts(pdf).of(dict);
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += font.glyphAt(bytes, at).length) texts.push(font.glyphAt(bytes, at).text);
  return texts.join('|');
}

/** A program whose glyphs from 1 on have consecutive codes from `first`, and names if the test gives them. */
function trueType(platform: number, encoding: number, first: number, names: readonly string[] = []): Uint8Array {
  const cmapTable = [
    0,
    0,
    0,
    1,
    0,
    platform,
    0,
    encoding,
    0,
    0,
    0,
    12,
    0,
    6,
    0,
    14,
    0,
    0,
    first >> 8,
    first & 255,
    0,
    2,
    0,
    1,
    0,
    2,
  ];
  const indices = [0, 0, ...names.flatMap((_, index) => [(258 + index) >> 8, (258 + index) & 255])];
  const strings = names.flatMap((name) => [name.length, ...Buffer.from(name)]);
  const post = [0, 2, 0, 0, ...Array.from({ length: 28 }, () => 0), 0, names.length + 1, ...indices, ...strings];
  const entry = (tag: string, offset: number, length: number) => [
    ...Buffer.from(tag),
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    offset,
    0,
    0,
    0,
    length,
  ];
  const head = [0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0];
  const directory = [...entry('cmap', 44, cmapTable.length), ...entry('post', 44 + cmapTable.length, post.length)];
  return Uint8Array.from([...head, ...directory, ...cmapTable, ...post]);
}

const composite = (encoding: string, ordering: string, entries = ''): Record<number, BuiltObject> => ({
  5: `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding ${encoding}/DescendantFonts[6 0 R]${entries}>>`,
  6: `<</Type/Font/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>>>`,
});

describe('ranges of codes', () => {
  test('the last one that was written counts, and keeps its count from its own start', () => {
    const ranges = new CodeRanges<string>();
    ranges.add(10, 20, 'a');
    ranges.add(0, 4, 'b');
    ranges.add(15, 16, 'c');
    ranges.add(16, 12, 'never');
    expect(ranges.find(14)).toEqual({ value: 'a', offset: 4 });
    expect(ranges.find(16)).toEqual({ value: 'c', offset: 1 });
    expect(ranges.find(17)).toEqual({ value: 'a', offset: 7 });
    expect([ranges.find(5), ranges.find(21)]).toEqual([undefined, undefined]);
    expect([...ranges.ranges()].map(({ first, last }) => [first, last])).toEqual([
      [0, 4],
      [10, 14],
      [15, 16],
      [17, 20],
    ]);
  });

  test('many that overlap are settled once', () => {
    const ranges = new CodeRanges<number>();
    for (let index = 0; index < 60_000; index++) ranges.add(index % 300, 65_000 - index, index);
    expect(ranges.find(299)?.value).toBe(59_999);
    expect(ranges.find(64_000)?.value).toBe(1000);
  });
});

describe('CMaps', () => {
  test('characters, ranges and lists of text', () => {
    const { texts } = cmap(`1 beginbfchar <01> <0041> endbfchar
      2 beginbfrange <0002> <0004> <0062> <10> <11> [<00660069> <D83DDE00>] endbfrange`);
    expect([1, 2, 4, 0x10, 0x11, 5].map((code) => textOfCode(texts, code))).toEqual([
      'A',
      'b',
      'd',
      'fi',
      '😀',
      undefined,
    ]);
  });

  test('a map of all codes is bounded where a range is not', () => {
    expect([...textMap(cmap('1 beginbfrange <02> <03> <0062> endbfrange').texts)]).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(textMap(cmap('1 beginbfrange <00> <FFFFFFFF> <0000> endbfrange').texts).size).toBe(65_536);
  });

  test('CIDs, codespaces, the writing mode and what it goes on from', () => {
    const read = cmap(`/Base-H usecmap /WMode 1 def 2 begincodespacerange <00> <80> <8140> <9ffc> endcodespacerange
      1 begincidrange <20> <7e> 231 endcidrange 1 begincidchar <8140> 633 endcidchar`);
    expect(read).toMatchObject({ isVertical: true, uses: 'Base-H' });
    expect(read.codespaces).toEqual([
      { length: 1, low: 0, high: 0x80 },
      { length: 2, low: 0x8140, high: 0x9ffc },
    ]);
    expect([0x21, 0x8140, 0x9000].map((code) => cidOfCode(read.cids, code))).toEqual([232, 633, 0]);
  });

  test('entries are counted', () => {
    const endless = `beginbfchar ${'<01><0041>'.repeat(10)}`;
    const budget = new Budget(0);
    budget.spend('cmapEntries', LIMITS.cmapEntries - 5);
    expect(() => parseCMap(fromLatin1(endless), budget)).toThrow(/cmapEntries/);
  });

  test('codes of many ranges are read, and looking for them counts', () => {
    const range = { length: 4, low: 0xffffff, high: 0xffffff };
    const ranges = [{ length: 2, low: 0, high: 0xff }, ...Array.from({ length: 200_000 }, () => range)];
    const codes = codespaceOf(ranges, new Budget(0));
    expect(codes.lengthAt(Uint8Array.of(0, 1, 0, 1), 0)).toBe(2);
    expect(codes.lengthAt(Uint8Array.of(1, 1, 0, 1), 0)).toBe(2);
    const readAll = (): void => {
      for (let at = 0; at < 1000; at++) codes.lengthAt(Uint8Array.of(0, 1), 0);
    };
    expect(readAll).toThrow(/glyphs/);
  });

  test('the predefined ones are there, with those they go on from', () => {
    expect(predefinedCMap('90ms-RKSJ-V')?.uses).toBe('90ms-RKSJ-H');
    expect(textOfCode(predefinedCMap('Adobe-Japan1-UCS2')?.texts ?? new CodeRanges(), 843)).toBe('あ');
    expect(predefinedCMap('No-Such-H')).toBeUndefined();
  });
});

describe('glyph names', () => {
  test.each([
    ['eacute', 'é'],
    ['f_f_i', 'ffi'],
    ['uni00410042', 'AB'],
    ['u1F600.alt', '😀'],
    ['Afii10017', undefined],
    ['afii10017', 'А'],
    ['dalethatafpatah', '\u05d3\u05b2'],
    ['a_g17', 'a'],
    ['g17', undefined],
    ['.notdef', undefined],
    ['', undefined],
  ])('%s', (name, text) => {
    expect(textOfGlyphName(name)).toBe(text);
  });

  test('those of ZapfDingbats mean dingbats in that font alone', () => {
    expect(textOfGlyphName('a192')).toBeUndefined();
    expect(textOfGlyphName('a192', isDingbatFont('ABCDEF+ZapfDingbats'))).toBe('➚');
    expect(isDingbatFont('ABCDEF+D050000L')).toBe(true);
    expect(isDingbatFont('CMR10')).toBe(false);
  });
});

describe('fonts', () => {
  test('ToUnicode comes before names, names before the number of the code', () => {
    const font = (more: string) => ({
      5: `<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[1/eacute/g2/B]>>${more}>>`,
      6: { stream: '3 beginbfchar <01> <0058> <02> <0000> <03> <> endbfchar' },
    });
    expect(shown('010203a6', font('/ToUnicode 6 0 R'))).toBe('X|\u0002|B|ƒ');
  });

  test.each([
    ['90ms-RKSJ-H', 'Japan1', '82a062', 'あ|b'],
    ['90ms-RKSJ-V', 'Japan1', '8142', '。'],
    ['EUC-H', 'Japan1', 'a4a2', 'あ'],
    ['GBK-EUC-H', 'GB1', 'd6d061', '中|a'],
    ['ETen-B5-H', 'CNS1', 'a4a4', '中'],
    ['KSCms-UHC-H', 'Korea1', 'b0a1', '가'],
    ['UniGB-UCS2-H', 'GB1', '4e2d', '中'],
    ['UniJIS-UTF16-H', 'Japan1', 'd840dc0b', '𠀋'],
    ['UniCNS-UTF8-H', 'CNS1', 'e4b8ad', '中'],
    ['UniJIS-UTF32-H', 'Japan1', '00004e2d', '中'],
    ['Identity-H', 'Japan1', '034b', 'あ'],
    ['Identity-H', 'Identity', '034b', '\u034b'],
  ])('%s of %s', (encoding, ordering, hex, text) => {
    expect(shown(hex, composite(`/${encoding}`, ordering))).toBe(text);
  });

  test('an embedded CMap goes on from a predefined one', () => {
    const objects = {
      ...composite('7 0 R', 'Japan1'),
      7: {
        dict: '/Type/CMap/CMapName/Own/UseCMap/90ms-RKSJ-H',
        stream: '/90ms-RKSJ-H usecmap 1 begincidchar <61> 843 endcidchar',
      },
    };
    expect(shown('6162', objects)).toBe('あ|b');
  });

  test('ToUnicode may be the name of an identity', () => {
    expect(shown('0411', composite('/Identity-H', 'Identity', '/ToUnicode/Identity-H'))).toBe('Б');
  });

  test('the program of a composite font is asked where there is no ToUnicode', () => {
    const objects = {
      ...composite('/Identity-H', 'Identity'),
      6: '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Ordering(Identity)>>/CIDToGIDMap 8 0 R/FontDescriptor<</FontFile2 7 0 R>>>>',
      7: { stream: trueType(3, 1, 0x41) },
      8: { stream: '\0\0\0\u0002' },
    };
    expect(shown('00010002', objects)).toBe('B|\u0002');
    const told = { ...objects, ...composite('/Identity-H', 'Identity', '/ToUnicode 9 0 R'), 6: objects[6] };
    expect(shown('00010002', { ...told, 9: { stream: '1 beginbfchar <0002> <0058> endbfchar' } })).toBe('\u0001|X');
  });

  test('a symbolic TrueType font selects glyphs by its program', () => {
    const font = (program: Uint8Array) => ({
      5: '<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor<</Flags 4/FontFile2 7 0 R>>>>',
      7: { stream: program },
    });
    expect(shown('22', font(trueType(3, 0, 0xf021, ['one', 'alpha'])))).toBe('α');
    expect(shown('22', font(trueType(1, 0, 0x21, ['one', 'alpha'])))).toBe('α');
    expect(shown('22', font(trueType(0, 0, 0xf021, ['one', 'alpha'])))).toBe('"');
  });

  test('Type 1 and CFF programs name their codes and glyphs', () => {
    const type1 = readType1(
      fromLatin1('%!PS /Encoding 256 array dup 65 /alpha put dup 8#102 /f_i put readonly def eexec dup 67 /C put'),
    );
    expect([65, 66, 67].map((code) => type1.encoding?.[code])).toEqual(['alpha', 'f_i', undefined]);
    const { cff } = programOf('Symbol');
    const symbol = readCff(programOf('Symbol').bytes);
    expect(cff.glyphs.map((_, glyph) => symbol.nameOfGlyph(glyph))).toEqual(cff.glyphs);
    expect(symbol.encoding?.[0x61]).toBe('alpha');
  });

  test.each([
    ['codes', [1, 0x61]],
    ['ranges', [1, 0x61, 0]],
  ])('the supplement of a CFF encoding of %s gives more codes to glyphs', (kind, table) => {
    const { cff } = programOf('Symbol');
    const [, , sid = 0] = cff.sids;
    const encoding = Uint8Array.of(
      kind === 'ranges' ? 0x81 : 0x80,
      ...table,
      2,
      0xae,
      sid >> 8,
      sid & 255,
      0xaf,
      0,
      34,
    );
    const names = readCff(writeCff({ ...cff, encoding })).encoding;
    expect([0x61, 0xae, 0xaf, 0xb0].map((code) => names?.[code])).toEqual([
      cff.glyphs[1],
      cff.glyphs[2],
      'A',
      undefined,
    ]);
    const without = Uint8Array.of((encoding[0] ?? 0) & 0x7f, ...encoding.subarray(1));
    expect(readCff(writeCff({ ...cff, encoding: without })).encoding?.[0xae]).toBeUndefined();
  });

  test('any bytes are a program, of nothing perhaps', () => {
    const budget = new Budget(100);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readTrueType(bytes, budget).textOfGlyph(1);
        readTrueType(Uint8Array.of(...trueType(3, 1, 0x41).slice(0, 60), ...bytes), budget).textOfGlyph(1);
        readCff(bytes).nameOfGlyph(1);
        readType1(bytes);
        parseCMap(bytes, budget);
      }),
    );
  });

  test('a string may end within a code', () => {
    expect(shown('4e2d4e', composite('/UniGB-UCS2-H', 'GB1'))).toBe('中|N');
  });
});
