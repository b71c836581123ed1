import { expect, test } from 'vitest';
import { type Dict, Name, PdfString } from '#engine/pdf/syntax/objects.ts';
import { textOfString } from '#engine/text/text-string.ts';
import { appearance, flatten, formFile, widget } from '#test/support/builders/form.ts';

const MARK = '/AP<</N<</Yes 11 0 R/Off 11 0 R>>>>';

async function formElement(field: string, entries = '/S/Form', root = ''): Promise<Dict | undefined> {
  const { pdf } = await flatten(
    formFile({
      catalog: '/StructTreeRoot 20 0 R',
      more: {
        10: widget(`/StructParent 1${field}`),
        11: appearance('0 0 9 9 re f'),
        20: `<</Type/StructTreeRoot/K 21 0 R/ParentTree<</Nums[1 21 0 R]>>${root}>>`,
        21: `<</Type/StructElem/P 20 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 10 0 R>>${entries}>>`,
        22: '<</O/Layout/Placement/Block>>',
      },
    }),
  );
  return pdf.catalog.dict('StructTreeRoot')?.dict('K');
}

function written(attributes: Dict | undefined): Record<string, string> {
  const entries = [...(attributes ?? [])].map(([key, value]): [string, string] => [key, text(value)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function text(value: unknown): string {
  if (value instanceof PdfString) return textOfString(value);
  return value instanceof Name ? value.value : '';
}

test.each([
  ['a text field', '/FT/Tx/V(x)/TU(Surname)', { Desc: 'Surname', O: 'PrintField', Role: 'tv' }],
  ['a combo box', '/FT/Ch/Ff 131072/V(x)', { O: 'PrintField', Role: 'tv' }],
  ['a list box', '/FT/Ch/Opt[(a)]', { O: 'PrintField', Role: 'lb' }],
  ['a push button', '/FT/Btn/Ff 65536/AP<</N 11 0 R>>', { O: 'PrintField', Role: 'pb' }],
  ['a check box that is on', `/FT/Btn/AS/Yes${MARK}`, { Checked: 'on', O: 'PrintField', Role: 'cb' }],
  ['a check box that is off', `/FT/Btn/AS/Off${MARK}`, { Checked: 'off', O: 'PrintField', Role: 'cb' }],
  ['a radio button', `/FT/Btn/Ff 32768/AS/Yes${MARK}`, { Checked: 'on', O: 'PrintField', Role: 'rb' }],
  ['a field that is not shown', '/FT/Tx/V(x)/F 2', { O: 'PrintField', Role: 'tv' }],
])('the form element of %s names its field', async (_, field, expected) => {
  const element = await formElement(field);
  expect(written(element?.dict('A'))).toEqual(expected);
});

test('a type that stands for a form element gets the attributes, and another type does not', async () => {
  const mapped = await formElement('/FT/Tx/V(x)', '/S/Field', '/RoleMap<</Field/Input/Input/Form>>');
  expect(mapped?.dict('A')?.name('Role')).toBe('tv');
  const loop = await formElement('/FT/Tx/V(x)', '/S/Field', '/RoleMap<</Field/Input/Input/Field>>');
  expect(loop?.has('A')).toBe(false);
  expect((await formElement('/FT/Tx/V(x)', '/S/P'))?.has('A')).toBe(false);
});

test('attributes of other owners stay, and so do those that the element has', async () => {
  const added = await formElement('/FT/Tx/V(x)', '/S/Form/A 22 0 R');
  expect(added?.array('A')).toHaveLength(2);
  const own = await formElement('/FT/Tx/V(x)', '/S/Form/A<</O/PrintField/Role/cb>>');
  expect(own?.dict('A')?.name('Role')).toBe('cb');
});
