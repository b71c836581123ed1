import { assert, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import {
  type Parts,
  appearance,
  codes,
  drawnContent,
  drawnForms,
  flatten,
  formFile,
  pageContent,
  widget,
} from '#test/support/builders/form.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';

describe('placement', () => {
  const drawnAt = async (rect: string, entries: string, page = '', flags = ''): Promise<string | undefined> => {
    const more = { 10: widget(`/FT/Tx/AP<</N 11 0 R>>${flags}`, rect), 11: appearance('0 0 9 9 re f', entries) };
    return /\n([^\n]*) cm\n/.exec(pageContent((await flatten(formFile({ page, more }))).pdf))?.[1];
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
    const { pdf } = await flatten(formFile({ content: 'q /P BMC 0 0 5 5 re W n BT', more }));
    expect(pageContent(pdf)).toContain('ET\nEMC\nQ\nQ\nq\n1 0 0 1 10 10 cm');
  });

  test('cannot restore our own state', async () => {
    const { pdf } = await flatten(formFile({ content: '2 0 0 2 0 0 cm Q q Q', more }));
    expect(pageContent(pdf)).toMatch(/^q\n2 0 0 2 0 0 cm {3}q Q\n+Q\nq\n/);
  });

  test('loses an end that would swallow what follows', async () => {
    const { pdf } = await flatten(formFile({ content: '0 0 5 5 re f (unfinished', more }));
    expect(pageContent(pdf)).toMatch(/^q\n0 0 5 5 re f\n\nQ\nq\n/);
  });
});

