import { expect, test } from 'vitest';
import { fromLatin1, Lexer, type TokenKind } from './lexer.ts';
import { Real } from './objects.ts';

/** All tokens of a text, as kind and value. */
function tokens(text: string): [TokenKind, unknown][] {
  const lexer = new Lexer(fromLatin1(text));
  const found: [TokenKind, unknown][] = [];
  while (lexer.next() !== 'eof') {
    const { kind, number, name, string, keyword } = lexer;
    if (kind === 'number') found.push([kind, number instanceof Real ? number.text : number]);
    else if (kind === 'name') found.push([kind, name.value]);
    else if (kind === 'string') found.push([kind, Buffer.from(string.bytes).toString('latin1')]);
    else found.push([kind, kind === 'keyword' ? keyword : null]);
  }
  return found;
}

const numberOf = (text: string): unknown => tokens(text)[0]?.[1];

test('every spelling of a number gives its one canonical value', () => {
  expect(['612', '+612', '612.0', '0612', '612.'].map(numberOf)).toEqual([612, 612, 612, 612, 612]);
  expect(['.5', '0.50', '+0.5', '00.5'].map(numberOf)).toEqual(['0.5', '0.5', '0.5', '0.5']);
  expect(['-.002', '-0', '-0.0', '4.'].map(numberOf)).toEqual(['-0.002', 0, 0, 4]);
});

test('broken numbers are read as viewers read them', () => {
  expect(['--5', '5-3', '1.2.3', '-', '.'].map(numberOf)).toEqual([-5, 5, '1.2', 0, 0]);
});

test('an integer no reader can hold stays a number and keeps its digits', () => {
  expect(numberOf('99999999999999999999')).toBe('99999999999999999999.0');
  expect(numberOf('99999999999999999999.0')).toBe('99999999999999999999.0');
});

test('a number of any length is a number, at most the largest real, and is written with few digits', () => {
  const largest = '340282346638528859811704183484516925440.0';
  expect(['7'.repeat(1_000_000), largest, '340282346638528859811704183484516925441.5'].map(numberOf)).toEqual([
    largest,
    largest,
    largest,
  ]);
  expect(numberOf('-' + '7'.repeat(400))).toBe(`-${largest}`);
  expect(numberOf('0'.repeat(1_000_000) + '12')).toBe(12);
  expect(numberOf('20.' + '3'.repeat(1_000_000))).toBe('20.' + '3'.repeat(64));
  expect(numberOf('20.' + '0'.repeat(1_000_000) + '1')).toBe(20);
});

test('names are unescaped, and a broken escape or that of a null stays as written', () => {
  expect(tokens('/A#20B /J#61vaScript /A#2 /A#00B /A#2300B /')).toEqual([
    ['name', 'A B'],
    ['name', 'JavaScript'],
    ['name', 'A#2'],
    ['name', 'A#00B'],
    ['name', 'A#00B'],
    ['name', ''],
  ]);
});

test('literal strings: nesting, escapes, octal, line ends, continuation', () => {
  expect(tokens('(a(b)c)')).toEqual([['string', 'a(b)c']]);
  expect(tokens('(\\n\\t\\(\\)\\\\\\x)')).toEqual([['string', '\n\t()\\x']]);
  expect(tokens('(\\101\\7\\0053)')).toEqual([['string', 'A\x07\x053']]);
  expect(tokens('(a\r\nb\rc\\\r\nd)')).toEqual([['string', 'a\nb\ncd']]);
});

test('hexadecimal strings skip white space and end a missing digit with 0', () => {
  expect(tokens('<48 65 6C6c 6F>')).toEqual([['string', 'Hello']]);
  expect(tokens('<414>')).toEqual([['string', 'A@']]);
});

test('delimiters end tokens without white space between them', () => {
  expect(tokens('[/A<</B(c)>>1 0 R]%x\nobj').map(([kind]) => kind)).toEqual([
    'array-open',
    'name',
    'dict-open',
    'name',
    'string',
    'dict-close',
    'number',
    'number',
    'keyword',
    'array-close',
    'keyword',
  ]);
});

test('what never ends gives tokens all the same', () => {
  expect(tokens('(never closed')).toEqual([['string', 'never closed']]);
  expect(tokens('<4142')).toEqual([['string', 'AB']]);
  expect(tokens('> ) }').map(([, value]) => value)).toEqual(['>', ')', '}']);
});
