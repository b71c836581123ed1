import { describe, expect, it } from 'vitest';
import { appendPacked, bytesOf, textOf, written } from '#test/support/builders/packed-update.ts';
import {
  certified,
  form,
  lookOf,
  type Objects,
  pageWith,
  PAY,
  RESOURCES,
  sign,
  textField,
} from '#test/support/builders/signature-attacks.ts';
import type { SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate, lastStartXref } from '#test/support/builders/update.ts';
import { verdictOf } from '#test/support/signature-verdict.ts';

const CONTENT = 'BT /F1 24 Tf 72 700 Td (Pay one hundred) Tj ET';
const LEVELS: readonly SignOptions[] = [{}, certified(1), certified(2), certified(3)];
const page = (contents = '/Contents 4 0 R'): string => pageWith('10 0 R 30 0 R', contents);
const FORGED_TREE: Objects = {
  50: '<</Type/Pages/Kids[51 0 R]/Count 1>>',
  51: `<</Type/Page/Parent 50 0 R/MediaBox[0 0 612 792]/Contents 40 0 R${RESOURCES}>>`,
};
const FORGED = page('/Contents 40 0 R');

function signed(level: SignOptions): Uint8Array {
  const objects = { 3: page(), 4: { stream: CONTENT }, 30: textField('amount', '100', 31), 31: lookOf('100') };
  return sign({ 1: form('10 0 R 30 0 R', level.catalog), ...objects }, level);
}

function replacedAtEnd(pdf: Uint8Array, what: string, other: string): Uint8Array {
  const text = textOf(pdf);
  const at = text.lastIndexOf(what);
  return bytesOf(text.slice(0, at) + other + text.slice(at + what.length));
}

/** An update with an object stream of these objects. The cross-reference names some of them by their position in it. */
function packed(
  pdf: Uint8Array,
  objects: readonly (readonly [number, string])[],
  places: Readonly<Record<number, number>>,
): Uint8Array {
  let body = '';
  const head = objects.map(([number, object]) => {
    const at = body.length;
    body += `${object} `;
    return `${number} ${at}`;
  });
  const first = `${head.join(' ')} `;
  const text = textOf(pdf) + written(40, PAY);
  const holder = written(90, { dict: `/Type/ObjStm/N ${objects.length}/First ${first.length}`, stream: first + body });
  const start = text.length + holder.length;
  const rows = [
    [40, 1, pdf.length, 0],
    [90, 1, text.length, 0],
    ...Object.entries(places).map(([number, place]) => [Number(number), 2, 90, place]),
    [91, 1, start, 0],
  ];
  const data = rows.flatMap(([, kind = 0, at = 0, extra = 0]) => [kind, at >> 16, (at >> 8) & 0xff, at & 0xff, extra]);
  const index = rows.map(([number]) => `${number} 1`).join(' ');
  const dict = `/Type/XRef/Size 100/W[1 3 1]/Index[${index}]/Root 1 0 R/Prev ${lastStartXref(pdf)}`;
  return bytesOf(`${text}${holder}${written(91, { dict, stream: Uint8Array.from(data) })}startxref\n${start}\n%%EOF\n`);
}

