import { describe, expect, test } from 'vitest';
import { openDocument } from '#engine/pdf/read/open.ts';
import { pageTexts } from '#engine/text/pdfium.ts';
import {
  appearance,
  codes,
  drawnContent,
  drawnForms,
  flatten,
  formFile,
  pageContent,
  textOf,
  widget,
  write,
} from '#test/support/builders/form.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';

describe('a document with a form', () => {
  const input = formFile({
    content: 'BT ET',
    more: { 10: widget('/FT/Tx/V(Alice)/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf 2 5 Td (Alice) Tj ET') },
  });

  test('draws the appearance as it is and loses the form', async () => {
    const { pdf, result } = await flatten(input);
    expect(result.result).toBe('flattened');
    expect(result.security?.acroformFlattened).toBe(true);
    expect(result.warnings).toEqual([]);
    expect(pdf.catalog.has('AcroForm')).toBe(false);
    expect(pdf.pages[0]?.dict.has('Annots')).toBe(false);
    expect(drawnContent(pdf)).toBe('BT /Helv 12 Tf 2 5 Td (Alice) Tj ET');
    expect(pageContent(pdf)).toMatch(/^q\nBT ET\n\nQ\nq\n1 0 0 1 10 10 cm\n\/Fx1 Do\nQ\n/);
  });

  test('is finished after one pass', async () => {
    const once = write((await flatten(input)).pdf);
    const again = await flatten(once);
    expect(again.result.result).toBe('no_form');
    expect(write(again.pdf)).toEqual(once);
  });

  test('gives the same bytes however its objects are numbered', async () => {
    const renumbered = formFile({
      content: 'BT ET',
      annotations: '20 0 R',
      more: {
        30: appearance('BT /Helv 12 Tf 2 5 Td (Alice) Tj ET'),
        10: '<</T(field)/FT/Tx/V(Alice)/Kids[20 0 R]>>',
        20: '<</Type/Annot/Subtype/Widget/Rect[210 30 10 10]/Parent 10 0 R/AP<</N 30 0 R>>>>',
      },
    });
    expect(write((await flatten(renumbered)).pdf)).toEqual(write((await flatten(input)).pdf));
  });

  test('passes untouched when the document must not be edited', async () => {
    const { pdf, result } = await flatten(input, {}, true);
    expect(result.result).toBe('skipped_signed_preserve');
    expect(pdf.catalog.has('AcroForm')).toBe(true);
  });
});

test.each([
  ['', '/K 5 0 R'],
  [', in an element without a number', '/K<</S/Form/P 4 0 R/K<</Type/OBJR/Obj 6 0 R/Pg 3 0 R>>>>'],
  [', in an element that only the parent tree knows', '/ParentTree<</Nums[3[5 0 R]]>>'],
  [', in an element below the parent of another', '/K<</S/P/P<</S/Div/K 5 0 R>>>>'],
])('a widget that only the structure tree knows is gone, and what was typed into it%s', async (_, structure) => {
  const input = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    4: `<</Type/StructTreeRoot${structure}>>`,
    5: '<</Type/StructElem/S/Form/P 4 0 R/K<</Type/OBJR/Obj 6 0 R/Pg 3 0 R>>>>',
    6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(left)/V(secret)/Rect[0 0 9 9]/StructParent 0>>',
  });
  const flattened = await flatten(input);
  expect(flattened.result.result).toBe('no_form');
  expect(codes(flattened)).toEqual(['STRUCTURE_TREE_MODIFIED']);
  expect(Buffer.from(write(flattened.pdf)).toString('latin1')).not.toMatch(/Widget|secret/);
});

test('a document without form and widgets is not changed', async () => {
  const input = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 1 1]>>]>>',
  });
  const { pdf, result } = await flatten(input);
  expect(result.result).toBe('no_form');
  expect(result.security).toEqual({ acroformFlattened: false, annotationsRemoved: false });
  expect(write(pdf)).toEqual(write(openDocument(input)));
});

