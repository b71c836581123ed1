/**
 * How much content a reader has to go through when forms are painted from forms (ISO 32000-2, 8.10): ten levels of ten
 * uses each are 10^10 paintings from a kilobyte; and when pages share it. Counted on the graph beforehand, because the
 * reader itself would only stop when memory does.
 */
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { refuseHeavyContent } from './heavy-content.ts';
import { latin1 } from '#engine/pdf/lexer.ts';
import type { Dict, PdfObject, Stream } from '#engine/pdf/objects.ts';

/** A name and the operator `Do`; found in strings too, which only raises the bound a little. */
// oxlint-disable-next-line no-control-regex
const PAINTED = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g;

/** How often each form is painted by one content stream. */
type Uses = ReadonlyMap<Stream, number>;

interface Visit {
  readonly form: Stream;
  readonly sizeBytes: number;
  readonly uses: Uses;
  readonly unweighed: Stream[];
}

/** What is known of the forms so far. */
interface Weights {
  /** Bytes of content a reader meets in painting the form once. */
  readonly bytes: Map<Stream, number>;
  /** The forms that paint others. */
  readonly painters: Set<Stream>;
}

/** The shortest painting there is, `/F Do `, has this many bytes. */
const SHORTEST_PAINTING_BYTES = 6;
/** Content that cannot paint more than this is not searched for what it paints: in most documents none is. */
const HARMLESS_BYTES = 1024 * 1024;

/** Ends the document when a page, or all together, expand to more content than there may be. */
export function refuseExpansion(pdf: PdfDocument): void {
  const weights: Weights = { bytes: new Map(), painters: new Set() };
  const known = new Map<Dict, ReadonlyMap<string, Stream>>();
  const sizes = new Map<PdfObject, number>();
  let painted = 0;
  for (const page of pdf.pages) {
    const contents = page.dict.get('Contents');
    const resources = page.dict.dict('Resources');
    const forms = (resources && known.get(resources)) ?? weighForms(pdf, resources, weights);
    if (resources) known.set(resources, forms);
    const size = sizes.get(contents) ?? weighContent(pdf, page);
    sizes.set(contents, size);
    const heaviest = heaviestOf(forms, weights);
    const most = (size / SHORTEST_PAINTING_BYTES) * heaviest;
    const inForms = most > HARMLESS_BYTES ? expanded(usesOf(pdf.pageContent(page), forms), weights) : most;
    if (size + inForms > LIMITS.paintedBytesPerPage) exceeded('content painted by forms');
    painted += size + inForms;
    if (painted > pdf.budget.paintable) exceeded('content painted by all pages');
  }
}

/** A page's own content. */
function weighContent(pdf: PdfDocument, page: Page): number {
  const content = pdf.pageContent(page);
  if (content.length > LIMITS.paintedBytesPerPage) exceeded('content of a page');
  refuseHeavyContent(content, pdf.budget);
  return content.length;
}

function weighForms(pdf: PdfDocument, resources: Dict | undefined, weights: Weights): ReadonlyMap<string, Stream> {
  const forms = resources ? formsOf(resources) : new Map<string, Stream>();
  if (resources) for (const form of forms.values()) weigh(pdf, form, resources, weights);
  return forms;
}

function heaviestOf(forms: ReadonlyMap<string, Stream>, { bytes }: Weights): number {
  let heaviest = 0;
  for (const form of forms.values()) heaviest = Math.max(heaviest, bytes.get(form) ?? 0);
  return heaviest;
}

/** Weighs a form and all below it, deepest first; a form inside itself is not painted again. */
function weigh(pdf: PdfDocument, root: Stream, inherited: Dict, weights: Weights): void {
  const { bytes, painters } = weights;
  const path = bytes.has(root) ? [] : [visit(pdf, root, inherited)];
  bytes.set(root, bytes.get(root) ?? 0);
  for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
    const next = current.unweighed.pop();
    if (next === undefined) {
      bytes.set(current.form, current.sizeBytes + expanded(current.uses, weights));
      if (current.uses.size > 0) painters.add(current.form);
      path.pop();
    } else if (!bytes.has(next)) {
      bytes.set(next, 0);
      path.push(visit(pdf, next, inherited));
    }
  }
}

/** Forms without resources of their own use those of the page (7.8.3). */
function visit(pdf: PdfDocument, form: Stream, inherited: Dict): Visit {
  const content = pdf.bytesOf(form) ?? new Uint8Array();
  refuseHeavyContent(content, pdf.budget);
  const forms = formsOf(form.dict.dict('Resources') ?? inherited);
  const uses: Uses = forms.size === 0 ? new Map() : usesOf(content, forms);
  return { form, sizeBytes: content.length, uses, unweighed: [...uses.keys()] };
}

function expanded(uses: Uses, { bytes }: Weights): number {
  let total = 0;
  for (const [form, times] of uses) total += times * (bytes.get(form) ?? 0);
  return total;
}

function usesOf(content: Uint8Array, forms: ReadonlyMap<string, Stream>): Uses {
  const uses = new Map<Stream, number>();
  for (const [, name = ''] of latin1(content, 0, content.length).matchAll(PAINTED)) {
    const form = forms.get(unescapeName(name));
    if (form !== undefined) uses.set(form, (uses.get(form) ?? 0) + 1);
  }
  return uses;
}

function formsOf(resources: Dict): Map<string, Stream> {
  const forms = new Map<string, Stream>();
  const named = resources.dict('XObject');
  for (const name of named?.keys() ?? []) {
    const form = named?.stream(name);
    if (form?.dict.name('Subtype') === 'Form') forms.set(name, form);
  }
  return forms;
}

function unescapeName(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
