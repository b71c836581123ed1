/** Tests a comparison as printed pages: two hashes, one sentence and the differences in words, for any content. */
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, inject, test } from 'vitest';
import type { StructuralDiffReport } from '#domain/compare.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { print } from '#src/print/print.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { sha256 } from '#test/support/api.ts';
import { SAME } from '#test/support/builders/report.ts';
import { hasPdftotext, structureOf, wordsOf } from '#test/support/printed-words.ts';
import { requires } from '#test/support/requires.ts';

const DOCUMENTS = {
  service: 'https://fixpoint.test',
  before: { sha256: 'a'.repeat(64), sizeBytes: 12_345 },
  after: { sha256: 'b'.repeat(64), sizeBytes: 1 },
  normalizeFirst: false,
} as const;
/** A title in each script that a face of the engine can draw. */
const TITLES = [
  'Jahresbericht “für” Müller',
  'Годовой отчёт',
  'Ετήσια έκθεση',
  '年度報告書 テスト',
  '연간 보고서',
  'תירבע',
  'تقرير سنوي',
  'वार्षिक',
  'รายงาน',
];

const pagesOf = (report: StructuralDiffReport) => print({ kind: 'comparison', report, ...DOCUMENTS });
const titled = (oldValue: string | null, newValue: string | null): StructuralDiffReport => ({
  ...SAME,
  summary: { totalChanges: 1, severity: 'minor', identical: false },
  metadata: [{ field: 'Title', oldValue, newValue }],
});
const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Every list and every value is longer than the printed limit. */
const LONGEST: StructuralDiffReport = {
  ...SAME,
  summary: { totalChanges: 9_999, severity: 'major', identical: false },
  metadata: many(100, (n) => ({
    field: `${'Ж'.repeat(300)}${n}`,
    oldValue: '漢'.repeat(1_000),
    newValue: 'W'.repeat(1_000),
  })),
  pages: {
    added: many(500, (n) => ({ pageNumber: 3 * n + 1, contentHash: '' })),
    removed: many(500, (n) => ({ pageNumber: 2 * n + 1, contentHash: '' })),
    reordered: many(500, (n) => ({ oldPosition: n + 1, newPosition: 10_000 - n, contentHash: '' })),
    modified: many(500, (n) => ({
      oldPosition: n + 1,
      newPosition: n + 1,
      oldContentHash: '',
      newContentHash: '',
      textChanges: many(20, () => ({ before: 'W'.repeat(100), after: '漢'.repeat(100) })),
    })),
    matches: [],
    totalA: 100_000,
    totalB: 100_000,
  },
  forms: many(100, (n) => ({
    fieldName: `${'W'.repeat(300)}${n}`,
    action: 'modified',
    oldValue: 'W'.repeat(1_000),
    newValue: 'ส'.repeat(1_000),
  })),
  annotations: many(100, (n) => ({ page: n + 1, type: 'W'.repeat(300), action: 'removed' })),
  security: many(100, () => ({ field: 'Permissions', oldValue: 'W'.repeat(1_000), newValue: 'W'.repeat(1_000) })),
  fonts: many(100, (n) => ({ name: `${'W'.repeat(300)}${n}`, action: 'added' })),
  warnings: many(5, () => ({ code: 'PIPELINE_SPECS_DIFFER', message: 'W'.repeat(1_000) })),
  ignored: [],
};

