/**
 * The words a page shows, counted, in no order: enough to tell an edited page from another one. Text is read by the
 * fonts' own encodings; codes without a known meaning stand for themselves, which is as good for comparing.
 */
import { scanContent, type Operation } from '#engine/content/operations.ts';
import { type FontCodes, decodeShown } from '#engine/forms/font-codes.ts';
import { FontCabinet } from '#engine/forms/text-font.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { type Dict, Name, type PdfObject, PdfString, type Stream, toNumber } from '#engine/pdf/syntax/objects.ts';

export type WordCounts = ReadonlyMap<string, number>;

const MAX_FORM_DEPTH = 8;
const MAX_CHARACTERS = 200_000;
/** A gap in a row of glyphs, in thousandths of an em, that separates words. */
const WORD_GAP = 200;
/** Below this length glyphs are placed one by one, and runs of three stand in for words. */
const LEAST_WORD_LENGTH = 2;
const RUN = 3;

/** The operators that go to another place before they show something (ISO 32000-2, 9.4.2 and 9.4.3). */
const PLACING: ReadonlySet<string> = new Set(['BT', 'Td', 'TD', 'Tm', 'T*', "'", '"']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

export class PageTexts {
  readonly #pdf: PdfDocument;
  readonly #cabinet: FontCabinet;
  readonly #words = new Map<number, WordCounts>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#cabinet = new FontCabinet(pdf);
  }

  wordsOf(index: number): WordCounts {
    const known = this.#words.get(index);
    const page = this.#pdf.pages[index];
    if (known || !page) return known ?? new Map();
    const reader = new TextReader(this.#pdf, this.#cabinet);
    reader.read(this.#pdf.pageContent(page), page.dict.dict('Resources'), 0);
    const words = countWords(reader.text);
    this.#words.set(index, words);
    return words;
  }
}

/** How many of the words of both pages they share, from 0 to 1 (Dice 1945). */
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

class TextReader {
  text = '';
  readonly #pdf: PdfDocument;
  readonly #cabinet: FontCabinet;
  readonly #forms = new Set<Stream>();

  constructor(pdf: PdfDocument, cabinet: FontCabinet) {
    this.#pdf = pdf;
    this.#cabinet = cabinet;
  }

  /** Forms within forms are read to a counted depth, each once a page. */
  read(content: Uint8Array, resources: Dict | undefined, depth: number): void {
    let font: FontCodes | undefined;
    scanContent(content, this.#pdf.budget, (operation) => {
      const { operator, operands } = operation;
      if (this.text.length > MAX_CHARACTERS) return;
      if (PLACING.has(operator)) this.text += ' ';
      if (operator === 'Tf') font = this.#fontNamed(operands[0], resources);
      else if (SHOWING.has(operator)) this.#show(operation, font);
      else if (operator === 'Do') this.#enter(operands[0], resources, depth);
    });
  }

  #fontNamed(name: PdfObject | undefined, resources: Dict | undefined): FontCodes | undefined {
    const font = name instanceof Name ? resources?.dict('Font')?.dict(name.value) : undefined;
    return font && this.#cabinet.codesOf(font);
  }

  #show({ operands }: Operation, font: FontCodes | undefined): void {
    const shown = operands.at(-1);
    for (const item of Array.isArray(shown) ? shown : [shown]) {
      if (item instanceof PdfString) this.text += (font && decodeShown(font, item.bytes)) ?? latin1(item.bytes);
      else if (Math.abs(toNumber(item) ?? 0) > WORD_GAP) this.text += ' ';
    }
  }

  #enter(name: PdfObject | undefined, resources: Dict | undefined, depth: number): void {
    const form = name instanceof Name ? resources?.dict('XObject')?.stream(name.value) : undefined;
    if (form?.dict.name('Subtype') !== 'Form' || depth === MAX_FORM_DEPTH || this.#forms.has(form)) return;
    this.#forms.add(form);
    this.text += ' ';
    this.read(this.#pdf.bytesOf(form) ?? new Uint8Array(), form.dict.dict('Resources') ?? resources, depth + 1);
  }
}
