/** The words for changed words, and the sentence about a document that was changed after it was signed. */
import type { PageRange } from '#domain/findings/finding.ts';
import { MAX_TEXT_CHANGES, type WordChange } from '#domain/verdict/text-changes.ts';
import { names, signedWith, type VerdictFacts } from './signers.ts';
import { counted, listed, quoted } from './words.ts';

const MAX_CHANGES_IN_SENTENCE = 3;
const MAX_RANGES_IN_SENTENCE = 5;

/** `Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.` */
export function changedSentence(verdict: VerdictFacts): string {
  const { pages, changes } = verdict;
  const signers = names(signedWith(verdict, 'MODIFIED_AFTER_SIGNING'));
  const isPlural = pages.length > 1 || (pages[0] && pages[0].last > pages[0].first);
  const subject = `${pageWords(pages)} ${isPlural ? 'were' : 'was'} changed after ${signers} signed ${isPlural ? 'them' : 'it'}`;
  return changes === null || changes.length === 0 ? `${subject}.` : `${subject}: ${changeWords(changes)}.`;
}

function pageWords(pages: readonly PageRange[]): string {
  const ranges = pages.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  if (ranges.length === 0) return 'This document';
  const [one] = pages;
  const isOne = pages.length === 1 && one?.first === one?.last;
  return `${isOne ? 'Page' : 'Pages'} ${listed(ranges, MAX_RANGES_IN_SENTENCE)}`;
}

/** `“4,800” became “48,000” and 2 more changes`. */
export function changeWords(changes: readonly WordChange[]): string {
  const shown = changes.slice(0, MAX_CHANGES_IN_SENTENCE).map(changeOf);
  const more = changes.length - shown.length;
  // A full list may have been cut.
  const rest = changes.length === MAX_TEXT_CHANGES ? ['more changes'] : [counted(more, 'more change')];
  return listed([...shown, ...(more > 0 ? rest : [])], MAX_CHANGES_IN_SENTENCE + 1);
}

function changeOf({ before, after }: WordChange): string {
  if (before === null) return `${quoted(after ?? '')} was added`;
  return after === null ? `${quoted(before)} was removed` : `${quoted(before)} became ${quoted(after)}`;
}
