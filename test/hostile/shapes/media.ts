/** Images, colours, shadings and functions whose data or dimensions state a great size. */
import { deflateSync } from 'node:zlib';
import { flateBomb, flateRepeat, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, passes, type Shape } from '#test/hostile/shape.ts';
import { numbered } from './parts.ts';

const FLATE = '/Filter/FlateDecode';
const HUGE = '/Width 2147483647/Height 2147483647';

export const MEDIA: readonly Shape[] = [
  ...[
    ['JBIG2Decode', ''],
    ['JPXDecode', ''],
    ['DCTDecode', ''],
    ['CCITTFaxDecode', '/DecodeParms<</K -1/Columns 2147483647/Rows 2147483647>>'],
  ].map(([filter = '', parms = '']): Shape =>
    passes(`an image by ${filter} of 2^62 pixels in nine bytes`, () =>
      image(`${HUGE}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/${filter}${parms}`, '\xff\xd8\xff\xe0\x00\x10JFI'),
    ),
  ),
  passes('an image by JBIG2Decode with globals that are a bomb', () =>
    onePage('/Resources<</XObject<</I 5 0 R>>>>')
      .stream(4, '', '/I Do')
      .stream(
        5,
        `/Subtype/Image${HUGE}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 6 0 R>>`,
        'x',
      )
      .stream(6, FLATE, flateBomb(200))
      .table(),
  ),
  passes('an image by DCTDecode of ten million markers', (scale) =>
    image(
      '/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode',
      `\xff\xd8${'\xff\xe0\x00\x02'.repeat(10_000_000 * scale)}`,
    ),
  ),
  passes('an image by DCTDecode of ten million fill bytes', (scale) =>
    image(
      '/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode',
      `\xff\xd8${'\xff'.repeat(10_000_000 * scale)}`,
    ),
  ),
  passes('an image by flate and DCTDecode whose data are a bomb', () =>
    onePage('/Resources<</XObject<</I 5 0 R>>>>')
      .stream(4, '', '/I Do')
      .stream(
        5,
        '/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/Filter[/FlateDecode/DCTDecode]',
        flateBomb(200),
      )
      .table(),
  ),
  passes('a mask of a million ranges and a decoding of a million components', (scale) =>
    image(
      `/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/Mask[${'0 1 '.repeat(1_000_000 * scale)}]/Decode[${'0 1 '.repeat(1_000_000 * scale)}]`,
      'x',
    ),
  ),
  passes('a table of indexed colours of thirty megabytes', (scale) =>
    image(
      `/Width 9/Height 9/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 255<${'00'.repeat(30_000_000 * scale)}>]`,
      'x',
    ),
  ),
  passes('a hundred thousand colorants of one colour space', (scale) =>
    onePage('/Resources<</ColorSpace<</C 5 0 R>>>>')
      .stream(4, '', '/C cs')
      .object(
        5,
        `[/DeviceN[${numbered(0, 100_000 * scale)
          .map((number) => `/c${number}`)
          .join('')}]/DeviceGray 6 0 R]`,
      )
      .object(6, '<</FunctionType 2/N 1/Domain[0 1]>>')
      .table(),
  ),
  passes('colour spaces based on each other, a hundred thousand', (scale) => {
    const last = 6 + Math.round(100_000 * scale);
    const file = onePage('/Resources<</ColorSpace<</C[/ICCBased 6 0 R]>>>>').stream(4, '', '/C cs');
    for (let number = 6; number < last; number++)
      file.stream(number, `/N 3/Alternate[/ICCBased ${number + 1} 0 R]`, 'x');
    return file.stream(last, '/N 3', 'x').table();
  }),
  passes('indexed colours based on each other, a hundred thousand', (scale) => {
    const last = 6 + Math.round(100_000 * scale);
    const file = onePage('/Resources<</ColorSpace<</C 6 0 R>>>>').stream(4, '', '/C cs');
    for (let number = 6; number < last; number++) file.object(number, `[/Indexed ${number + 1} 0 R 1(ab)]`);
    return file.object(last, '/DeviceGray').table();
  }),
  ...[4, 5, 6, 7].map((type): Shape =>
    passes(`a mesh shading of type ${type} and two hundred megabytes`, (scale) =>
      onePage('/Resources<</Shading<</S 5 0 R>>>>')
        .stream(4, '', '/S sh '.repeat(100))
        .stream(
          5,
          `/ShadingType ${type}/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/VerticesPerRow 2/Decode[0 1 0 1 0 1 0 1 0 1]${FLATE}`,
          flateRepeat(
            Uint8Array.from({ length: 1_000_000 }, (_, index) => index & 255),
            Math.round(200 * scale),
          ),
        )
        .table(),
    ),
  ),
  passes('a mesh shading painted a million times', (scale) =>
    onePage('/Resources<</Shading<</S 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat('/S sh '.repeat(10_000), Math.round(100 * scale)))
      .stream(
        5,
        `/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 1 0 1 0 1 0 1 0 1]${FLATE}`,
        flateBomb(50),
      )
      .table(),
  ),
  passes('functions stitched of functions, a hundred thousand in a row', (scale) => {
    const last = 6 + Math.round(100_000 * scale);
    const file = onePage('/Resources<</Shading<</S 5 0 R>>>>')
      .stream(4, '', '/S sh')
      .object(5, '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 1 1]/Function 6 0 R>>');
    for (let number = 6; number < last; number++)
      file.object(number, `<</FunctionType 3/Domain[0 1]/Bounds[]/Encode[0 1]/Functions[${number + 1} 0 R]>>`);
    return file.object(last, '<</FunctionType 2/N 1/Domain[0 1]>>').table();
  }),
  passes('functions stitched of 2^40 functions', () => {
    const file = onePage('/Resources<</Shading<</S 5 0 R>>>>')
      .stream(4, '', '/S sh')
      .object(5, '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 1 1]/Function 6 0 R>>');
    for (let number = 6; number < 46; number++)
      file.object(
        number,
        `<</FunctionType 3/Domain[0 1]/Bounds[.5]/Encode[0 1 0 1]/Functions[${number + 1} 0 R ${number + 1} 0 R]>>`,
      );
    return file.object(46, '<</FunctionType 2/N 1/Domain[0 1]>>').table();
  }),
  passes('a sampled function of 2^31 by 2^31 samples', () =>
    onePage('/Resources<</Shading<</S 5 0 R>>>>')
      .stream(4, '', '/S sh')
      .object(5, '<</ShadingType 1/ColorSpace/DeviceGray/Function 6 0 R>>')
      .stream(
        6,
        `/FunctionType 0/Size[2147483647 2147483647]/BitsPerSample 32/Domain[0 1 0 1]/Range[0 1]${FLATE}`,
        flateBomb(4),
      )
      .table(),
  ),
  passes('soft masks that are painted with soft masks, twenty thousand', (scale) => {
    const last = 5 + Math.round(20_000 * scale);
    const file = onePage('/Resources<</ExtGState<</G<</SMask<</S/Alpha/G 5 0 R>>>>>>>>').stream(4, '', '/G gs');
    for (let number = 5; number < last; number++)
      file.stream(
        number,
        `/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>/Resources<</ExtGState<</G<</SMask<</S/Alpha/G ${number + 1} 0 R>>>>>>>>`,
        '/G gs',
      );
    return file.stream(last, '/Subtype/Form/BBox[0 0 9 9]', 'n').table();
  }),
  passes('soft masks that are painted 10^12 times', () => {
    const file = onePage('/Resources<</ExtGState<</G<</SMask<</S/Alpha/G 5 0 R>>>>>>>>').stream(4, '', '/G gs');
    for (let number = 5; number < 17; number++)
      file.stream(
        number,
        `/Subtype/Form/BBox[0 0 9 9]/Resources<</ExtGState<</G<</SMask<</S/Alpha/G ${number + 1} 0 R>>>>>>>>`,
        '/G gs '.repeat(10),
      );
    return file.stream(17, '/Subtype/Form/BBox[0 0 9 9]', 'n').table();
  }),
  passes('a graphics state whose font is reached by thirty references, a million times', (scale) => {
    const file = onePage('/Resources<</ExtGState<</G<</Font[5 0 R 9]>>>>>>').stream(
      4,
      FLATE,
      flateRepeat('/G gs '.repeat(10_000), Math.round(100 * scale)),
    );
    for (let number = 5; number < 35; number++) file.object(number, `${number + 1} 0 R`);
    return file.object(35, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>').table();
  }),
  passes('halftones of halftones, fifty thousand', (scale) => {
    const last = 5 + Math.round(50_000 * scale);
    const file = onePage('/Resources<</ExtGState<</G<</HT 5 0 R>>>>>>').stream(4, '', '/G gs');
    for (let number = 5; number < last; number++)
      file.object(number, `<</HalftoneType 5/Default ${number + 1} 0 R/Cyan ${number + 1} 0 R>>`);
    return file.object(last, '<</HalftoneType 1/Frequency 1/Angle 0/SpotFunction/Round>>').table();
  }),
  exceeds('half a million inline images of a pixel', 'operators', () => inlineImages(500_000)),
  passes('a hundred thousand inline images of a pixel', (scale) => inlineImages(100_000 * scale)),
  passes('inline images that unpack to a hundred megabytes each', () => {
    const hexadecimal = Buffer.from(flateBomb(100)).toString('hex');
    return onePage()
      .stream(4, FLATE, deflateSync(`BI /W 9 /H 9 /BPC 8 /CS /G /F [/AHx /Fl] ID ${hexadecimal}> EI\n`.repeat(100)))
      .table();
  }),
  passes('an inline image of 2^62 pixels', () =>
    onePage().stream(4, '', 'BI /W 2147483647 /H 2147483647 /BPC 8 /CS /RGB ID x EI Q').table(),
  ),
];

function image(entries: string, data: string): Uint8Array {
  return onePage('/Resources<</XObject<</I 5 0 R>>>>')
    .stream(4, '', 'q 9 0 0 9 0 0 cm /I Do Q')
    .stream(5, `/Subtype/Image${entries}`, data)
    .table();
}

function inlineImages(count: number): Uint8Array {
  const thousand = 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n'.repeat(1000);
  return onePage()
    .stream(4, FLATE, flateRepeat(thousand, Math.round(count / 1000)))
    .table();
}
