/** No headline of the page `/verify` has a better colour than the signed verdict or than the proof. */
import { expect, test } from 'vitest';
import { appearanceOf } from './appearance.ts';

const document = (level: 'good' | 'neutral' | 'caution' | 'danger' | null) => ({
  document: { level, kind: '', isSigned: level !== null, sentence: 'A sentence.' },
  documentSentence: 'A sentence.',
});

test.each([
  ['verified', 'good', 'good'],
  ['verified', 'neutral', 'neutral'],
  ['verified', null, 'neutral'],
  ['verified', 'caution', 'caution'],
  ['verified', 'danger', 'danger'],
  ['unproven', 'good', 'caution'],
  ['unproven', 'danger', 'danger'],
  ['unsigned', null, 'caution'],
  ['unstamped', 'neutral', 'caution'],
  ['repacked', 'good', 'caution'],
  ['failed', 'good', 'danger'],
  ['nothing', 'danger', 'danger'],
] as const)('a proof that is %s of a document that is %s is %s', (outcome, level, tone) => {
  expect(appearanceOf({ outcome, ...document(level) }).tone).toBe(tone);
});

test('a proof that does not hold needs no word about the document', () => {
  expect(appearanceOf({ outcome: 'failed', ...document('caution'), documentSentence: '' }).tone).toBe('danger');
  expect(appearanceOf({ outcome: 'nothing', ...document(null), documentSentence: '' }).tone).toBe('neutral');
});
