import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { Dict, Real, type Resolver } from '#engine/pdf/syntax/objects.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { roundNumber, roundReal } from '#engine/pdf/syntax/precision.ts';
import { realSpelling } from './reals.ts';

const spelled = (text: string): string => {
  const value = roundReal(new Real(text));
  return value instanceof Real ? value.text : String(value);
};

/** The ways in which programs write a number that they have read. */
const WRITERS: Readonly<Record<string, (value: number) => number>> = {
  'MuPDF and PDFium: nine digits of single precision': (value) => Number(Math.fround(value).toPrecision(9)),
  'pypdf: eight digits below 1, nine above': (value) =>
    Number(value.toFixed(Math.max(1, 8 - Math.trunc(Math.log10(Math.abs(value)))))),
  'pdfcpu: twelve decimals': (value) => Number(value.toFixed(12)),
};

/** Numbers of all magnitudes that occur in documents, each with all digits of double precision. */
const NUMBERS = Array.from({ length: 20_000 }, (_, index) => {
  const magnitude = 10 ** (((index * Math.SQRT2) % 9) - 4);
  return index % 2 === 0 ? magnitude : -magnitude;
});

test.each(Object.entries(WRITERS))('a number saved again rounds to the same number (%s)', (_, write) => {
  const changed = NUMBERS.filter((value) => roundNumber(write(value)) !== roundNumber(value));
  // A number near the middle between two decimals can round to either of them under every rule.
  expect(changed.length / NUMBERS.length).toBeLessThan(0.01);
});

test('a number in single precision rounds to the same number without an exception', () => {
  expect(NUMBERS.filter((value) => roundNumber(Math.fround(value)) !== roundNumber(value))).toEqual([]);
});

test('rounding a number twice gives the same number', () => {
  expect(NUMBERS.filter((value) => roundNumber(roundNumber(value)) !== roundNumber(value))).toEqual([]);
  for (const text of ['0.000001', '0.0000009999999', '999999999.5', '123456.789012', '2147483648.5']) {
    expect(spelled(spelled(text))).toBe(spelled(text));
  }
});

test('rounding changes less than any page shows', () => {
  for (const value of NUMBERS) {
    const change = Math.abs(roundNumber(value) - value);
    const single = Math.abs(value) * 2 ** -23;
    expect(change).toBeLessThanOrEqual(single + (Math.abs(value) < 1 ? Math.abs(value) * 5e-6 : 5e-6));
  }
});

test('a real has at most five decimals, below 1 six digits, and no more than single precision needs', () => {
  expect(spelled('595.303937007874')).toBe('595.30396');
  expect(spelled('-12.3456789')).toBe('-12.34568');
  expect(spelled('0.123456789')).toBe('0.123457');
  expect(spelled('0.00012345678')).toBe('0.000123457');
  expect(spelled('5000.1')).toBe('5000.1');
  expect(spelled('0.50000000000000000001')).toBe('0.5');
  expect(spelled('99.9999999')).toBe('100');
  expect(spelled('0.99999999')).toBe('1');
});

test('a real beyond the limits keeps its digits', () => {
  expect(spelled('0.00000012345678')).toBe('0.00000012345678');
  expect(spelled('12345678901.25')).toBe('12345678901.25');
});

/** A page with a gradient and a text field. The appearance of the field becomes content. `spell` writes the numbers. */
function page(spell: (value: number) => string): Uint8Array {
  const [width, colour, bottom, top] = [595.303937007874, 0.123456789012, 667.3900183, 687.3900211].map(spell);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 800]/Contents 4 0 R/Annots[6 0 R]/Resources<</Shading<</S 5 0 R>>>>>>`,
    4: { stream: '/S sh' },
    5: `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[${colour}]>>>>`,
    6: `<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[57 ${bottom} 157 ${top}]/P 3 0 R/F 4/AP<</N 7 0 R>>>>`,
    7: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 100 20]', stream: '0 0 50 9 re f' },
  });
}

const hashOf = async (file: Uint8Array): Promise<string> => {
  const { report } = await normalize(file, { ...DEFAULT_OPTIONS, linearize: false });
  if (!report.normalized) throw new Error(`The document was not normalized: ${report.failure?.message}`);
  return report.normalized.sha256;
};

test.each(Object.entries(WRITERS))('a document saved again has the same output (%s)', async (_, write) => {
  expect(await hashOf(page((value) => String(write(value))))).toBe(await hashOf(page(String)));
});

test('documents with numbers that differ visibly stay apart', async () => {
  expect(await hashOf(page((value) => (value * 1.0001).toFixed(6)))).not.toBe(await hashOf(page(String)));
  expect(spelled('100.001')).not.toBe(spelled('100.002'));
  expect(spelled('0.00100001')).not.toBe(spelled('0.00100002'));
});

test('a measurement dictionary keeps all digits of its reals', () => {
  const resolver: Resolver = { resolve: (object) => object ?? null };
  const points = [new Real('48.8583701234')];
  const box = [new Real('595.303937007874')];
  const measure = Dict.of(resolver, [['GPTS', points]]);
  const parent = Dict.of(resolver, [
    ['MediaBox', box],
    ['Measure', measure],
  ]);
  const containers = [parent, box, measure, points];
  const spell = realSpelling(resolver, containers);
  for (const container of containers) spell(container);
  expect(points).toEqual([new Real('48.8583701234')]);
  expect(box).toEqual([new Real('595.30396')]);
});

test('bounds of a function that differ in single precision stay apart, because a colour may change at once between them', () => {
  const resolver: Resolver = { resolve: (object) => object ?? null };
  const bounds = [new Real('0.5'), new Real('0.5000001234')];
  const gradient = Dict.of(resolver, [['Bounds', bounds]]);
  const containers = new Set([gradient, bounds]);
  const spell = realSpelling(resolver, containers.values());
  for (const container of containers) spell(container);
  expect(bounds).toEqual([new Real('0.5'), new Real('0.5000001')]);
});
