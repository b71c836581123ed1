import { describe, expect, it } from 'vitest';
import { SECURITY_FIELDS, type StructuralDiffReport } from '#domain/compare.ts';
import { SAME } from '#test/support/builders/report.ts';
import { changeGroups, pageChangeSentence, summarySentence } from './comparison-words.ts';
import type { WordChange } from './text-changes.ts';

describe('what a comparison found', () => {
  it('is summed up in one sentence', () => {
    const page = { pageNumber: 1, contentHash: '' };
    const report: StructuralDiffReport = {
      ...SAME,
      summary: { totalChanges: 3, severity: 'major', identical: false },
      pages: { ...SAME.pages, removed: [page], added: [page, page] },
      metadata: [{ field: 'Title', oldValue: 'a', newValue: 'b' }],
    };
    expect(summarySentence(report)).toBe('2 pages added, 1 page removed, 1 entry of the metadata changed.');
  });

  it('has the changed words of the first page that has some', () => {
    const page = (oldPosition: number, newPosition: number, textChanges: readonly WordChange[] | null) => ({
      oldPosition,
      newPosition,
      oldContentHash: '',
      newContentHash: '',
      textChanges,
    });
    const modified = [page(1, 1, null), page(2, 2, []), page(3, 4, [{ before: '4,800', after: '48,000' }])];
    const report: StructuralDiffReport = { ...SAME, pages: { ...SAME.pages, modified } };
    expect(summarySentence(report)).toBe('3 pages changed. Page 3, now 4: “4,800” became “48,000”.');
    expect(modified.map(pageChangeSentence)).toEqual([
      'The changed words could not be determined.',
      'Its words are the same. Its appearance differs.',
      '“4,800” became “48,000”.',
    ]);
  });

  it('says nothing reassuring where the difference has no name', () => {
    expect(summarySentence(SAME)).toMatch(/are the same/);
    const unnamed = { ...SAME, summary: { totalChanges: 1, severity: 'minor', identical: false } } as const;
    expect(summarySentence(unnamed)).toMatch(/^They differ/);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'has an entry named %s like any other',
    (field) => {
      const metadata = [{ field, oldValue: 'a', newValue: 'b' }];
      const security = JSON.parse(JSON.stringify([{ field, oldValue: '0', newValue: '1' }]));
      const groups = changeGroups({ ...SAME, metadata, security });
      expect(groups.map(({ changes }) => changes.map(({ what }) => what))).toEqual([[field], [field]]);
    },
  );

  it('is grouped, what matters most first, and told in words', () => {
    const groups = changeGroups({
      ...SAME,
      metadata: [
        { field: 'ModDate', oldValue: null, newValue: '2026-11-21T10:00:00Z' },
        { field: 'Own', oldValue: 'x', newValue: null },
      ],
      security: SECURITY_FIELDS.map((field) => ({ field, oldValue: '0', newValue: '1' })),
      annotations: [{ page: 2, type: 'Link', action: 'removed' }],
      fonts: [{ name: 'Arial', action: 'added' }],
    });
    expect(groups.map(({ title }) => title)).toEqual(['Security', 'Annotations', 'Metadata', 'Fonts']);
    expect(
      groups[0]?.changes.every(({ what }) => !SECURITY_FIELDS.some((field) => field === what && field !== 'Encrypted')),
    ).toBe(true);
    expect(groups[1]?.changes).toEqual([{ what: 'Link on page 2', how: 'removed' }]);
    expect(groups[2]?.changes.map(({ what, how }) => [what, how])).toEqual([
      ['Changed on', 'added'],
      ['Own', 'removed'],
    ]);
  });
});
