/** Content streams, fonts, functions and forms that cost their readers unlimited work. */
import { deflateSync } from 'node:zlib';
import { flateRepeat, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, passes, type Shape } from '#test/hostile/shape.ts';

const FLATE = '/Filter/FlateDecode';
const FONT = '/Resources<</Font<</F 5 0 R>>>>';
const TEXT = 'BT /F 9 Tf 9 9 Td (ABC) Tj ET';

export const CONTENTS: readonly Shape[] = [
  passes('ten million saved graphics states', (scale) =>
    onePage()
      .stream(4, FLATE, flateRepeat('q '.repeat(100_000), Math.round(100 * scale)))
      .table(),
  ),
  passes('half a million levels of marked content', (scale) =>
    onePage()
      .stream(4, FLATE, flateRepeat('/A BMC '.repeat(10_000), Math.round(50 * scale)))
      .table(),
  ),
  passes('half a million levels of marked content in a form', (scale) =>
    onePage('/Resources<</XObject<</F 5 0 R>>>>')
      .stream(4, '', '/F Do')
      .stream(5, `/Subtype/Form/BBox[0 0 9 9]${FLATE}`, flateRepeat('/A BMC '.repeat(10_000), Math.round(50 * scale)))
      .table(),
  ),
  exceeds('a million codes that stand for a thousand characters each', 'text that glyphs stand for', () =>
    onePage('/Resources<</Font<</F 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat(`BT/F 1 Tf(${'a'.repeat(10_000)})Tj ET\n`, 100))
      .object(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>')
      .stream(6, '', `1 beginbfchar <61> <${'0062'.repeat(1000)}> endbfchar`)
      .table(),
  ),
  passes('two million lines on a page', () =>
    onePage()
      .stream(4, FLATE, flateRepeat('0 0 m 1 1 l S\n'.repeat(100_000), 20))
      .table(),
  ),
  passes('a small form painted four hundred thousand times', () =>
    onePage('/Resources<</XObject<</F 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat('/F Do '.repeat(10_000), 40))
      .stream(5, '/Subtype/Form/BBox[0 0 9 9]', '0 0 1 1 re f')
      .table(),
  ),
  passes('twenty million brackets that close nothing', (scale) =>
    onePage()
      .stream(4, FLATE, flateRepeat(']'.repeat(100_000), Math.round(200 * scale)))
      .table(),
  ),
  passes('four million dictionaries in each other in content', (scale) =>
    onePage()
      .stream(4, FLATE, flateRepeat('<</A'.repeat(100_000), Math.round(40 * scale)))
      .table(),
  ),
  passes('a form of a megabyte painted ten thousand times', () =>
    onePage('/Resources<</XObject<</F 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat('/F Do '.repeat(10_000), 1))
      .stream(5, `/Subtype/Form/BBox[0 0 9 9]${FLATE}`, flateRepeat('1 1 l '.repeat(170_000), 1))
      .table(),
  ),
  exceeds('sixty million operators under a form field', 'operators', () =>
    withField('', flateRepeat('q '.repeat(500_000), 120)),
  ),
  exceeds('a million open states under a form field', 'saved graphics states', (scale) =>
    withField('', flateRepeat('q '.repeat(10_000), Math.round(100 * scale))),
  ),
  passes('arrays without end in content under a form field', (scale) =>
    withField('', flateRepeat('['.repeat(100_000), Math.round(50 * scale))),
  ),
  passes('operands without end under a form field', (scale) =>
    withField('', flateRepeat('1 '.repeat(100_000), Math.round(50 * scale))),
  ),
  passes('inline images that never end under a form field', (scale) =>
    withField('', flateRepeat('BI ID E EI\x00 '.repeat(10_000), Math.round(40 * scale))),
  ),
  passes('inline images that claim the rest of the content', (scale) =>
    withField('', flateRepeat('BI /L 99999 ID x EI '.repeat(10_000), Math.round(10 * scale))),
  ),
  passes('inline images whose end is searched to the end each time', () => {
    const images = 'BI /L 210000 ID x EI '.repeat(10_000);
    return withField('', deflateSync(`${images}${'xE'.repeat(950_000)}`));
  }),
  passes('a million strings that are shown', (scale) =>
    onePage(FONT)
      .stream(4, FLATE, flateRepeat(`${TEXT} `.repeat(10_000), Math.round(100 * scale)))
      .object(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
      .table(),
  ),
  passes('ToUnicode ranges of all codes, ten thousand times', (scale) => {
    const cmap = `begincmap ${'1 beginbfrange <0000> <ffff> <0000> endbfrange '.repeat(10_000 * scale)}`;
    return withFont('/Subtype/Type0/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R', cmap);
  }),
  passes('ToUnicode range of four thousand million codes', () =>
    withFont(
      '/Subtype/Type0/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R',
      'begincmap 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange 1 begincidrange <00000000> <ffffffff> 0 endcidrange',
    ),
  ),
  passes('a CMap that uses itself', () =>
    onePage(FONT)
      .stream(4, '', TEXT)
      .object(5, '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 8 0 R/DescendantFonts[7 0 R]>>')
      .object(
        7,
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>>>',
      )
      .stream(8, '/Type/CMap/CMapName/X/UseCMap 8 0 R', 'begincmap /X usecmap endcmap')
      .table(),
  ),
  passes('a font without end of widths', (scale) =>
    withFont(`/Subtype/Type1/BaseFont/Helvetica/FirstChar 0/LastChar 255/Widths[${'1 '.repeat(2_000_000 * scale)}]`),
  ),
  passes('a font with widths of 2^31 codes', () =>
    withFont('/Subtype/TrueType/BaseFont/Arial/FirstChar -2147483648/LastChar 2147483647/Widths[1 2 null(x)[]<<>>]'),
  ),
  passes('a composite font with hostile widths', () =>
    withFont('/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[7 0 R]'),
  ),
  passes('fonts that are their own descendants and resources', () =>
    withFont(
      '/Subtype/Type0/BaseFont/X/Encoding 5 0 R/DescendantFonts[5 0 R]/FontDescriptor 5 0 R/Resources<</Font<</F 5 0 R>>>>',
    ),
  ),
  passes('Differences of a million names', (scale) =>
    withFont(
      `/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[-5 ${'/A '.repeat(1_000_000 * scale)}99999/B]>>`,
    ),
  ),
  passes('a Type 3 font whose glyphs show themselves', () =>
    onePage(FONT)
      .stream(4, '', TEXT)
      .object(
        5,
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</A 6 0 R>>/Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths[1]/Resources<</Font<</F 5 0 R>>>>>>',
      )
      .stream(6, '', `1 0 d0 ${TEXT}`)
      .table(),
  ),
  passes('a font matrix with code in it', () =>
    withFont('/Subtype/Type1/BaseFont/Helvetica/FontMatrix[1 0 0 1 0 (0\\); alert\\(1)]'),
  ),
  passes('a Type 4 function 100,000 braces deep', () => withFunction(`${'{'.repeat(100_000)}${'}'.repeat(100_000)}`)),
  passes('a Type 4 function of a million operators', () => withFunction(`{${'dup mul '.repeat(500_000)}}`)),
  passes('functions that are stitched of themselves', () =>
    onePage('/Resources<</Shading<</S 5 0 R>>>>')
      .stream(4, '', '/S sh')
      .object(5, '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 1 1]/Function 6 0 R>>')
      .object(6, '<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Encode[0 1 0 1]/Functions[6 0 R 6 0 R]>>')
      .table(),
  ),
  passes('tiling patterns that paint themselves a million times', () =>
    onePage('/Resources<</Pattern<</P 5 0 R>>>>')
      .stream(4, '', '/Pattern cs /P scn 0 0 600 700 re f')
      .stream(
        5,
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.001/YStep 0.001/Resources<</Pattern<</P 5 0 R>>>>',
        '/Pattern cs /P scn 0 0 1 1 re f',
      )
      .table(),
  ),
  passes('colour spaces inside each other 400 times and in a circle', () =>
    onePage('/Resources<</ColorSpace<</C 5 0 R>>>>')
      .stream(4, '', '/C cs 1 sc 0 0 9 9 re f')
      .object(5, `${'[/Pattern'.repeat(400)} 5 0 R ${']'.repeat(400)}`)
      .table(),
  ),
  exceeds('a form field with a value of eight megabytes', 'operators', () =>
    withField(`/V(${'word '.repeat(1_600_000)})/Ff 4096`, deflateSync('n')),
  ),
  passes('a form field with a font size of 10^30 and an empty rectangle', () =>
    withField('/V(x)/DA(/Helv 1000000000000000000000000000000 Tf)/Rect[9 9 9 9]', deflateSync('n')),
  ),
  passes('a choice with two hundred thousand options', (scale) =>
    withField(`/FT/Ch/V(x)/Opt[${'(x)'.repeat(200_000 * scale)}]`, deflateSync('n')),
  ),
  passes('a comb of two thousand million cells', () =>
    withField('/V(abc)/Ff 16777216/MaxLen 2147483647', deflateSync('n')),
  ),
  passes('an outline of 50,000 titles of control characters', (scale) => {
    const count = Math.round(50_000 * scale);
    const file = onePage('', '/Outlines 5 0 R').stream(4, '', 'n').object(5, '<</First 6 0 R>>');
    for (let number = 6; number < 6 + count; number++)
      file.object(number, `<</Title(\\000\\001\\033en\\033)/Next ${number + 1} 0 R/Dest[3 0 R/XYZ(x)[[]]]>>`);
    return file.table();
  }),
];

function withFont(entries: string, cmap = ''): Uint8Array {
  return onePage(FONT)
    .stream(4, '', TEXT)
    .object(5, `<</Type/Font/BaseFont/X${entries}>>`)
    .object(
      7,
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 1e9/W[0 4294967295 9 -5[1 2(x)] 3 7[[[]]]]/CIDSystemInfo<<>>/CIDToGIDMap 7 0 R>>',
    )
    .stream(8, FLATE, deflateSync(cmap))
    .table();
}

function withFunction(program: string): Uint8Array {
  return onePage('/Resources<</Shading<</S 5 0 R>>>>')
    .stream(4, '', '/S sh')
    .object(5, '<</ShadingType 1/ColorSpace/DeviceGray/Function 6 0 R>>')
    .stream(6, `/FunctionType 4/Domain[0 1 0 1]/Range[0 1]${FLATE}`, deflateSync(program))
    .table();
}

/** Flattening a field makes the form stage read the page's content. */
function withField(entries: string, content: Uint8Array): Uint8Array {
  return onePage('/Annots[5 0 R]', '/AcroForm<</Fields[5 0 R]>>')
    .stream(4, FLATE, content)
    .object(5, `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(x)/DA(/Helv 9 Tf)/Rect[0 0 99 99]${entries}>>`)
    .table();
}
