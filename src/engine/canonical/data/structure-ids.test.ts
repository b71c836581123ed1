import { expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';

const write = (file: Uint8Array): Uint8Array => writeWithTable(canonicalize(openDocument(file)), '1.4');

/** Writes a table with two header cells and one cell, and checks that the output is a fixed point. */
function table(ids: readonly string[], root: string, more: Readonly<Record<number, BuiltObject>> = {}): Uint8Array {
  const [first = '', second = '', cell = ''] = ids;
  const once = write(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      4: `<</Type/StructTreeRoot/K 5 0 R${root}>>`,
      5: '<</Type/StructElem/S/TR/P 4 0 R/K[6 0 R 7 0 R 8 0 R]>>',
      6: `<</Type/StructElem/S/TH/P 5 0 R/Alt(one)${first}>>`,
      7: `<</Type/StructElem/S/TH/P 5 0 R/Alt(two)${second}>>`,
      8: `<</Type/StructElem/S/TD/P 5 0 R${cell}>>`,
      ...more,
    }),
  );
  expect(Buffer.from(write(once)).equals(once)).toBe(true);
  return once;
}

interface Identified {
  /** The identifiers of the elements in the row. */
  readonly ids: (string | undefined)[];
  /** The tree of identifiers. Each identifier leads to the alternative text of its element. */
  readonly tree: Record<string, string>;
  /** The headers of the last cell. */
  readonly headers: string[];
}

const textOf = (object: unknown): string | undefined =>
  object instanceof PdfString ? Buffer.from(object.bytes).toString('latin1') : undefined;

function identified(file: Uint8Array): Identified {
  const pdf = openDocument(file);
  const root = pdf.catalog.dict('StructTreeRoot');
  const elements = (root?.dict('K')?.array('K') ?? [])
    .map((item) => pdf.resolve(item))
    .filter((item) => item instanceof Dict);
  const names = (root?.dict('IDTree')?.array('Names') ?? []).map((item) => pdf.resolve(item));
  const tree: Record<string, string> = {};
  for (let at = 0; at < names.length; at += 2) {
    const element = names[at + 1];
    tree[textOf(names[at]) ?? ''] = (element instanceof Dict && textOf(element.string('Alt'))) || 'cell';
  }
  const attributes = pdf.resolve(elements.at(-1)?.raw('A'));
  const headers = (attributes instanceof Dict ? attributes.array('Headers') : undefined) ?? [];
  return {
    ids: elements.map((element) => textOf(element.string('ID'))),
    tree,
    headers: headers.map((item) => textOf(pdf.resolve(item)) ?? ''),
  };
}

const cellOf = (headers: string): string => `/A<</O/Table/Headers[${headers}]>>`;

test('identifiers of structure elements are numbered in the order of the document, and headers of cells follow', () => {
  const first = table(
    ['/ID(node9)', '/ID(node10)', cellOf('(node10)(node9)')],
    '/IDTree<</Names[(node10)7 0 R(node9)6 0 R]>>',
  );
  const second = table(['/ID(b)', '/ID(a)', cellOf('(a)(b)')], '/IDTree<</Names[(a)7 0 R(b)6 0 R]>>');
  expect(Buffer.from(second).equals(first)).toBe(true);
  expect(identified(first)).toEqual({
    ids: ['E0', 'E1', undefined],
    tree: { E0: 'one', E1: 'two' },
    headers: ['E1', 'E0'],
  });
});

test('documents whose cells have other headers stay two documents', () => {
  const [one, other] = ['(a)', '(b)'].map((header) => table(['/ID(a)', '/ID(b)', cellOf(header)], ''));
  expect(one).not.toEqual(other);
});

test('the tree of identifiers lists each element that has one, and the first of those that share one', () => {
  expect(identified(table(['/ID(a)', '/ID(a)', '/ID(c)'], '')).tree).toEqual({ E0: 'one', E1: 'cell' });
  expect(identified(table(['', '', cellOf('(x)')], '/IDTree<</Names[(x)7 0 R]>>'))).toEqual({
    ids: [undefined, 'E0', undefined],
    tree: { E0: 'two' },
    headers: ['E0'],
  });
  expect(identified(table(['', '', ''], '/IDTree<</Names[(gone)99 0 R]>>')).tree).toEqual({});
});

test('the order in which a file lists its classes does not number headers that no element has', () => {
  const classes = ['/A<</O/Table/Headers[(a)]>>', '/B<</O/Table/Headers[(b)]>>'];
  const [one, other] = [classes, classes.toReversed()].map((list) => table([], `/ClassMap<<${list.join('')}>>`));
  expect(other).toEqual(one);
});

test('headers that no element has, and headers of shared and listed attributes, get identifiers too', () => {
  const shared = { 9: '<</O/Table/Headers 10 0 R>>', 10: '[(b)(gone)]' };
  for (const cell of ['/A 9 0 R', '/A[9 0 R 0]', '/A[9 0 R]', '/A<</O/Table/Headers 10 0 R>>']) {
    const { ids, headers } = identified(table(['/ID(a)/A 9 0 R', '/ID(b)', cell], '', shared));
    expect([ids.slice(0, 2), headers]).toEqual([
      ['E0', 'E1'],
      ['E1', 'E2'],
    ]);
  }
  const inClass = table(['/ID(a)', '/ID(b)', '/C/Cell'], '/ClassMap<</Cell 9 0 R>>', shared);
  expect(Buffer.from(inClass).toString('latin1')).toContain('/Headers[(E1)(E2)]');
});