const AMBIGUOUS: readonly (readonly [what: string, build: (pdf: Uint8Array, level: SignOptions) => Uint8Array])[] = [
  ['a page with two contents', (pdf) => appendUpdate(pdf, { 3: page('/Contents 40 0 R/Contents 4 0 R'), 40: PAY })],
  ['a key in two spellings', (pdf) => appendUpdate(pdf, { 3: page('/C#6fntents 40 0 R/Contents 4 0 R'), 40: PAY })],
  [
    'a catalog with two page trees',
    (pdf, { catalog = '' }) =>
      appendUpdate(pdf, {
        1: form('10 0 R 30 0 R', catalog).replace('/Pages', '/Pages 50 0 R/Pages'),
        ...FORGED_TREE,
        40: PAY,
      }),
  ],
  [
    'a field with two values',
    (pdf) => appendUpdate(pdf, { 30: textField('amount', '100', 31).replace('/V', '/V(900)/V') }),
  ],
  [
    'an entry of an entry twice',
    (pdf) =>
      appendUpdate(pdf, {
        30: textField('amount', '100', 31).replace('/N', '/N 41 0 R/N'),
        41: lookOf('900'),
      }),
  ],
  [
    'a trailer with two catalogs',
    (pdf) =>
      replacedAtEnd(
        appendUpdate(pdf, { ...FORGED_TREE, 40: PAY, 60: '<</Type/Catalog/Pages 50 0 R>>' }),
        '/Root 1 0 R',
        '/Root 60 0 R/Root 1 0 R',
      ),
  ],
  ['a dictionary that is not closed', (pdf) => appendUpdate(pdf, { 3: page().slice(0, -2) })],
  ['a second value behind the first one', (pdf) => appendUpdate(pdf, { 3: `${page()} ${FORGED}`, 40: PAY })],
  [
    'an object without an end',
    (pdf) => replacedAtEnd(appendUpdate(pdf, { 3: page() }), 'endobj\nxref', '      \nxref'),
  ],
  ['a number with a sign', (pdf) => replacedAtEnd(appendUpdate(pdf, { 3: page() }), '3 0 obj', '+3 0 obj')],
  [
    'a stream behind a carriage return',
    (pdf) => replacedAtEnd(appendUpdate(pdf, { 4: { stream: CONTENT } }), 'stream\nBT', 'stream\rBT'),
  ],
  [
    'a packed number twice, of which the second is used',
    (pdf) =>
      packed(
        pdf,
        [
          [3, FORGED],
          [3, page()],
        ],
        { 3: 1 },
      ),
  ],
  [
    'a packed number twice, of which the first is used',
    (pdf) =>
      packed(
        pdf,
        [
          [3, page()],
          [3, FORGED],
        ],
        { 3: 0 },
      ),
  ],
  [
    'a packed object at the place of another one',
    (pdf) =>
      packed(
        pdf,
        [
          [70, FORGED],
          [3, page()],
        ],
        { 3: 0 },
      ),
  ],
  [
    'a packed object that the cross-reference leaves out',
    (pdf) =>
      packed(
        pdf,
        [
          [70, '(x)'],
          [3, FORGED],
        ],
        { 70: 0 },
      ),
  ],
];

describe('an update after a signature is a grave finding where readers find different values:', () => {
  it.each(AMBIGUOUS)('%s', async (_, build) => {
    for (const level of LEVELS) {
      const { status, grave } = await verdictOf(build(signed(level), level));
      expect(status).toBe('SOME_INVALID');
      expect(grave).toContain('AMBIGUOUS_AFTER_SIGNING');
    }
  });
});

describe('an update after a signature is no finding where readers find the same:', () => {
  it.each<readonly [what: string, update: (pdf: Uint8Array, level: SignOptions) => Uint8Array]>([
    ['an entry twice with one value', (pdf) => appendUpdate(pdf, { 3: page('/Contents 4 0 R/Contents 4 0 R') })],
    ['a packed object', (pdf) => appendPacked(pdf, { 3: page() })],
    ['white space before a number', (pdf) => replacedAtEnd(appendUpdate(pdf, { 3: page() }), '3 0 obj', '3  0\nobj')],
    [
      'a key twice, first with the value that was signed, as signpdf writes it',
      (pdf, { catalog = '' }) =>
        appendUpdate(pdf, {
          1: form('10 0 R 30 0 R', catalog).replace(
            '/AcroForm',
            '/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>/AcroForm',
          ),
        }),
    ],
  ])('%s', async (_, update) => {
    for (const level of LEVELS)
      expect(await verdictOf(update(signed(level), level))).toEqual({ status: 'ALL_VALID', grave: [] });
  });
});
