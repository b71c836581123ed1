import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { PdfFailure } from '#engine/failure.ts';
import { canonicalize } from '#engine/pdf/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/lexer.ts';
import { Dict, Stream } from '#engine/pdf/objects.ts';
import { openDocument } from '#engine/pdf/open.ts';
import { writeWithObjectStreams } from '#engine/pdf/writer.ts';
import type { OpenWork, StageResult } from '#engine/stage.ts';
import { pageTexts } from '#engine/text/pdfium.ts';
import { type BuiltObject, buildPdf } from '#test/builders/pdf.ts';
import { acroFormHandling } from './05-acro-form-handling.ts';

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const ZAPF = '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>';

interface Parts {
  readonly form?: string;
  readonly catalog?: string;
  readonly page?: string;
  readonly content?: string;
  readonly annotations?: string;
  /** Objects from number 10 on. */
  readonly more?: Readonly<Record<number, BuiltObject>>;
}

/** One page with one widget, object 10, unless told otherwise. */
function file({
  form = '',
  catalog = '',
  page = '',
  content = '',
  annotations = '10 0 R',
  more = {},
}: Parts): Uint8Array {
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Annots[${annotations}]${page}>>`,
    4: { stream: content },
    5: `<</Fields[10 0 R]/DR<</Font<</Helv 6 0 R/ZaDb 7 0 R>>>>/DA(/Helv 12 Tf 0 g)${form}>>`,
    6: HELVETICA,
    7: ZAPF,
    ...more,
  });
}

function widget(entries: string, rect = '10 10 210 30'): string {
  return `<</Type/Annot/Subtype/Widget/Rect[${rect}]/T(field)${entries}>>`;
}

function appearance(content: string, entries = '/BBox[0 0 200 20]/Resources<</Font<</Helv 6 0 R>>>>'): BuiltObject {
  return { dict: `/Type/XObject/Subtype/Form${entries}`, stream: content };
}

interface Flattened {
  readonly pdf: PdfDocument;
  readonly result: StageResult;
}

async function flatten(
  input: Uint8Array,
  options: Partial<NormalizeOptions> = {},
  passthrough = false,
): Promise<Flattened> {
  const pdf = openDocument(input);
  const work: OpenWork = {
    input,
    options: { ...DEFAULT_OPTIONS, ...options },
    pdf,
    passthrough,
    security: {},
    validation: {},
    output: null,
  };
  return { pdf, result: await acroFormHandling.run(work) };
}

function write(pdf: PdfDocument): Uint8Array {
  return writeWithObjectStreams(canonicalize(pdf), '1.7');
}

async function textOf(input: Uint8Array): Promise<string> {
  const { pdf } = await flatten(input);
  return (await pageTexts(write(pdf))).join('\n').replaceAll(/\s+/g, ' ').trim();
}

function codes({ result }: Flattened): string[] {
  return (result.warnings ?? []).map(({ code }) => code).toSorted();
}

function pageContent(pdf: PdfDocument): string {
  const [page] = pdf.pages;
  return page ? latin1(pdf.pageContent(page)) : '';
}

/** The form XObjects of the first page, by name. */
function drawnForms(pdf: PdfDocument): Map<string, Stream> {
  const objects = pdf.pages[0]?.dict.dict('Resources')?.dict('XObject') ?? pdf.newDict();
  const forms = objects.keys().flatMap((name) => {
    const form = objects.stream(name);
    return form ? [[name, form] as const] : [];
  });
  return new Map(forms);
}

function drawnContent(pdf: PdfDocument): string {
  return [...drawnForms(pdf).values()].map((form) => latin1(pdf.bytesOf(form) ?? new Uint8Array())).join('\n');
}

describe('a document with a form', () => {
  const input = file({
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
    expect(pageContent(pdf)).toMatch(/^q\n\nBT ET\nQ\nq\n1 0 0 1 10 10 cm\n\/Fx[0-9a-f]{12} Do\nQ\n/);
  });

  test('is finished after one pass', async () => {
    const once = write((await flatten(input)).pdf);
    const again = await flatten(once);
    expect(again.result.result).toBe('no_form');
    expect(write(again.pdf)).toEqual(once);
  });

  test('gives the same bytes however its objects are numbered', async () => {
    const renumbered = file({
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
    const text = await textOf(file({ more: { 10: widget(entries, '10 10 210 60'), 11: appearance('/Tx BMC EMC') } }));
    expect(text.replaceAll(' ', '')).toBe(expected.replaceAll(' ', ''));
  });

  test('inherit type and value from the field above', async () => {
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/Parent 10 0 R>>';
    expect(
      await textOf(file({ annotations: '11 0 R', more: { 10: '<</T(a)/FT/Tx/V(above)/Kids[11 0 R]>>', 11: kid } })),
    ).toBe('above');
  });

  test('find their parent through its kids when they do not name it', async () => {
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]>>';
    expect(
      await textOf(file({ annotations: '11 0 R', more: { 10: '<</T(a)/FT/Tx/V(above)/Kids[11 0 R]>>', 11: kid } })),
    ).toBe('above');
  });

  test('keep an appearance that shows something else, and say so', async () => {
    const more = { 10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf (STALE) Tj ET') };
    const flattened = await flatten(file({ more }));
    expect(drawnContent(flattened.pdf)).toContain('(STALE)');
    expect(codes(flattened)).toEqual(['FIELD_VALUE_APPEARANCE_MISMATCH']);
  });

  test('are made anew where the form says that appearances are out of date', async () => {
    const more = { 10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 12 Tf (STALE) Tj ET') };
    const input = file({ form: '/NeedAppearances true', more });
    expect(await textOf(input)).toBe('REAL');
    expect(codes(await flatten(input))).toEqual(['APPEARANCE_REGENERATED']);
  });

  test('keep an appearance that shows the value although appearances are said to be out of date', async () => {
    const content = 'BT /Helv 12 Tf (RE) Tj [(A) -20 (L)] TJ ET';
    const more = { 10: widget('/FT/Tx/V(REAL)/AP<</N 11 0 R>>'), 11: appearance(content) };
    const flattened = await flatten(file({ form: '/NeedAppearances true', more }));
    expect(drawnContent(flattened.pdf)).toBe(content);
    expect(codes(flattened)).toEqual([]);
  });

  test('show a question mark for what no font has', async () => {
    const flattened = await flatten(file({ more: { 10: widget('/FT/Tx/V<feff7530>') } }));
    expect(drawnContent(flattened.pdf)).toContain('<3f> Tj');
    expect(codes(flattened)).toEqual(['GLYPH_MISSING']);
  });

  test('are aligned by Q', async () => {
    const positions = await Promise.all(
      [0, 1, 2].map(async (q) => {
        const { pdf } = await flatten(file({ more: { 10: widget(`/FT/Tx/V(W)/Q ${q}`) } }));
        return Number(/([\d.]+) [\d.]+ Td/.exec(drawnContent(pdf))?.[1]);
      }),
    );
    expect(positions).toEqual([2, 94.336, 186.672]);
  });

  test('choose the size that fits when none is said', async () => {
    const { pdf } = await flatten(file({ more: { 10: widget('/FT/Tx/V(W)/DA(/Helv 0 Tf)', '0 0 100 25') } }));
    expect(drawnContent(pdf)).toContain('/F1 20 Tf');
  });

  test('draw background and border of the widget', async () => {
    const { pdf } = await flatten(file({ more: { 10: widget('/FT/Tx/MK<</BG[1 1 0]/BC[0]>>/BS<</W 2>>') } }));
    expect(drawnContent(pdf)).toBe('q\n1 1 0 rg\n0 0 200 20 re\nf\n0 G\n2 w\n1 1 198 18 re\nS\nQ\n');
  });
});

describe('choice fields', () => {
  test('show the display text of an exported value', async () => {
    const more = { 10: widget('/FT/Ch/Ff 131072/V(b)/Opt[[(a)(Alpha)][(b)(Beta)]]') };
    expect(await textOf(file({ more }))).toBe('Beta');
  });

  test('list their options from the top index on, chosen ones highlighted', async () => {
    const more = { 10: widget('/FT/Ch/V[(c)]/TI 1/Opt[(a)(b)(c)]', '10 10 110 60') };
    const { pdf } = await flatten(file({ more }));
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
    const { pdf } = await flatten(file({ more: { ...more, 10: widget(entries) } }));
    expect(drawnContent(pdf)).toBe(expected);
  });

  test('without appearance show the mark of their caption when on', async () => {
    const { pdf } = await flatten(file({ more: { 10: widget('/FT/Btn/AS/Yes/V/Yes/MK<</CA(8)>>', '0 0 20 20') } }));
    expect(drawnContent(pdf)).toContain('<38> Tj');
  });

  test('without appearance show nothing when off', async () => {
    const { pdf } = await flatten(file({ more: { 10: widget('/FT/Btn/V/Off') } }));
    expect(drawnForms(pdf).size).toBe(0);
  });

  test('are drawn one by one when several widgets share a field', async () => {
    const kid = (x: number, state: string): string =>
      `<</Type/Annot/Subtype/Widget/Parent 10 0 R/Rect[${x} 0 ${x + 9} 9]/AS/${state}${states}>>`;
    const radio = { 10: '<</T(r)/FT/Btn/Ff 32768/V/Yes/Kids[20 0 R 21 0 R]>>', 20: kid(0, 'Yes'), 21: kid(50, 'Off') };
    const { pdf } = await flatten(file({ annotations: '20 0 R 21 0 R', more: { ...more, ...radio } }));
    expect(drawnContent(pdf)).toBe('0 0 9 9 re f\n0 0 9 9 re S');
  });
});

test('a push button without appearance shows its caption', async () => {
  expect(await textOf(file({ more: { 10: widget('/FT/Btn/Ff 65536/MK<</CA(Send)>>') } }))).toBe('Send');
});

describe('signature fields', () => {
  test('leave their visible appearance on the page', async () => {
    const more = { 10: widget('/FT/Sig/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };
    const flattened = await flatten(file({ more }));
    expect(drawnContent(flattened.pdf)).toBe('0 0 9 9 re f');
    expect(codes(flattened)).toEqual(['SIGNATURE_APPEARANCE_FLATTENED']);
  });

  test.each(['/FT/Sig', '/FT/Sig/AP<</N 11 0 R>>'])('vanish when there is nothing to see: %s', async (entries) => {
    const flattened = await flatten(file({ more: { 10: widget(entries), 11: appearance('% DSBlank') } }));
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
    const flattened = await flatten(file({ more: { 10: widget(`/FT/Tx/V(secret)/F ${flags}`) } }));
    expect(drawnForms(flattened.pdf).size).toBe(0);
    expect(flattened.result.warnings?.[0]).toMatchObject({ code: 'HIDDEN_FIELD_DROPPED' });
    expect(flattened.result.warnings?.[0]?.message).toContain('(field)');
  });

  test('includes a value without a widget on any page', async () => {
    const flattened = await flatten(file({ annotations: '', more: { 10: widget('/FT/Tx/V(secret)') } }));
    expect(codes(flattened)).toEqual(['HIDDEN_FIELD_DROPPED']);
  });

  test('a printed field is drawn', async () => {
    expect(await textOf(file({ more: { 10: widget('/FT/Tx/V(seen)/F 4') } }))).toBe('seen');
  });
});

describe('placement', () => {
  const drawnAt = async (rect: string, entries: string, page = '', flags = ''): Promise<string | undefined> => {
    const more = { 10: widget(`/FT/Tx/AP<</N 11 0 R>>${flags}`, rect), 11: appearance('0 0 9 9 re f', entries) };
    return /\n([^\n]*) cm\n/.exec(pageContent((await flatten(file({ page, more }))).pdf))?.[1];
  };

  test('fits the bounding box to the rectangle', async () => {
    expect(await drawnAt('10 20 110 60', '/BBox[0 0 200 20]')).toBe('0.5 0 0 2 10 20');
  });

  test('takes corners in any order', async () => {
    expect(await drawnAt('110 60 10 20', '/BBox[200 20 0 0]')).toBe('0.5 0 0 2 10 20');
  });

  test('measures the box as turned by the appearance matrix', async () => {
    expect(await drawnAt('0 0 20 100', '/BBox[0 0 100 20]/Matrix[0 1 -1 0 0 0]')).toBe('1 0 0 1 20 0');
  });

  test('keeps a widget upright that does not turn with its page', async () => {
    expect(await drawnAt('50 50 150 70', '/BBox[0 0 100 20]', '/Rotate 90', '/F 16')).toBe('0 1 -1 0 70 70');
  });

  test.each([
    ['an empty rectangle', '10 10 10 30', '/BBox[0 0 9 9]'],
    ['a singular matrix', '10 10 20 20', '/BBox[0 0 9 9]/Matrix[0 0 0 0 0 0]'],
  ])('draws nothing on %s', async (_, rect, entries) => {
    expect(await drawnAt(rect, entries)).toBeUndefined();
  });
});

describe('page content', () => {
  const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };

  test('left open is closed before the form is drawn', async () => {
    const { pdf } = await flatten(file({ content: 'q /P BMC 0 0 5 5 re W n BT', more }));
    expect(pageContent(pdf)).toContain('BT\nET\nEMC\nQ\nQ\nq\n1 0 0 1 10 10 cm');
  });

  test('cannot restore our own state', async () => {
    const { pdf } = await flatten(file({ content: '2 0 0 2 0 0 cm Q q Q', more }));
    expect(pageContent(pdf)).toMatch(/^q\n\n2 0 0 2 0 0 cm {3}q Q\n+Q\nq\n/);
  });

  test('loses an end that would swallow what follows', async () => {
    const { pdf } = await flatten(file({ content: '0 0 5 5 re f (unfinished', more }));
    expect(pageContent(pdf)).toMatch(/^q\n\n0 0 5 5 re f\nQ\nq\n/);
  });
});

describe('resources', () => {
  test('an appearance without any gets what it names from the form', async () => {
    const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 9 Tf (x) Tj ET', '/BBox[0 0 9 9]') };
    const { pdf } = await flatten(file({ more }));
    const [form] = drawnForms(pdf).values();
    expect(form?.dict.dict('Resources')?.dict('Font')?.keys()).toEqual(['Helv']);
  });

  test('equal appearances are one object under one name', async () => {
    const box = (x: number, n: number): string =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(w${n})/Rect[${x} 0 ${x + 9} 9]/AP<</N ${n} 0 R>>>>`;
    const two = { 10: box(0, 11), 12: box(50, 13), 11: appearance('0 0 9 9 re f'), 13: appearance('0 0 9 9 re f') };
    const { pdf } = await flatten(file({ annotations: '10 0 R 12 0 R', more: two }));
    expect(drawnForms(pdf).size).toBe(1);
    expect(pageContent(pdf).match(/ Do\n/g)).toHaveLength(2);
  });

  test('names in use on the page stay what they are', async () => {
    const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };
    const [free] = drawnForms((await flatten(file({ more }))).pdf).keys();
    const page = `/Resources<</XObject<</${free} 30 0 R>>>>`;
    const taken = { ...more, 30: appearance('1 1 1 1 re f') };
    const { pdf } = await flatten(file({ page, content: `/${free} Do`, more: taken }));
    expect([...drawnForms(pdf).keys()]).toEqual([free, `${free}_2`]);
  });

  test('a shared dictionary does not grow on other pages', async () => {
    const input = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Resources 5 0 R/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[10 0 R]>>',
      4: '<</Type/Page/Parent 2 0 R>>',
      5: '<</ProcSet[/PDF]>>',
      10: widget('/FT/Tx/AP<</N 11 0 R>>'),
      11: appearance('0 0 9 9 re f', '/BBox[0 0 9 9]'),
    });
    const { pdf } = await flatten(input);
    expect(pdf.pages[1]?.dict.dict('Resources')?.keys()).toEqual(['ProcSet']);
  });

  test('a layer of the widget stays in force', async () => {
    const more = {
      10: widget('/FT/Tx/OC 20 0 R/AP<</N 11 0 R>>'),
      11: appearance('0 0 9 9 re f'),
      20: '<</Type/OCG/Name(layer)>>',
    };
    const { pdf } = await flatten(file({ catalog: '/OCProperties<</OCGs[20 0 R]/D<<>>>>', more }));
    const name = /\/OC \/(OC[0-9a-f]{12}) BDC\nq\n[^\n]* cm\n\/Fx[0-9a-f]{12} Do\nQ\nEMC\n/.exec(pageContent(pdf))?.[1];
    const layer = pdf.pages[0]?.dict
      .dict('Resources')
      ?.dict('Properties')
      ?.dict(name ?? '');
    expect(layer?.name('Type')).toBe('OCG');
  });
});

