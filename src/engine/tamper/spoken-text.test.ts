import { expect, test } from 'vitest';
import { NOWHERE } from '#engine/content/operations.ts';
import { Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { speaksOtherwise } from './spoken-text.ts';

const element = (text: string): Dict => new Dict(NOWHERE).set('ActualText', new PdfString(Buffer.from(text)));

test('a text that stood for something is missed among more elements than a call takes arguments', () => {
  const many = (text: string): Dict[] => [...Array.from({ length: 300_000 }, () => element('a')), element(text)];
  expect(speaksOtherwise(many('a'), many('a'))).toBe(false);
  expect(speaksOtherwise(many('a'), many('b'))).toBe(false);
  expect(speaksOtherwise(many('b'), many('a'))).toBe(true);
});
