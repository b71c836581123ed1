import { describe, expect, it } from 'vitest';
import { exampleWarning } from '#domain/codes/warning-examples.ts';
import { kindList, mergedWarnings, nameList, type StageWarning, warning } from '#domain/findings/warning.ts';
import { WARNING_FINDINGS, warningCodeOf } from '#domain/findings/warning-findings.ts';
import { WARNING_CODES } from '#domain/failure-codes.ts';
import { placeSchema } from '#src/contract/parser/finding-schema.ts';
import { warningFactsSchema } from '#src/contract/parser/warning-schema.ts';
import { describeWarning } from './describe.ts';

function describeAll(...warnings: StageWarning[]) {
  return mergedWarnings(warnings).map(describeWarning);
}

const HOSTILE = 'a\u0000\u202eb'.repeat(5_000);

describe('every finding of a warning', () => {
  it.each(WARNING_FINDINGS)('%s has a sentence, and data that pass the schema', (finding) => {
    const [described] = describeAll(exampleWarning(finding));
    expect(described).toMatchObject({ code: warningCodeOf(finding), finding });
    expect(described?.message).toMatch(/^[A-Z0-9]/);
    expect(described?.message).not.toMatch(/ {2}|\bundefined\b|\bNaN\b|\[object/);
    expect(warningFactsSchema.parse(described?.facts)).toEqual(described?.facts);
    expect(placeSchema.parse(described?.place)).toEqual(described?.place);
  });

  it('belongs to a code, and every code has one', () => {
    expect(new Set(WARNING_FINDINGS.map(warningCodeOf))).toEqual(new Set(WARNING_CODES));
  });
});

describe('warnings of several stages', () => {
  it('are one for each code, with the facts and sentences of all', () => {
    const fields = warning('GLYPH_MISSING', { characters: { count: 1, listed: ['U+1F600'] } }, { fields: ['payee'] });
    const fonts = warning('GLYPH_MISSING', { glyphs: nameList(['g17']), fonts: nameList(['Arial']) }, { pages: [0] });
    const [first, ...others] = describeAll(fonts, warning('AMBIGUOUS_CONTENT', { count: 1 }), fields).toReversed();
    expect(others.map(({ code }) => code)).toEqual(['AMBIGUOUS_CONTENT']);
    expect(first?.message).toBe(
      'Characters of field values that are in no available font: 1 (U+1F600); fields: 1 (payee). ' +
        '1 shown glyph in no substitute of Arial: g17; left without a program; page 1',
    );
    expect(first?.place).toMatchObject({ fields: ['payee'], pages: [{ first: 1, last: 1 }] });
  });

  it('count what they leave out', () => {
    const pages = Array.from({ length: 30 }, (_, index) => 2 * index);
    const names = Array.from({ length: 30 }, (_, index) => `field${index}`);
    const [many] = describeAll(warning('HIDDEN_TEXT', { count: 90 }, { pages }));
    expect(many?.message).toMatch(/on pages 1, 3, .*, 19 and 20 more\.$/);
    const [hidden] = describeAll(warning('HIDDEN_FIELD_DROPPED', { count: 31 }, { fields: names }));
    expect(hidden?.message).toMatch(/dropped: 31 \(field0, .*, field19, and others\)\.$/);
  });

  it('have names of the file without controls, and cut', () => {
    const [one] = describeAll(
      warning('ACTION_REMOVED', { count: 1, kinds: kindList([[HOSTILE, 1]]) }, { pages: [0] }),
      warning('COMPLEX_FORM', { count: 1 }, { fields: [HOSTILE] }),
    );
    expect(one?.message.length).toBeLessThan(120);
    for (const character of ['\u0000', '\u202e']) expect(one?.message).not.toContain(character);
  });
});