describe('a printed comparison', () => {
  test.each([
    ['of the same document', SAME],
    [
      'of every script',
      { ...SAME, metadata: TITLES.map((title) => ({ field: title, oldValue: title, newValue: null })) },
    ],
    ['of the longest lists', LONGEST],
  ])('%s is valid PDF/A-2b, tagged, the same each time, and stays when it is normalized', async (_, report) => {
    const pages = await pagesOf(report);
    expect(sha256(await pagesOf(report))).toBe(sha256(pages));
    const again = await normalize(pages, DEFAULT_OPTIONS);
    expect(again.report).toMatchObject({ normalized: { sha256: sha256(pages) }, warnings: [] });
    const { context, catalog } = await PDFDocument.load(pages, { updateMetadata: false });
    expect(String(catalog)).toMatch(/\/Lang \(en\)[^]*\/Marked true|\/Marked true[^]*\/Lang \(en\)/);
    const tags = context.enumerateIndirectObjects().map(([, object]) => /\/S \/(\w+)/.exec(String(object))?.[1]);
    expect(tags).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody']));
    const { verapdfUrl } = inject('parts');
    if (verapdfUrl === null) return;
    const patience = { deadlineMs: 70_000, absenceMs: 15_000 };
    const validation = await verapdf(verapdfUrl).validate(new Blob([Buffer.from(pages)]), '2b', patience);
    expect(validation).toMatchObject({ kind: 'validated', compliant: true });
  });

  test('has one page where there is little to tell, and few however much there is', async () => {
    const countOf = async (report: StructuralDiffReport) =>
      (await PDFDocument.load(await pagesOf(report), { updateMetadata: false })).getPageCount();
    expect(await countOf(SAME)).toBe(1);
    expect(await countOf(titled('Before', 'After'))).toBe(1);
    const longest = await countOf(LONGEST);
    expect(longest).toBeGreaterThan(5);
    expect(longest).toBeLessThanOrEqual(20);
  });

  test(
    'says which documents, the sentence, and each difference in words',
    requires('pdftotext', hasPdftotext),
    async () => {
      const report: StructuralDiffReport = {
        ...titled('Draft', null),
        summary: { totalChanges: 3, severity: 'major', identical: false },
        pages: {
          ...SAME.pages,
          removed: [{ pageNumber: 4, contentHash: '' }],
          added: [2, 3, 9].map((pageNumber) => ({ pageNumber, contentHash: '' })),
          reordered: [{ oldPosition: 5, newPosition: 8, contentHash: '' }],
          modified: [
            {
              oldPosition: 1,
              newPosition: 1,
              oldContentHash: '',
              newContentHash: '',
              textChanges: [
                { before: '4,800', after: '48,000' },
                { before: 'שלום', after: null },
              ],
            },
          ],
        },
        security: [{ field: 'JavaScript', oldValue: '0', newValue: '2' }],
      };
      const words = wordsOf(await pagesOf(report));
      const said = [
        DOCUMENTS.before.sha256,
        DOCUMENTS.after.sha256,
        '12,345 bytes, 1 page',
        'Major differences.',
        '3 pages added, 1 page removed',
        'Content changed 1.',
        '“4,800” became “48,000”',
        'Of the document after: 2–3, 9.',
        'Of the document before: 4.',
        '5 (now 8).',
        'Scripts',
        'Before: “0”',
        'After: “2”',
        'Title removed',
        'Before: “Draft”',
        'How to verify',
      ];
      for (const fact of said) expect(words).toContain(fact);
      const longest = wordsOf(await pagesOf(LONGEST));
      for (const fact of ['80 more, which the report lists.', '460 more pages, which the report lists.', '1 / ']) {
        expect(longest).toContain(fact);
      }
    },
  );

  test(
    'has the letters of every script, and nothing that hides or reverses others',
    requires('pdftotext', hasPdftotext),
    async () => {
      for (const title of TITLES.filter((one) => !/[\u0590-\u06FF]|\p{Script=Devanagari}/u.test(one))) {
        expect(wordsOf(await pagesOf(titled(title, null)))).toContain(title);
      }
      const hostile = wordsOf(await pagesOf(titled('a\u202Eb\u0000c\nd\u200Be', '😀 𓀀')));
      expect(hostile).toContain(String.raw`“a\u{202e}b\u{0}c\u{a}d\u{200b}e”`);
      expect(hostile).toContain(String.raw`“\u{1f600} \u{13000}”`);
    },
  );

  test('has the text of lines in other scripts in the order in which it is read, whatever the order of its letters', async () => {
    const title = 'דוח שנתי';
    const { context } = await PDFDocument.load(await pagesOf(titled(title, 'ASCII')), { updateMetadata: false });
    const spans = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object.lookup(PDFName.of('ActualText'))] : []))
      .flatMap((text) => (text instanceof PDFString || text instanceof PDFHexString ? [text.decodeText()] : []));
    expect(spans).toEqual([`Before: “${title}”`]);
  });

  test('is read by its tags, a label with its value', requires('pdftotext', hasPdftotext), async () => {
    const structure = structureOf(await pagesOf(titled('Entwurf', '草案'))).replaceAll(/\s+/g, ' ');
    expect(structure).toContain('H1 (block) "Comparison of two documents"');
    expect(structure).toContain('LI (block) Lbl (block) "Title" LBody (block) "changed');
    expect(structure).toContain('"After: “草案”"');
  });

  test(
    'shows by its number what is in no font, rather than not at all',
    requires('pdftotext', hasPdftotext),
    async () => {
      // A supported script with a letter that no face has.
      expect(wordsOf(await pagesOf(titled('\u{2A6D6}', '\u{1F200}')))).toContain(String.raw`“\u{2a6d6}”`);
    },
  );
});
