/** Objects around pages in great numbers and long chains: annotations, destinations, outlines, trees, layers, files. */
import { deflateSync } from 'node:zlib';
import { flateBomb, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, passes, type Shape } from '#test/hostile/shape.ts';
import { manyPages, numbered, refs } from './parts.ts';

/** The name of the limit on objects in memory. */
const OBJECTS = 'objects and the values they hold';
const WRITTEN = 'arrays, dictionaries and strings that are written';
const LINK = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]>>';

export const INTERACTION: readonly Shape[] = [
  passes('a hundred thousand annotations on one page', (scale) => {
    const count = 100_000 * scale;
    const file = onePage('/Annots 5 0 R')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`);
    for (const number of numbered(10, count)) file.object(number, LINK);
    return file.table();
  }),
  exceeds('three hundred thousand annotations on one page', WRITTEN, () => {
    const count = 300_000;
    const file = onePage('/Annots 5 0 R')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`);
    for (const number of numbered(10, count)) file.object(number, LINK);
    return file.table();
  }),
  exceeds('a million annotations written in one array', OBJECTS, () =>
    onePage(`/Annots[${LINK.repeat(1_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  exceeds('four million empty dictionaries in one array', OBJECTS, () =>
    onePage(`/X[${'<<>>'.repeat(4_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  exceeds('four million arrays in one array', OBJECTS, () =>
    onePage(`/X[${'[0]'.repeat(4_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  exceeds('five million strings in one array', OBJECTS, () =>
    onePage(`/X[${'(a)'.repeat(5_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  exceeds('five million fractions in one array', OBJECTS, () =>
    onePage(`/X[${'.5 '.repeat(5_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  passes('five million names in one array', (scale) =>
    onePage(`/X[${'/a'.repeat(5_000_000 * scale)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  exceeds('five million references in one array', OBJECTS, () =>
    onePage(`/X[${'4 0 R '.repeat(5_000_000)}]`)
      .stream(4, '', 'n')
      .table(),
  ),
  passes('ten thousand pages with fifteen annotations each', (scale) =>
    manyPages(10_000 * scale, `/Annots[${LINK.repeat(15)}]`).table(),
  ),
  passes('replies to replies, a hundred thousand', (scale) => {
    const last = 5 + Math.round(100_000 * scale);
    const file = onePage('/Annots[5 0 R]').stream(4, '', 'n');
    for (let number = 5; number < last; number++)
      file.object(
        number,
        `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(x)/IRT ${number + 1} 0 R/Popup ${number + 1} 0 R>>`,
      );
    return file.object(last, LINK).table();
  }),
  passes('ten thousand links into a chain of ten thousand destinations', (scale) => {
    const count = Math.round(10_000 * scale);
    const names = numbered(10, count).map((number) => `/n${number} ${number} 0 R`);
    const file = onePage(
      `/Annots[${`<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/n10>>`.repeat(count)}]`,
      '/Dests 5 0 R',
    )
      .stream(4, '', 'n')
      .object(5, `<<${names.join('')}>>`);
    for (const number of numbered(10, count)) file.object(number, `<</D/n${number + 1}>>`);
    return file.table();
  }),
  passes('destinations that are references to destinations, a hundred thousand', (scale) => {
    const last = 5 + Math.round(100_000 * scale);
    const file = onePage('', '/Names<</Dests<</Names[(a)5 0 R(b)5 0 R]>>>>/OpenAction 5 0 R').stream(4, '', 'n');
    for (let number = 5; number < last; number++) file.object(number, `<</D ${number + 1} 0 R>>`);
    return file.object(last, '[3 0 R/Fit]').table();
  }),
  exceeds('a million destinations in a name tree', WRITTEN, () =>
    onePage('', '/Names<</Dests 5 0 R>>')
      .stream(4, '', 'n')
      .object(
        5,
        `<</Names[${numbered(1_000_000, 1_000_000)
          .map((number) => `(${number})6 0 R`)
          .join('')}]>>`,
      )
      .object(6, '[3 0 R/Fit]')
      .table(),
  ),
  passes('a hundred thousand destinations of equal names', (scale) =>
    onePage('', '/Names<</Dests 5 0 R>>')
      .stream(4, '', 'n')
      .object(5, `<</Names[${'(same)[3 0 R/Fit]'.repeat(100_000 * scale)}]>>`)
      .table(),
  ),
  passes('a name tree 100,000 levels deep', (scale) => {
    const last = 5 + Math.round(100_000 * scale);
    const file = onePage('', '/Names<</Dests 5 0 R>>').stream(4, '', 'n');
    for (let number = 5; number < last; number++)
      file.object(number, `<</Kids[${number + 1} 0 R]/Names[(${number})[3 0 R/Fit]]>>`);
    return file.object(last, '<</Names[(a)[3 0 R/Fit]]>>').table();
  }),
  passes('page labels for seven hundred thousand pages there are not', (scale) =>
    onePage('', '/PageLabels 5 0 R')
      .stream(4, '', 'n')
      .object(
        5,
        `<</Nums[${numbered(0, 700_000 * scale)
          .map((number) => `${number} 6 0 R`)
          .join(' ')}]>>`,
      )
      .object(6, '<</S/D>>')
      .table(),
  ),
  exceeds('an outline of three hundred thousand items', WRITTEN, () => {
    const last = 5 + 300_000;
    const file = onePage('', '/Outlines 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</First 6 0 R/Last ${last} 0 R/Count ${last - 5}>>`);
    for (let number = 6; number <= last; number++)
      file.object(
        number,
        `<</Title(Chapter ${number})/Parent 5 0 R/Prev ${number - 1} 0 R/Next ${number + 1} 0 R/Dest[3 0 R/Fit]>>`,
      );
    return file.table();
  }),
  passes('outline items that are their own parents, first and last', () =>
    onePage('', '/Outlines 5 0 R')
      .stream(4, '', 'n')
      .object(5, '<</First 5 0 R/Last 5 0 R/Next 5 0 R/Prev 5 0 R/Parent 5 0 R/Title(x)/Count -5>>')
      .table(),
  ),
  passes('three hundred thousand structure elements', (scale) => {
    const count = 300_000 * scale;
    const file = onePage('', '/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Type/StructTreeRoot/K[${refs(10, count)}]>>`);
    for (const number of numbered(10, count))
      file.object(number, `<</Type/StructElem/S/P/P 5 0 R/Pg 3 0 R/K ${number}>>`);
    return file.table();
  }),
  passes('a parent tree of a million entries', (scale) =>
    onePage('/StructParents 0', '/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, '<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R>>')
      .object(
        6,
        `<</Nums[${numbered(0, 1_000_000 * scale)
          .map((number) => `${number} 7 0 R`)
          .join(' ')}]>>`,
      )
      .object(7, '<</Type/StructElem/S/P/P 5 0 R>>')
      .table(),
  ),
  passes('a role map of a hundred thousand roles in a circle', (scale) => {
    const count = Math.round(100_000 * scale);
    const roles = numbered(0, count).map((role) => `/R${role}/R${(role + 1) % count}`);
    return onePage('', '/StructTreeRoot 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Type/StructTreeRoot/K 6 0 R/RoleMap<<${roles.join('')}>>>>`)
      .object(6, '<</Type/StructElem/S/R0/P 5 0 R>>')
      .table();
  }),
  passes('a hundred thousand layers that are on and off', (scale) => {
    const count = 100_000 * scale;
    const file = onePage(
      '',
      '/OCProperties<</OCGs 5 0 R/D<</ON 5 0 R/OFF 5 0 R/Order 5 0 R/Locked 5 0 R/RBGroups[5 0 R 5 0 R]>>/Configs[<</ON 5 0 R>>]>>',
    )
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`);
    for (const number of numbered(10, count))
      file.object(number, '<</Type/OCG/Name(x)/Usage<</View<</ViewState/ON>>/Print<</PrintState/OFF>>>>>>');
    return file.table();
  }),
  passes('an order of layers of 2^40 entries', () => {
    const file = onePage('', '/OCProperties<</OCGs[4 0 R]/D<</Order 5 0 R>>>>').stream(4, '', 'n');
    for (let number = 5; number < 45; number++) file.object(number, `[${number + 1} 0 R ${number + 1} 0 R]`);
    return file.object(45, '<</Type/OCG/Name(x)>>').table();
  }),
  passes('a visibility expression of 2^40 terms', () => {
    const file = onePage('/Resources<</Properties<</P 5 0 R>>>>', '/OCProperties<</OCGs[46 0 R]/D<<>>>>')
      .stream(4, '', '/OC /P BDC EMC')
      .object(5, '<</Type/OCMD/VE 6 0 R>>');
    for (let number = 6; number < 46; number++) file.object(number, `[/And ${number + 1} 0 R ${number + 1} 0 R]`);
    return file.object(46, '<</Type/OCG/Name(x)>>').table();
  }),
  passes('articles of a hundred thousand beads in a circle', (scale) => {
    const last = 6 + Math.round(100_000 * scale);
    const file = onePage('/B[6 0 R]', '/Threads[5 0 R]').stream(4, '', 'n').object(5, '<</F 6 0 R>>');
    for (let number = 6; number <= last; number++)
      file.object(
        number,
        `<</T 5 0 R/N ${number === last ? 6 : number + 1} 0 R/V ${Math.max(6, number - 1)} 0 R/P 3 0 R/R[0 0 9 9]>>`,
      );
    return file.table();
  }),
  passes('a hundred thousand attached files', (scale) => {
    const count = 100_000 * scale;
    const names = numbered(10, count).map(
      (number) => `(${number})<</Type/Filespec/F(${number}.txt)/EF<</F ${number} 0 R>>>>`,
    );
    const file = onePage('', '/Names<</EmbeddedFiles 5 0 R>>/AF 5 0 R')
      .stream(4, '', 'n')
      .object(5, `<</Names[${names.join('')}]>>`);
    for (const number of numbered(10, count)) file.stream(number, '/Type/EmbeddedFile', 'x');
    return file.table();
  }),
  passes('a hundred attached files of a hundred megabytes each', (scale) => {
    const names = numbered(10, 100).map(
      (number) => `(${number})<</Type/Filespec/F(${number}.txt)/EF<</F ${number} 0 R>>>>`,
    );
    const file = onePage('', '/Names<</EmbeddedFiles 5 0 R>>')
      .stream(4, '', 'n')
      .object(5, `<</Names[${names.join('')}]>>`);
    for (const number of numbered(10, 100))
      file.stream(number, '/Type/EmbeddedFile/Filter/FlateDecode', flateBomb(Math.round(100 * scale)));
    return file.table();
  }),
  passes('a specification that relates a hundred thousand files', (scale) =>
    onePage('', '/Names<</EmbeddedFiles<</Names[(a)5 0 R]>>>>')
      .stream(4, '', 'n')
      .object(5, '<</Type/Filespec/F(a)/EF<</F 6 0 R>>/RF<</F 7 0 R/UF 7 0 R>>>>')
      .stream(6, '/Type/EmbeddedFile', 'x')
      .object(7, `[${'(x)6 0 R'.repeat(100_000 * scale)}]`)
      .table(),
  ),
  passes('a hundred thousand fields on no page', (scale) => {
    const count = 100_000 * scale;
    const file = onePage('', '/AcroForm<</Fields 5 0 R/CO 5 0 R>>')
      .stream(4, '', 'n')
      .object(5, `[${refs(10, count)}]`);
    for (const number of numbered(10, count)) file.object(number, `<</FT/Tx/T(f${number})/V(x)/Ff 1>>`);
    return file.table();
  }),
  passes('a form with a template of two hundred thousand packets', (scale) =>
    onePage('', '/AcroForm<</Fields[]/XFA 5 0 R>>')
      .stream(4, '', 'n')
      .object(5, `[${'(p)6 0 R'.repeat(200_000 * scale)}]`)
      .stream(6, '', '<template/>')
      .table(),
  ),
  passes('a template 100,000 elements deep', (scale) =>
    onePage('', '/AcroForm<</Fields[]/XFA 6 0 R>>')
      .stream(4, '', 'n')
      .stream(6, '/Filter/FlateDecode', deflateSync(`<xdp>${'<a>'.repeat(100_000 * scale)}</xdp>`))
      .table(),
  ),
  passes('a hundred thousand output intents with one profile', (scale) =>
    onePage(
      '',
      `/OutputIntents[${'<</S/GTS_PDFA1/OutputConditionIdentifier(x)/DestOutputProfile 5 0 R>>'.repeat(100_000 * scale)}]`,
    )
      .stream(4, '', 'n')
      .stream(5, '/N 3/Filter/FlateDecode', flateBomb(10))
      .table(),
  ),
];
