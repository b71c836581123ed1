import { expect, test } from 'vitest';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { fromLatin1, Lexer } from './lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, Ref } from './objects.ts';
import { Parser } from './parser.ts';

const nowhere = { resolve: (object: PdfObject | undefined): PdfObject => object ?? null };

function parse(text: string): { value: unknown; malformed: boolean } {
  const parser = new Parser(new Lexer(fromLatin1(text)), nowhere);
  const value = parser.readObject();
  return { value: plain(value), malformed: parser.malformed };
}

/** An object as plain data, for comparison. */
function plain(object: PdfObject | undefined): unknown {
  if (object instanceof Dict) return Object.fromEntries([...object].map(([key, value]) => [key, plain(value)]));
  if (Array.isArray(object)) return object.map(plain);
  if (object instanceof Name) return `/${object.value}`;
  if (object instanceof Ref) return `${object.number} ${object.generation} R`;
  if (object instanceof PdfString) return Buffer.from(object.bytes).toString('latin1');
  return object instanceof Real ? object.value : object;
}

test('nested containers with every kind of object', () => {
  const text = '<</A[1 2.5 true false null]/B<</C(x)>>/D 3 0 R/E[4 0 R 5]/F/G>>';
  expect(parse(text)).toEqual({
    value: { A: [1, 2.5, true, false, null], B: { C: 'x' }, D: '3 0 R', E: ['4 0 R', 5], F: '/G' },
    malformed: false,
  });
});

test('a reference and a number at the top level are told apart', () => {
  expect(parse('6 0 R').value).toBe('6 0 R');
  expect(parse('6 0 obj').value).toBe(6);
});

test('the last of equal keys wins, as in other readers', () => {
  expect(parse('<</A 1/A 2>>').value).toEqual({ A: 2 });
});

test('containers that never close are closed where the object ends', () => {
  expect(parse('<</A[1 2 endobj')).toEqual({ value: { A: [1, 2] }, malformed: true });
  expect(parse('<</A<</B 1')).toEqual({ value: { A: { B: 1 } }, malformed: true });
});

test('stray words and values without a key are skipped', () => {
  expect(parse('<</A foo 1>>')).toEqual({ value: { A: 1 }, malformed: true });
  expect(parse('<<1/A 2>>')).toEqual({ value: { A: 2 }, malformed: true });
});

test('499 levels are read, 500 are refused with a code, whatever the stack', () => {
  expect(() => parse('['.repeat(499) + ']'.repeat(499))).not.toThrow();
  expect(() => parse('['.repeat(500) + ']'.repeat(500))).toThrow(PdfFailure);
  expect(() => parse('['.repeat(1_000_000))).toThrow('nesting');
});
