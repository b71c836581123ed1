import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ignoredSentence, type StructuralDiffReport } from '#domain/compare.ts';
import { DEFAULT_OPTIONS, PIPELINE_SPEC } from '#engine/facts/pipeline.ts';
import { describeComparison } from '#domain/sentences/comparison-sentences.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { ORIGINAL, recordedUnder } from '#test/support/builders/recorded.ts';
import { book } from '#test/support/comparison/book.ts';
import { PAIRS, type Expectation } from '#test/support/comparison/pairs.ts';
import { compare } from './compare.ts';
import { normalize } from './normalize.ts';

async function reportOf(a: Uint8Array, b: Uint8Array, normalizeFirst = false): Promise<StructuralDiffReport> {
  const comparison = describeComparison(await compare(a, b, { normalizeFirst }));
  if (comparison.kind === 'failure') throw new Error(JSON.stringify(comparison.failure));
  return comparison.report;
}

function expectationOf({
  summary,
  metadata,
  pages,
  objects,
  forms,
  annotations,
  security,
  fonts,
}: StructuralDiffReport): Expectation {
  expect(summary.identical).toBe(summary.totalChanges === 0);
  expect(objects.added - objects.removed).toBe(objects.totalB - objects.totalA);
  const lists = {
    metadata,
    added: pages.added.map(({ pageNumber }) => pageNumber),
    removed: pages.removed.map(({ pageNumber }) => pageNumber),
    reordered: pages.reordered.map(({ oldPosition, newPosition }) => [oldPosition, newPosition] as const),
    modified: pages.modified.map(({ oldPosition, newPosition }) => [oldPosition, newPosition] as const),
    objects: objects.totalA === objects.totalB ? [] : [objects.totalA, objects.totalB],
    forms,
    annotations,
    security,
    fonts,
  };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { severity: summary.severity, changes: summary.totalChanges, ...Object.fromEntries(filled) };
}

test('the table has at least forty pairs', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(40);
});

test.each(PAIRS)('$name', async ({ a, b, normalizeFirst, expected }) => {
  expect(expectationOf(await reportOf(a, b, normalizeFirst))).toEqual(expected);
});

test.each(PAIRS)('the other way round: $name', async ({ a, b, normalizeFirst }) => {
  const there = await reportOf(a, b, normalizeFirst);
  const back = await reportOf(b, a, normalizeFirst);
  expect([back.pages.totalA, back.pages.totalB]).toEqual([there.pages.totalB, there.pages.totalA]);
  expect(back.pages.added).toEqual(there.pages.removed);
  expect(back.pages.removed).toEqual(there.pages.added);
  const turned = there.pages.reordered.map((page) => ({
    oldPosition: page.newPosition,
    newPosition: page.oldPosition,
    contentHash: page.contentHash,
  }));
  expect(back.pages.reordered.toSorted((x, y) => x.newPosition - y.newPosition)).toEqual(turned);
  expect(back.pages.modified.map((page) => [page.newPosition, page.oldPosition])).toEqual(
    there.pages.modified.map((page) => [page.oldPosition, page.newPosition]),
  );
  expect(back.metadata.map((change) => [change.field, change.newValue, change.oldValue])).toEqual(
    there.metadata.map((change) => [change.field, change.oldValue, change.newValue]),
  );
  expect(back.forms.map((change) => [change.fieldName, change.newValue])).toEqual(
    there.forms.map((change) => [change.fieldName, change.oldValue]),
  );
  expect(back.annotations).toHaveLength(there.annotations.length);
  expect(back.fonts).toHaveLength(there.fonts.length);
  expect(back.summary.totalChanges).toBe(there.summary.totalChanges);
  expect([back.objects.added, back.objects.removed]).toEqual([there.objects.removed, there.objects.added]);
});

