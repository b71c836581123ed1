/**
 * The text that pages show, in content order (ISO 32000-2, 9.4 and 9.10), from pages and their form XObjects, in every
 * rendering mode and whether or not it is covered. `docs/content-hash.md` states the whole definition. `scanContent`
 * reads the content, and the interpreter gets only operators and operands. The depth of forms is limited, and all work
 * is counted, so that content that multiplies itself ends the document and not the process.
 */
import { viewOf } from '#platform';
import { type Matrix, readMatrix } from '#engine/content/matrix.ts';
import { scanContent } from '#engine/content/operations.ts';
import { TextFonts } from '#engine/fonts/unicode/text-font.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import type { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { type DrawingObserver, TextInterpreter, type TextSink } from './text-interpreter.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Deeper forms show nothing, as in PDFium. */
const MAX_FORM_DEPTH = 40;
/** Searching this many bytes for text operators without a hit costs as much as reading one byte. */
const SEARCHED_BYTES = 16;
/** The limit of the cache of decoded forms, in bytes. */
const KEPT_FORM_BYTES = 8 * 1024 * 1024;

export class TextExtractor {
  readonly #pdf: PdfDocument;
  readonly #fonts: TextFonts;
  readonly #nothing: Dict;
  /** Forms that never show text need not be read again. */
  readonly #silent = new Set<Stream>();
  readonly #kept = new Map<Stream, Uint8Array>();
  #keptBytes = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#fonts = new TextFonts(pdf);
    this.#nothing = pdf.newDict();
  }

  /**
   * Passes the text of the page to the sink, piece by piece. The observer gets the drawn objects. A form without text
   * is read once.
   */
  read(page: Page, sink: TextSink, observer?: DrawingObserver): void {
    const forms = new FormStack();
    const paint = (form: Stream, resources: Dict): void => this.#paint(form, resources, interpreter, forms);
    const interpreter = new TextInterpreter(this.#pdf, this.#fonts, { sink, paint, observer });
    this.#run(this.#pdf.pageContent(page), page.dict.dict('Resources') ?? this.#nothing, IDENTITY, interpreter);
  }

  #run(content: Uint8Array, resources: Dict, matrix: Matrix, interpreter: TextInterpreter): void {
    const { budget } = this.#pdf;
    const shows = mayShowText(content);
    budget.spend('textContentBytes', shows ? content.length : Math.ceil(content.length / SEARCHED_BYTES));
    if (!shows) return;
    interpreter.within(resources, matrix, () => {
      scanContent(content, budget, ({ operator, operands }) => interpreter.visit(operator, operands));
    });
  }

  #paint(form: Stream, painter: Dict, interpreter: TextInterpreter, forms: FormStack): void {
    if (form.dict.name('Subtype') !== 'Form' || this.#silent.has(form)) return;
    if (forms.isPainting(form) || forms.depth === MAX_FORM_DEPTH) {
      forms.noteCut();
      return;
    }
    const content = this.#contentOf(form);
    if (!mayShowText(content)) {
      this.#silent.add(form);
      return;
    }
    this.#pdf.budget.spend('textForms');
    const own = form.dict.dict('Resources');
    const shownBefore = interpreter.shownBytes;
    forms.enter(form);
    const matrix = readMatrix(this.#pdf, form.dict.array('Matrix'));
    this.#run(content, own ?? painter, matrix, interpreter);
    const wasWhole = forms.leave();
    if (own && wasWhole && interpreter.shownBytes === shownBefore) this.#silent.add(form);
  }

  #contentOf(form: Stream): Uint8Array {
    const known = this.#kept.get(form);
    if (known) return known;
    const content = this.#pdf.bytesOf(form) ?? new Uint8Array();
    this.#keptBytes += content.length;
    if (this.#keptBytes > KEPT_FORM_BYTES) {
      this.#kept.clear();
      this.#keptBytes = content.length;
    }
    this.#kept.set(form, content);
    return content;
  }
}

/** The current forms, outermost first. */
class FormStack {
  readonly #forms: { readonly form: Stream; wasCut: boolean }[] = [];

  get depth(): number {
    return this.#forms.length;
  }

  isPainting(form: Stream): boolean {
    return this.#forms.some((entry) => entry.form === form);
  }

  enter(form: Stream): void {
    this.#forms.push({ form, wasCut: false });
  }

  /** Notes that the result of the current forms depends on the forms around them. */
  noteCut(): void {
    const innermost = this.#forms.at(-1);
    if (innermost) innermost.wasCut = true;
  }

  /** Returns whether the form was painted completely. */
  leave(): boolean {
    const left = this.#forms.pop();
    if (left?.wasCut === true) this.noteCut();
    return left?.wasCut !== true;
  }
}

/** Whether the content can have an operator that shows text, paints an object or enters a layer. */
function mayShowText(content: Uint8Array): boolean {
  const view = viewOf(content);
  return ['Tj', 'TJ', 'Do', "'", '"', '/OC'].some((operator) => view.includes(operator, 0, 'latin1'));
}
