/**
 * Counts the words of a page without their order, which is enough to recognise an edited page. The text is that of the
 * content hash (`text/text-extractor.ts`).
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import type { TextSink } from '#engine/text/text-interpreter.ts';

export type WordCounts = ReadonlyMap<string, number>;

/** The comparison ends at this limit. */
const MAX_CHARACTERS = 200_000;
/** Words shorter than this mean that a program placed single glyphs. Then runs of three glyphs replace words. */
const LEAST_WORD_LENGTH = 2;
const RUN = 3;

export class PageTexts {
  readonly #pdf: PdfDocument;
  readonly #extractor: TextExtractor;
  readonly #words = new Map<number, WordCounts>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#extractor = new TextExtractor(pdf);
  }

  wordsOf(index: number): WordCounts {
    const known = this.#words.get(index);
    const page = this.#pdf.pages[index];
    if (known || !page) return known ?? new Map();
    const text = new BoundedText();
    this.#extractor.read(page, text);
    const words = countWords(text.value);
    this.#words.set(index, words);
    return words;
  }
}

class BoundedText implements TextSink {
  value = '';

  text(piece: string): void {
    if (this.value.length < MAX_CHARACTERS) this.value += piece;
  }

  separate(): void {
    this.text(' ');
  }
}

/** The share of words that two pages have in common, from 0 to 1 (Dice 1945). */
export function similarity(a: WordCounts, b: WordCounts): number {
  const total = sum(a) + sum(b);
  if (total === 0) return 1;
  let shared = 0;
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0);
  return (2 * shared) / total;
}

function sum(counts: WordCounts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

function countWords(text: string): WordCounts {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.join('');
  const scattered = letters.length < words.length * LEAST_WORD_LENGTH && letters.length > RUN;
  const counts = new Map<string, number>();
  for (const unit of scattered ? runsOf(letters) : words) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return counts;
}

function runsOf(letters: string): string[] {
  return Array.from({ length: letters.length - RUN + 1 }, (_, at) => letters.slice(at, at + RUN));
}