test('with normalize_first one document in any of its dresses is identical to itself', async () => {
  const names = readdirSync('fixtures/pdf').filter((name) => name.startsWith('g0-plain-'));
  const [first = new Uint8Array(), ...others] = names.map((name) => readFileSync(`fixtures/pdf/${name}`));
  expect(others.length).toBeGreaterThanOrEqual(7);
  for (const other of others) {
    const { summary } = await reportOf(first, other, true);
    expect(summary).toEqual({ totalChanges: 0, severity: 'none', identical: true });
  }
});

test('a hash is sixteen hexadecimal digits and the same for the same page in any document', async () => {
  const [x] = (await reportOf(book({ pages: ['a b', 'c d'] }), book({ pages: ['c d'] }))).pages.removed;
  const [y] = (await reportOf(book({ pages: ['e f'] }), book({ pages: ['e f', 'a b'], shift: 30 }))).pages.added;
  expect(x?.contentHash).toMatch(/^[0-9a-f]{16}$/);
  expect(y?.contentHash).toBe(x?.contentHash);
});

test('long values are compared whole and told in part', async () => {
  const long = 'x'.repeat(3000);
  const report = await reportOf(book({ info: `/Title(${long}1)` }), book({ info: `/Title(${long}2)` }));
  expect(report.metadata).toHaveLength(1);
  expect(report.metadata[0]?.newValue).toHaveLength(1001);
});

test.each([
  ['a document that asks for a password', 'aes-256-user.pdf', 'PASSWORD_REQUIRED'],
  ['a file that is no PDF', 'docx.pdf', 'NOT_A_PDF'],
])('%s is an answer that names the file', async (_, name, code) => {
  const file = readFileSync(`fixtures/pdf/${name}`);
  const failure = (which: string) => ({
    kind: 'failure',
    failure: { file: which, code, message: expect.stringMatching(/^[A-Z].*\.$/) },
  });
  const described = async (a: Uint8Array, b: Uint8Array, normalizeFirst: boolean) =>
    describeComparison(await compare(a, b, { normalizeFirst }));
  expect(await described(file, book(), false)).toEqual(failure('file_a'));
  expect(await described(book(), file, true)).toEqual(failure('file_b'));
});

describe('documents that were normalized under two specifications', () => {
  const { artifact } = recordedUnder('norm-1');
  const told = (files: string) => [
    { code: 'PIPELINE_SPECS_DIFFER', message: expect.stringContaining(files), facts: expect.any(Object) },
  ];
  const normalized = async (pdf: Uint8Array) =>
    (await normalize(pdf, DEFAULT_OPTIONS)).bytes ?? expect.fail('no output');

  test.each([false, true])('are compared with a warning; normalize_first is %s', async (normalizeFirst) => {
    const today = await normalized(ORIGINAL);
    const there = await reportOf(artifact, today, normalizeFirst);
    expect(there.warnings).toEqual(told(`file_a was normalized under norm-1 and file_b under ${PIPELINE_SPEC}`));
    const back = await reportOf(today, artifact, normalizeFirst);
    expect(back.warnings).toEqual(told(`file_a was normalized under ${PIPELINE_SPEC} and file_b under norm-1`));
  });

  test('are so too when one of them is normalized just now', async () => {
    expect((await reportOf(artifact, ORIGINAL, true)).warnings).toEqual(told('file_a was normalized under norm-1'));
    expect((await reportOf(artifact, ORIGINAL)).warnings).toEqual([]);
  });

  test('of one specification, or of none of ours, there is nothing to warn of', async () => {
    expect((await reportOf(artifact, artifact)).warnings).toEqual([]);
    expect((await reportOf(await normalized(ORIGINAL), await normalized(book()))).warnings).toEqual([]);
    const named = (producer: string) => book({ info: `/Producer(${producer})` });
    expect((await reportOf(named('Fixpoint norm-1'), named('Fixpoint norm-2'))).warnings).toEqual([]);
  });
});

