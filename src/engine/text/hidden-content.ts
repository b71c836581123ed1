/**
 * Finds invisible content that stays in a document: text that is not painted, layers that are off, text and images
 * outside of the page. It is part of the document, so the canonical form keeps it, and the report counts it with its
 * pages. Text in the colour of paper and covered text cannot be found from content alone, so they are not searched.
 */
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import { type Box, isEmptyBox, type Matrix, readBox, transformBox } from '#engine/content/matrix.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import type { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { Layers } from './layers.ts';
import type { DrawingObserver, GlyphRun } from './text-interpreter.ts';

const UNIT_SQUARE: Box = { left: 0, bottom: 0, right: 1, top: 1 };
/** Rendering modes that neither fill nor stroke (table 104). */
const UNPAINTED_MODES: ReadonlySet<number> = new Set([3, 7]);

/** One kind of hidden content: its amount and its pages, from 0 and ascending. */
class Finding {
  count = 0;
  readonly pages: number[] = [];

  add(count: number, page: number): void {
    this.count += count;
    if (this.pages.at(-1) !== page) this.pages.push(page);
  }
}

export class HiddenContent implements DrawingObserver {
  readonly #pdf: PdfDocument;
  readonly #layers: Layers;
  readonly #hiddenLayers = new Set<Dict>();
  readonly #unpainted = new Finding();
  readonly #inLayers = new Finding();
  readonly #textBeyond = new Finding();
  readonly #imagesBeyond = new Finding();
  #page = 0;
  #edges: Box | undefined;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#layers = new Layers(pdf);
  }

  /** The objects after this call are drawn on this page. */
  enter({ dict, index }: Page): void {
    this.#page = index;
    const box = readBox(this.#pdf, dict.array('CropBox') ?? dict.array('MediaBox'));
    this.#edges = box && !isEmptyBox(box) ? box : undefined;
  }

  glyphs({ count, state, box }: GlyphRun): void {
    if (UNPAINTED_MODES.has(state.renderingMode)) this.#unpainted.add(count, this.#page);
    if (this.#isBeyond(box)) this.#textBeyond.add(count, this.#page);
  }

  image(_image: Stream, toPage: Matrix): void {
    if (this.#isBeyond(transformBox(toPage, UNIT_SQUARE))) this.#imagesBeyond.add(1, this.#page);
  }

  layer(membership: Dict): void {
    if (!this.#layers.isHidden(membership)) return;
    this.#hiddenLayers.add(membership);
    this.#inLayers.add(1, this.#page);
  }

  warnings(): StageWarning[] {
    return [...this.#textWarning(), ...this.#layerWarning(), ...this.#beyondWarning()];
  }

  #isBeyond({ left, bottom, right, top }: Box): boolean {
    const edges = this.#edges;
    if (!edges) return false;
    return right < edges.left || left > edges.right || top < edges.bottom || bottom > edges.top;
  }

  #textWarning(): StageWarning[] {
    const { count, pages } = this.#unpainted;
    return count === 0 ? [] : [warning('HIDDEN_TEXT', { count }, { pages })];
  }

  #layerWarning(): StageWarning[] {
    const { pages } = this.#inLayers;
    return pages.length === 0 ? [] : [warning('HIDDEN_LAYER', { count: this.#hiddenLayers.size }, { pages })];
  }

  #beyondWarning(): StageWarning[] {
    const [text, images] = [this.#textBeyond, this.#imagesBeyond];
    if (text.count + images.count === 0) return [];
    const pages = [...new Set([...text.pages, ...images.pages])].toSorted((a, b) => a - b);
    return [warning('OFF_PAGE_CONTENT', { characterCount: text.count, imageCount: images.count }, { pages })];
  }
}
