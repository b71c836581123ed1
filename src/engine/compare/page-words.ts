/** The words that a page shows, in their order, and the changes from the words of one page to those of another one. */
import { MAX_TEXT_CHANGES, MAX_TEXT_LENGTH, type WordChange } from '#engine/facts/text-changes.ts';
import { normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type Stream } from '#engine/pdf/syntax/objects.ts';
import { isHidden } from '#engine/signature/fields.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import type { TextSink } from '#engine/text/text-interpreter.ts';
import { align } from './align.ts';

/** The limits hold for all pages that are read of one document. */
export const MAX_PAGES_READ = 500;
const MAX_CHARACTERS = 2_000_000;
const MAX_ANNOTATIONS = 5_000;
/** The limit of the sum over all pages. */
const MAX_EQUAL_PAIRS = 20_000_000;
/** Some programs place single glyphs, so that their words cannot be compared. */
const LEAST_WORD_LENGTH = 2;
const LEAST_LETTERS = 8;

export type Words = readonly string[];

export class PageWords {
  readonly #pdf: PdfDocument;
  readonly #extractor: TextExtractor;
  readonly #sink = new BoundedText();
  #pages = 0;
  #annotations = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#extractor = new TextExtractor(pdf);
  }

  /** Null if a limit is exceeded, or if the program placed single glyphs. */
  of(page: Page): Words | null {
    const appearances = appearancesOn(this.#pdf, page);
    this.#pages += 1;
    this.#annotations += appearances.length;
    if (this.#pages > MAX_PAGES_READ || this.#annotations > MAX_ANNOTATIONS) return null;
    for (const shown of [page, ...appearances.map((stream) => asPage(this.#pdf, page, stream))]) {
      this.#extractor.read(shown, this.#sink);
      this.#sink.separate();
    }
    const words = this.#sink
      .take()
      ?.split(/\s+/u)
      .filter((word) => word !== '');
    return words === undefined || areScattered(words) ? null : words;
  }
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

  /** The text since the last call; null if it is incomplete. */
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

/** ISO 32000-2, 12.5.5: the normal appearances of the visible annotations, including those of form fields. */
function appearancesOn(pdf: PdfDocument, { dict }: Page): Stream[] {
  const annotations = (dict.array('Annots') ?? []).map((item) => pdf.resolve(item));
  return annotations.flatMap((annotation) => {
    if (!(annotation instanceof Dict) || isHidden(annotation)) return [];
    return normalAppearance(annotation) ?? [];
  });
}

/** An appearance has content and resources, so it is read as a page. */
function asPage(pdf: PdfDocument, page: Page, appearance: Stream): Page {
  const dict = pdf.newDict({ Contents: appearance });
  const resources = appearance.dict.dict('Resources');
  if (resources) dict.set('Resources', resources);
  return { ...page, dict };
}

/** Compares the words of pages until the number of equal pairs reaches a limit, because these pairs cost time. */
export class WordComparison {
  #pairsLeft = MAX_EQUAL_PAIRS;

  /** Each run of words in one page that the other page lacks or replaces; null beyond the limit. */
  changes(before: Words, after: Words): WordChange[] | null {
    this.#pairsLeft -= equalPairs(before, after);
    return this.#pairsLeft < 0 ? null : changesBetween(before, after);
  }
}

function equalPairs(before: Words, after: Words): number {
  const counts = new Map<string, number>();
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1);
  return after.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
}

function changesBetween(before: Words, after: Words): WordChange[] {
  const changes: WordChange[] = [];
  let from = { a: 0, b: 0 };
  const anchors = align(before, after).filter(({ anchor }) => anchor);
  for (const to of [...anchors, { a: before.length, b: after.length }]) {
    const change = { before: textOf(before.slice(from.a, to.a)), after: textOf(after.slice(from.b, to.b)) };
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

/** Each change once. Changed numbers come first, because they are the changes that matter most to a reader. */
export function firstChanges<T extends WordChange>(changes: readonly T[]): T[] {
  const unique = new Map(changes.map((change) => [JSON.stringify([change.before, change.after]), change]));
  const all = [...unique.values()];
  const hasNumber = ({ before, after }: T): boolean => /\p{N}/u.test(`${before ?? ''}${after ?? ''}`);
  return [...all.filter(hasNumber), ...all.filter((change) => !hasNumber(change))].slice(0, MAX_TEXT_CHANGES);
}
