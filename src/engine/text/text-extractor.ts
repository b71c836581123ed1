/**
 * The text that pages show, in the order in which their content shows it (ISO 32000-2, 9.4 and 9.10): pages and the form
 * XObjects they paint, with every rendering mode and whether or not anything covers it. `docs/content-hash.md` states
 * the whole definition.
 *
 * Content is read by `scanContent`; the interpreter knows operators and operands alone. Forms within forms are entered to
 * a fixed depth, and all work is counted, so that what multiplies ends the document and not the process.
 */
import { viewOf } from '#platform';
import { type Matrix, readMatrix } from '#engine/content/matrix.ts';
import { scanContent } from '#engine/content/operations.ts';
import { TextFonts } from '#engine/fonts/unicode/text-font.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import type { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { type DrawingObserver, TextInterpreter, type TextSink } from './text-interpreter.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Deeper forms show nothing; PDFium stops here too. */
const MAX_FORM_DEPTH = 40;
/** So many bytes are searched for operators of text, and not found, as fast as one is read. */
const SEARCHED_BYTES = 16;
/** Decoded forms that are kept for their next use, in bytes. */
const KEPT_FORM_BYTES = 8 * 1024 * 1024;

export class TextExtractor {
  readonly #pdf: PdfDocument;
  readonly #fonts: TextFonts;
  readonly #nothing: Dict;
  /** Forms that show no text whoever paints them: they need not be read again. */
  readonly #silent = new Set<Stream>();
  readonly #kept = new Map<Stream, Uint8Array>();
  #keptBytes = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#fonts = new TextFonts(pdf);
    this.#nothing = pdf.newDict();
  }

  /**
   * Gives the page's text to the sink, piece by piece. The observer is told of what is drawn; a form without text is
   * looked into once.
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

/** The forms being painted, the outermost first. */
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

  /** Notes that what is being painted depends on what it is painted by. */
  noteCut(): void {
    const innermost = this.#forms.at(-1);
    if (innermost) innermost.wasCut = true;
  }

  /** Answers whether the form was painted whole. */
  leave(): boolean {
    const left = this.#forms.pop();
    if (left?.wasCut === true) this.noteCut();
    return left?.wasCut !== true;
  }
}

/** Whether an operator that shows text, paints an object or enters a layer can be in the content. */
function mayShowText(content: Uint8Array): boolean {
  const view = viewOf(content);
  return ['Tj', 'TJ', 'Do', "'", '"', '/OC'].some((operator) => view.includes(operator, 0, 'latin1'));
}
