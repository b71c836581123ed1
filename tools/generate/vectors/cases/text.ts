/** Clauses 20 to 24: the hash of the text. Relations of these groups are about `contentHash`. */
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { document, FONT, type Objects, textDocument } from '#tools/generate/vectors/document.ts';
import { type FileItems, type Group, group, groupOfFiles, type Items } from '#tools/generate/vectors/vector.ts';

const contentHash = { compares: 'contentHash' } as const;

const hashed = (clause: string, title: string, build: (piece: string) => Uint8Array, items: Items): Group =>
  group(clause, title, build, { ...contentHash, ...items });
const files = (clause: string, title: string, base: Uint8Array, items: FileItems): Group =>
  groupOfFiles(clause, title, base, { ...contentHash, ...items });

const shown = (operations: string, objects: Objects = {}, resources = ''): Uint8Array =>
  textDocument({ content: `BT/F 10 Tf 9 99 Td ${operations} ET`, objects, resources });

/** A font whose code 61 stands for the text. */
const mapped = (text: string): Uint8Array => {
  const units = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return shown('(a)Tj', {
    7: FONT.replace('>>', '/ToUnicode 20 0 R>>'),
    20: { stream: `1 begincodespacerange<00><ff>endcodespacerange 1 beginbfchar<61><${units}>endbfchar` },
  });
};

const named = (glyph: string, more = ''): Uint8Array =>
  shown('(a)Tj', {
    7: FONT.replace('/Encoding/WinAnsiEncoding', `/Encoding<</Type/Encoding/Differences[97/${glyph}]>>${more}`),
  });
const unicode = (entries: string): Uint8Array =>
  shown('(ab)Tj', { 7: FONT.replace('>>', '/ToUnicode 20 0 R>>'), 20: { stream: entries } });

function composite(encoding: string, codes: string, more = '', objects: Objects = {}): Uint8Array {
  return document({
    resources: '/Font<</F 20 0 R>>',
    content: `BT/F 9 Tf 9 99 Td ${codes} Tj ET`,
    objects: {
      20: `<</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding${encoding}/DescendantFonts[21 0 R]${more}>>`,
      21: `<</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(${encoding.includes('Uni') ? 'Japan1' : 'Identity'})/Supplement 0>>/DW 500/FontDescriptor 22 0 R>>`,
      22: '<</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>',
      ...objects,
    },
  });
}

/** A CFF program of three glyphs, the latter two with these names and codes. */
function compact(names: readonly [number, number], codes: readonly [number, number]): string {
  const [first, second] = names;
  const name = [0, 1, 1, 1, 7, ...Buffer.from('Vector')];
  const top = [28, 0, 36, 15, 28, 0, 41, 16, 28, 0, 45, 17];
  const charset = [0, 0, first, 0, second];
  const charStrings = [0, 3, 1, 1, 2, 3, 4, 14, 14, 14];
  const bytes = [1, 0, 4, 1, ...name, 0, 1, 1, 1, 1 + top.length, ...top, 0, 0, 0, 0];
  return Buffer.from([...bytes, ...charset, 0, 2, ...codes, ...charStrings]).toString('latin1');
}
const MINUS = 166;
const LETTER_A = 66;
/** The text `minus` and `a` in a font whose encoding is that of its program. */
const ofProgram = (program: string, encoding = ''): Uint8Array =>
  shown('(\\000b)Tj', {
    7: FONT.replace('TrueType', 'Type1')
      .replace('/FirstChar 97/LastChar 98/Widths[500 500]', `/FirstChar 0/LastChar 0/Widths[500]`)
      .replace('/Encoding/WinAnsiEncoding', encoding),
    8: '<</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500/FontFile3 20 0 R>>',
    20: { dict: '/Subtype/Type1C', stream: program },
  });

type Subtable = readonly [platform: number, encoding: number, code: number];

