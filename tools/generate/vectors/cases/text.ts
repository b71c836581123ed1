/** Clauses 20 to 24: the hash of the text. The relations of these groups compare `contentHash`. */
import type { BuiltObject } from '#test/support/builders/pdf.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import {
  document,
  documents,
  filledText,
  FONT,
  type Objects,
  textDocument,
  textDocuments,
} from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

const contentHash = { compares: 'contentHash' } as const;

const hashed = (build: (piece: string) => Uint8Array) => groups(build, contentHash);
const files = (clause: string, title: string, base: Uint8Array, cases: Readonly<Record<string, Uint8Array>>): Group =>
  groupOfFiles(clause, title, base, cases, contentHash);

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

/** A CFF program with three glyphs. The last two have these names and codes. */
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
/** The text `minus` and `a` in a font that uses the encoding of its program. */
const ofProgram = (program: string, encoding = ''): Uint8Array =>
  shown('(\\000b)Tj', {
    7: FONT.replace('TrueType', 'Type1')
      .replace('/FirstChar 97/LastChar 98/Widths[500 500]', `/FirstChar 0/LastChar 0/Widths[500]`)
      .replace('/Encoding/WinAnsiEncoding', encoding),
    8: '<</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500/FontFile3 20 0 R>>',
    20: { dict: '/Subtype/Type1C', stream: program },
  });

type Subtable = readonly [platform: number, encoding: number, code: number];

