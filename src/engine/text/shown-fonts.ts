/**
 * The fonts that pages and forms can show text in: what the second reader loads of them stays as long as the document.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type Stream } from '#engine/pdf/syntax/objects.ts';

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

export class ShownFonts {
  readonly #pdf: PdfDocument;
  readonly #noted = new Set<Dict>();
  readonly #programs = new Set<Stream>();
  /** Fonts whose glyphs are content (ISO 32000-2, 9.6.4), each with the resources that content uses. It may grow. */
  readonly glyphFonts = new Map<Dict, Dict>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  note(resources: Dict): void {
    const fonts = resources.dict('Font');
    if (!fonts || this.#noted.has(fonts)) return;
    this.#noted.add(fonts);
    for (const name of fonts.keys()) {
      const font = fonts.dict(name);
      if (!font) continue;
      if (font.name('Subtype') !== 'Type3') this.#noteProgram(font);
      else if (!this.glyphFonts.has(font)) this.glyphFonts.set(font, font.dict('Resources') ?? resources);
    }
  }

  /** The size of all font programs together, decoded. */
  get programBytes(): number {
    return [...this.#programs].reduce((total, program) => total + this.#pdf.decodedSize(program), 0);
  }

  /** 9.7.6: the program of a composite font belongs to its descendant. */
  #noteProgram(font: Dict): void {
    const descendant = this.#pdf.resolve(font.array('DescendantFonts')?.[0]);
    const descriptor = (descendant instanceof Dict ? descendant : font).dict('FontDescriptor');
    for (const key of PROGRAMS) {
      const program = descriptor?.stream(key);
      if (program) this.#programs.add(program);
    }
  }
}