describe('text fields', () => {
  test.each([
    ['its own value', '/FT/Tx/V(ember ledger)', 'ember ledger'],
    ['an empty appearance beside a value', '/FT/Tx/V(ember ledger)/AP<</N 11 0 R>>', 'ember ledger'],
    ['accents outside ASCII', '/FT/Tx/V<feff00e90074007520ac>', 'étu€'],
    ['Greek, by way of the Symbol face', '/FT/Tx/V<feff03c0>', 'π'],
    ['no more than MaxLen characters', '/FT/Tx/V(abcdef)/MaxLen 3', 'abc'],
    ['bullets instead of a password', '/FT/Tx/V(secret)/Ff 8192', '••••••'],
    ['paragraphs', '/FT/Tx/V(one\\rtwo)/Ff 4096', 'one two'],
    ['cells of a comb', '/FT/Tx/V(1234)/Ff 16777216/MaxLen 8', '1234'],
  ])('without a usable appearance show %s', async (_, entries, expected) => {
    const text = await textOf(
      formFile({ more: { 10: widget(entries, '10 10 210 60'), 11: appearance('/Tx BMC EMC') } }),
    );
    expect(text.replaceAll(' ', '')).toBe(expected.replaceAll(' ', ''));
  });

  test('inherit type and value from the field above', async () => {
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/Parent 10 0 R>>';
    expect(
      await textOf(formFile({ annotations: '11 0 R', more: { 10: '<</T(a)/FT/Tx/V(above)/Kids[11 0 R]>>', 11: kid } })),
    ).toBe('above');
  });

  test('find their parent through its kids when they do not name it', async () => {
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]>>';
    expect(
      await textOf(formFile({ annotations: '11 0 R', more: { 10: '<</T(a)/FT/Tx/V(above)/Kids[11 0 R]>>', 11: kid } })),
    ).toBe('above');
  });

  test('keep an appearance that shows something else, and say so', async () => {
    const more = { 10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf (STALE) Tj ET') };
    const flattened = await flatten(formFile({ more }));
    expect(drawnContent(flattened.pdf)).toContain('(STALE)');
    expect(codes(flattened)).toEqual(['FIELD_VALUE_APPEARANCE_MISMATCH']);
  });

  test('are made anew where the form says that appearances are out of date', async () => {
    const more = { 10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf (STALE) Tj ET') };
    const input = formFile({ form: '/NeedAppearances true', more });
    expect(await textOf(input)).toBe('REAL');
    expect(codes(await flatten(input))).toEqual(['APPEARANCE_REGENERATED']);
  });

  test('show the options of a list without a choice where appearances are out of date', async () => {
    const more = { 10: widget('/FT/Ch/Opt[(one)(two)]/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };
    expect(await textOf(formFile({ form: '/NeedAppearances true', more }))).toBe('one two');
    expect(await textOf(formFile({ more }))).toBe('');
  });

  test('are made anew for an appearance that shows the value where the form says that all are out of date', async () => {
    const more = {
      10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'),
      11: appearance('1 0 0 rg BT /Helv 30 Tf 150 0 Td (RE) Tj [(A) -20 (L)] TJ ET'),
    };
    const flattened = await flatten(formFile({ form: '/NeedAppearances true', more }));
    expect(drawnContent(flattened.pdf)).toContain('0 g\n2 5.692 Td\n/F1 12 Tf\n<5245414c> Tj');
    expect(codes(flattened)).toEqual(['APPEARANCE_REGENERATED']);
  });

  test('show no earlier text of a field that is empty where appearances are out of date', async () => {
    const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf (STALE) Tj ET') };
    expect(await textOf(formFile({ form: '/NeedAppearances true', more }))).toBe('');
    expect(await textOf(formFile({ more }))).toBe('STALE');
  });

  test.each([
    ['rich text', '/V(REAL)/RV(<p>REAL</p>)', 'REAL'],
    ['characters of no available font', '/V<feffd83dde00>', 'X'],
    ['a barcode, whose value is data', '/V(DATA)/PMD<</Symbology/QRCode>>', 'LABEL'],
  ])('keep an appearance with %s where all are said to be out of date', async (_, entries, shown) => {
    const toUnicode = '1 beginbfchar <58> <d83dde00> endbfchar';
    const more = {
      10: widget(`/FT/Tx${entries}/AP<</N 11 0 R>>`),
      11: appearance(`BT /Own 12 Tf (${shown}) Tj ET`, '/BBox[0 0 200 20]/Resources<</Font<</Own 12 0 R>>>>'),
      12: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${shown === 'X' ? '/ToUnicode 13 0 R' : ''}>>`,
      13: { stream: toUnicode },
    };
    const flattened = await flatten(formFile({ form: '/NeedAppearances true', more }));
    expect(drawnContent(flattened.pdf)).toBe(`BT /Own 12 Tf (${shown}) Tj ET`);
    expect(codes(flattened)).toEqual([]);
  });

  test.each(['', '/NeedAppearances true'])('print no data of a barcode that has an appearance%s', async (form) => {
    const more = { 10: widget('/FT/Tx/V(DATA)/PMD<<>>/AP<</N 11 0 R>>'), 11: appearance('0 0 2 20 re 4 0 2 20 re f') };
    expect(drawnContent((await flatten(formFile({ form, more }))).pdf)).toBe('0 0 2 20 re 4 0 2 20 re f');
  });

  test('of a list begin with its top index where appearances are out of date', async () => {
    const more = {
      10: widget('/FT/Ch/V(four)/Opt[(one)(two)(three)(four)]/TI 2/AP<</N 11 0 R>>', '10 10 110 60'),
      11: appearance('BT /Helv 12 Tf (one two three four) Tj ET'),
    };
    expect(await textOf(formFile({ form: '/NeedAppearances true', more }))).toBe('three four');
  });

  test('leave out what no font has, and say which characters of which field', async () => {
    const flattened = await flatten(formFile({ more: { 10: widget('/FT/Tx/V<feff0041d83dde000042>') } }));
    expect(drawnContent(flattened.pdf)).toContain('<4142> Tj');
    expect(sentencesOf(flattened.result)).toEqual([
      {
        code: 'GLYPH_MISSING',
        message: 'Characters of field values that are in no available font: 1 (U+1F600); fields: 1 (field).',
      },
    ]);
  });

  test('keep text that is there where the value cannot be written whole', async () => {
    const more = {
      10: widget('/FT/Tx/V<feff0041d83dde000042>/AP<</N 11 0 R>>'),
      11: appearance('BT /Helv 12 Tf (SMILE) Tj ET'),
    };
    const flattened = await flatten(formFile({ form: '/NeedAppearances true', more }));
    expect(drawnContent(flattened.pdf)).toContain('(SMILE)');
    expect(codes(flattened)).toEqual(['FIELD_VALUE_APPEARANCE_MISMATCH', 'GLYPH_MISSING']);
    const rejected = await flatten(formFile({ form: '/NeedAppearances true', more }), { missingGlyphPolicy: 'reject' });
    expect(rejected.result.reject).toEqual({ reason: 'GLYPH_MISSING' });
  });

  test('are aligned by Q', async () => {
    const positions = await Promise.all(
      [0, 1, 2].map(async (q) => {
        const { pdf } = await flatten(formFile({ more: { 10: widget(`/FT/Tx/V(W)/Q ${q}`) } }));
        return Number(/([\d.]+) [\d.]+ Td/.exec(drawnContent(pdf))?.[1]);
      }),
    );
    expect(positions).toEqual([2, 94.336, 186.672]);
  });

  test('choose the size that fits when none is said', async () => {
    const { pdf } = await flatten(formFile({ more: { 10: widget('/FT/Tx/V(W)/DA(/Helv 0 Tf)', '0 0 100 25') } }));
    expect(drawnContent(pdf)).toContain('/F1 20 Tf');
  });

  test('draw background and border of the widget', async () => {
    const { pdf } = await flatten(formFile({ more: { 10: widget('/FT/Tx/MK<</BG[1 1 0]/BC[0]>>/BS<</W 2>>') } }));
    expect(drawnContent(pdf)).toBe('q\n1 1 0 rg\n0 0 200 20 re\nf\n0 G\n2 w\n1 1 198 18 re\nS\nQ\n');
  });
});

describe('choice fields', () => {
  test('show the display text of an exported value', async () => {
    const more = { 10: widget('/FT/Ch/Ff 131072/V(b)/Opt[[(a)(Alpha)][(b)(Beta)]]') };
    expect(await textOf(formFile({ more }))).toBe('Beta');
  });

  test('list their options from the top index on, chosen ones highlighted', async () => {
    const more = { 10: widget('/FT/Ch/V[(c)]/TI 1/Opt[(a)(b)(c)]', '10 10 110 60') };
    const { pdf } = await flatten(formFile({ more }));
    expect(drawnContent(pdf).match(/<..> Tj/g)).toEqual(['<62> Tj', '<63> Tj']);
    expect(drawnContent(pdf).match(/0\.6 0\.756863 0\.854902 rg/g)).toHaveLength(1);
  });
});

describe('check boxes and radio buttons', () => {
  const states = '/AP<</N<</Yes 11 0 R/Off 12 0 R>>>>';
  const more = { 11: appearance('0 0 9 9 re f'), 12: appearance('0 0 9 9 re S') };

  test.each([
    ['AS', `/FT/Btn/AS/Yes${states}`, '0 0 9 9 re f'],
    ['V where AS is missing', `/FT/Btn/V/Yes${states}`, '0 0 9 9 re f'],
    ['the appearance of Off', `/FT/Btn/V/Yes/AS/Off${states}`, '0 0 9 9 re S'],
    ['a single stream whatever AS says', '/FT/Btn/AS/Nonsense/AP<</N 11 0 R>>', '0 0 9 9 re f'],
    ['nothing for a state without appearance', '/FT/Btn/AS/Off/AP<</N<</Yes 11 0 R>>>>', ''],
  ])('draw what is named by %s', async (_, entries, expected) => {
    const { pdf } = await flatten(formFile({ more: { ...more, 10: widget(entries) } }));
    expect(drawnContent(pdf)).toBe(expected);
  });

  test('without appearance show the mark of their caption when on', async () => {
    const { pdf } = await flatten(formFile({ more: { 10: widget('/FT/Btn/AS/Yes/V/Yes/MK<</CA(8)>>', '0 0 20 20') } }));
    expect(drawnContent(pdf)).toContain('<38> Tj');
  });

  test('without appearance show nothing when off', async () => {
    const { pdf } = await flatten(formFile({ more: { 10: widget('/FT/Btn/V/Off') } }));
    expect(drawnForms(pdf).size).toBe(0);
  });

  test('are drawn one by one when several widgets share a field', async () => {
    const kid = (x: number, state: string): string =>
      `<</Type/Annot/Subtype/Widget/Parent 10 0 R/Rect[${x} 0 ${x + 9} 9]/AS/${state}${states}>>`;
    const radio = { 10: '<</T(r)/FT/Btn/Ff 32768/V/Yes/Kids[20 0 R 21 0 R]>>', 20: kid(0, 'Yes'), 21: kid(50, 'Off') };
    const { pdf } = await flatten(formFile({ annotations: '20 0 R 21 0 R', more: { ...more, ...radio } }));
    expect(drawnContent(pdf)).toBe('0 0 9 9 re f\n0 0 9 9 re S');
  });
});

test('a push button without appearance shows its caption', async () => {
  expect(await textOf(formFile({ more: { 10: widget('/FT/Btn/Ff 65536/MK<</CA(Send)>>') } }))).toBe('Send');
});

describe('signature fields', () => {
  test('leave their visible appearance on the page', async () => {
    const more = { 10: widget('/FT/Sig/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };
    const flattened = await flatten(formFile({ more }));
    expect(drawnContent(flattened.pdf)).toBe('0 0 9 9 re f');
    expect(codes(flattened)).toEqual(['SIGNATURE_APPEARANCE_FLATTENED']);
  });

  test.each(['/FT/Sig', '/FT/Sig/AP<</N 11 0 R>>'])('vanish when there is nothing to see: %s', async (entries) => {
    const flattened = await flatten(formFile({ more: { 10: widget(entries), 11: appearance('% DSBlank') } }));
    expect(drawnForms(flattened.pdf).size).toBe(0);
    expect(codes(flattened)).toEqual([]);
  });
});

describe('what is not shown on screen', () => {
  test.each([
    ['hidden', 2],
    ['NoView', 32],
    ['hidden but printed', 6],
  ])('is dropped and named: %s', async (_, flags) => {
    const flattened = await flatten(formFile({ more: { 10: widget(`/FT/Tx/V(secret)/F ${flags}`) } }));
    expect(drawnForms(flattened.pdf).size).toBe(0);
    expect(flattened.result.warnings?.[0]).toMatchObject({ code: 'HIDDEN_FIELD_DROPPED' });
    expect(sentencesOf(flattened.result)[0]?.message).toContain('(field)');
  });

  test('includes a value without a widget on any page', async () => {
    const flattened = await flatten(formFile({ annotations: '', more: { 10: widget('/FT/Tx/V(secret)') } }));
    expect(codes(flattened)).toEqual(['HIDDEN_FIELD_DROPPED']);
  });

  test('a printed field is drawn', async () => {
    expect(await textOf(formFile({ more: { 10: widget('/FT/Tx/V(seen)/F 4') } }))).toBe('seen');
  });
});

describe('broken forms', () => {
  test('fields that are their own ancestors come to an end', async () => {
    const loop = { 10: '<</T(a)/FT/Tx/V(loop)/Kids[11 0 R]/Parent 11 0 R>>' };
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/Parent 10 0 R/Kids[10 0 R]>>';
    expect(await textOf(formFile({ annotations: '11 0 R', more: { ...loop, 11: kid } }))).toBe('loop');
  });

  test('a widget listed twice is drawn once', async () => {
    const { pdf } = await flatten(formFile({ annotations: '10 0 R 10 0 R', more: { 10: widget('/FT/Tx/V(x)') } }));
    expect(pageContent(pdf).match(/ Do\n/g)).toHaveLength(1);
  });

  test('a widget that no form knows is flattened too', async () => {
    const input = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[10 0 R]>>',
      10: widget('/FT/Tx/V(orphan)'),
    });
    expect(await textOf(input)).toBe('orphan');
  });

  test('an endless value and a hundred thousand kids are no matter', async () => {
    const kids = Array.from({ length: 100_000 }, (_, index) => `${index + 100} 0 R`).join(' ');
    const more = { 10: widget(`/FT/Tx/V(${'word '.repeat(50_000)})/Ff 4096/Kids[${kids}]`) };
    const { result } = await flatten(formFile({ more }));
    expect(result.result).toBe('flattened');
  });
});

describe('removing annotations', () => {
  const square = '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>';
  const input = formFile({ annotations: `10 0 R ${square}`, more: { 10: widget('/FT/Tx/V(kept)') } });

  test('keeps other annotations unless asked', async () => {
    const { pdf, result } = await flatten(input);
    expect(pdf.pages[0]?.dict.array('Annots')).toHaveLength(1);
    expect(result.security?.annotationsRemoved).toBe(false);
  });

  test('takes all of them after the form has become content', async () => {
    const { pdf, result } = await flatten(input, { removeAnnotations: true });
    expect(pdf.pages[0]?.dict.has('Annots')).toBe(false);
    expect(result.security?.annotationsRemoved).toBe(true);
    expect(await pageTexts(write(pdf))).toEqual(['kept']);
  });
});
