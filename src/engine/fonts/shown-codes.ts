/**
 * Finds the codes that a document shows in its simple fonts (ISO 32000-2, 9.4.3). It reads the strings of every content
 * stream that pages, forms, patterns, soft masks, Type 3 glyphs and appearances can reach. The result may contain too
 * many codes but never too few. Text before the first font selection counts for every font, since a form inherits the
 * font of its caller.
 */
import { type Operation, scanContent } from '#engine/content/operations.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { isSimple } from './font-dict.ts';

const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const MAX_SAVED_FONTS = 512;

export type ShownCodes = (font: Dict) => ReadonlySet<number>;

export function findShownCodes(pdf: PdfDocument): ShownCodes {
  const reader = new Reader(pdf);
  for (const page of pdf.pages) {
    const resources = page.dict.dict('Resources');
    reader.read({ bytes: pdf.pageContent(page), resources });
    for (const annotation of dicts(pdf, page.dict.array('Annots'))) {
      for (const form of appearances(annotation.dict('AP'))) reader.follow(form, resources);
    }
  }
  return (font) => reader.codesOf(font);
}

interface Content {
  readonly bytes: Uint8Array;
  readonly resources: Dict | undefined;
}

class Reader {
  readonly #pdf: PdfDocument;
  readonly #codes = new Map<Dict, Set<number>>();
  readonly #unset = new Set<number>();
  /**
   * The streams that were read, by their resources. A stream without resources uses those of the content that draws it.
   */
  readonly #followed = new Map<Stream, Set<Dict | undefined>>();
  readonly #searched = new Set<Dict>();
  readonly #waiting: Content[] = [];

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  codesOf(font: Dict): ReadonlySet<number> {
    return (this.#codes.get(font) ?? new Set<number>()).union(this.#unset);
  }

  /** Reads content and all content below its resources. */
  read(content: Content): void {
    this.#waiting.push(content);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#search(next.resources);
      this.#scan(next);
    }
  }

  follow(stream: Stream, inherited: Dict | undefined): void {
    this.#enqueue(stream, inherited);
    const next = this.#waiting.pop();
    if (next !== undefined) this.read(next);
  }

  #enqueue(stream: Stream, inherited: Dict | undefined): void {
    const resources = stream.dict.dict('Resources') ?? inherited;
    const known = this.#followed.get(stream) ?? new Set();
    if (known.has(resources)) return;
    this.#followed.set(stream, known.add(resources));
    const bytes = this.#pdf.bytesOf(stream);
    if (bytes !== undefined) this.#waiting.push({ bytes, resources });
  }

  /** Reads forms, tiling patterns, soft masks and the glyphs of Type 3 fonts. Each set of resources is read once. */
  #search(resources: Dict | undefined): void {
    if (resources === undefined || this.#searched.has(resources)) return;
    this.#searched.add(resources);
    for (const form of streams(resources.dict('XObject'))) {
      if (form.dict.name('Subtype') !== 'Image') this.#enqueue(form, resources);
    }
    for (const pattern of streams(resources.dict('Pattern'))) this.#enqueue(pattern, resources);
    for (const state of entries(resources.dict('ExtGState'))) {
      const group = state instanceof Dict ? state.dict('SMask')?.stream('G') : undefined;
      if (group !== undefined) this.#enqueue(group, resources);
    }
    for (const font of entries(resources.dict('Font'))) {
      if (!(font instanceof Dict) || font.name('Subtype') !== 'Type3') continue;
      for (const glyph of streams(font.dict('CharProcs'))) this.#enqueue(glyph, font.dict('Resources') ?? resources);
    }
  }

  #scan({ bytes, resources }: Content): void {
    let codes = this.#unset;
    const saved: Set<number>[] = [];
    scanContent(bytes, this.#pdf.budget, (operation) => {
      const { operator, operands } = operation;
      if (operator === 'q' && saved.length < MAX_SAVED_FONTS) saved.push(codes);
      else if (operator === 'Q') codes = saved.pop() ?? this.#unset;
      else if (operator === 'Tf') codes = this.#codesIn(named(resources?.dict('Font'), operands.at(-2)));
      else if (operator === 'gs') {
        const font = named(resources?.dict('ExtGState'), operands[0])?.array('Font');
        if (font !== undefined) codes = this.#codesIn(this.#pdf.resolve(font[0]));
      } else if (SHOWING.has(operator)) for (const code of shownBytes(operation)) codes.add(code);
    });
  }

  #codesIn(font: PdfObject | undefined): Set<number> {
    if (!(font instanceof Dict)) return this.#unset;
    const known = this.#codes.get(font) ?? new Set<number>();
    // Text in a font with longer codes has no effect on simple fonts.
    if (isSimple(font)) this.#codes.set(font, known);
    return known;
  }
}

function* shownBytes({ operands }: Operation): Iterable<number> {
  const last = operands.at(-1);
  for (const item of Array.isArray(last) ? last : [last]) if (item instanceof PdfString) yield* item.bytes;
}

function named(category: Dict | undefined, name: PdfObject | undefined): Dict | undefined {
  return name instanceof Name ? category?.dict(name.value) : undefined;
}

function appearances(dict: Dict | undefined): Stream[] {
  return entries(dict).flatMap((entry) => {
    if (entry instanceof Stream) return [entry];
    return entry instanceof Dict ? streams(entry) : [];
  });
}

function streams(dict: Dict | undefined): Stream[] {
  return entries(dict).filter((entry) => entry instanceof Stream);
}

function entries(dict: Dict | undefined): PdfObject[] {
  return dict?.keys().map((key) => dict.get(key)) ?? [];
}

function dicts(pdf: PdfDocument, items: readonly PdfObject[] | undefined): Dict[] {
  return (items ?? []).map((item) => pdf.resolve(item)).filter((item) => item instanceof Dict);
}
