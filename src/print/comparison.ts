/**
 * The sheet of a comparison. Names and values are what strangers wrote: they are cut, in quotation marks, and on lines
 * of their own. Lists are cut too: the report has them whole.
 */
import type { Printable } from '#domain/printing.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { ignoredSentence, type PageChanges } from '#domain/compare.ts';
import {
  type Change,
  changeGroups,
  headline,
  pageChangeSentence,
  pageTitle,
  summarySentence,
} from '#domain/verdict/comparison-words.ts';
import type { Fact, Section, Sheet } from './sheet.ts';
import { spelled } from './text-lines.ts';
import { capitalized } from '#domain/sentences/words.ts';
import { spokenCount, spokenSize } from './words.ts';

type Comparison = Extract<Printable, { kind: 'comparison' }>;

const MOST_LISTED = 20;
const MOST_RUNS = 40;
const MOST_IN_NAME = 40;
const MOST_IN_VALUE = 120;
/** Three changes of a page, each with two quotations. */
const MOST_IN_SENTENCE = 500;
const MOST_IN_VERDICT = 900;
/** The size of the longest lists. */
const MOST_PAGES = 20;

type Said = (text: string, most?: number) => string;

export function comparisonSheet(comparison: Comparison, isPlain: boolean): Sheet {
  const { report, service, before, after, normalizeFirst } = comparison;
  const { pages, objects, warnings, ignored } = report;
  const ignoredWords = ignoredSentence(ignored);
  const said: Said = (text, most = MOST_IN_VALUE) => spelled(text, most, isPlain);
  const documents: Fact[] = [
    ['Before, SHA-256', before.sha256, 'mono'],
    ['Before', `${spokenSize(before.sizeBytes)}, ${spokenCount(pages.totalA, 'page')}`],
    ['After, SHA-256', after.sha256, 'mono'],
    ['After', `${spokenSize(after.sizeBytes)}, ${spokenCount(pages.totalB, 'page')}`],
  ];
  const making: Fact[] = [
    ['Normalized first', normalizeFirst ? 'Yes. The two canonical forms were compared.' : 'No: as they are.'],
    ['Specification', PIPELINE_SPEC],
    [
      'Objects in the file',
      `${objects.totalA} before, ${objects.totalB} after. Programs need different numbers of objects to say the same.`,
    ],
    ...(ignoredWords === '' ? [] : [['Ignored', capitalized(ignoredWords.replace('Ignored: ', ''))] satisfies Fact]),
    ...warnings.map(({ message }): Fact => ['To be known', said(message, 2 * MOST_IN_VALUE)]),
  ];
  return {
    title: 'Comparison of two documents',
    from: said(service, MOST_IN_VALUE),
    verdict: said(`${headline(report.summary.severity)}. ${withoutIsolates(summarySentence(report))}`, MOST_IN_VERDICT),
    sections: [
      { heading: 'The documents', facts: documents },
      ...pageSection(pages, said),
      ...changeGroups(report).map(({ title, changes }) => ({ heading: title, facts: changeFacts(changes, said) })),
      { heading: 'How it was made', facts: making },
    ],
    verification: [
      'This page is not signed, and the service does not store the comparison. The same two files always give the same page.',
      '1. sha256sum tells the hashes of two files: compare them with those above.',
      '2. Send both files to the service again, or run: fixpoint diff before.pdf after.pdf',
    ],
    verifyUrl: null,
    mostPages: MOST_PAGES,
  };
}

/** Neighbours are one run. Pages are counted from 1. */
function pageSection({ added, removed, modified, reordered }: PageChanges, said: Said): Section[] {
  const numbers = (pages: readonly { readonly pageNumber: number }[]) =>
    pages.map(({ pageNumber }) => [pageNumber, pageNumber] as const);
  const pairs = (pages: PageChanges['reordered'] | PageChanges['modified']) =>
    pages.map(({ oldPosition, newPosition }) => [oldPosition, newPosition] as const);
  const rows = [
    ['Added', numbers(added), 'Of the document after: '],
    ['Removed', numbers(removed), 'Of the document before: '],
    ['Content changed', pairs(modified), ''],
    ['Moved', pairs(reordered), ''],
  ] as const;
  const facts = rows
    .filter(([, pages]) => pages.length > 0)
    .map(([label, pages, whose]): Fact => [label, `${whose}${runsText(pages)}`]);
  const changes = modified
    .slice(0, MOST_LISTED)
    .map((page): Fact => [pageTitle(page), said(withoutIsolates(pageChangeSentence(page)), MOST_IN_SENTENCE)]);
  return facts.length === 0 ? [] : [{ heading: 'Pages', facts: [...facts, ...changes] }];
}

/** Printed text has no isolates: a page is drawn in the order of its reading, and they would be spelled. */
function withoutIsolates(sentence: string): string {
  return sentence.replaceAll(/[\u2068\u2069]/gu, '');
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** `2, 4–6, 9 (now 12)`. */
function runsText(pages: readonly (readonly [from: number, to: number])[]): string {
  const runs: Run[] = [];
  for (const [from, to] of pages.toSorted(([, a], [, b]) => a - b)) {
    const last = runs.at(-1);
    const follows = last && last.from + last.count === from && last.to + last.count === to;
    if (follows) runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ from, to, count: 1 });
  }
  const shown = runs.slice(0, MOST_RUNS);
  const rest = pages.length - shown.reduce((sum, { count }) => sum + count, 0);
  const words = shown.map(({ from, to, count }) =>
    from === to ? rangeText(to, count) : `${rangeText(from, count)} (now ${rangeText(to, count)})`,
  );
  const more = rest > 0 ? `, and ${spokenCount(rest, 'more page', 'more pages')}, which the report lists` : '';
  return `${words.join(', ')}${more}.`;
}

function rangeText(first: number, count: number): string {
  return count === 1 ? `${first}` : `${first}\u2013${first + count - 1}`;
}

function changeFacts(changes: readonly Change[], said: Said): Fact[] {
  const shown = changes.slice(0, MOST_LISTED).map(({ what, how, before, after }): Fact => {
    const values = [
      ...(before === undefined || before === null ? [] : [`Before: \u201C${said(before)}\u201D`]),
      ...(after === undefined || after === null ? [] : [`After: \u201C${said(after)}\u201D`]),
    ];
    return [said(what, MOST_IN_NAME), [how, ...values].join('\n')];
  });
  const rest = changes.length - shown.length;
  return rest === 0 ? shown : [...shown, ['And more', `${rest} more, which the report lists.`]];
}
