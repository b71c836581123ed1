/** Compares the words that pages show now with those that they showed when the document was signed. */
import type { TextChange } from '#engine/facts/text-changes.ts';
import { align } from '#engine/compare/align.ts';
import { MAX_PAGES_READ, firstChanges, PageWords, WordComparison, type Words } from '#engine/compare/page-words.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { flattenPageTree } from '#engine/pdf/read/page-tree.ts';
import type { RevisionHistory } from './revisions.ts';

/** Null if the texts cannot be compared within the limits. */
export function textChangesSince(history: RevisionHistory, index: number): readonly TextChange[] | null {
  try {
    const before = wordsOfPages(history.view(index));
    const after = wordsOfPages(history.view(history.last));
    if (!before || !after) return null;
    return changesOfPages(pagePairs(before, after));
  } catch (error) {
    // A view has its own limits, and exceeding them must not reject the document.
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

/**
 * The words of each page; null if those of one page are unknown. Long documents are left out, since every page is read.
 */
function wordsOfPages(pdf: PdfDocument): Words[] | null {
  pdf.setPages(flattenPageTree(pdf));
  if (pdf.pages.length === 0 || pdf.pages.length > MAX_PAGES_READ) return null;
  const reader = new PageWords(pdf);
  const pages: Words[] = [];
  for (const page of pdf.pages) {
    const words = reader.of(page);
    if (words === null) return null;
    pages.push(words);
  }
  return pages;
}

/** One page before and after; null if only one of them has the page. */
interface PagePair {
  /** Counted from 1, in the newest revision; the earlier number for a removed page. */
  readonly page: number;
  readonly before: Words | null;
  readonly after: Words | null;
}

/** Pages with the same words are the same page. The pages between two such pages are paired in order. */
function pagePairs(before: readonly Words[], after: readonly Words[]): PagePair[] {
  const keyOf = (words: Words): string => words.join(' ');
  const anchors = align(before.map(keyOf), after.map(keyOf)).filter(({ anchor }) => anchor);
  const pairs: PagePair[] = [];
  let from = { a: 0, b: 0 };
  for (const to of [...anchors, { a: before.length, b: after.length }]) {
    for (let step = 0; from.a + step < to.a || from.b + step < to.b; step++) {
      const [a, b] = [from.a + step, from.b + step];
      const isThere = { before: a < to.a, after: b < to.b };
      pairs.push({
        page: (isThere.after ? b : a) + 1,
        before: isThere.before ? (before[a] ?? null) : null,
        after: isThere.after ? (after[b] ?? null) : null,
      });
    }
    from = { a: to.a + 1, b: to.b + 1 };
  }
  return pairs;
}

function changesOfPages(pairs: readonly PagePair[]): TextChange[] | null {
  const comparison = new WordComparison();
  const all: TextChange[] = [];
  for (const { page, before, after } of pairs) {
    const changes = comparison.changes(before ?? [], after ?? []);
    if (changes === null) return null;
    all.push(...changes.map((change) => ({ page, ...change })));
  }
  return firstChanges(all);
}
