import { describe, expect, it } from 'vitest';
import { isAmbiguousJson, namedMembers, parsedJson } from './json.ts';

describe('a JSON text', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '{"a":{"a":1},"b":[{"a":2},{"a":3}]}',
    '{"a":"b\\": c","\\\\":1, "\\"" : 2}',
    '{"__proto__":1,"constructor":{"__proto__":2}}',
    '{ "a" :\n"a", "":":" }',
  ])('that names each member once is read: %s', (text) => {
    expect(parsedJson(text)).toEqual(JSON.parse(text));
    expect(isAmbiguousJson(text)).toBe(false);
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":1,"c":{},"a":2}}]',
    '{"__proto__":1,"__proto__":2}',
    '{"a":{"x":1,"y":2},"a":{"x":3}}',
    '{"a" \n:1,"a"\t:2}',
  ])('that names a member twice is not: %s', (text) => {
    expect(parsedJson(text)).toBeUndefined();
    expect(isAmbiguousJson(text)).toBe(true);
  });

  it('that is none is neither', () => {
    for (const text of ['', '{', '{"a":1,"a":2', "{'a':1}"]) {
      expect(parsedJson(text)).toBeUndefined();
      expect(isAmbiguousJson(text)).toBe(false);
    }
    expect(parsedJson(null)).toBeUndefined();
  });

  it('has its members with the way to each', () => {
    const text = '{"":[{"a":1},"x",{"a":{},"b\\"":2,"":3}],"c":"\\\\","":4}';
    const members = Array.from(namedMembers(text), ({ name, isRepeated, path }) => [name, isRepeated, path.join('/')]);
    expect(members).toEqual([
      ['', false, ''],
      ['a', false, '/0/a'],
      ['a', false, '/2/a'],
      ['b"', false, '/2/b"'],
      ['', false, '/2/'],
      ['c', false, 'c'],
      ['', true, ''],
    ]);
  });

  it('may be as deep and as long as anybody likes', () => {
    const deep = `${'['.repeat(5_000)}{"a":1,"a":2}${']'.repeat(5_000)}`;
    expect(isAmbiguousJson(deep)).toBe(true);
    const long = JSON.stringify({ a: '\\'.repeat(4_000_000) });
    expect(isAmbiguousJson(long)).toBe(false);
  });
});
