import { expect, it } from 'vitest';
import { verdictKindIn } from './payload.ts';

it.each([
  [
    'a flagged document',
    { data: { verdict: { kind: 'changed_after_signing', level: 'danger' } } },
    'changed_after_signing',
  ],
  ['a kind of a later version', { data: { verdict: { kind: 'not_yet_known', level: 'danger' } } }, null],
  ['a name that every object has', { data: { verdict: { kind: 'constructor', level: 'good' } } }, null],
  ['an event without a verdict', { data: { batchId: 'x' } }, null],
  ['a body without data', {}, null],
])('the verdict of the body of %s', (_, payload, kind) => {
  expect(verdictKindIn(payload)).toBe(kind);
});