/** A TrueType program whose subtables give these codes to its one glyph. */
function sfnt(subtables: readonly Subtable[]): string {
  const size = 12;
  const first = 4 + 8 * subtables.length;
  const records = subtables.flatMap(([platform, encoding], index) => [
    0,
    platform,
    0,
    encoding,
    0,
    0,
    0,
    first + size * index,
  ]);
  const tables = subtables.flatMap(([, , code]) => [0, 6, 0, size, 0, 0, code >> 8, code & 255, 0, 1, 0, 1]);
  const cmap = [0, 0, 0, subtables.length, ...records, ...tables];
  const entry = (tag: string, offset: number, length: number): number[] => [
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
  const directory = [...entry('cmap', 44, cmap.length), ...entry('maxp', 44 + cmap.length, 6)];
  const bytes = [0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, ...directory, ...cmap, 0, 0, 0x50, 0, 0, 2];
  return Buffer.from(bytes).toString('latin1');
}
const LETTER_OF_CODE: Subtable = [1, 0, 0x61];
/** The text of the glyph that the code 61 selects. */
const ofSubtables = (...subtables: readonly Subtable[]): Uint8Array => {
  const program = sfnt([...subtables, LETTER_OF_CODE].toSorted(([a, b], [c, d]) => a - c || b - d));
  return shown('(a)Tj', {
    7: FONT.replace('/Encoding/WinAnsiEncoding', ''),
    8: '<</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500/FontFile2 20 0 R>>',
    20: { dict: `/Length1 ${program.length}`, stream: program },
  });
};

const form = (stream: string, resources: string | undefined = '/Font<</F 7 0 R>>'): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 99 99]${resources === undefined ? '' : `/Resources<<${resources}>>`}`,
  stream,
});
const text = (words: string): string => `BT/F 10 Tf 9 99 Td(${words})Tj ET`;
const painted = (content: string, objects: Objects): Uint8Array =>
  textDocument({ content, objects, resources: '/XObject<</X 20 0 R/Y 21 0 R>>' });

function pages(...contents: readonly string[]): Uint8Array {
  const numbers = contents.map((_, index) => 20 + 2 * index);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${numbers.length}/MediaBox[0 0 200 200]/Resources<</Font<</F 7 0 R>>>>>>`,
    7: FONT.replace('/FontDescriptor 8 0 R', ''),
    ...Object.fromEntries(
      contents.flatMap((content, index) => [
        [numbers[index] ?? 0, `<</Type/Page/Parent 2 0 R/Contents ${(numbers[index] ?? 0) + 1} 0 R>>`],
        [(numbers[index] ?? 0) + 1, { stream: content }],
      ]),
    ),
  });
}

