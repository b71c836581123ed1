/** Objects that many others share: pages, fonts, arrays and appearances, multiplied by each other. */
import { deflateSync } from 'node:zlib';
import { FileBuilder, flateBomb, flateRepeat, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, passes, type Shape } from '#test/hostile/shape.ts';
import { manyPages, numbered, refs } from './parts.ts';

const OBJECTS = 'objects and the values they hold';
const WRITTEN = 'arrays, dictionaries and strings that are written';
const FLATE = '/Filter/FlateDecode';
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const LINES = 'BT /F 9 Tf 9 9 Td (What everybody says) Tj 0 11 Td (and says again) Tj ET\n';

export const SHARED: readonly Shape[] = [
  passes('twenty thousand pages that share one text', (scale) =>
    manyPages(20_000 * scale, '/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>')
      .stream(4, FLATE, deflateSync(LINES.repeat(20)))
      .object(5, HELVETICA)
      .table(),
  ),
  exceeds('ninety-nine thousand nine hundred and ninety pages', 'pages', () =>
    manyPages(99_990, '/Contents 4 0 R').stream(4, '', '0 0 m 9 9 l S').table(),
  ),
  passes('as many pages as a document may have', (scale) =>
    manyPages(70_000 * scale, '/Contents 4 0 R')
      .stream(4, '', '0 0 m 9 9 l S')
      .table(),
  ),
  passes('one page listed seventy thousand times', (scale) =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, `<</Type/Pages/Kids[${'3 0 R '.repeat(70_000 * scale)}]/Count ${70_000 * scale}>>`)
      .object(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>')
      .stream(4, '', '0 0 m 9 9 l S')
      .table(),
  ),
  exceeds('a thousand pages that share a list of ten thousand annotations', OBJECTS, () => {
    const count = 10_000;
    const file = manyPages(1000, '/Annots 5 0 R').object(5, `[${refs(200_000, count)}]`);
    for (const number of numbered(200_000, count)) file.object(number, '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>');
    return file.table();
  }),
  exceeds('a thousand pages that list one annotation a thousand times', OBJECTS, () =>
    manyPages(1000, '/Annots 5 0 R')
      .object(5, `[${'6 0 R '.repeat(1000)}]`)
      .object(6, '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>')
      .table(),
  ),
  exceeds('a structure element listed a million times', WRITTEN, () =>
    onePage('', '/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Type/StructTreeRoot/K[${'6 0 R '.repeat(1_000_000)}]>>`)
      .object(6, '<</Type/StructElem/S/P/P 5 0 R>>')
      .table(),
  ),
  passes('thousands of structure elements that share thousands of kids', (scale) => {
    const count = 3000 * scale;
    const file = onePage('', '/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Type/StructTreeRoot/K[${refs(10, count)}]>>`)
      .object(6, `[${refs(10 + count, count)}]`);
    for (const number of numbered(10, count)) file.object(number, '<</Type/StructElem/S/Div/P 5 0 R/K 6 0 R>>');
    for (const number of numbered(10 + count, count)) file.object(number, '<</Type/StructElem/S/P/P 10 0 R>>');
    return file.table();
  }),
  passes('thousands of structure elements that share thousands of attributes', (scale) => {
    const count = 5000 * scale;
    const file = onePage('', '/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Type/StructTreeRoot/K[${refs(10, count)}]>>`)
      .object(6, `[${'<</O/Layout/Placement/Block>>'.repeat(count)}]`);
    for (const number of numbered(10, count)) file.object(number, '<</Type/StructElem/S/P/P 5 0 R/A 6 0 R>>');
    return file.table();
  }),
  passes('two thousand pages whose resources share two thousand fonts', (scale) => {
    const count = 2000 * scale;
    const fonts = numbered(300_000, count).map((number) => `/F${number} ${number} 0 R`);
    const file = manyPages(count, '/Contents 4 0 R/Resources<</Font 5 0 R>>')
      .stream(4, '', 'BT /F300000 9 Tf (a) Tj ET')
      .object(5, `<<${fonts.join('')}>>`);
    for (const number of numbered(300_000, count))
      file.object(number, `<</Type/Font/Subtype/Type1/BaseFont/X${number}>>`);
    return file.table();
  }),
  exceeds(
    'a content that selects two thousand fonts, shared by two thousand pages',
    'content that text is read from',
    () => {
      const count = 2000;
      const fonts = numbered(300_000, count);
      const file = manyPages(count, '/Contents 4 0 R/Resources<</Font 5 0 R>>')
        .stream(4, FLATE, deflateSync(`BT ${fonts.map((number) => `/F${number} 9 Tf (a) Tj `).join('')} ET`))
        .object(5, `<<${fonts.map((number) => `/F${number} ${number} 0 R`).join('')}>>`);
      for (const number of fonts) file.object(number, HELVETICA);
      return file.table();
    },
  ),
  passes('ten thousand fonts in alternation, more than the cache holds', (scale) => {
    const fonts = numbered(10, 10_000 * scale);
    const shows = fonts.map((number) => `/F${number} 9 Tf (a) Tj `).join('');
    const file = onePage('/Resources<</Font 5 0 R>>')
      .stream(4, FLATE, deflateSync(`BT ${shows.repeat(20)} ET`))
      .object(5, `<<${fonts.map((number) => `/F${number} ${number} 0 R`).join('')}>>`);
    for (const number of fonts) file.object(number, '<</Type/Font/Subtype/TrueType/BaseFont/X/Encoding 6 0 R>>');
    return file.object(6, `<</Differences[0${'/a'.repeat(256)}]>>`).table();
  }),
  exceeds(
    'four thousand fonts that share differences of a hundred thousand names',
    'entries of character maps',
    (scale) =>
      sharingFonts(4000 * scale, '/Encoding 6 0 R')
        .object(6, `<</Differences[0${'/a'.repeat(100_000)}]>>`)
        .table(),
  ),
  exceeds(
    'four thousand composite fonts that share widths of a hundred thousand characters',
    'entries of character maps',
    (scale) =>
      sharingFonts(4000 * scale, '/Encoding/Identity-H/DescendantFonts[6 0 R]', 'Type0')
        .object(6, '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>/W[0 7 0 R]>>')
        .object(7, `[${'1 '.repeat(100_000)}]`)
        .table(),
  ),
  passes('four thousand fonts that share a character map of a hundred thousand entries', (scale) =>
    sharingFonts(4000 * scale, '/ToUnicode 6 0 R')
      .stream(6, FLATE, deflateSync(`1 beginbfchar ${'<61><0062>'.repeat(100_000)} endbfchar`))
      .table(),
  ),
  passes('five thousand Type 3 fonts that share five thousand glyphs', (scale) => {
    const glyphs = numbered(20_000, 5000 * scale);
    const file = sharingFonts(
      5000 * scale,
      '/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs 6 0 R/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]',
      'Type3',
    ).object(6, `<</a 7 0 R${glyphs.map((number) => `/g${number} ${number} 0 R`).join('')}>>`);
    file.stream(7, '', '1 0 d0 0 0 1 1 re f');
    for (const number of glyphs) file.stream(number, '', '1 0 d0 f');
    return file.table();
  }),
  passes('five thousand Type 3 fonts whose glyphs show the next font', (scale) => {
    const count = Math.round(5000 * scale);
    const file = onePage('/Resources<</Font<</F 10 0 R>>>>').stream(4, '', 'BT /F 9 Tf (a) Tj ET');
    for (const number of numbered(10, count)) {
      const next = `/Resources<</Font<</F ${number + 1} 0 R>>>>`;
      file.object(
        number,
        `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 5 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]${next}>>`,
      );
    }
    return file
      .object(10 + count, HELVETICA)
      .stream(5, '', '1 0 d0 BT /F 9 Tf (aa) Tj ET')
      .table();
  }),
  passes('two thousand pages that each list a thousand contents', (scale) =>
    manyPages(2000 * scale, '/Contents 4 0 R')
      .object(4, `[${refs(300_000, 1000)}]`)
      .raw(streams(300_000, 1000, 'q Q'))
      .bytes(),
  ),
  exceeds('thousands of pages that lend their resources to shared forms', 'painted forms', (scale) => {
    const count = Math.round(2000 * scale);
    const forms = numbered(300_000, count);
    const named = forms.map((number) => `/X${number} ${number} 0 R`).join('');
    const file = manyPages(count, '/Contents 4 0 R/Resources 5 0 R')
      .stream(4, FLATE, deflateSync(forms.map((number) => `/X${number} Do `).join('')))
      .object(5, `<</XObject<<${named}>>>>`);
    for (const number of forms) file.stream(number, '/Subtype/Form/BBox[0 0 9 9]', `/X${number - 1} Do`);
    return file.table();
  }),
  passes('ten thousand annotations that share an appearance of ten thousand states', (scale) =>
    sharedStates(Math.round(10_000 * scale), '/Subtype/Stamp'),
  ),
  passes('ten thousand widgets that share an appearance of ten thousand states', (scale) =>
    sharedStates(Math.round(10_000 * scale), '/Subtype/Widget/FT/Btn/T(b)/V/s50000', '/AcroForm<</Fields 5 0 R>>'),
  ),
  passes('twenty-five thousand kids of one field', (scale) => {
    const count = Math.round(25_000 * scale);
    const file = onePage('/Annots 6 0 R', '/AcroForm<</Fields[5 0 R]>>')
      .stream(4, '', 'n')
      .object(5, '<</FT/Btn/Ff 32768/T(r)/V/On/Kids 6 0 R>>')
      .object(6, `[${refs(10, count)}]`);
    for (const number of numbered(10, count))
      file.object(number, '<</Type/Annot/Subtype/Widget/Parent 5 0 R/Rect[0 0 9 9]/AS/Off/MK<</CA(4)>>>>');
    return file.table();
  }),
  exceeds('a thousand choices that share a hundred thousand options', 'operators', (scale) =>
    sharingFields(1000 * scale, '/FT/Ch/V(x)/Opt 6 0 R', `[${'(x)'.repeat(100_000)}]`),
  ),
  passes('a thousand choices of everything among a thousand options', (scale) =>
    sharingFields(
      1000 * scale,
      '/FT/Ch/Ff 2097152/V 6 0 R/Opt 6 0 R',
      `[${numbered(0, 1000)
        .map((value) => `(${value})`)
        .join('')}]`,
    ),
  ),
  exceeds('ten thousand fields that share a value of a hundred kilobytes', 'operators', (scale) =>
    sharingFields(10_000 * scale, '/FT/Tx/V 6 0 R', `(${'word '.repeat(20_000)})`),
  ),
  passes('ten thousand fields that share a name of a megabyte', (scale) =>
    sharingFields(10_000 * scale, '/FT/Tx/T 6 0 R', `(${'name '.repeat(200_000)})`),
  ),
  exceeds('ten thousand annotations that share a text of a megabyte', 'strings that many refer to', (scale) => {
    const count = 10_000 * scale;
    const file = onePage('/Annots 5 0 R')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`)
      .object(6, `(${'word '.repeat(200_000)})`);
    for (const number of numbered(10, count))
      file.object(number, '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents 6 0 R>>');
    return file.table();
  }),
  exceeds('ten thousand annotations that share a type of ten kilobytes', 'strings that many refer to', () => {
    const file = onePage('/Annots 5 0 R')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, 10_000)}]`)
      .object(6, `/${'n'.repeat(10_000)}`);
    for (const number of numbered(10, 10_000)) file.object(number, '<</Type/Annot/Subtype 6 0 R/Rect[0 0 9 9]>>');
    return file.table();
  }),
  passes('ten thousand actions that share a list of ten thousand next ones', (scale) => {
    const count = Math.round(10_000 * scale);
    const file = onePage('', '/OpenAction 10 0 R')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`);
    for (const number of numbered(10, count)) file.object(number, '<</S/JavaScript/JS(x)/Next 5 0 R>>');
    return file.table();
  }),
  passes('links of ten thousand pages that share one chain of actions', (scale) => {
    const last = 300_000 + Math.round(10_000 * scale);
    const file = manyPages(10_000 * scale, '/Annots[5 0 R]').object(
      5,
      '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A 300000 0 R>>',
    );
    for (let number = 300_000; number < last; number++)
      file.object(number, `<</S/GoTo/D[10 0 R/Fit]/Next ${number + 1} 0 R>>`);
    return file.object(last, '<</S/GoTo/D[10 0 R/Fit]>>').table();
  }),
  passes('ten thousand streams that share one metadata bomb', (scale) => {
    const count = Math.round(10_000 * scale);
    const named = numbered(10, count).map((number) => `/X${number} ${number} 0 R`);
    const file = onePage(`/Resources<</XObject<<${named.join('')}>>>>`).stream(
      4,
      FLATE,
      deflateSync(
        numbered(10, count)
          .map((number) => `/X${number} Do `)
          .join(''),
      ),
    );
    for (const number of numbered(10, count)) file.stream(number, '/Subtype/Form/BBox[0 0 9 9]/Metadata 5 0 R', 'f');
    return file.stream(5, `/Type/Metadata/Subtype/XML${FLATE}`, flateBomb(50)).table();
  }),
  passes('ten thousand images that share one soft mask', (scale) => {
    const count = Math.round(10_000 * scale);
    const image = '/Subtype/Image/Width 1000/Height 1000/BitsPerComponent 8/ColorSpace/DeviceGray';
    const named = numbered(10, count).map((number) => `/X${number} ${number} 0 R`);
    const file = onePage(`/Resources<</XObject<<${named.join('')}>>>>`).stream(
      4,
      FLATE,
      deflateSync(
        numbered(10, count)
          .map((number) => `/X${number} Do `)
          .join(''),
      ),
    );
    for (const number of numbered(10, count)) file.stream(number, `${image}/SMask 5 0 R`, `${number}`);
    return file.stream(5, `${image}${FLATE}`, flateBomb(1)).table();
  }),
  passes('replacement text of a megabyte begun a hundred thousand times', (scale) =>
    onePage('/Resources<</Properties<</P 5 0 R>>/Font<</F 6 0 R>>>>')
      .stream(4, FLATE, flateRepeat('/Span /P BDC EMC /F 9 Tf () Tj\n'.repeat(1000), Math.round(100 * scale)))
      .object(5, `<</ActualText(${'a'.repeat(1_000_000)})>>`)
      .object(6, HELVETICA)
      .table(),
  ),
  passes('a membership of ten thousand layers entered a million times', (scale) => {
    const count = 10_000;
    const file = onePage('/Resources<</Properties<</P 6 0 R>>>>', '/OCProperties<</OCGs 5 0 R/D<</OFF 5 0 R>>>>')
      .stream(4, FLATE, flateRepeat('/OC /P BDC EMC\n'.repeat(1000), Math.round(1000 * scale)))
      .object(5, `[${refs(10, count)}]`)
      .object(6, '<</Type/OCMD/OCGs 5 0 R/P/AllOff>>');
    for (const number of numbered(10, count)) file.object(number, '<</Type/OCG/Name(x)>>');
    return file.table();
  }),
];

/** One page with this many fonts, each with the same entries and shown once. */
function sharingFonts(count: number, entries: string, subtype = 'Type1'): FileBuilder {
  const fonts = numbered(10, Math.round(count));
  const file = onePage('/Resources<</Font 5 0 R>>')
    .stream(4, FLATE, deflateSync(`BT ${fonts.map((number) => `/F${number} 9 Tf (aa) Tj `).join('')} ET`))
    .object(5, `<<${fonts.map((number) => `/F${number} ${number} 0 R`).join('')}>>`);
  for (const number of fonts) file.object(number, `<</Type/Font/Subtype/${subtype}/BaseFont/X${number}${entries}>>`);
  return file;
}

/** This many fields on one page that share object 6. */
function sharingFields(count: number, entries: string, shared: string): Uint8Array {
  const fields = numbered(10, Math.round(count));
  const file = onePage('/Annots 5 0 R', '/AcroForm<</Fields 5 0 R/DA(/Helv 9 Tf)>>')
    .stream(4, '', 'n')
    .object(5, `[${fields.map((number) => `${number} 0 R`).join(' ')}]`)
    .object(6, shared);
  for (const number of fields)
    file.object(number, `<</Type/Annot/Subtype/Widget/T(f${number})/DA(/Helv 9 Tf)/Rect[0 0 99 99]${entries}>>`);
  return file.table();
}

function streams(first: number, count: number, content: string): string {
  return numbered(first, count)
    .map((number) => `${number} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\n`)
    .join('');
}

/** As many annotations as their common appearance has states. */
function sharedStates(count: number, annotation: string, catalog = ''): Uint8Array {
  const states = numbered(50_000, count);
  const file = onePage('/Annots 5 0 R', catalog)
    .stream(4, '', 'n')
    .object(5, `[${refs(10, count)}]`)
    .object(6, `<</N<<${states.map((number) => `/s${number} ${number} 0 R`).join('')}>>>>`);
  for (const number of numbered(10, count))
    file.object(number, `<</Type/Annot${annotation}/Rect[0 0 9 9]/AS/s50000/AP 6 0 R>>`);
  for (const number of states) file.stream(number, '/Subtype/Form/BBox[0 0 9 9]', 'f');
  return file.table();
}
