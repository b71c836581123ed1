import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugOf } from './slug.ts';

describe('the slug of', () => {
  test.each([
    ['Analytical Engines', 'analytical-engines'],
    ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
    ['  --A.C.M.E.--  ', 'a-c-m-e'],
    ['ﬁx it', 'fix-it'],
    ['株式会社', 'organization'],
    ['AB', 'organization'],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('any name is one that an organization may have, also with a suffix', () => {
    const allowed = /^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        expect(slugOf(name)).toMatch(allowed);
        expect(`${slugOf(name)}-0123ab`).toMatch(allowed);
      }),
    );
  });
});