describe('tagged documents', () => {
  const tagged = (kids: string): Parts => ({
    catalog: '/StructTreeRoot 20 0 R/MarkInfo<</Marked true>>',
    page: '/StructParents 0',
    content: '/P <</MCID 0>> BDC EMC',
    more: {
      10: widget('/FT/Tx/StructParent 1/V(x)'),
      20: '<</Type/StructTreeRoot/K 21 0 R/ParentTree<</Nums[0[21 0 R] 1 22 0 R]>>/ParentTreeNextKey 2>>',
      21: '<</Type/StructElem/S/P/P 20 0 R/Pg 3 0 R/K[0 22 0 R]>>',
      22: `<</Type/StructElem/S/Form/P 21 0 R/Pg 3 0 R/K ${kids}>>`,
    },
  });

  test('refer to the marked content in place of the widget', async () => {
    const flattened = await flatten(file(tagged('<</Type/OBJR/Obj 10 0 R>>')));
    const { pdf } = flattened;
    const root = pdf.catalog.dict('StructTreeRoot');
    const element = pdf.resolve(root?.dict('K')?.array('K')?.[1]);
    const content = element instanceof Dict ? element.dict('K') : undefined;
    expect(content?.name('Type')).toBe('MCR');
    expect(content?.integer('MCID')).toBe(1);
    expect(pageContent(pdf)).toMatch(/\/Form <<\/MCID 1>> BDC\nq\n[^\n]* cm\n[^\n]* Do\nQ\nEMC\n/);
    const numbers = root?.dict('ParentTree')?.array('Nums') ?? [];
    expect(numbers[0]).toBe(0);
    expect(numbers).toHaveLength(2);
    const owners = pdf.resolve(numbers[1]);
    expect(Array.isArray(owners) && pdf.resolve(owners[1])).toBe(element);
    expect(codes(flattened)).toEqual(['STRUCTURE_TREE_MODIFIED']);
  });

  test('lose references to widgets that are not drawn', async () => {
    const parts = tagged('[<</Type/OBJR/Obj 10 0 R>>]');
    const hidden = { ...parts.more, 10: widget('/FT/Tx/StructParent 1/F 2') };
    const { pdf } = await flatten(file({ ...parts, more: hidden }));
    const element = pdf.resolve(pdf.catalog.dict('StructTreeRoot')?.dict('K')?.array('K')?.[1]);
    expect(element instanceof Dict && element.has('K')).toBe(false);
  });

  test('call a drawing that belongs to no element an artifact', async () => {
    const { pdf } = await flatten(file(tagged('[]')));
    expect(pageContent(pdf)).toMatch(/\/Artifact BMC\nq\n[^\n]* cm\n[^\n]* Do\nQ\nEMC\n/);
  });
});

