import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from '#engine/pdf/budget.ts';
import { canonicalContent } from '#engine/canonical/content.ts';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { passOver } from './content-pass.ts';
import { scanContent } from './operations.ts';
import { actingOn, isPoint, operatorAt } from './operators.ts';

const NUMBERS = ['+.50', '-0', '007', '1e5', '--5', '1.2.3', '2.0'];
const STRINGS = ['(a\\(b)', '(\\101\\\r\nb)', '(c\rd)', '<41 4>', '<0a>', '()', '(e(f)g)'];
const NAMES = ['/A', '/A#42', '/\xe9#20', '/', '/OC'];
// All containers are complete: `scanContent` also reads unrepaired content, in which an operator ends arrays.
const CONTAINERS = ['[(a)-120(b)]', '<</MCID 1/K[true null]>>', '[]', '<<>>', '[/A<</B(c)>>007]'];
const OPERATORS = ['q', 'Q', 'Tj', 'TJ', 'Do', 'BDC', 'BMC', 'EMC', 'J', "'", 'foo', 'trueTj'];
// The end of the image data does not depend on the bytes that follow.
const IMAGES = ['BI/F/AHx/W 1/H 1 ID 41>EI', 'BI/W 1/H 1/BPC 8/CS/G/F[/AHx]ID 4 1 > EI', 'BI', 'EI'];
const OTHERS = ['% q\n', '%', ')', '}', ']', '>>', '\xe9'];

const token = fc.constantFrom(...NUMBERS, ...STRINGS, ...NAMES, ...CONTAINERS, ...OPERATORS, ...IMAGES, ...OTHERS);
const content = fc
  .array(fc.tuple(token, fc.constantFrom('', ' ', '\r')), { maxLength: 12 })
  .map((tokens) => fromLatin1(tokens.flat().join('')));

type Read = readonly [operator: string, operands: readonly (PdfObject | typeof LIST)[]];

/** Represents a property list, because only its known entries stay. */
const LIST = 'a property list';

/**
 * Inline images are spelled anew, so only their presence is compared. Marked points and unknown operators are left out.
 */
function operationsOf(bytes: Uint8Array): Read[] {
  const read: Read[] = [];
  scanContent(bytes, new Budget(bytes.length), ({ operator, operands }) => {
    const word = fromLatin1(operator);
    if (operatorAt(word, 0, word.length) === undefined || isPoint(operator)) return;
    read.push([operator, operator === 'BI' ? [] : operands]);
  });
  return withPlainMarks(read);
}

/** Marked content without properties starts with `BMC` and is removed if it is empty. */
function withPlainMarks(read: readonly Read[]): Read[] {
  const kept: Read[] = [];
  const open: number[] = [];
  for (const [operator, operands] of read) {
    const [tag, list] = operands;
    const isEmpty = operator === 'BDC' && list instanceof Dict && list.keys().every((key) => key === 'B');
    const isPlain = isEmpty && operands.length === 2 && tag instanceof Name && tag.value !== 'OC';
    const begin = operator === 'EMC' ? open.pop() : undefined;
    const [last] = kept.slice(-1);
    if (operands.length === 0 && begin === kept.length - 1 && last?.[0] === 'BMC' && isIdle(last[1])) {
      kept.pop();
      continue;
    }
    kept.push(isPlain ? ['BMC', [tag]] : [operator, operands]);
    if (operator === 'BMC' || operator === 'BDC') open.push(kept.length - 1);
  }
  return kept.map(([operator, operands]) => [operator, operands.map((item) => (item instanceof Dict ? LIST : item))]);
}

/** The pass visits the start of a sequence before it knows that the sequence is empty. */
const isNoMark = ([operator]: [string, number]): boolean => !['BMC', 'BDC', 'EMC'].includes(operator);

function isIdle([tag, ...others]: Read[1]): boolean {
  return others.length === 0 && tag instanceof Name && tag.value !== 'OC';
}

test('content whose spelling is certain is the same operators with the same operands before and after', () => {
  const check = (bytes: Uint8Array): void => {
    const visited: [string, number][] = [];
    const written = passOver(bytes, new Budget(bytes.length), ({ operator, operandCount, image }) => {
      visited.push([operator, image ? 0 : actingOn(operator, Array.from({ length: operandCount })).length]);
    });
    if (written?.isCertain !== true) return;
    const after = operationsOf(written.bytes);
    expect(after).toEqual(operationsOf(bytes));
    const counts = after.map(([operator, operands]): [string, number] => [operator, operands.length]);
    expect(visited.filter(isNoMark)).toEqual(counts.filter(isNoMark));
  };
  fc.assert(fc.property(content, check), { numRuns: 5000 });
});

test.each([
  ['an array, as PDFium and poppler read it', '[(a)Tj(b)BI]TJ', '[(a)(b)]TJ'],
  ['an array of a property list', '/P<</K[/A x]>>DP', ''],
])('a word is passed over in %s', (_, text, written) => {
  expect(latin1(canonicalContent(fromLatin1(text), new Budget(100)).bytes).trim()).toBe(written);
});

test('a dictionary ends at a word, as PDFium and MuPDF read it', () => {
  const { bytes } = canonicalContent(fromLatin1('/P<</MCID foo>>BDC(a)Tj EMC'), new Budget(100));
  expect(latin1(bytes)).toBe('/P null null BDC(a)Tj\nEMC');
});