describe('resources', () => {
  test('an appearance without any gets what it names from the form', async () => {
    const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('BT /Helv 9 Tf (x) Tj ET', '/BBox[0 0 9 9]') };
    const { pdf } = await flatten(formFile({ more }));
    const [form] = drawnForms(pdf).values();
    expect(form?.dict.dict('Resources')?.dict('Font')?.keys()).toEqual(['Helv']);
  });

  test('equal appearances are one object under one name', async () => {
    const box = (x: number, n: number): string =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(w${n})/Rect[${x} 0 ${x + 9} 9]/AP<</N ${n} 0 R>>>>`;
    const two = { 10: box(0, 11), 12: box(50, 13), 11: appearance('0 0 9 9 re f'), 13: appearance('0 0 9 9 re f') };
    const { pdf } = await flatten(formFile({ annotations: '10 0 R 12 0 R', more: two }));
    expect(drawnForms(pdf).size).toBe(1);
    expect(pageContent(pdf).match(/ Do\n/g)).toHaveLength(2);
  });

  test('names count the drawings, whatever they hold', async () => {
    const box = (n: number): string => `<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/AP<</N ${n} 0 R>>>>`;
    const more = { 10: box(11), 12: box(13), 11: appearance('0 0 9 9 re f'), 13: appearance('0 0 1 1 re f') };
    for (const annotations of ['10 0 R 12 0 R', '12 0 R 10 0 R']) {
      const { pdf } = await flatten(formFile({ annotations, more }));
      expect(pageContent(pdf).match(/\/Fx\d+ Do/g)).toEqual(['/Fx1 Do', '/Fx2 Do']);
    }
  });

  test('names in use on the page stay what they are', async () => {
    const more = { 10: widget('/FT/Tx/AP<</N 11 0 R>>'), 11: appearance('0 0 9 9 re f') };
    const [free] = drawnForms((await flatten(formFile({ more }))).pdf).keys();
    const page = `/Resources<</XObject<</${free} 30 0 R>>>>`;
    const taken = { ...more, 30: appearance('1 1 1 1 re f') };
    const { pdf } = await flatten(formFile({ page, content: `/${free} Do`, more: taken }));
    expect([...drawnForms(pdf).keys()]).toEqual([free, 'Fx2']);
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
    const { pdf } = await flatten(formFile({ catalog: '/OCProperties<</OCGs[20 0 R]/D<<>>>>', more }));
    const name = /\/OC \/(OC1) BDC\nq\n[^\n]* cm\n\/Fx1 Do\nQ\nEMC\n/.exec(pageContent(pdf))?.[1];
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
    const flattened = await flatten(formFile(tagged('<</Type/OBJR/Obj 10 0 R>>')));
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
    const { pdf } = await flatten(formFile({ ...parts, more: hidden }));
    const element = pdf.resolve(pdf.catalog.dict('StructTreeRoot')?.dict('K')?.array('K')?.[1]);
    expect(element instanceof Dict && element.has('K')).toBe(false);
  });

  test('call a drawing that belongs to no element an artifact', async () => {
    const { pdf } = await flatten(formFile(tagged('[]')));
    expect(pageContent(pdf)).toMatch(/\/Artifact BMC\nq\n[^\n]* cm\n[^\n]* Do\nQ\nEMC\n/);
  });
});

describe('posters of removed media', () => {
  const normalized = async (input: Uint8Array, options = {}): Promise<PdfDocument> => {
    const { bytes } = await normalize(input, { ...DEFAULT_OPTIONS, ...options });
    return openDocument(bytes ?? new Uint8Array());
  };
  const film = (entries: string): Uint8Array =>
    formFile({
      content: '0 0 5 5 re f',
      more: {
        5: '<<>>',
        10: `<</Type/Annot/Subtype/Screen/Rect[10 20 110 60]/AP<</N 11 0 R>>${entries}>>`,
        11: appearance('1 0 0 rg 0 0 200 20 re f', '/BBox[0 0 200 20]'),
      },
    });

  test('are drawn into the page, and a second pass changes nothing', async () => {
    const { bytes, report } = await normalize(film('/A<</S/Rendition>>'), DEFAULT_OPTIONS);
    const output = bytes ?? new Uint8Array();
    const pdf = openDocument(output);
    expect(pageContent(pdf)).toContain('0.5 0 0 2 10 20 cm');
    expect([...drawnForms(pdf).values()].map(({ dict }) => dict.array('BBox'))).toEqual([[0, 0, 200, 20]]);
    expect(pdf.pages[0]?.dict.has('Annots')).toBe(false);
    expect(report.security.acroformFlattened).toBe(false);
    expect((await normalize(output, DEFAULT_OPTIONS)).bytes).toEqual(output);
  });

  test('stand under the fields, in whichever order the page lists them', async () => {
    const box = (subtype: string, n: number): string =>
      `<</Type/Annot/Subtype/${subtype}/FT/Btn/T(b)/Rect[0 0 ${n} ${n}]/AP<</N ${n} 0 R>>>>`;
    const more = {
      10: box('Widget', 20),
      12: box('Movie', 21),
      20: appearance('0 0 9 9 re f'),
      21: appearance('0 0 1 1 re f'),
    };
    for (const annotations of ['10 0 R 12 0 R', '12 0 R 10 0 R']) {
      const content = pageContent(await normalized(formFile({ annotations, more })));
      expect(content.indexOf('0.1 0 0 1 0 0 cm') < content.indexOf('0.105')).toBe(false);
    }
  });

  test.each(['/F 2', '/F 32'])('that no viewer shows are not drawn: %s', async (flags) => {
    expect(pageContent(await normalized(film(flags)))).not.toContain('Do');
  });

  test('are not drawn where annotations are to be removed', async () => {
    expect(pageContent(await normalized(film(''), { removeAnnotations: true }))).not.toContain('Do');
  });
});

describe('annotations that stay', () => {
  const square = '<</Type/Annot/Subtype/Square/Rect[0 0 220 40]/Contents(note)/AP<</N 21 0 R>>>>';
  const more = {
    10: widget('/FT/Tx/AP<</N 11 0 R>>'),
    11: appearance('1 g 0 0 9 9 re f'),
    20: square,
    21: appearance('0 g 0 0 220 40 re f', '/BBox[0 0 220 40]'),
  };

  test.each([
    ['that the page lists before a field', '20 0 R 10 0 R'],
    ['that the page lists after a field', '10 0 R 20 0 R'],
  ])('%s are drawn into the page before it, and show nothing by themselves', async (_, annotations) => {
    const { pdf } = await flatten(formFile({ annotations, more }));
    expect(drawnContent(pdf)).toBe('0 g 0 0 220 40 re f\n1 g 0 0 9 9 re f');
    const [kept] = pdf.pages[0]?.dict.array('Annots') ?? [];
    const annotation = pdf.resolve(kept ?? null);
    assert(annotation instanceof Dict);
    expect(annotation.has('Contents')).toBe(true);
    const look = annotation.dict('AP')?.stream('N');
    expect(look && pdf.bytesOf(look)).toEqual(new Uint8Array());
  });

  test.each([
    ['beside it', '20 0 R 10 0 R', square.replace('0 0 220 40', '0 40 220 80')],
    ['that are not shown', '20 0 R 10 0 R', square.replace('/Contents', '/F 2/Contents')],
    ['that readers paint as a highlight', '20 0 R 10 0 R', square.replace('Square', 'Highlight')],
  ])('%s keep their look', async (_, annotations, annotation) => {
    const { pdf } = await flatten(formFile({ annotations, more: { ...more, 20: annotation } }));
    expect(drawnContent(pdf)).toBe('1 g 0 0 9 9 re f');
  });

  test('are not drawn where they are to be removed', async () => {
    const { pdf, result } = await flatten(formFile({ annotations: '20 0 R 10 0 R', more }), {
      removeAnnotations: true,
    });
    expect(drawnContent(pdf)).toBe('1 g 0 0 9 9 re f');
    expect(pdf.pages[0]?.dict.has('Annots')).toBe(false);
    expect(result.security?.annotationsRemoved).toBe(true);
  });

  test('under a field are finished after one pass', async () => {
    const once = await normalize(formFile({ annotations: '20 0 R 10 0 R', more }), DEFAULT_OPTIONS);
    const again = await normalize(once.bytes ?? new Uint8Array(), DEFAULT_OPTIONS);
    expect(again.bytes).toEqual(once.bytes);
  });
});
