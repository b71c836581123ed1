/**
 * How much content a reader has to go through, and to keep, when forms are painted from forms (ISO 32000-2, 8.10): ten
 * levels of ten uses each are 10^10 paintings from a kilobyte, a form that paints itself twice is worse, and pages may
 * share it all. Counted on the graph beforehand, because the reader itself would only stop when memory does.
 */
import { viewOf } from '#engine/pdf/syntax/byte-search.ts';
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { latin1, unescapeName } from '#engine/pdf/syntax/lexer.ts';
import { type Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import { KEPT_PER_BYTE, KEPT_PER_FORM, keptBytes, refuseHeavyContent } from './heavy-content.ts';
import { refuseLargePage } from './page-size.ts';
import { ShownFonts } from './shown-fonts.ts';

/** A name and the operator `Do`; found in strings too, which only raises the bound a little. */
// oxlint-disable-next-line no-control-regex
const PAINTED = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g;

/** PDFium paints forms inside forms this deep, be they the same. */
const MAX_LEVELS = 40;

/** One content stream: its size, and how often it paints what it calls by which name. */
interface Content {
  readonly sizeBytes: number;
  /** What its filters put out together: readers decode it anew each time. */
  readonly workBytes: number;
  readonly paints: ReadonlyMap<string, number>;
  readonly load: () => Uint8Array;
}

/** A form as painted with certain resources, or a page, or a glyph. */
interface Node {
  readonly content: Content;
  /** What is painted, and how often; filled when it is first asked for. */
  children?: readonly (readonly [Node, number])[];
  readonly resources: Dict;
}

/** What one content stream costs by itself, and each use of a form besides. */
interface Measure {
  readonly content: (content: Content) => number;
  readonly formBytes: number;
  readonly limit: number;
}

/** Ends the document when a page is too large, or one or all together expand to more content than there may be. */
export function refuseExpansion(pdf: PdfDocument): void {
  const expansion = new Expansion(pdf);
  let painted = 0;
  for (const page of pdf.pages) {
    refuseLargePage(pdf, page);
    painted += expansion.read(page);
    if (painted > pdf.budget.paintable) exceeded('content painted by all pages');
  }
  expansion.refuseFonts();
}

class Expansion {
  readonly #pdf: PdfDocument;
  readonly #contents = new Map<PdfObject, Content>();
  /** Nodes of forms that find all they paint in resources of their own. */
  readonly #independent = new Map<Stream, Node>();
  readonly #weights = new Map<Measure, Map<Node, number>>();
  readonly #kept = new Map<Content, number>();
  readonly fonts: ShownFonts;
  readonly #nothing: Dict;

  /** How many bytes are gone through. */
  readonly #size: Measure = {
    content: ({ workBytes }) => workBytes,
    formBytes: 0,
    limit: LIMITS.paintedBytesPerPage,
  };
  /** What is kept in memory at most, told without reading operators: that is enough for nearly all content. */
  readonly #keptAtMost: Measure = {
    content: ({ sizeBytes }) => sizeBytes * KEPT_PER_BYTE,
    formBytes: KEPT_PER_FORM,
    limit: LIMITS.keptBytesPerPage,
  };
  readonly #keptExactly: Measure = { ...this.#keptAtMost, content: (content) => this.#keptBy(content) };

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.fonts = new ShownFonts(pdf);
    this.#nothing = pdf.newDict();
  }

  /** How many bytes of content painting the page takes; ends the document when they, or what is kept, are too many. */
  read(page: Page): number {
    const resources = page.dict.dict('Resources') ?? this.#nothing;
    const contents = page.dict.get('Contents');
    const content = this.#contentOf(contents, () => this.#pdf.pageContent(page));
    if (content.workBytes > LIMITS.paintedBytesPerPage) exceeded('content of a page');
    const node = { content, resources };
    const context = new Context(this, resources);
    this.fonts.note(resources);
    const bytes = this.#weightOf(node, context, this.#size);
    if (bytes > LIMITS.paintedBytesPerPage) exceeded('content painted by forms');
    this.#refuseMemory([[node, context]]);
    return bytes;
  }

  /** A font is read once for the whole document, with the glyphs that are content. */
  refuseFonts(): void {
    if (this.fonts.programBytes > LIMITS.fontProgramBytes) exceeded('font programs');
    const glyphs: [Node, Context][] = [];
    // The list grows while it is walked: glyphs may show text in other fonts.
    for (const [font, resources] of this.fonts.glyphFonts) {
      this.fonts.note(resources);
      const context = new Context(this, resources);
      for (const glyph of font.dict('CharProcs')?.keys() ?? []) {
        const stream = font.dict('CharProcs')?.stream(glyph);
        if (stream) glyphs.push([{ content: this.contentOf(stream), resources }, context]);
      }
    }
    this.#refuseMemory(glyphs);
  }

  #refuseMemory(nodes: readonly (readonly [Node, Context])[]): void {
    const sum = (measure: Measure): number =>
      nodes.reduce((total, [node, context]) => total + this.#weightOf(node, context, measure), 0);
    if (sum(this.#keptAtMost) <= LIMITS.keptBytesPerPage) return;
    if (sum(this.#keptExactly) > LIMITS.keptBytesPerPage) exceeded('what is painted at once');
  }

  #keptBy(content: Content): number {
    const kept = this.#kept.get(content) ?? keptBytes(content.load(), this.#pdf.budget);
    this.#kept.set(content, kept);
    return kept;
  }

  #weightOf(root: Node, context: Context, measure: Measure): number {
    let total = measure.content(root.content);
    if (root.content.paints.size === 0) return total;
    const weights = this.#weights.get(measure) ?? new Map<Node, number>();
    this.#weights.set(measure, weights);
    for (const [node, times] of context.childrenOf(root)) {
      const weight = weights.get(node) ?? weigh(node, context, measure);
      weights.set(node, weight);
      total += times * (weight + measure.formBytes);
    }
    return total;
  }

  /** The form's node when it is the same on every page. */
  independent(form: Stream, own: Dict): Node {
    const known = this.#independent.get(form);
    if (known) return known;
    const node = { content: this.contentOf(form), resources: own };
    this.fonts.note(own);
    this.#independent.set(form, node);
    return node;
  }

  contentOf(stream: Stream): Content {
    return this.#contentOf(stream, () => this.#pdf.bytesOf(stream) ?? new Uint8Array());
  }

  #contentOf(key: PdfObject, load: () => Uint8Array): Content {
    const known = this.#contents.get(key);
    if (known) return known;
    this.#pdf.budget.spend('treeNodes');
    const bytes = load();
    refuseHeavyContent(bytes, this.#pdf.budget);
    const content = { sizeBytes: bytes.length, workBytes: this.#workOf(key), paints: paintsOf(bytes), load };
    this.#contents.set(key, content);
    return content;
  }

  /** A stream that a page lists again is decoded again. */
  #workOf(contents: PdfObject): number {
    let work = 0;
    for (const item of Array.isArray(contents) ? contents : [contents]) {
      const stream = this.#pdf.resolve(item);
      if (stream instanceof Stream) work += this.#pdf.decodingWork(stream) + 1;
    }
    return work;
  }
}

/** What painting a form takes: level by level from below, until nothing changes or no more levels are painted. */
function weigh(root: Node, context: Context, measure: Measure): number {
  const nodes = context.below(root);
  let known = new Map<Node, number>();
  for (let level = 0; level < MAX_LEVELS; level++) {
    const next = new Map<Node, number>();
    for (const node of nodes) next.set(node, weightAbove(node, context, measure, known));
    const settled = nodes.every((node) => next.get(node) === known.get(node));
    known = next;
    if (settled) break;
  }
  return known.get(root) ?? 0;
}

/** The weight is bounded, since a level may multiply by millions. */
function weightAbove(node: Node, context: Context, measure: Measure, known: ReadonlyMap<Node, number>): number {
  let weight = measure.content(node.content);
  for (const [child, times] of context.childrenOf(node))
    weight += times * ((known.get(child) ?? 0) + measure.formBytes);
  return Math.min(weight, measure.limit + 1);
}

/** A page's resources, which serve its forms where they have none of their own (7.8.3). */
class Context {
  readonly #expansion: Expansion;
  readonly #pageResources: Dict;
  readonly #nodes = new Map<Stream, Map<Dict, Node>>();

  constructor(expansion: Expansion, pageResources: Dict) {
    this.#expansion = expansion;
    this.#pageResources = pageResources;
  }

  childrenOf(node: Node): readonly (readonly [Node, number])[] {
    if (node.children) return node.children;
    const named = node.resources.dict('XObject') ?? this.#pageResources.dict('XObject');
    const children: (readonly [Node, number])[] = [];
    for (const [name, times] of node.content.paints) {
      const form = named?.stream(name);
      if (form?.dict.name('Subtype') === 'Form') children.push([this.#nodeOf(form, node.resources), times]);
    }
    node.children = children;
    return children;
  }

  /** The node and all that it paints, as deep as anything is painted. */
  below(root: Node): Node[] {
    const found = new Set([root]);
    let level: Node[] = [root];
    for (let depth = 1; depth < MAX_LEVELS && level.length > 0; depth++) {
      const next: Node[] = [];
      for (const node of level) {
        for (const [child] of this.childrenOf(node)) {
          if (found.has(child)) continue;
          found.add(child);
          next.push(child);
        }
      }
      level = next;
    }
    return [...found];
  }

  /** PDFium takes the resources of the painting form before those of the page. */
  #nodeOf(form: Stream, painter: Dict): Node {
    const own = form.dict.dict('Resources');
    if (own?.dict('XObject')) return this.#expansion.independent(form, own);
    const resources = own ?? painter;
    const known = this.#nodes.get(form)?.get(resources);
    if (known) return known;
    const node = { content: this.#expansion.contentOf(form), resources };
    this.#expansion.fonts.note(resources);
    const ofForm = this.#nodes.get(form) ?? new Map<Dict, Node>();
    this.#nodes.set(form, ofForm.set(resources, node));
    return node;
  }
}

function paintsOf(content: Uint8Array): ReadonlyMap<string, number> {
  const paints = new Map<string, number>();
  const view = viewOf(content);
  if (!view.includes('Do', 0, 'latin1')) return paints;
  for (const [, written = ''] of latin1(content, 0, content.length).matchAll(PAINTED)) {
    const name = unescapeName(written);
    paints.set(name, (paints.get(name) ?? 0) + 1);
  }
  return paints;
}
