/** Object graphs without end: cycles, diamonds, chains and nests. */
import { FileBuilder, onePage } from '#test/support/builders/hostile.ts';
import { exceeds, fails, passes, type Shape } from '#test/hostile/shape.ts';

const LIMIT = 'RESOURCE_LIMIT_EXCEEDED';

export const GRAPHS: readonly Shape[] = [
  exceeds('page tree of 2^40 pages', 'pages', () => pageDiamond(40)),
  passes('page tree that is its own kid', () =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, '<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 3>>')
      .object(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')
      .table(),
  ),
  fails('page tree that is only its own kid', 'NO_PAGES', () =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, '<</Type/Pages/Kids[2 0 R]/Count 1>>')
      .table(),
  ),
  exceeds('page tree 20,000 levels deep', 'page tree depth', () => deepPageTree(20_000)),
  exceeds('page tree 100,000 levels deep', 'page tree depth', () => deepPageTree(100_000)),
  exceeds('a million equal kids', 'pages', () =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, `<</Type/Pages/Kids[${'3 0 R '.repeat(1_000_000)}]/Count 1000000>>`)
      .object(3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')
      .table(),
  ),
  fails('a million kids that are nodes without kids', 'NO_PAGES', (scale) =>
    new FileBuilder()
      .object(1, '<</Type/Catalog/Pages 2 0 R>>')
      .object(2, `<</Type/Pages/Kids[${'3 0 R '.repeat(1_000_000 * scale)}]/Count 1000000>>`)
      .object(3, '<</Type/Pages/Kids[]/Count 0>>')
      .table(),
  ),
  passes('forms that paint forms, 10^12 times', () => formDiamond(12, 10)),
  passes('a form that paints itself', () =>
    onePage('/Resources<</XObject<</F 5 0 R>>>>')
      .stream(4, '', '/F Do')
      .stream(5, '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>', '/F Do 0 0 m 9 9 l S')
      .table(),
  ),
  passes('a form that paints itself twice with borrowed resources', () =>
    onePage('/Resources<</XObject<</F 5 0 R>>>>')
      .stream(4, '', '/F Do')
      .stream(5, '/Subtype/Form/BBox[0 0 9 9]', '/F Do /F Do')
      .table(),
  ),
  passes('a chain of a thousand forms', () => formDiamond(1000, 1)),
  passes('resources 50,000 levels deep', (scale) => {
    const last = 5 + Math.round(50_000 * scale);
    const file = onePage('/Resources 5 0 R').stream(4, '', 'n');
    for (let number = 5; number < last; number++)
      file.object(number, `<</XObject<<>>/Pattern 5 0 R/Next ${number + 1} 0 R>>`);
    return file.object(last, '<<>>').table();
  }),
  passes('form resources 20,000 levels deep', (scale) => {
    const last = 5 + Math.round(20_000 * scale);
    const file = onePage('/Resources<</XObject<</F 5 0 R>>>>').stream(4, '', 'n');
    for (let number = 5; number < last; number++) {
      file.stream(number, `/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${number + 1} 0 R>>>>`, '/F Do');
    }
    return file.stream(last, '/Subtype/Form/BBox[0 0 9 9]', 'n').table();
  }),
  passes('references 100,000 hops long', () => referenceChain(100_000)),
  passes('a reference to itself for content, resources and MediaBox', () =>
    onePage('/Resources 5 0 R/CropBox 5 0 R/Annots 5 0 R')
      .object(4, '4 0 R')
      .object(5, '6 0 R')
      .object(6, '5 0 R')
      .table(),
  ),
  passes('name tree of 2^40 scripts', () => nameDiamond('JavaScript', '<</S/JavaScript/JS(x)>>')),
  passes('name tree of 2^40 destinations', () => nameDiamond('Dests', '[3 0 R/Fit]')),
  passes('name tree that is its own kid', () =>
    onePage('', '/Names<</Dests 5 0 R>>').stream(4, '', 'n').object(5, '<</Kids[5 0 R 5 0 R]>>').table(),
  ),
  passes('outline of 100,000 items in one row that begins again', (scale) =>
    outline(Math.round(100_000 * scale), 'Next'),
  ),
  passes('outline 100,000 levels deep', (scale) => outline(Math.round(100_000 * scale), 'First')),
  passes('actions in a row of 100,000 that begins again', (scale) => {
    const last = 5 + Math.round(100_000 * scale);
    const file = onePage('', '/OpenAction 5 0 R').stream(4, '', 'n');
    for (let number = 5; number < last; number++) {
      file.object(number, `<</S/JavaScript/JS(x)/Next[${number + 1} 0 R 5 0 R]>>`);
    }
    return file.object(last, '<</S/JavaScript/JS(x)/Next 5 0 R>>').table();
  }),
  passes('form fields 50,000 levels deep', (scale) => fields(Math.round(50_000 * scale))),
  passes("form fields that are each other's kids and parents", () =>
    onePage('/Annots[5 0 R 6 0 R]', '/AcroForm<</Fields[5 0 R 6 0 R]>>')
      .stream(4, '', 'n')
      .object(5, '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/Parent 6 0 R/Kids[6 0 R 5 0 R]>>')
      .object(6, '<</Type/Annot/Subtype/Widget/T(b)/Rect[0 0 9 9]/Parent 5 0 R/Kids[5 0 R]>>')
      .table(),
  ),
  exceeds('a hundred thousand widgets on one page', 'widgets', () => widgets(100_000)),
  passes('twenty thousand widgets on one page', (scale) => widgets(Math.round(20_000 * scale))),
  passes('a thousand widgets below 50,000 levels of fields', (scale) => fields(Math.round(50_000 * scale), 1000)),
  passes('structure tree 50,000 levels deep', (scale) => structure(Math.round(50_000 * scale))),
  ...[498, 499, 4000, 100_000, 1_000_000].map((depth): Shape => ({
    name: `arrays ${depth.toLocaleString('en')} deep`,
    ends: depth < 499 ? 'SUCCESS' : LIMIT,
    ...(depth >= 499 && { names: 'nesting' }),
    build: () =>
      onePage('/X 5 0 R')
        .stream(4, '', 'n')
        .object(5, `${'['.repeat(depth + 1)}${']'.repeat(depth + 1)}`)
        .table(),
  })),
  exceeds('half a million nested dictionaries', 'nesting', () =>
    onePage('/X 5 0 R').stream(4, '', 'n').object(5, '<</A'.repeat(500_000)).table(),
  ),
  passes('inherited attributes of wide nodes', (scale) => {
    const file = new FileBuilder().object(1, '<</Type/Catalog/Pages 2 0 R>>');
    const count = Math.round(20_000 * scale);
    const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`);
    file.object(2, `<</Type/Pages/Resources<</Font<<>>>>/MediaBox[0 0 9 9]/Kids[${kids.join(' ')}]/Count ${count}>>`);
    for (let number = 3; number < count + 3; number++) file.object(number, '<</Type/Page/Parent 2 0 R>>');
    return file.table();
  }),
];

function pageDiamond(levels: number): Uint8Array {
  const file = new FileBuilder().object(1, '<</Type/Catalog/Pages 2 0 R>>');
  for (let level = 0; level < levels; level++) {
    file.object(level + 2, `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]/Count 2>>`);
  }
  return file.object(levels + 2, '<</Type/Page/MediaBox[0 0 9 9]>>').table();
}

function deepPageTree(levels: number): Uint8Array {
  const file = new FileBuilder().object(1, '<</Type/Catalog/Pages 2 0 R>>');
  for (let number = 2; number < levels + 2; number++)
    file.object(number, `<</Type/Pages/Kids[${number + 1} 0 R]/Count 1>>`);
  return file.object(levels + 2, '<</Type/Page/MediaBox[0 0 9 9]>>').table();
}

function formDiamond(levels: number, times: number): Uint8Array {
  const file = onePage('/Resources<</XObject<</F 5 0 R>>>>').stream(4, '', '/F Do');
  for (let number = 5; number < 5 + levels; number++) {
    file.stream(
      number,
      `/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${number + 1} 0 R>>>>`,
      '/F Do '.repeat(times),
    );
  }
  return file.stream(5 + levels, '/Subtype/Form/BBox[0 0 9 9]', '0 0 m 9 9 l S').table();
}

function referenceChain(hops: number): Uint8Array {
  const file = onePage('/Resources 5 0 R').stream(4, '', 'n');
  for (let number = 5; number < 5 + hops; number++) file.object(number, `${number + 1} 0 R`);
  return file.object(5 + hops, '<<>>').table();
}

function nameDiamond(tree: string, leaf: string): Uint8Array {
  const file = onePage('', `/Names<</${tree} 5 0 R>>`).stream(4, '', 'n');
  for (let number = 5; number < 45; number++) file.object(number, `<</Kids[${number + 1} 0 R ${number + 1} 0 R]>>`);
  return file.object(45, `<</Limits[(a)(a)]/Names[(a)${leaf}]>>`).table();
}

function outline(items: number, direction: 'Next' | 'First'): Uint8Array {
  const last = 6 + items;
  const file = onePage('', '/Outlines 5 0 R')
    .stream(4, '', 'n')
    .object(5, `<</First 6 0 R/Last ${last} 0 R/Count ${items}>>`);
  for (let number = 6; number < last; number++)
    file.object(number, `<</Title(x)/Parent 5 0 R/${direction} ${number + 1} 0 R>>`);
  return file.object(last, `<</Title(x)/Parent 5 0 R/${direction} 6 0 R>>`).table();
}

function fields(levels: number, count = 1): Uint8Array {
  const last = 5 + levels;
  const refs = Array.from({ length: count }, (_, index) => `${last + index} 0 R`).join(' ');
  const file = onePage(`/Annots[${refs}]`, '/AcroForm<</Fields[5 0 R]>>').stream(4, '', 'n');
  for (let number = 5; number < last; number++) {
    const parent = number === 5 ? '' : `/Parent ${number - 1} 0 R`;
    file.object(number, `<</T(a)${parent}/Kids[${number === last - 1 ? refs : `${number + 1} 0 R`}]>>`);
  }
  const widget = `<</Type/Annot/Subtype/Widget/FT/Tx/T(z)/V(x)/DA(/Helv 9 Tf)/Rect[0 0 9 9]/Parent ${last - 1} 0 R>>`;
  for (let index = 0; index < count; index++) file.object(last + index, widget);
  return file.table();
}

function widgets(count: number): Uint8Array {
  const refs = Array.from({ length: count }, (_, index) => `${index + 6} 0 R`).join(' ');
  const file = onePage('/Annots 5 0 R', '/AcroForm<</Fields 5 0 R>>').stream(4, '', 'n').object(5, `[${refs}]`);
  for (let number = 6; number < count + 6; number++) {
    file.object(number, `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(x)/DA(/Helv 9 Tf)/Rect[0 0 9 9]>>`);
  }
  return file.table();
}

function structure(levels: number): Uint8Array {
  const last = 6 + levels;
  const file = onePage('/StructParents 0', '/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R')
    .stream(4, '', '/P <</MCID 0>> BDC EMC')
    .object(5, '<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[6 0 R]]>>>>');
  for (let number = 6; number < last; number++) {
    file.object(number, `<</Type/StructElem/S/Div/P ${number - 1} 0 R/K ${number + 1} 0 R>>`);
  }
  return file.object(last, `<</Type/StructElem/S/P/P ${last - 1} 0 R/Pg 3 0 R/K 0>>`).table();
}
