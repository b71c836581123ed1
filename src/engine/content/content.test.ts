import { describe, expect, test } from 'vitest';
import { Budget } from '#engine/pdf/budget.ts';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Name } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { balanceOf } from './balance.ts';
import { ContentBuilder } from './builder.ts';
import { Fingerprints } from '#engine/canonical/fingerprint.ts';
import { scanContent } from './operations.ts';

function operatorsOf(content: string): string[] {
  const operators: string[] = [];
  scanContent(fromLatin1(content), new Budget(1000), ({ operator }) => operators.push(operator));
  return operators;
}

function balance(content: string): ReturnType<typeof balanceOf> {
  return balanceOf(fromLatin1(content), new Budget(1000));
}

describe('reading content', () => {
  test('gives operators with their operands', () => {
    const seen: [string, number][] = [];
    const content = fromLatin1('1 0 0 rg [(a) -5 [<62>]] TJ /P <</MCID 3>> BDC true /x ri');
    scanContent(content, new Budget(1000), ({ operator, operands }) => seen.push([operator, operands.length]));
    expect(seen).toEqual([
      ['rg', 3],
      ['TJ', 1],
      ['BDC', 2],
      ['ri', 1],
    ]);
  });

  test('gives the last operands where there are more than the operator takes, as readers do', () => {
    const seen: unknown[] = [];
    const content = fromLatin1('9 1 2 Td /A /B Do 1 2 3 4 5 scn');
    scanContent(content, new Budget(1000), ({ operands }) => seen.push(operands));
    expect(seen).toEqual([[1, 2], [new Name('B')], [1, 2, 3, 4, 5]]);
  });

  test.each([
    ['of a known size', 'q BI /W 4 /H 1 /BPC 8 /CS /G ID  EI EI Q', ['q', 'BI', 'Q']],
    ['with a said length', 'BI /W 9 /H 9 /F /Fl /L 6 ID \n EI Q\n EI Q', ['BI', 'Q']],
    ['with EI inside binary data', 'BI /F /Fl ID \x01 EI \x02\x03 EI S', ['BI', 'S']],
    ['before a string of any bytes', 'BI /F /Fl ID \x01 EI (\xe9\xe8) Tj', ['BI', 'Tj']],
    ['in whose size nobody can trust', 'BI /W 9999 /H 9999 ID x EI n', ['BI', 'n']],
  ])('skips an inline image %s', (_, content, operators) => {
    expect(operatorsOf(content)).toEqual(operators);
  });

  test.each([
    ['operands without an operator', '0 g 1 2', 3],
    ['an unfinished string', '0 g (abc', 3],
    ['an unfinished inline image', '0 g BI /W 1 ID xyz', 3],
    ['nothing', '0 g % comment', 13],
  ])('says where complete operations end before %s', (_, content, end) => {
    expect(scanContent(fromLatin1(content), new Budget(1000), () => undefined)).toBe(end);
  });
});

describe('balance', () => {
  test('of proper content asks for nothing', () => {
    expect(balance('q BT ET /a BMC EMC 0 0 1 1 re f Q')).toMatchObject({ closing: [], strayRestores: [] });
  });

  test('names what is open, innermost kind first', () => {
    expect(balance('q q /a BMC BT 0 0 m').closing).toEqual(['n', 'ET', 'EMC', 'Q', 'Q']);
  });

  test('finds the operators Q that restore nothing', () => {
    expect(balance('Q q Q Q').strayRestores).toEqual([0, 6]);
  });

  test('does not count what strings and images hold', () => {
    expect(balance('(q q) Tj BI /F /Fl ID q q EI').closing).toEqual([]);
  });

  test('finds the greatest marked-content identifier', () => {
    expect(balance('/P <</MCID 7>> BDC EMC /P <</MCID 2>> BDC EMC').greatestMcid).toBe(7);
  });
});

test('content is written in canonical numbers, escaped names and hexadecimal strings', () => {
  const content = new ContentBuilder();
  content
    .add('cm', 1, -0, 1 / 3, 1e-9, -0.5, 1234567)
    .add('Do', new Name('a b#/'))
    .add('Tj', Uint8Array.of(0, 255));
  expect(latin1(content.bytes())).toBe('1 0 0.333333 0 -0.5 1234567 cm\n/a#20b#23#2f Do\n<00ff> Tj\n');
});

describe('fingerprints', () => {
  const printsOf = (objects: Readonly<Record<number, BuiltObject>>, ...keys: string[]): string[] => {
    const catalog = `<</Type/Catalog/Pages 2 0 R${keys.map((key) => `/${key} ${key.slice(1)} 0 R`).join('')}>>`;
    const pages = { 2: '<</Type/Pages/Kids[3 0 R]/Count 1>>', 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>' };
    const pdf = openDocument(buildPdf({ 1: catalog, ...pages, ...objects }));
    const prints = new Fingerprints(pdf);
    return keys.map((key) => prints.of(pdf.catalog.raw(key) ?? null));
  };

  test('do not depend on numbers, order of keys and filters', () => {
    const hex: BuiltObject = { dict: '/Filter/ASCIIHexDecode/B[1 2]/A/x', stream: '616263>' };
    const plain: BuiltObject = { dict: '/A/x/B 12 0 R', stream: 'abc' };
    const [a, b] = printsOf({ 10: hex, 11: plain, 12: '[1.0 2]' }, 'K10', 'K11');
    expect(a).toBe(b);
  });

  test.each([
    ['values', '<</A 1>>', '<</A 2>>'],
    ['kinds', '<</A/x>>', '<</A(x)>>'],
    ['nesting', '[[1]2]', '[[1 2]]'],
  ])('tell different %s apart', (_, one, other) => {
    const [a, b] = printsOf({ 10: one, 11: other }, 'K10', 'K11');
    expect(a).not.toBe(b);
  });

  test('of cycles come to an end and tell them apart', () => {
    const [a, b, c] = printsOf(
      {
        10: '<</Next 20 0 R/N 1>>',
        20: '<</Next 10 0 R/N 2>>',
        11: '<</Next 21 0 R/N 1>>',
        21: '<</Next 11 0 R/N 2>>',
        12: '<</Next 22 0 R/N 1>>',
        22: '<</Next 22 0 R/N 2>>',
      },
      'K10',
      'K11',
      'K12',
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });
});

test('an array that fills the memory ends the document, in an operand as in an image', () => {
  const scan = (content: string): number => scanContent(fromLatin1(content), new Budget(1000), () => undefined);
  expect(() => scan(`[${'1 '.repeat(1_000_001)}] TJ`)).toThrow(/operandItems/);
  expect(() => scan(`BI/D[${'1 '.repeat(1_000_001)}]ID`)).toThrow(/operandItems/);
  expect(() => scan(`[${'1 '.repeat(600_000)}] TJ [${'1 '.repeat(600_000)}] TJ`)).not.toThrow();
});
