/** Counts the marks of an existing appearance and reads its text, to decide whether it still fits its field. */
import { type Operation, scanContent } from '#engine/content/operations.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeShown, type FontCodes } from './font-codes.ts';
import type { FontCabinet } from './text-font.ts';

export interface AppearanceContent {
  /** The shown text in content order; undefined if a part of it cannot be read. */
  readonly text: string | undefined;
  readonly showsText: boolean;
  /** The number of painted paths. */
  readonly paths: number;
  /** The number of images, shadings and forms that draw something. */
  readonly pictures: number;
}

const PAINTING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const MAX_FORM_DEPTH = 12;

export function contentOf(
  pdf: PdfDocument,
  cabinet: FontCabinet,
  appearance: Stream,
  dr: Dict | undefined,
): AppearanceContent {
  const reader = new Reader(pdf, cabinet, dr);
  reader.read(appearance, 0);
  return reader;
}

export function drawsNothing({ showsText, paths, pictures }: AppearanceContent): boolean {
  return !showsText && paths === 0 && pictures === 0;
}

class Reader implements AppearanceContent {
  text: string | undefined = '';
  showsText = false;
  paths = 0;
  pictures = 0;
  readonly #pdf: PdfDocument;
  readonly #cabinet: FontCabinet;
  readonly #defaults: Dict | undefined;
  readonly #seen = new Set<Stream>();

  constructor(pdf: PdfDocument, cabinet: FontCabinet, defaults: Dict | undefined) {
    this.#pdf = pdf;
    this.#cabinet = cabinet;
    this.#defaults = defaults;
  }

  /** Reads each form once and to a limited depth, which is enough to find the marks. */
  read(form: Stream, depth: number): void {
    if (this.#seen.has(form) || depth > MAX_FORM_DEPTH) return;
    this.#seen.add(form);
    const resources = form.dict.dict('Resources');
    let font: FontCodes | undefined;
    scanContent(this.#pdf.bytesOf(form) ?? new Uint8Array(), this.#pdf.budget, (operation) => {
      const { operator, operands } = operation;
      if (operator === 'Tf') font = this.#font(resources, operands[0]);
      else if (SHOWING.has(operator)) this.#show(operation, font);
      else if (operator === 'Do') this.#draw(resources, operands[0], depth);
      else if (operator === 'BI' || operator === 'sh') this.pictures++;
      else if (PAINTING.has(operator)) this.paths++;
    });
  }

  #font(resources: Dict | undefined, name: unknown): FontCodes | undefined {
    if (!(name instanceof Name)) return undefined;
    const font = resources?.dict('Font')?.dict(name.value) ?? this.#defaults?.dict('Font')?.dict(name.value);
    return font && this.#cabinet.codesOf(font);
  }

  #show({ operands }: Operation, font: FontCodes | undefined): void {
    const last = operands.at(-1);
    const strings = (Array.isArray(last) ? last : [last]).filter((item) => item instanceof PdfString);
    for (const { bytes } of strings) {
      if (bytes.length === 0) continue;
      this.showsText = true;
      const decoded = font && decodeShown(font, bytes);
      this.text = decoded === undefined || this.text === undefined ? undefined : this.text + decoded;
    }
  }

  #draw(resources: Dict | undefined, name: unknown, depth: number): void {
    const object = name instanceof Name ? resources?.dict('XObject')?.get(name.value) : undefined;
    if (!(object instanceof Stream)) return;
    if (object.dict.name('Subtype') === 'Form') this.read(object, depth + 1);
    else this.pictures++;
  }
}
