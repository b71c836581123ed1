import { expect, test } from 'vitest';
import { withinPortal } from './next.ts';

test.each(['/', '/documents', '/documents?status=FAILED&page=2', '/passport/0c5d', '/?a=//b'])(
  '%s is a page of the portal',
  (next) => {
    expect(withinPortal(next)).toBe(next);
  },
);

test.each([
  undefined,
  '',
  'documents',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  'javascript:alert(1)',
  '\\\\elsewhere.example',
])('%j leads to the first page instead', (next) => {
  expect(withinPortal(next)).toBe('/');
});
