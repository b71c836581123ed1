/**
 * The words that pages show now and did not show when somebody signed them, and the other way round. A reader who knows the
 * changed amount needs no other proof, so amounts come first.
 */
import { MAX_TEXT_CHANGES, MAX_TEXT_LENGTH, type TextChange } from '#domain/verdict/text-changes.ts';
import { align } from '#engine/compare/align.ts';
import { normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { flattenPageTree } from '#engine/pdf/read/page-tree.ts';
import { Dict, type Stream } from '#engine/pdf/syntax/objects.ts';
import { isHidden } from '#engine/signature/fields.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import type { TextSink } from '#engine/text/text-interpreter.ts';
import type { RevisionHistory } from './revisions.ts';

/** Longer documents are not compared: every page of both revisions is read. */
const MAX_PAGES = 500;
const MAX_CHARACTERS = 2_000_000;
const MAX_ANNOTATIONS = 5_000;
/** Some programs place glyphs one by one, so that their words cannot be compared. */
const LEAST_WORD_LENGTH = 2;
const LEAST_LETTERS = 8;

/** Null where the texts cannot be compared within the limits. */
export function textChangesSince(history: RevisionHistory, index: number): readonly TextChange[] | null {
  try {
    const before = wordsOfPages(history.view(index));
    const after = wordsOfPages(history.view(history.last));
    if (!before || !after) return null;
    return listed(pagePairs(before, after).flatMap(changesOfPage));
  } catch (error) {
    // A view has limits of its own, and a document is not refused because of them.
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}

type Words = readonly string[];

/** The words of each page; null where the limits do not allow to read them. */
function wordsOfPages(pdf: PdfDocument): Words[] | null {
  pdf.setPages(flattenPageTree(pdf));
  if (pdf.pages.length === 0 || pdf.pages.length > MAX_PAGES) return null;
  const extractor = new TextExtractor(pdf);
  const sink = new BoundedText();
  let annotations = 0;
  const pages: Words[] = [];
  for (const page of pdf.pages) {
    const appearances = appearancesOn(pdf, page);
    annotations += appearances.length;
    if (annotations > MAX_ANNOTATIONS) return null;
    for (const shown of [page, ...appearances.map((stream) => asPage(pdf, page, stream))]) {
      extractor.read(shown, sink);
      sink.separate();
    }
    const text = sink.take();
    if (text === null) return null;
    const words = text.split(/\s+/u).filter((word) => word !== '');
    if (areScattered(words)) return null;
    pages.push(words);
  }
  return pages;
}

class BoundedText implements TextSink {
  #text = '';
  #characters = 0;

  text(piece: string): void {
    this.#characters += piece.length;
    if (this.#characters <= MAX_CHARACTERS) this.#text += piece;
  }

  separate(): void {
    this.text(' ');
  }

  /** The text since the last call; null where it is not whole. */
  take(): string | null {
    const text = this.#text;
    this.#text = '';
    return this.#characters > MAX_CHARACTERS ? null : text;
  }
}

function areScattered(words: Words): boolean {
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters >= LEAST_LETTERS && letters < words.length * LEAST_WORD_LENGTH;
}

/** ISO 32000-2, 12.5.5: the normal appearances of the annotations that are in sight, those of form fields among them. */
function appearancesOn(pdf: PdfDocument, { dict }: Page): Stream[] {
  const annotations = (dict.array('Annots') ?? []).map((item) => pdf.resolve(item));
  return annotations.flatMap((annotation) => {
    if (!(annotation instanceof Dict) || isHidden(annotation)) return [];
    return normalAppearance(annotation) ?? [];
  });
}

/** An appearance is content with resources, as a page is. */
function asPage(pdf: PdfDocument, page: Page, appearance: Stream): Page {
  const dict = pdf.newDict({ Contents: appearance });
  const resources = appearance.dict.dict('Resources');
  if (resources) dict.set('Resources', resources);
  return { ...page, dict };
}

/** One page before and after; null for a page that is in one of them alone. */
interface PagePair {
  /** From 1: in the newest revision, or where the page was. */
  readonly page: number;
  readonly before: Words | null;
  readonly after: Words | null;
}

/** Pages with the same words are the same page. Between two such pages the others are paired in their order. */
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

function changesOfPage({ page, before, after }: PagePair): TextChange[] {
  const [old, now] = [before ?? [], after ?? []];
  const changes: TextChange[] = [];
  let from = { a: 0, b: 0 };
  const anchors = align(old, now).filter(({ anchor }) => anchor);
  for (const to of [...anchors, { a: old.length, b: now.length }]) {
    const change = { page, before: textOf(old.slice(from.a, to.a)), after: textOf(now.slice(from.b, to.b)) };
    if (change.before !== change.after) changes.push(change);
    from = { a: to.a + 1, b: to.b + 1 };
  }
  return changes;
}

function textOf(words: Words): string | null {
  if (words.length === 0) return null;
  // oxlint-disable-next-line no-control-regex
  const text = words.join(' ').replaceAll(/[\u0000-\u001f\u007f]/gu, ' ');
  if (text.length <= MAX_TEXT_LENGTH) return text.toWellFormed();
  return `${text.slice(0, MAX_TEXT_LENGTH - 1).toWellFormed()}…`;
}

/** Numbers first, each change once. */
function listed(changes: readonly TextChange[]): TextChange[] {
  const unique = new Map(changes.map((change) => [JSON.stringify([change.before, change.after]), change]));
  const all = [...unique.values()];
  const hasNumber = ({ before, after }: TextChange): boolean => /\p{N}/u.test(`${before ?? ''}${after ?? ''}`);
  return [...all.filter(hasNumber), ...all.filter((change) => !hasNumber(change))].slice(0, MAX_TEXT_CHANGES);
}