test('thousands of blank pages cost no more than they are worth', async () => {
  const blank = (count: number) => Array.from({ length: count }, () => ({ content: { stream: '' } }));
  const report = await reportOf(
    book({ pages: ['start', ...blank(3000), 'end'] }),
    book({ pages: ['other', ...blank(2000), 'last'] }),
  );
  expect(report.pages).toMatchObject({ totalA: 3002, totalB: 2002 });
  expect(report.pages.removed).toHaveLength(1002);
  expect(report.pages.added).toHaveLength(2);
  expect(report.pages.reordered).toEqual([]);
});

describe('files that differ in how they are written', () => {
  const LINE = 'BT /F1 12 Tf 72 400 Td (Pay one hundred) Tj ET 10.000000000001 20 m 30 40 l S';
  const file = (content: string, { font = 'F1', info = '', trailer = '' } = {}) =>
    buildPdf(
      {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</${font} 5 0 R>>>>>>`,
        4: { stream: content.replaceAll('/F1', `/${font}`) },
        5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        6: `<</Title(Invoice)${info}>>`,
      },
      { trailer: `/Root 1 0 R/Info 6 0 R${trailer}` },
    );
  const codesOf = ({ ignored }: StructuralDiffReport) => ignored.map(({ code }) => code);
  const none = { totalChanges: 0, severity: 'none', identical: true };

  test('in names alone are the same, and the report says so', async () => {
    const report = await reportOf(file(LINE), file(LINE, { font: 'Other' }));
    expect([report.summary, codesOf(report)]).toEqual([none, ['resource_names']]);
    expect(ignoredSentence(report.ignored)).toBe('Ignored: names of resources.');
  });

  test('in digits alone are the same after they were normalized', async () => {
    const boxes = ['595.303937007874', '595.30394'].map((width) =>
      book({ pages: [{ entries: `/MediaBox[0 0 ${width} 842]` }] }),
    );
    const report = await reportOf(boxes[0] ?? new Uint8Array(), boxes[1] ?? new Uint8Array(), true);
    expect([report.summary, codesOf(report)]).toEqual([none, ['number_digits']]);
  });

  test('in the digits of an annotation are the same', async () => {
    const noted = (digits: string) =>
      book({
        pages: [{ entries: `/Annots[<</Subtype/Highlight/Rect[56.5245${digits} 10 200 190.5]/Contents(Check)>>]` }],
      });
    const report = await reportOf(noted('036'), noted(''));
    expect([report.summary, report.annotations]).toEqual([none, []]);
    expect((await reportOf(noted('036'), noted('9'))).annotations).toHaveLength(1);
  });

  test('in names of the appearance of an annotation are the same', async () => {
    const stamped = (name: string, words = 'Paid') =>
      book({
        pages: [{ entries: '/Annots[<</Subtype/Stamp/Rect[10 10 90 40]/AP<</N 5000 0 R>>>>]' }],
        more: {
          5000: {
            dict: `/Type/XObject/Subtype/Form/BBox[0 0 80 30]/Resources<</Font<</${name} 3 0 R>>>>`,
            stream: `BT /${name} 12 Tf 5 5 Td (${words}) Tj ET`,
          },
        },
      });
    expect((await reportOf(stamped('F1'), stamped('Other'))).summary).toEqual(none);
    const { annotations } = await reportOf(stamped('F1'), stamped('F1', 'Void'));
    expect(annotations).toEqual([{ page: 1, type: 'Stamp', action: 'modified' }]);
  });

  test('in the number of objects alone are the same', async () => {
    const shared = book({ pages: [{ resources: '/Font 5000 0 R' }], more: { 5000: '<</F1 3 0 R>>' } });
    const report = await reportOf(book({ pages: [{}] }), shared);
    expect([report.summary, report.objects.added, codesOf(report)]).toEqual([none, 1, ['file_layout']]);
  });

  test('in dates and identifiers alone are the same after they were normalized', async () => {
    const [a, b] = ['1', '2'].map((digit) =>
      file(LINE, { info: `/ModDate(D:2026010${digit}000000Z)`, trailer: `/ID[<0${digit}><0${digit}>]` }),
    );
    const report = await reportOf(a ?? new Uint8Array(), b ?? new Uint8Array(), true);
    expect([report.summary, codesOf(report)]).toEqual([none, ['dates', 'file_identifiers']]);
    expect(ignoredSentence(report.ignored)).toBe('Ignored: dates of the file and identifiers of the file.');
    const plain = await reportOf(a ?? new Uint8Array(), b ?? new Uint8Array());
    expect(plain.metadata.map(({ field }) => field)).toEqual(['ModDate']);
    expect(codesOf(plain)).toEqual(['file_identifiers']);
  });

  test('in nothing have nothing that was ignored', async () => {
    expect((await reportOf(file(LINE), file(LINE))).ignored).toEqual([]);
    expect((await reportOf(file(LINE), file(LINE), true)).ignored).toEqual([]);
  });

  test('in what they show have no names that were ignored on that page', async () => {
    const report = await reportOf(file(LINE), file(LINE.replace('one', 'two'), { font: 'Other' }));
    expect(report.pages.modified).toHaveLength(1);
    expect(report.ignored).toEqual([]);
  });
});

describe('a page with other content', () => {
  const say = (words: string) => `BT /F1 12 Tf 72 400 Td (${words}) Tj ET`;
  const textChanges = async (before: string, after: string) => {
    const [a, b] = [before, after].map((stream) => book({ pages: [{ content: { stream } }] }));
    const { pages } = await reportOf(a ?? new Uint8Array(), b ?? new Uint8Array());
    return pages.modified.map((page) => page.textChanges);
  };

  test('has the words that differ, numbers first', async () => {
    const found = await textChanges(
      say('Alice sells the whole house to Bob for EUR 4,800 today'),
      say('Alice sells the whole barn to Bob for EUR 48,000 today'),
    );
    expect(found).toEqual([
      [
        { before: '4,800', after: '48,000' },
        { before: 'house', after: 'barn' },
      ],
    ]);
  });

  test('has none where the words are the same and a line was drawn', async () => {
    expect(await textChanges(say('Pay 100'), `${say('Pay 100')} 10 20 m 30 40 l S`)).toEqual([[]]);
  });

  test('has unknown words where each glyph stands alone', async () => {
    const scattered = (words: string) => say([...words].join(' '));
    expect(
      await textChanges(scattered('Alice pays one hundred to Bob'), scattered('Alice pays two hundred to Bob')),
    ).toEqual([null]);
  });

  test('has the words of one page of many alone, and a counted number of pages has words at all', async () => {
    const pages = (amount: string) =>
      Array.from({ length: 510 }, (_, n) => ({ content: { stream: say(`This is page ${n} and it costs ${amount}`) } }));
    const report = await reportOf(book({ pages: pages('100') }), book({ pages: pages('900') }));
    const known = report.pages.modified.filter(({ textChanges: words }) => words !== null);
    expect([report.pages.modified.length, known.length]).toEqual([510, 500]);
    expect(known.at(-1)?.textChanges).toEqual([{ before: '100', after: '900' }]);
  });
});

test('pages are found again at other places and with other margins', async () => {
  const stamped = (words: string) => `${words} BT /F1 9 Tf 72 775 Td (Case 1 Page 2 of 9) Tj ET`;
  const say = (words: string) => `BT /F1 12 Tf 72 400 Td (${words}) Tj ET`;
  const page = (stream: string) => ({ content: { stream } });
  const a = book({ pages: [page(say('one')), page(say('two')), page(say('three'))] });
  const b = book({ pages: [page(say('new')), page(say('three')), page(stamped(say('two')))] });
  const { pages } = await reportOf(a, b);
  expect(pages.matches).toEqual([
    { oldPosition: 2, newPosition: 3, match: 'without_margins' },
    { oldPosition: 3, newPosition: 2, match: 'page' },
  ]);
});