/** A TrueType program whose subtables give these codes to its only glyph. */
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
  const type3: Objects = { 7: type3Font, 20: { stream: '500 0 d0 0 0 400 400 re f' } };
  return [
    files('20.1', 'The order of pages', pages(text('one'), text('two')), {
      '= One page.': pages(`${text('one')} ${text('two').replace('9 99', '9 9')}`),
      '= An empty page between.': pages(text('one'), '', text('two')),
      '≠ Another order.': pages(text('two'), text('one')),
      '≠ One page less.': pages(text('one')),
      '≠ One word.': pages(text('onetwo')),
    }),
    ...hashed(mapped)`
      # 20.2 Compatibility characters
        fi
        = A ligature. :: \ufb01
        = A zero-width space. :: f\u200bi
        = A soft hyphen. :: f\u00adi
        = A byte order mark. :: \ufefffi
        = A joiner. :: f\u200di
        = Marks of direction. :: f\u202ai\u202c
        = A word joiner. :: f\u2060i
        = Fullwidth letters. :: \uff46\uff49
        = A control character. :: f\u0007i
        ≠ fj ¦ Fi ¦ f i ¦ f\u0301i
      # 20.2 Composed characters
        \u00e9
        = A combining accent. :: e\u0301
        ≠ e ¦ \u00e8
      # 20.2 Digits and signs
        1 2
        = A circled and a raised digit. :: \u2460 \u00b2
        = A space that does not break. :: 1\u00a02
        ≠ 12 ¦ 1 3
      # 20.3 White space
        a b
        = a  b ¦ a\tb ¦ a\u2003b ¦ a\u3000b ¦ a\u2028b ¦ \x20a b\x20 ¦ a\n\nb ¦ a\u1680b ¦ a\u202fb ¦ a\u205fb ¦ a\u0085b
        ≠ ab ¦ a\u200bb ¦ a b c
    `,
    files('20.4', 'No text', document({}), {
      '= Spaces alone.': shown('( )Tj'),
      '= A page without content.': document({ content: '' }),
      '= A soft hyphen alone.': mapped('\u00ad'),
      '≠ A letter.': shown('(a)Tj'),
    }),
    files('21.1', 'Forms', painted(text('one'), { 20: form(text('one')) }), {
      '= A form shows the text.': painted('/X Do', { 20: form(text('one')) }),
      '= A form in a form.': painted('/X Do', { 20: form('/Y Do', '/XObject<</Y 21 0 R>>'), 21: form(text('one')) }),
      '= A form that is not painted.': painted(text('one'), { 20: form(text('two')) }),
      '≠ A form that is painted twice.': painted('/X Do/X Do', { 20: form(text('one')) }),
    }),
    ...textDocuments(contentHash)`
      # 21.1 The matrix of a form
        resources /XObject<</X 20 0 R/Y 21 0 R>>
          | content BT/F 10 Tf 9 99 Td(a)Tj ET q 1 0 0 1 5 0 cm BT/F 10 Tf 9 99 Td(b)Tj ET Q
        = A form with a matrix. :: resources /XObject<</X 20 0 R/Y 21 0 R>> | content BT/F 10 Tf 9 99 Td(a)Tj ET /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 199]/Matrix[1 0 0 1 5 0]/Resources<</Font<</F 7 0 R>>>> stream BT/F 10 Tf 9 99 Td(b)Tj ET
        ≠ Another matrix. :: resources /XObject<</X 20 0 R/Y 21 0 R>> | content BT/F 10 Tf 9 99 Td(a)Tj ET /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 199]/Matrix[1 0 0 1 50 0]/Resources<</Font<</F 7 0 R>>>> stream BT/F 10 Tf 9 99 Td(b)Tj ET
      # 21.3 Content that is not read
        content BT/F 10 Tf 9 99 Td(one)Tj ET
        = The appearance of an annotation. :: page /Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 20 0 R>>>>]
          | content BT/F 10 Tf 9 99 Td(one)Tj ET
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F 7 0 R>>>> stream BT/F 10 Tf 9 99 Td(two)Tj ET
        = The contents of an annotation. :: page /Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(two)>>]
          | content BT/F 10 Tf 9 99 Td(one)Tj ET
        = A title. :: content BT/F 10 Tf 9 99 Td(one)Tj ET | trailer /Root 1 0 R/Info 20 0 R | 20 <</Title(two)>>
    `,
    ...hashed(filledText('content BT/F 10 Tf 9 99 Td {}(one)Tj ET'))`
      # 21.2 Text that is shown, in whatever way
        ∅
        = 3 Tr ¦ 1 g ¦ 0 Ts ¦ 7 Tr ¦ 1 Tr 1 0 0 RG ¦ 500 500 Td ¦ 0 g
    `,
    ...hashed(filledText('content {}'))`
      # 21.2 Clipped text and covered text
        ${text('one')}
        = 0 0 1 1 re W n ${text('one')} ¦ ${text('one')} 0 0 200 200 re f ¦ q 2 0 0 2 0 0 cm ${text('one')} Q
        ≠ ${text('One')}
      # 21.6 States that a stream leaves open
        ${text('one')}
        = q ${text('one')} ¦ Q ${text('one')} ¦ ${text('one')} q q q ¦ /Span BMC ${text('one')}
        ≠ ${text('one')} ${text('one')}
    `,
    ...hashed(shown)`
      # 21.4 Operands
        (one)Tj
        = 1 2(one)Tj ¦ [(one)]TJ ¦ (one)' ¦ 0 0(one)" ¦ [(o)(n)0(e)]TJ ¦ (o)Tj(ne)Tj
        ≠ (onE)Tj ¦ (one)foo ¦ /None 9 Tf(one)Tj
      # 21.7 ActualText
        (one)Tj
        = ${actual('(one)')} ¦ ${actual('<feff006f006e0065>')} ¦ ${actual('(one)', '(a)Tj(b)Tj')}
        = ${actual('(one)', actual('(two)'))} ¦ ${actual('()', '(x)Tj')}(one)Tj
        ≠ ${actual('(two)')} ¦ ${actual('(one)', '')} ¦ (ab)Tj
      # 21.9 Strings and arrays
        (one)Tj
        = (one)TJ ¦ [(one)]TJ ¦ [(one)/A(two)]Tj(one)Tj ¦ [/A(one)]TJ
        ≠ [(two)]TJ
      # 23.1 An em without an area
        (a b)Tj
        = (a)Tj/F 0 Tf 9 0 Td(b)Tj
        ≠ (ab)Tj
    `,
    ...hashed(filledText('resources /ExtGState<</G<</Font[7 0 R 10]>>>> | content BT/F 10 Tf 9 99 Td {} ET'))`
      # 21.4 A font of a graphics state
        (one)Tj
        = /G gs(one)Tj ¦ /None 9 Tf/G gs(one)Tj
    `,
    files('21.5', 'A form without resources', painted(text('one'), {}), {
      '= It uses those of the page.': painted('/X Do', { 20: form(text('one'), undefined) }),
      '≠ Its own resources lack the font.': painted('/X Do', { 20: form(text('one'), '') }),
    }),
    ...textDocuments(contentHash)`
      # 21.5 A form that paints itself
        resources /XObject<</X 20 0 R/Y 21 0 R>> | content BT/F 10 Tf 9 99 Td(one)Tj ET
        = It is not entered again. :: resources /XObject<</X 20 0 R/Y 21 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F 7 0 R>>/XObject<</X 20 0 R>>>> stream BT/F 10 Tf 9 99 Td(one)Tj ET /X Do
      # 21.7 ActualText by name
        content BT/F 10 Tf 9 99 Td (one)Tj ET
        = In resources. :: resources /Properties<</P<</ActualText(one)>>>> | content BT/F 10 Tf 9 99 Td /Span/P BDC(ab)Tj EMC ET
      # 21.7 ActualText of structure elements
        content BT/F 10 Tf 9 99 Td (ab)Tj ET
        = It does not count. :: catalog /StructTreeRoot 20 0 R | content BT/F 10 Tf 9 99 Td /Span<</MCID 0>>BDC(ab)Tj EMC ET
          | 20 <</Type/StructTreeRoot/K 21 0 R>> | 21 <</S/Span/P 20 0 R/Pg 3 0 R/K 0/ActualText(one)>>
      # 24.1 Forms that are painted by each other
        resources /XObject<</X 20 0 R/Y 21 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</Y 21 0 R>>>> stream /Y Do/Y Do
          | 21 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F 7 0 R>>>> stream BT/F 10 Tf 9 99 Td(one)Tj ET
        ≠ Once. :: resources /XObject<</X 20 0 R/Y 21 0 R>> | content /X Do
          | 20 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</Y 21 0 R>>>> stream /Y Do
          | 21 /Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F 7 0 R>>>> stream BT/F 10 Tf 9 99 Td(one)Tj ET
    `,
    ...hashed(filledText('content BT/F 10 Tf 9 99 Td \xe9 {} ET'))`
      # 21.8 Tokens of damaged content
        (one)Tj
        = A word ends an array. :: [(zero)foo(one)]TJ
        = TJ shows a string. :: (one)TJ
        = A character that is no digit. :: <6f6 e z65>Tj
        = A word that is no operator. :: (zero)foo{(one)Tj
        = Numbers that go on. :: 1e5foo 0-12 1.2.3 (one)Tj
        = More than 1,024 operands. :: ${'(zero)'.repeat(1024)}(one)Tj
        = Data of one byte, and then EI. :: BI/W 1/H 1/BPC 8/CS/G ID EI EI\n(one)Tj
        = A string without an end. :: (one)Tj (zero
        ≠ An array that does not end goes (7.9). :: [(one)TJ
        ≠ A bracket that ends nothing is null (7.9). :: (one)]Tj
        ≠ (one)Tj(two)Tj
    `,
    ...hashed((codes) => composite('/Identity-H', codes))`
      # 22.1 Codes of composite fonts
        <00410042>
        = <00 41 00 42> ¦ (\\000A\\000B)
        ≠ <00420041> ¦ <0041> ¦ <4142>
      # 22.7 Codes without a character
        <0041>
        = <00410000> ¦ <d8000041> ¦ <0041dfff>
        ≠ <0041d7ff> ¦ <0041e000>
      # 22.7 Codes that nothing maps
        <00410042>
        ≠ <00410043> ¦ <00430042>
    `,
    ...hashed(unicode)`
      # 22.2 ToUnicode
        2 beginbfchar<61><0078><62><0079>endbfchar
        = 1 beginbfrange<61><62><0078>endbfrange ¦ 1 beginbfrange<61><62>[<0078><0079>]endbfrange
        = 3 beginbfchar<61><007a><62><0079><61><0078>endbfchar
        = begincmap/CIDSystemInfo<</Registry(A)>>def 1 begincodespacerange<00><ff>endcodespacerange 2 beginbfchar<61> <0078>\n<62> <0079>\nendbfchar endcmap
        ≠ 2 beginbfchar<61><0079><62><0078>endbfchar ¦ 1 beginbfchar<61><0078>endbfchar ¦ ∅
      # 22.2 Texts of one byte, and arrays
        2 beginbfchar<61><0078><62><0079>endbfchar
        = Texts of one byte. :: 2 beginbfchar<61><78><62><79>endbfchar
        = A range that begins with a text of one byte. :: 1 beginbfrange<61><62><78>endbfrange
        = An array that is longer than its range. :: 1 beginbfrange<61><61>[<0078><0079>]endbfrange
        = A last byte without a pair. :: 2 beginbfchar<61><007800><62><0079>endbfchar
        = A range that ends before it begins. :: 2 beginbfrange<61><62><0078><63><62><0041>endbfrange
        = An entry without its text. :: 2 beginbfchar<61><0078><62><79><79>endbfchar
        ≠ 2 beginbfchar<61>/x<62><0079>endbfchar
      # 22.2 Entries that say nothing
        ∅
        = 1 beginbfchar<61><>endbfchar ¦ 1 beginbfchar<61><0000>endbfchar ¦ 1 beginbfchar<61><fffd>endbfchar
        ≠ 1 beginbfchar<61><0078>endbfchar
    `,
    ...hashed(
      filledText(
        'content BT/F 10 Tf 9 99 Td (a\xe4)Tj ET | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]{}/FontDescriptor 8 0 R>>',
      ),
    )`
      # 22.3 Encodings
        /Encoding/WinAnsiEncoding
        = /Encoding<</BaseEncoding/WinAnsiEncoding>> ¦ /Encoding<</BaseEncoding/WinAnsiEncoding/Differences[]>>
        = /Encoding<</Differences[97/a 228/adieresis]>> ¦ /Encoding<</BaseEncoding/MacRomanEncoding/Differences[228/adieresis]>>
        ≠ /Encoding/MacRomanEncoding ¦ /Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/b]>>
    `,
    files('22.3', 'The encoding of a CFF program', ofProgram(compact([MINUS, LETTER_A], [0, 98])), {
      '= Differences say the same.': ofProgram(
        compact([MINUS, LETTER_A], [0, 98]),
        '/Encoding<</Type/Encoding/Differences[0/minus 98/a]>>',
      ),
      '= Another order of the glyphs.': ofProgram(compact([LETTER_A, MINUS], [98, 0])),
      '≠ The code 0 has no name.': ofProgram(compact([MINUS, LETTER_A], [1, 98])),
      '≠ The code 0 has another name.': ofProgram(compact([LETTER_A, LETTER_A], [0, 98])),
    }),
    ...hashed(named)`
      # 22.4 Names of glyphs
        a
        = a.alt ¦ uni0061 ¦ u0061 ¦ u00061 ¦ a_None ¦ uni0061.x
        ≠ b ¦ uni0062 ¦ a_b ¦ Aogonek
      # 22.4 Names of several characters
        f_i
        = fi ¦ uni00660069 ¦ f_i.liga ¦ f_uni0069 ¦ uniFB01
        ≠ f ¦ i_f
      # 22.4 Names that are not listed
        a
        = The code stands for itself. :: g17
        = The code stands for itself. :: None
        = The code stands for itself. :: uni006
        = The code stands for itself. :: uniD800
        ≠ aacute
    `,
    files('22.5', 'A TrueType font without a program', shown('(ab)Tj'), {
      '= It is read by its encoding.': shown('(ab)Tj', { 7: FONT.replace('TrueType', 'Type1') }),
    }),
    files('22.5', 'The Unicode subtable', ofSubtables([3, 1, 0x78]), {
      '= 3,10 counts before 3,1.': ofSubtables([3, 1, 0x79], [3, 10, 0x78]),
      '= 3,1 counts before platform 0.': ofSubtables([0, 3, 0x79], [3, 1, 0x78]),
      '= Platform 0 counts alone.': ofSubtables([0, 3, 0x78]),
      '= The first one of platform 0 counts.': ofSubtables([0, 1, 0x78], [0, 3, 0x79]),
      '= A subtable of symbols selects the glyph.': ofSubtables([3, 0, 0xf061], [3, 1, 0x78]),
      '≠ Another code point.': ofSubtables([3, 1, 0x79]),
    }),
    ...hashed((codes) => composite('/UniJIS-UCS2-H', codes))`
      # 22.6 CMaps of Unicode
        <00410042>
        = <0041 0042>
        ≠ <00410043>
    `,
    ...documents(contentHash)`
      # 22.6 A composite font with ToUnicode
        resources /Font<</F 20 0 R>> | content BT/F 9 Tf 9 99 Td <00010002> Tj ET
          | 20 <</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding/Identity-H/DescendantFonts[21 0 R]/ToUnicode 23 0 R>>
          | 21 <</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 22 0 R>>
          | 22 <</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>
          | 23  stream 2 beginbfchar<0001><0041><0002><0042>endbfchar
        = Other codes. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf 9 99 Td <00050006> Tj ET
          | 20 <</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding/Identity-H/DescendantFonts[21 0 R]/ToUnicode 23 0 R>>
          | 21 <</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 22 0 R>>
          | 22 <</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>
          | 23  stream 1 beginbfrange<0005><0006><0041>endbfrange
        ≠ Other text. :: resources /Font<</F 20 0 R>> | content BT/F 9 Tf 9 99 Td <00010002> Tj ET
          | 20 <</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding/Identity-H/DescendantFonts[21 0 R]/ToUnicode 23 0 R>>
          | 21 <</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 22 0 R>>
          | 22 <</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>
          | 23  stream 2 beginbfchar<0001><0041><0002><0043>endbfchar
    `,
    ...hashed((more) => composite('/Identity-H', '<0041>', more))`
      # 22.2 The name of an identity as ToUnicode
        /ToUnicode/Identity-H
        = /ToUnicode/Identity-V ¦ ∅
    `,
    ...[100, 149, 150].map((gap) =>
      group('23.1', `A gap of ${gap} thousandths`, shown, {
        ...contentHash,
        base: '(ab)Tj',
        same: [spacing(gap), `[(a)${-gap}(b)]TJ`],
      }),
    ),
    ...[151, 200, 1000].map((gap) =>
      group('23.1', `A gap of ${gap} thousandths`, shown, {
        ...contentHash,
        base: '(a b)Tj',
        same: [spacing(gap), `[(a)${-gap}(b)]TJ`, `[(a)${-gap}( b)]TJ`],
      }),
    ),
    ...hashed(shown)`
      # 23.1 Steps back
        (ab)Tj
        = [(a)500(b)]TJ ¦ [(a)1999(b)]TJ ¦ [(a)2000(b)]TJ
        ≠ [(a)2001(b)]TJ ¦ [(a)3000(b)]TJ
      # 23.1 Steps across the line
        (ab)Tj
        = (a)Tj 3 Ts(b)Tj ¦ (a)Tj 5 5 Td(b)Tj ¦ (a)Tj 5 -5 Td(b)Tj
        ≠ (a)Tj 6 Ts(b)Tj ¦ (a)Tj 5 6 Td(b)Tj ¦ (a)Tj T* 0 -12 Td(b)Tj
      # 23.1 Spacing belongs to the glyph before
        (ab)Tj
        = 2 Tc(a)Tj 7 0 Td(b)Tj ¦ 3 Tc(ab)Tj ¦ 50 Tz(a)Tj 2.5 0 Td(b)Tj
        ≠ (a)Tj 7 0 Td(b)Tj
    `,
    ...hashed(filledText('content BT/F 10 Tf {} ET'))`
      # 23.1 Rotated text
        0 1 -1 0 99 9 Tm(ab)Tj
        = 0 1 -1 0 99 9 Tm(a)Tj(b)Tj ¦ 0 1 -1 0 99 9 Tm(a)Tj 0 1 -1 0 99 14 Tm(b)Tj ¦ 1 0 0 1 9 99 Tm(ab)Tj
        ≠ 0 1 -1 0 99 9 Tm(a)Tj 0 1 -1 0 99 24 Tm(b)Tj
    `,
    ...hashed((operations) => shown(operations, type3))`
      # 23.2 The em of a Type 3 font
        (ab)Tj
        = [(a)-150(b)]TJ ¦ [(a)-140(b)]TJ
        ≠ [(a)-151(b)]TJ
    `,
    ...hashed(shown)`
      # 23.2 The size of the font
        (ab)Tj
        = /F 20 Tf(a)Tj 13 0 Td(b)Tj
        ≠ /F 20 Tf(a)Tj 13.1 0 Td(b)Tj
      # 23.4 Within a string
        (ab)Tj
        = 9 Tc(ab)Tj ¦ [(ab)]TJ ¦ [(ab)-900]TJ
        ≠ 9 Tc(a)Tj( b)Tj ¦ [(a)-900(b)]TJ
    `,
    ...hashed(
      filledText(
        'content BT/F 10 Tf 9 99 Td (a)Tj 9 0 Td(b)Tj ET | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector{}/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R>>',
      ),
    )`
      # 23.3 Widths
        /FirstChar 97/LastChar 98/Widths[900 900]
        = /FirstChar 97/LastChar 98/Widths[800 800] ¦ /FirstChar 97/LastChar 97/Widths[900]
        ≠ /FirstChar 97/LastChar 98/Widths[500 500] ¦ /FirstChar 98/LastChar 98/Widths[900]
    `,
    ...hashed((font) =>
      shown('(a)Tj 9 0 Td(b)Tj', {
        ...type3,
        7: type3Font.replace('.001 0 0 .001', font).replace('[500 500]', '[900 900]'),
      }),
    )`
      # 23.3 Widths of a Type 3 font
        .001 0 0 .001
        = -.001 0 0 .001 ¦ .001 0 0 -.001
        ≠ .0003 0 0 .001
    `,
    ...hashed((more) =>
      shown('(a)Tj 9 0 Td(b)Tj', {
        7: FONT.replace('/FirstChar 97/LastChar 98/Widths[500 500]', '/FirstChar 98/LastChar 98/Widths[900]'),
        8: `<</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8${more}>>`,
      }),
    )`
      # 23.3 The width of a missing glyph
        /MissingWidth 900
        = /MissingWidth 800
        ≠ ∅ ¦ /MissingWidth 500
    `,
  ];
}