describe('XFA', () => {
  test('is dropped from a form that the PDF describes too', async () => {
    const input = file({ form: '/XFA(x)', more: { 10: widget('/FT/Tx/V(static)') } });
    expect(await textOf(input)).toBe('static');
    expect(codes(await flatten(input))).toEqual(['XFA_REMOVED']);
  });

  test.each([
    ['needs rendering', { form: '/XFA(x)', catalog: '/NeedsRendering true' }],
    [
      'shows only a placeholder',
      {
        form: '/XFA(x)',
        page: '/Resources<</Font<</F 6 0 R>>>>',
        content: 'BT /F 12 Tf (Please wait... ) Tj ET',
        annotations: '',
      },
    ],
  ])('that %s is refused', async (_, parts: Parts) => {
    const attempt = flatten(file({ ...parts, more: { 10: '<</T(root)>>' } }));
    await expect(attempt).rejects.toBeInstanceOf(PdfFailure);
    await expect(attempt).rejects.toMatchObject({ code: 'XFA_DYNAMIC_UNSUPPORTED' });
  });
});

describe('broken forms', () => {
  test('fields that are their own ancestors come to an end', async () => {
    const loop = { 10: '<</T(a)/FT/Tx/V(loop)/Kids[11 0 R]/Parent 11 0 R>>' };
    const kid = '<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/Parent 10 0 R/Kids[10 0 R]>>';
    expect(await textOf(file({ annotations: '11 0 R', more: { ...loop, 11: kid } }))).toBe('loop');
  });

  test('a widget listed twice is drawn once', async () => {
    const { pdf } = await flatten(file({ annotations: '10 0 R 10 0 R', more: { 10: widget('/FT/Tx/V(x)') } }));
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
    const { result } = await flatten(file({ more }));
    expect(result.result).toBe('flattened');
  });
});

describe('removing annotations', () => {
  const square = '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>';
  const input = file({ annotations: `10 0 R ${square}`, more: { 10: widget('/FT/Tx/V(kept)') } });

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