export function textGroups(): Group[] {
  const actual = (value: string, inner = '(ab)Tj'): string => `/Span<</ActualText${value}>>BDC ${inner} EMC`;
  const spacing = (gap: number): string => `(a)Tj ${5 + gap / 100} 0 Td(b)Tj`;
  const type3Font =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 98/Widths[500 500]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 20 0 R/b 20 0 R>>/Resources<<>>>>';
  const type3: Objects = {
    7: type3Font,
    20: { stream: '500 0 d0 0 0 400 400 re f' },
  };
  return [
    files('20.1', 'The order of pages', pages(text('one'), text('two')), {
      same: {
        'One page.': pages(`${text('one')} ${text('two').replace('9 99', '9 9')}`),
        'An empty page between.': pages(text('one'), '', text('two')),
      },
      different: {
        'Another order.': pages(text('two'), text('one')),
        'One page less.': pages(text('one')),
        'One word.': pages(text('onetwo')),
      },
    }),
    hashed('20.2', 'Compatibility characters', mapped, {
      base: 'fi',
      same: [
        ['\ufb01', 'A ligature.'],
        ['f\u200bi', 'A zero-width space.'],
        ['f\u00adi', 'A soft hyphen.'],
        ['\ufefffi', 'A byte order mark.'],
        ['f\u200di', 'A joiner.'],
        ['f\u202ai\u202c', 'Marks of direction.'],
        ['f\u2060i', 'A word joiner.'],
        ['\uff46\uff49', 'Fullwidth letters.'],
        ['f\u0007i', 'A control character.'],
      ],
      different: ['fj', 'Fi', 'f i', 'f\u0301i'],
    }),
    hashed('20.2', 'Composed characters', mapped, {
      base: '\u00e9',
      same: [['e\u0301', 'A combining accent.']],
      different: ['e', '\u00e8'],
    }),
    hashed('20.2', 'Digits and signs', mapped, {
      base: '1 2',
      same: [
        ['\u2460 \u00b2', 'A circled and a raised digit.'],
        ['1\u00a02', 'A space that does not break.'],
      ],
      different: ['12', '1 3'],
    }),
    hashed('20.3', 'White space', mapped, {
      base: 'a b',
      same: [
        'a  b',
        'a\tb',
        'a\u2003b',
        'a\u3000b',
        'a\u2028b',
        ' a b ',
        'a\n\nb',
        'a\u1680b',
        'a\u202fb',
        'a\u205fb',
        'a\u0085b',
      ],
      different: ['ab', 'a\u200bb', 'a b c'],
    }),
    files('20.4', 'No text', document({}), {
      same: {
        'Spaces alone.': shown('( )Tj'),
        'A page without content.': document({ content: '' }),
        'A soft hyphen alone.': mapped('\u00ad'),
      },
      different: { 'A letter.': shown('(a)Tj') },
    }),
    files('21.1', 'Forms', painted(text('one'), { 20: form(text('one')) }), {
      same: {
        'A form shows the text.': painted('/X Do', { 20: form(text('one')) }),
        'A form in a form.': painted('/X Do', { 20: form('/Y Do', '/XObject<</Y 21 0 R>>'), 21: form(text('one')) }),
        'A form that is not painted.': painted(text('one'), { 20: form(text('two')) }),
      },
      different: { 'A form that is painted twice.': painted('/X Do/X Do', { 20: form(text('one')) }) },
    }),
    files('21.1', 'The matrix of a form', painted(`${text('a')} q 1 0 0 1 5 0 cm ${text('b')} Q`, {}), {
      same: {
        'A form with a matrix.': painted(`${text('a')} /X Do`, {
          20: {
            dict: '/Type/XObject/Subtype/Form/BBox[0 0 99 199]/Matrix[1 0 0 1 5 0]/Resources<</Font<</F 7 0 R>>>>',
            stream: text('b'),
          },
        }),
      },
      different: {
        'Another matrix.': painted(`${text('a')} /X Do`, {
          20: {
            dict: '/Type/XObject/Subtype/Form/BBox[0 0 99 199]/Matrix[1 0 0 1 50 0]/Resources<</Font<</F 7 0 R>>>>',
            stream: text('b'),
          },
        }),
      },
    }),
    hashed('21.2', 'Text that is shown, in whatever way', (operations) => shown(`${operations}(one)Tj`), {
      base: '',
      same: ['3 Tr', '1 g', '0 Ts', '7 Tr', '1 Tr 1 0 0 RG', '500 500 Td', '0 g'],
    }),
    hashed('21.2', 'Clipped text and covered text', (content) => textDocument({ content }), {
      base: text('one'),
      same: [`0 0 1 1 re W n ${text('one')}`, `${text('one')} 0 0 200 200 re f`, `q 2 0 0 2 0 0 cm ${text('one')} Q`],
      different: [text('One')],
    }),
    files('21.3', 'Content that is not read', textDocument({ content: text('one') }), {
      same: {
        'The appearance of an annotation.': textDocument({
          content: text('one'),
          page: '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]',
          objects: { 20: form(text('two')) },
        }),
        'The contents of an annotation.': textDocument({
          content: text('one'),
          page: '/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(two)>>]',
        }),
        'A title.': textDocument({
          content: text('one'),
          trailer: '/Root 1 0 R/Info 20 0 R',
          objects: { 20: '<</Title(two)>>' },
        }),
      },
    }),
    hashed('21.4', 'Operands', (operations) => shown(operations), {
      base: '(one)Tj',
      same: ['1 2(one)Tj', '[(one)]TJ', "(one)'", '0 0(one)"', '[(o)(n)0(e)]TJ', '(o)Tj(ne)Tj'],
      different: ['(onE)Tj', '(one)foo', '/None 9 Tf(one)Tj'],
    }),
    hashed(
      '21.4',
      'A font of a graphics state',
      (operations) => shown(operations, {}, '/ExtGState<</G<</Font[7 0 R 10]>>>>'),
      { base: '(one)Tj', same: ['/G gs(one)Tj', '/None 9 Tf/G gs(one)Tj'] },
    ),
    files('21.5', 'A form without resources', painted(text('one'), {}), {
      same: { 'It uses those of the page.': painted('/X Do', { 20: form(text('one'), undefined) }) },
      different: { 'Its own resources lack the font.': painted('/X Do', { 20: form(text('one'), '') }) },
    }),
    files('21.5', 'A form that paints itself', painted(text('one'), {}), {
      same: {
        'It is not entered again.': painted('/X Do', {
          20: form(`${text('one')} /X Do`, '/Font<</F 7 0 R>>/XObject<</X 20 0 R>>'),
        }),
      },
    }),
    hashed('21.6', 'States that a stream leaves open', (content) => textDocument({ content }), {
      base: text('one'),
      same: [`q ${text('one')}`, `Q ${text('one')}`, `${text('one')} q q q`, `/Span BMC ${text('one')}`],
      different: [`${text('one')} ${text('one')}`],
    }),
    hashed('21.7', 'ActualText', (operations) => shown(operations), {
      base: '(one)Tj',
      same: [
        actual('(one)'),
        actual('<feff006f006e0065>'),
        actual('(one)', '(a)Tj(b)Tj'),
        actual('(one)', actual('(two)')),
        `${actual('()', '(x)Tj')}(one)Tj`,
      ],
      different: [actual('(two)'), actual('(one)', ''), '(ab)Tj'],
    }),
    files('21.7', 'ActualText by name', shown('(one)Tj'), {
      same: { 'In resources.': shown('/Span/P BDC(ab)Tj EMC', {}, '/Properties<</P<</ActualText(one)>>>>') },
    }),
    files('21.7', 'ActualText of structure elements', shown('(ab)Tj'), {
      same: {
        'It does not count.': textDocument({
          catalog: '/StructTreeRoot 20 0 R',
          content: 'BT/F 10 Tf 9 99 Td /Span<</MCID 0>>BDC(ab)Tj EMC ET',
          objects: { 20: '<</Type/StructTreeRoot/K 21 0 R>>', 21: '<</S/Span/P 20 0 R/Pg 3 0 R/K 0/ActualText(one)>>' },
        }),
      },
    }),
    hashed('21.8', 'Tokens of damaged content', (operations) => shown(`\xe9 ${operations}`), {
      base: '(one)Tj',
      same: [
        ['[(zero)foo(one)]TJ', 'A word ends an array.'],
        ['(one)TJ', 'TJ shows a string.'],
        ['<6f6 e z65>Tj', 'A character that is no digit.'],
        ['(zero)foo{(one)Tj', 'A word that is no operator.'],
        ['1e5foo 0-12 1.2.3 (one)Tj', 'Numbers that go on.'],
        [`${'(zero)'.repeat(1024)}(one)Tj`, 'More than 1,024 operands.'],
        ['BI/W 1/H 1/BPC 8/CS/G ID EI EI\n(one)Tj', 'Data of one byte, and then EI.'],
        ['(one)Tj (zero', 'A string without an end.'],
      ],
      different: [
        ['[(one)TJ', 'An array that does not end goes (7.9).'],
        ['(one)]Tj', 'A bracket that ends nothing is null (7.9).'],
        '(one)Tj(two)Tj',
      ],
    }),
    hashed('21.9', 'Strings and arrays', (operations) => shown(operations), {
      base: '(one)Tj',
      same: ['(one)TJ', '[(one)]TJ', '[(one)/A(two)]Tj(one)Tj', '[/A(one)]TJ'],
      different: ['[(two)]TJ'],
    }),
    hashed('22.1', 'Codes of composite fonts', (codes) => composite('/Identity-H', codes), {
      base: '<00410042>',
      same: ['<00 41 00 42>', '(\\000A\\000B)'],
      different: ['<00420041>', '<0041>', '<4142>'],
    }),
    hashed('22.2', 'ToUnicode', (entries) => unicode(entries), {
      base: '2 beginbfchar<61><0078><62><0079>endbfchar',
      same: [
        '1 beginbfrange<61><62><0078>endbfrange',
        '1 beginbfrange<61><62>[<0078><0079>]endbfrange',
        '3 beginbfchar<61><007a><62><0079><61><0078>endbfchar',
        'begincmap/CIDSystemInfo<</Registry(A)>>def 1 begincodespacerange<00><ff>endcodespacerange 2 beginbfchar<61> <0078>\n<62> <0079>\nendbfchar endcmap',
      ],
      different: ['2 beginbfchar<61><0079><62><0078>endbfchar', '1 beginbfchar<61><0078>endbfchar', ''],
    }),
    hashed('22.2', 'Texts of one byte, and arrays', (entries) => unicode(entries), {
      base: '2 beginbfchar<61><0078><62><0079>endbfchar',
      same: [
        ['2 beginbfchar<61><78><62><79>endbfchar', 'Texts of one byte.'],
        ['1 beginbfrange<61><62><78>endbfrange', 'A range that begins with a text of one byte.'],
        ['1 beginbfrange<61><61>[<0078><0079>]endbfrange', 'An array that is longer than its range.'],
        ['2 beginbfchar<61><007800><62><0079>endbfchar', 'A last byte without a pair.'],
        ['2 beginbfrange<61><62><0078><63><62><0041>endbfrange', 'A range that ends before it begins.'],
        ['2 beginbfchar<61><0078><62><79><79>endbfchar', 'An entry without its text.'],
      ],
      different: ['2 beginbfchar<61>/x<62><0079>endbfchar'],
    }),
    hashed('22.2', 'Entries that say nothing', (entries) => unicode(entries), {
      base: '',
      same: ['1 beginbfchar<61><>endbfchar', '1 beginbfchar<61><0000>endbfchar', '1 beginbfchar<61><fffd>endbfchar'],
      different: ['1 beginbfchar<61><0078>endbfchar'],
    }),
    hashed(
      '22.3',
      'Encodings',
      (encoding) => shown('(a\xe4)Tj', { 7: FONT.replace('/Encoding/WinAnsiEncoding', encoding) }),
      {
        base: '/Encoding/WinAnsiEncoding',
        same: [
          '/Encoding<</BaseEncoding/WinAnsiEncoding>>',
          '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[]>>',
          '/Encoding<</Differences[97/a 228/adieresis]>>',
          '/Encoding<</BaseEncoding/MacRomanEncoding/Differences[228/adieresis]>>',
        ],
        different: ['/Encoding/MacRomanEncoding', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/b]>>'],
      },
    ),
    files('22.3', 'The encoding of a CFF program', ofProgram(compact([MINUS, LETTER_A], [0, 98])), {
      same: {
        'Differences say the same.': ofProgram(
          compact([MINUS, LETTER_A], [0, 98]),
          '/Encoding<</Type/Encoding/Differences[0/minus 98/a]>>',
        ),
        'Another order of the glyphs.': ofProgram(compact([LETTER_A, MINUS], [98, 0])),
      },
      different: {
        'The code 0 has no name.': ofProgram(compact([MINUS, LETTER_A], [1, 98])),
        'The code 0 has another name.': ofProgram(compact([LETTER_A, LETTER_A], [0, 98])),
      },
    }),
    hashed('22.4', 'Names of glyphs', named, {
      base: 'a',
      same: ['a.alt', 'uni0061', 'u0061', 'u00061', 'a_None', 'uni0061.x'],
      different: ['b', 'uni0062', 'a_b', 'Aogonek'],
    }),
    hashed('22.4', 'Names of several characters', named, {
      base: 'f_i',
      same: ['fi', 'uni00660069', 'f_i.liga', 'f_uni0069', 'uniFB01'],
      different: ['f', 'i_f'],
    }),
    hashed('22.4', 'Names that are not listed', named, {
      base: 'a',
      same: [
        ['g17', 'The code stands for itself.'],
        ['None', 'The code stands for itself.'],
        ['uni006', 'The code stands for itself.'],
        ['uniD800', 'The code stands for itself.'],
      ],
      different: ['aacute'],
    }),
    files('22.5', 'A TrueType font without a program', shown('(ab)Tj'), {
      same: { 'It is read by its encoding.': shown('(ab)Tj', { 7: FONT.replace('TrueType', 'Type1') }) },
    }),
    files('22.5', 'The Unicode subtable', ofSubtables([3, 1, 0x78]), {
      same: {
        '3,10 counts before 3,1.': ofSubtables([3, 1, 0x79], [3, 10, 0x78]),
        '3,1 counts before platform 0.': ofSubtables([0, 3, 0x79], [3, 1, 0x78]),
        'Platform 0 counts alone.': ofSubtables([0, 3, 0x78]),
        'The first one of platform 0 counts.': ofSubtables([0, 1, 0x78], [0, 3, 0x79]),
        'A subtable of symbols selects the glyph.': ofSubtables([3, 0, 0xf061], [3, 1, 0x78]),
      },
      different: { 'Another code point.': ofSubtables([3, 1, 0x79]) },
    }),
    hashed('22.6', 'CMaps of Unicode', (codes) => composite('/UniJIS-UCS2-H', codes), {
      base: '<00410042>',
      same: ['<0041 0042>'],
      different: ['<00410043>'],
    }),
    files(
      '22.6',
      'A composite font with ToUnicode',
      composite('/Identity-H', '<00010002>', '/ToUnicode 23 0 R', {
        23: { stream: '2 beginbfchar<0001><0041><0002><0042>endbfchar' },
      }),
      {
        same: {
          'Other codes.': composite('/Identity-H', '<00050006>', '/ToUnicode 23 0 R', {
            23: { stream: '1 beginbfrange<0005><0006><0041>endbfrange' },
          }),
        },
        different: {
          'Other text.': composite('/Identity-H', '<00010002>', '/ToUnicode 23 0 R', {
            23: { stream: '2 beginbfchar<0001><0041><0002><0043>endbfchar' },
          }),
        },
      },
    ),
    hashed('22.7', 'Codes without a character', (codes) => composite('/Identity-H', codes), {
      base: '<0041>',
      same: ['<00410000>', '<d8000041>', '<0041dfff>'],
      different: ['<0041d7ff>', '<0041e000>'],
    }),
    hashed('22.2', 'The name of an identity as ToUnicode', (more) => composite('/Identity-H', '<0041>', more), {
      base: '/ToUnicode/Identity-H',
      same: ['/ToUnicode/Identity-V', ''],
    }),
    hashed('23.1', 'An em without an area', (operations) => shown(operations), {
      base: '(a b)Tj',
      same: ['(a)Tj/F 0 Tf 9 0 Td(b)Tj'],
      different: ['(ab)Tj'],
    }),
    hashed('22.7', 'Codes that nothing maps', (codes) => composite('/Identity-H', codes), {
      base: '<00410042>',
      different: ['<00410043>', '<00430042>'],
    }),
    ...[100, 149, 150].map((gap) =>
      hashed('23.1', `A gap of ${gap} thousandths`, (operations) => shown(operations), {
        base: '(ab)Tj',
        same: [spacing(gap), `[(a)${-gap}(b)]TJ`],
      }),
    ),
    ...[151, 200, 1000].map((gap) =>
      hashed('23.1', `A gap of ${gap} thousandths`, (operations) => shown(operations), {
        base: '(a b)Tj',
        same: [spacing(gap), `[(a)${-gap}(b)]TJ`, `[(a)${-gap}( b)]TJ`],
      }),
    ),
    hashed('23.1', 'Steps back', (operations) => shown(operations), {
      base: '(ab)Tj',
      same: ['[(a)500(b)]TJ', '[(a)1999(b)]TJ', '[(a)2000(b)]TJ'],
      different: ['[(a)2001(b)]TJ', '[(a)3000(b)]TJ'],
    }),
    hashed('23.1', 'Steps across the line', (operations) => shown(operations), {
      base: '(ab)Tj',
      same: ['(a)Tj 3 Ts(b)Tj', '(a)Tj 5 5 Td(b)Tj', '(a)Tj 5 -5 Td(b)Tj'],
      different: ['(a)Tj 6 Ts(b)Tj', '(a)Tj 5 6 Td(b)Tj', '(a)Tj T* 0 -12 Td(b)Tj'],
    }),
    hashed('23.1', 'Spacing belongs to the glyph before', (operations) => shown(operations), {
      base: '(ab)Tj',
      same: ['2 Tc(a)Tj 7 0 Td(b)Tj', '3 Tc(ab)Tj', '50 Tz(a)Tj 2.5 0 Td(b)Tj'],
      different: ['(a)Tj 7 0 Td(b)Tj'],
    }),
    hashed('23.1', 'Rotated text', (operations) => textDocument({ content: `BT/F 10 Tf ${operations} ET` }), {
      base: '0 1 -1 0 99 9 Tm(ab)Tj',
      same: ['0 1 -1 0 99 9 Tm(a)Tj(b)Tj', '0 1 -1 0 99 9 Tm(a)Tj 0 1 -1 0 99 14 Tm(b)Tj', '1 0 0 1 9 99 Tm(ab)Tj'],
      different: ['0 1 -1 0 99 9 Tm(a)Tj 0 1 -1 0 99 24 Tm(b)Tj'],
    }),
    hashed('23.2', 'The em of a Type 3 font', (operations) => shown(operations, type3), {
      base: '(ab)Tj',
      same: ['[(a)-150(b)]TJ', '[(a)-140(b)]TJ'],
      different: ['[(a)-151(b)]TJ'],
    }),
    hashed('23.2', 'The size of the font', (operations) => shown(operations), {
      base: '(ab)Tj',
      same: ['/F 20 Tf(a)Tj 13 0 Td(b)Tj'],
      different: ['/F 20 Tf(a)Tj 13.1 0 Td(b)Tj'],
    }),
    hashed(
      '23.3',
      'Widths',
      (widths) => shown('(a)Tj 9 0 Td(b)Tj', { 7: FONT.replace('/FirstChar 97/LastChar 98/Widths[500 500]', widths) }),
      {
        base: '/FirstChar 97/LastChar 98/Widths[900 900]',
        same: ['/FirstChar 97/LastChar 98/Widths[800 800]', '/FirstChar 97/LastChar 97/Widths[900]'],
        different: ['/FirstChar 97/LastChar 98/Widths[500 500]', '/FirstChar 98/LastChar 98/Widths[900]'],
      },
    ),
    hashed(
      '23.3',
      'Widths of a Type 3 font',
      (font) =>
        shown('(a)Tj 9 0 Td(b)Tj', {
          ...type3,
          7: type3Font.replace('.001 0 0 .001', font).replace('[500 500]', '[900 900]'),
        }),
      { base: '.001 0 0 .001', same: ['-.001 0 0 .001', '.001 0 0 -.001'], different: ['.0003 0 0 .001'] },
    ),
    hashed(
      '23.3',
      'The width of a missing glyph',
      (more) =>
        shown('(a)Tj 9 0 Td(b)Tj', {
          7: FONT.replace('/FirstChar 97/LastChar 98/Widths[500 500]', '/FirstChar 98/LastChar 98/Widths[900]'),
          8: `<</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8${more}>>`,
        }),
      { base: '/MissingWidth 900', same: ['/MissingWidth 800'], different: ['', '/MissingWidth 500'] },
    ),
    hashed('23.4', 'Within a string', (operations) => shown(operations), {
      base: '(ab)Tj',
      same: ['9 Tc(ab)Tj', '[(ab)]TJ', '[(ab)-900]TJ'],
      different: ['9 Tc(a)Tj( b)Tj', '[(a)-900(b)]TJ'],
    }),
    files(
      '24.1',
      'Forms that are painted by each other',
      painted('/X Do', { 20: form('/Y Do/Y Do', '/XObject<</Y 21 0 R>>'), 21: form(text('one')) }),
      {
        different: { 'Once.': painted('/X Do', { 20: form('/Y Do', '/XObject<</Y 21 0 R>>'), 21: form(text('one')) }) },
      },
    ),
  ];
}
