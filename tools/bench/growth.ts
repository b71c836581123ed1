/**
 * `npm run bench -- --growth` measures how the engine's cost grows with the content of a document. Twice the content
 * should cost twice as much. The exponent is the slope of a line through the logarithms of size and CPU time: 1 for
 * linear cost and 2 for quadratic cost. Each document is measured three times, and the least time counts.
 */
import { randomBytes } from 'node:crypto';
import { appendUpdate } from '#test/support/builders/update.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { cpuMs } from './measure.ts';

interface Growth {
  readonly name: string;
  /** The size of the smallest document. The others are 2, 4 and 8 times as large. */
  readonly count: number;
  readonly build: (count: number) => Uint8Array;
}

const STEPS = [1, 2, 4, 8];
const RUNS = 3;
const FIRST = 10;

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** A document with one page. `objects` are numbered from 10. */
function onePage(catalog: string, page: string, objects: readonly BuiltObject[], content = ''): Uint8Array {
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${page}>>`,
    4: { stream: content },
    5: FONT,
    ...numbered(objects),
  });
}

function numbered(objects: readonly BuiltObject[]): Record<number, BuiltObject> {
  return Object.fromEntries(objects.map((object, index) => [FIRST + index, object]));
}

function listOf<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function references(count: number): string {
  return listOf(count, (index) => `${FIRST + index} 0 R`).join(' ');
}

/** A unique text for each number, so that no two objects are merged. */
function line(index: number): string {
  return `BT /F1 12 Tf 72 ${700 - (index % 50) * 12} Td (line ${index}) Tj ET\n`;
}

export const GROWTHS: readonly Growth[] = [
  {
    name: 'bytes of content',
    count: 40_000,
    build: (count) => onePage('', '', [], listOf(count, line).join('')),
  },
  {
    name: 'bytes of pictures',
    count: 2_000_000,
    build: (count) => {
      const dict = `/Type/XObject/Subtype/Image/Width ${count}/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray`;
      const page = `/Resources<</XObject<</Im ${FIRST} 0 R>>>>`;
      return onePage('', page, [{ dict, stream: new Uint8Array(randomBytes(count)) }], 'q 9 0 0 9 0 0 cm /Im Do Q');
    },
  },
  {
    name: 'pages',
    count: 4_000,
    build: (count) =>
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${references(count)}]/Count ${count}/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>>>`,
        5: FONT,
        ...numbered([
          ...listOf(count, (index) => `<</Type/Page/Parent 2 0 R/Contents ${FIRST + count + index} 0 R>>`),
          ...listOf(count, (index) => ({ stream: line(index) })),
        ]),
      }),
  },
  {
    name: 'objects',
    count: 25_000,
    build: (count) =>
      onePage(
        `/MarkInfo<</Marked true>>/StructTreeRoot ${FIRST} 0 R`,
        '',
        [
          `<</Type/StructTreeRoot/K[${listOf(count, (index) => `${FIRST + 1 + index} 0 R`).join(' ')}]>>`,
          ...listOf(count, (index) => `<</Type/StructElem/S/P/P ${FIRST} 0 R/Pg 3 0 R/Alt(part ${index})>>`),
        ],
        line(0),
      ),
  },
  {
    name: 'links',
    count: 10_000,
    build: (count) =>
      onePage(
        '',
        `/Annots[${references(count)}]`,
        listOf(
          count,
          (index) =>
            `<</Type/Annot/Subtype/Link/Rect[${index % 600} ${index % 790} ${(index % 600) + 9} ${(index % 790) + 9}]/A<</S/URI/URI(https://example.com/${index})>>>>`,
        ),
      ),
  },
  {
    name: 'fields',
    count: 2_000,
    build: (count) =>
      onePage(
        `/AcroForm<</Fields[${references(count)}]/DA(/F1 9 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
        `/Annots[${references(count)}]`,
        listOf(
          count,
          (index) =>
            `<</Type/Annot/Subtype/Widget/FT/Tx/T(field ${index})/V(value ${index})/Rect[${index % 500} ${index % 700} ${(index % 500) + 99} ${(index % 700) + 20}]>>`,
        ),
      ),
  },
  {
    name: 'revisions',
    count: 500,
    build: (count) => {
      let file = onePage('', '', [], line(0));
      for (let index = 1; index <= count; index++) file = appendUpdate(file, { 4: { stream: line(index) } });
      return file;
    },
  },
];

export interface GrowthFigures {
  readonly name: string;
  /** The count and the CPU time in milliseconds of each size. */
  readonly points: readonly (readonly [count: number, cpuMs: number])[];
  readonly exponent: number;
}

export async function measureGrowth(
  { name, count, build }: Growth,
  normalize: (input: Uint8Array) => Promise<unknown>,
): Promise<GrowthFigures> {
  const points: (readonly [number, number])[] = [];
  for (const step of STEPS) {
    const input = build(count * step);
    let least = Infinity;
    for (let run = 0; run < RUNS; run++) {
      const before = cpuMs();
      await normalize(input);
      least = Math.min(least, cpuMs() - before);
    }
    points.push([count * step, least]);
  }
  return { name, points, exponent: exponentOf(points) };
}

/** The slope of the least-squares line through the logarithms of both. */
export function exponentOf(points: readonly (readonly [number, number])[]): number {
  const logarithms = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logarithms.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = logarithms.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const above = logarithms.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / logarithms.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
