import { describe, expect, test } from 'vitest';
import { appearance, codes, drawnContent, drawnForms, flatten, formFile, widget } from '#test/support/builders/form.ts';

const COLORS = '/MK<</BC[1 0 0]/BG[0.9 0.9 0.6]>>';
const OUT_OF_DATE = '/NeedAppearances true';
const BACKGROUND = '0.9 0.9 0.6 rg';
const more = {
  11: appearance('0 0 9 9 re f', '/BBox[0 0 20 20]'),
  12: appearance('BT (4) Tj ET', ''),
  13: appearance('/Im Do', '/BBox[0 0 20 20]/Resources<</XObject<</Im 14 0 R>>>>'),
  14: { dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8', stream: 'x' },
};

async function drawn(entries: string, form = '', rect = '10 10 40 40'): Promise<string> {
  const { pdf } = await flatten(formFile({ form, more: { ...more, 10: widget(`/FT/Btn${entries}`, rect) } }));
  return drawnContent(pdf);
}

describe('an appearance without BBox', () => {
  test('is drawn in its own size from the corner of the widget', async () => {
    const entries = '/FT/Btn/AS/Yes/V/Yes/AP<</N<</Yes 12 0 R>>>>';
    const { pdf } = await flatten(formFile({ more: { ...more, 10: widget(entries, '10 10 40 50') } }));
    expect(drawnContent(pdf)).toBe('BT (4) Tj ET');
    const [form] = drawnForms(pdf).values();
    expect(form?.dict.array('BBox')).toEqual([0, 0, 30, 40]);
  });

  test('gets the box of each widget that shares it', async () => {
    const kid = (x: number, size: number): string =>
      `<</Type/Annot/Subtype/Widget/FT/Btn/AS/Yes/Rect[${x} 0 ${x + size} ${size}]/AP<</N<</Yes 12 0 R>>>>>>`;
    const kids = { ...more, 10: kid(0, 9), 20: kid(50, 18) };
    const { pdf } = await flatten(formFile({ annotations: '10 0 R 20 0 R', more: kids }));
    expect([...drawnForms(pdf).values()].map(({ dict }) => dict.array('BBox'))).toEqual([
      [0, 0, 9, 9],
      [0, 0, 18, 18],
    ]);
  });

  test('gives way to box and mark where the form says that it is out of date', async () => {
    const content = await drawn(`/AS/Yes/V/Yes/AP<</N<</Yes 12 0 R>>>>${COLORS}`, OUT_OF_DATE);
    expect(content).toContain(BACKGROUND);
    expect(content).toContain('<34> Tj');
  });
});

describe('a state without an appearance', () => {
  test('shows the box that colours describe', async () => {
    const content = await drawn(`/AS/Off/AP<</N<</Yes 11 0 R>>>>${COLORS}`);
    expect(content).toContain(BACKGROUND);
    expect(content).not.toContain('Tj');
  });

  test('shows the round box of a radio button', async () => {
    expect(await drawn(`/Ff 32768/AS/Off/AP<</N<</Yes 11 0 R>>>>${COLORS}`)).toContain(' c\n');
  });

  test('shows nothing when something that draws nothing stands for it', async () => {
    expect(await drawn(`/AS/Off/AP<</N<</Yes 11 0 R/Off/Off>>>>${COLORS}`)).toBe('');
  });
});

describe('where the form says that appearances are out of date', () => {
  test.each([
    ['a check box that is on', `/AS/Yes/V/Yes/AP<</N<</Yes 11 0 R>>>>${COLORS}`, '<34> Tj'],
    ['a check box whose mark is a cross', '/AS/Yes/AP<</N<</Yes 11 0 R>>>>/MK<</CA(8)/BG[0.9 0.9 0.6]>>', '<38> Tj'],
    ['a check box that is off', `/AS/Off/AP<</N<</Yes 11 0 R/Off 11 0 R>>>>${COLORS}`, ' re\nS'],
    ['a radio button', `/Ff 32768/AS/Yes/AP<</N<</Yes 11 0 R>>>>${COLORS}`, '<6c> Tj'],
    ['a push button', '/Ff 65536/AP<</N 11 0 R>>/MK<</CA(Go)/BG[0.9 0.9 0.6]>>', 'Tj'],
    ['a push button with states', `/Ff 65536/AS/On/AP<</N<</On 11 0 R>>>>${COLORS}`, ' re\nf'],
  ])('%s is drawn anew in its colours', async (_, entries, expected) => {
    const content = await drawn(entries, OUT_OF_DATE);
    expect(content).toContain(BACKGROUND);
    expect(content).toContain(expected);
  });

  test.each([
    ['that is a picture', `/Ff 65536/AP<</N 13 0 R>>${COLORS}`, '/Im Do'],
    ['with an icon', '/Ff 65536/AP<</N 11 0 R>>/MK<</I 14 0 R/TP 1/BG[1]>>', '0 0 9 9 re f'],
  ])('a button %s keeps its appearance', async (_, entries, expected) => {
    expect(await drawn(entries, OUT_OF_DATE)).toBe(expected);
  });

  test('a check box without colours is drawn anew', async () => {
    expect(await drawn('/AS/Yes/AP<</N<</Yes 11 0 R/Off 11 0 R>>>>', OUT_OF_DATE)).toContain('<34> Tj');
  });

  test('a check box that is off shows no mark of its old appearance', async () => {
    expect(await drawn('/AS/Off/AP<</N<</Yes 11 0 R/Off 11 0 R>>>>', OUT_OF_DATE)).toBe('');
    expect(await drawn('/AS/Off/AP<</N<</Yes 11 0 R/Off 13 0 R>>>>', OUT_OF_DATE)).toBe('');
    expect(await drawn('/AS/Off/AP<</N<</Yes 11 0 R/Off 11 0 R>>>>')).toBe('0 0 9 9 re f');
  });

  test('a signature keeps its appearance', async () => {
    const file = formFile({ form: OUT_OF_DATE, more: { ...more, 10: widget('/FT/Sig/AP<</N 11 0 R>>') } });
    expect(drawnContent((await flatten(file)).pdf)).toBe('0 0 9 9 re f');
  });

  test('buttons that are drawn anew are named', async () => {
    const entries = `/FT/Btn/AS/Yes/AP<</N<</Yes 11 0 R>>>>${COLORS}`;
    const flattened = await flatten(formFile({ form: OUT_OF_DATE, more: { ...more, 10: widget(entries) } }));
    expect(codes(flattened)).toEqual(['APPEARANCE_REGENERATED']);
  });
});

test('the size of a mark is that of its box', async () => {
  const sized = async (font: string): Promise<string | undefined> =>
    / (\S+) Tf/.exec(await drawn(`/AS/Yes/V/Yes/DA(/ZaDb ${font} Tf 0 g)`, '', '0 0 32 32'))?.[1];
  expect(await sized('0')).toBe('20');
  expect(await sized('9')).toBe('20');
});
