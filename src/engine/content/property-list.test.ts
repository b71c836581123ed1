import { expect, test } from 'vitest';
import { keepKnownProperties } from './property-list.ts';

const kept = (list: string): string | undefined => {
  const bytes = keepKnownProperties(Uint8Array.from(Buffer.from(list, 'latin1')));
  return bytes && Buffer.from(bytes).toString('latin1');
};

test('private entries of a property list go, and the others are in order', () => {
  expect(kept('<</Private[[1]<</A(x)>>]/MCID 0/Lang(de)>>')).toBe('<</Lang(de)/MCID 0>>');
  expect(kept('<</Type/Pagination/BBox[0 0 1 1]/Mine 1>>')).toBe('<</BBox[0 0 1 1]/Type/Pagination>>');
  expect(kept('<</Mine 1>>')).toBe('<<>>');
});

test.each(['<</MCID 0>>', '<<>>', '<</E(x)/MCID 0>>', '<</Mine 1/MCID 0/MCID 1>>', '/Name', '(text)'])(
  'there is nothing to change in %s',
  (list) => {
    expect(kept(list)).toBeUndefined();
  },
);
