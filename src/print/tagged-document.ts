/**
 * Pages that are written from top to bottom, with their structure tree: whatever is drawn is an element in reading
 * order, or an artifact. Everything is black, which the output intent says of what gray.
 */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames as Operator,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from 'pdf-lib';
import { GRAY_PROFILE_NAME, grayProfile } from './gray-profile.ts';
import { type Measure, textLines, type TextLine } from './text-lines.ts';

type Operand = NonNullable<Parameters<typeof PDFOperator.of>[1]>[number];

export type Face = 'regular' | 'bold' | 'mono';

export interface Style {
  readonly face: Face;
  readonly size: number;
  /** From the left edge of the page. */
  readonly x: number;
  readonly width: number;
}

export interface Leaf {
  readonly tag: string;
  readonly text: string;
  readonly style: Style;
}

/** A page, and the element of each piece of its marked content by its number. */
interface Page {
  readonly page: PDFPage;
  readonly owners: PDFRef[];
}

/** A4, in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
export const MARGIN = 56;
export const TEXT_WIDTH = WIDTH - 2 * MARGIN;
/** Nothing but the number of the page is below. */
const BOTTOM = MARGIN / 2;
const NUMBER_SIZE = 8;
const LEADING = 1.32;
/** By how much the engine sets the value of a field further in than the field. */
const FIELD_PADDING = 2;
const FONT_NAMES: Readonly<Record<Face, string>> = { regular: 'R', bold: 'B', mono: 'M' };
/** Annotation flags (ISO 32000-2, table 167). */
const PRINTED = 4;

export class TaggedDocument {
  readonly #doc: PDFDocument;
  readonly #fonts: Readonly<Record<Face, PDFFont>>;
  readonly #measures: Readonly<Record<Face, Measure>>;
  readonly #pages: Page[] = [];
  readonly #root: PDFRef;
  readonly #document: PDFRef;
  /** Fields, each with its element. */
  readonly #fields: { readonly field: PDFRef; readonly owner: PDFRef }[] = [];
  #top = 0;

  private constructor(doc: PDFDocument, fonts: Readonly<Record<Face, PDFFont>>) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#measures = {
      regular: measureOf(fonts.regular),
      bold: measureOf(fonts.bold),
      mono: measureOf(fonts.mono),
    };
    const { context } = doc;
    this.#root = context.nextRef();
    this.#document = context.register(context.obj({ Type: 'StructElem', S: 'Document', P: this.#root, K: [] }));
    this.#newPage();
  }

  static async create(): Promise<TaggedDocument> {
    const doc = await PDFDocument.create({ updateMetadata: false });
    const [regular, bold, mono] = await Promise.all(
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((name) => doc.embedFont(name)),
    );
    if (!regular || !bold || !mono) throw new Error('A standard font is missing.');
    return new TaggedDocument(doc, { regular, bold, mono });
  }

  /** Where the next line begins, from the bottom of the page. */
  get top(): number {
    return this.#top;
  }

  set top(value: number) {
    this.#top = value;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  space(points: number): void {
    this.#top -= points;
  }

  /** Goes on to a new page unless there is so much room on this one. */
  need(points: number): void {
    if (this.#top - points < BOTTOM) this.#newPage();
  }

  heightOf({ text, style }: Omit<Leaf, 'tag'>): number {
    return this.#linesOf(text, style).length * style.size * LEADING;
  }

  write(leaf: Leaf): void {
    this.need(this.heightOf(leaf));
    this.#text(this.#element(leaf.tag, this.#document), leaf);
  }

  /** Items with a label and its value, side by side; none is torn apart between two pages. */
  facts(items: readonly { readonly label: Omit<Leaf, 'tag'>; readonly value: Omit<Leaf, 'tag'> }[], gap: number): void {
    const list = this.#element('L', this.#document);
    for (const { label, value } of items) {
      this.need(Math.max(this.heightOf(label), this.heightOf(value)));
      const item = this.#element('LI', list);
      const top = this.#top;
      this.#text(this.#element('Lbl', item), label);
      const labelEnd = this.#top;
      this.#top = top;
      this.#text(this.#element('LBody', item), value);
      this.#top = Math.min(labelEnd, this.#top) - gap;
    }
  }

  rule(): void {
    this.#mark('Artifact', null, () => {
      this.#draw(Operator.AppendRectangle, MARGIN, this.#top, TEXT_WIDTH, 0.6);
      this.#draw(Operator.FillNonZero);
    });
  }

  /** Squares of a figure, row by row; `x` and `y` are its lower left corner. */
  figure(rows: readonly (readonly boolean[])[], alt: string, x: number, y: number, side: number): void {
    const { context } = this.#doc;
    const box = [x, y, x + side, y + side];
    const figure = this.#element('Figure', this.#document, {
      Alt: PDFHexString.fromText(alt),
      A: context.obj({ O: 'Layout', Placement: 'Block', BBox: box }),
    });
    const step = side / rows.length;
    this.#mark('Figure', figure, () => {
      rows.forEach((row, down) => {
        row.forEach((dark, across) => {
          if (dark) this.#draw(Operator.AppendRectangle, x + across * step, y + side - (down + 1) * step, step, step);
        });
      });
      this.#draw(Operator.FillNonZero);
    });
  }

  async save({ title, language, xmp }: { title: string; language: string; xmp: string }): Promise<Uint8Array> {
    const { context, catalog } = this.#doc;
    if (this.#pages.length > 1) this.#numberPages();
    const parents = this.#pages.map(({ page, owners }, key) => {
      page.node.set(PDFName.of('StructParents'), context.obj(key));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
      return [key, owners];
    });
    const fieldParents = this.#fields.map(({ field, owner }, index) => {
      const key = this.#pages.length + index;
      context.lookup(field, PDFDict).set(PDFName.of('StructParent'), context.obj(key));
      return [key, owner];
    });
    const tree = {
      Type: 'StructTreeRoot',
      K: this.#document,
      ParentTree: context.register(context.obj({ Nums: [...parents, ...fieldParents].flat() })),
      ParentTreeNextKey: this.#pages.length + this.#fields.length,
    };
    context.assign(this.#root, context.obj(tree));
    if (this.#fields.length > 0) catalog.set(PDFName.of('AcroForm'), this.#form());
    const metadata = context.stream(new TextEncoder().encode(xmp), { Type: 'Metadata', Subtype: 'XML' });
    catalog.set(PDFName.of('Metadata'), context.register(metadata));
    catalog.set(PDFName.of('OutputIntents'), context.obj([this.#outputIntent()]));
    catalog.set(PDFName.of('StructTreeRoot'), this.#root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }));
    this.#doc.setLanguage(language);
    this.#doc.setTitle(title);
    return this.#doc.save({ useObjectStreams: false, addDefaultPage: false });
  }

  get #page(): Page {
    const page = this.#pages.at(-1);
    if (!page) throw new Error('There is no page.');
    return page;
  }

  #newPage(): void {
    const page = this.#doc.addPage([WIDTH, HEIGHT]);
    const { Resources } = page.node.normalizedEntries();
    Resources.set(PDFName.of('Font'), this.#fontResources());
    this.#pages.push({ page, owners: [] });
    this.#top = HEIGHT - MARGIN;
  }

  #fontResources(): PDFDict {
    const { regular, bold, mono } = this.#fonts;
    const { regular: R, bold: B, mono: M } = FONT_NAMES;
    return this.#doc.context.obj({ [R]: regular.ref, [B]: bold.ref, [M]: mono.ref });
  }

  #form(): PDFDict {
    const { context } = this.#doc;
    return context.obj({ Fields: this.#fields.map(({ field }) => field), DR: { Font: this.#fontResources() } });
  }

  #outputIntent(): PDFDict {
    const { context } = this.#doc;
    const name = PDFHexString.fromText(GRAY_PROFILE_NAME);
    const profile = context.register(context.stream(grayProfile(), { N: 1 }));
    const intent = { Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile };
    return context.obj({ ...intent, OutputConditionIdentifier: name, Info: name });
  }

  #numberPages(): void {
    const all = this.#pages.splice(0);
    for (const [index, page] of all.entries()) {
      this.#pages.push(page);
      const text = this.#fonts.regular.encodeText(`${index + 1} / ${all.length}`);
      this.#mark('Artifact', null, () => this.#show(text, 'regular', NUMBER_SIZE, WIDTH / 2 - NUMBER_SIZE, BOTTOM / 2));
    }
  }

  #element(tag: string, parent: PDFRef, more: Record<string, PDFHexString | PDFDict> = {}): PDFRef {
    const { context } = this.#doc;
    const ref = context.register(context.obj({ Type: 'StructElem', S: tag, P: parent, K: [], ...more }));
    this.#kids(parent).push(ref);
    return ref;
  }

  #kids(element: PDFRef): PDFArray {
    return this.#doc.context.lookup(element, PDFDict).lookup(PDFName.of('K'), PDFArray);
  }

  #linesOf(text: string, { face, size, width }: Style): TextLine[] {
    return textLines(text, this.#measures[face], width / size);
  }

  /** Lines that the font has all letters of are one piece of marked content; each of the others is a field. */
  #text(element: PDFRef, { tag = 'Span', text, style }: Omit<Leaf, 'tag'> & { readonly tag?: string }): void {
    const font = this.#fonts[style.face];
    const height = style.size * LEADING;
    for (const lines of runsOf(this.#linesOf(text, style))) {
      const draw = () => {
        for (const line of lines) {
          this.#show(font.encodeText(line.text), style.face, style.size, style.x, this.#top - style.size);
          this.#top -= height;
        }
      };
      if (lines.every(({ isForeign }) => !isForeign)) this.#mark(tag, element, draw);
      else for (const line of lines) this.#field(element, line.text, style, height);
    }
  }

  #show(text: PDFHexString, face: Face, size: number, x: number, y: number): void {
    this.#draw(Operator.BeginText);
    this.#draw(Operator.SetFontAndSize, PDFName.of(FONT_NAMES[face]), size);
    this.#draw(Operator.SetTextMatrix, 1, 0, 0, 1, x, y);
    this.#draw(Operator.ShowText, text);
    this.#draw(Operator.EndText);
  }

  /** The engine makes content of it as of any form's, in fonts that have the letters, joined and in their direction. */
  #field(owner: PDFRef, text: string, { face, size, x }: Style, height: number): void {
    const { context } = this.#doc;
    const { page } = this.#page;
    const rect = [x - FIELD_PADDING, this.#top - height, WIDTH - MARGIN / 2, this.#top].map(rounded);
    const field = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Tx',
        T: PDFHexString.fromText(String(this.#fields.length)),
        V: PDFHexString.fromText(text),
        DA: PDFHexString.fromText(`/${FONT_NAMES[face]} ${size} Tf`),
        F: PRINTED,
        P: page.ref,
        Rect: rect,
      }),
    );
    page.node.addAnnot(field);
    // Content has the letters in the visual order, from the left. A screen reader uses the order of the text.
    const span = this.#element('Span', owner, { ActualText: PDFHexString.fromText(text) });
    this.#kids(span).push(context.obj({ Type: 'OBJR', Obj: field, Pg: page.ref }));
    this.#fields.push({ field, owner: span });
    this.#top -= height;
  }

  /** Whatever lies between belongs to the element; to none, it is an artifact. */
  #mark(tag: string, element: PDFRef | null, draw: () => void): void {
    const { context } = this.#doc;
    if (element === null) this.#draw(Operator.BeginMarkedContent, PDFName.of(tag));
    else {
      const { page, owners } = this.#page;
      const id = owners.push(element) - 1;
      this.#kids(element).push(context.obj({ Type: 'MCR', Pg: page.ref, MCID: id }));
      // Written out: poppler's text of a structure tree is without what is named by resources.
      this.#draw(Operator.BeginMarkedContentSequence, PDFName.of(tag), `<</MCID ${id}>>`);
    }
    draw();
    this.#draw(Operator.EndMarkedContent);
  }

  #draw(operator: Operator, ...operands: readonly (Operand | number)[]): void {
    const { context } = this.#doc;
    const args = operands.map((operand) => (typeof operand === 'number' ? context.obj(rounded(operand)) : operand));
    this.#page.page.pushOperators(PDFOperator.of(operator, args));
  }
}

/** In ems. */
function measureOf(font: PDFFont): Measure {
  const known = new Set(font.getCharacterSet());
  return {
    has: (character) => known.has(character.codePointAt(0) ?? 0),
    widthOf: (text) => font.widthOfTextAtSize(text, 1),
  };
}

/** Neighbours of one kind. */
function runsOf(lines: readonly TextLine[]): TextLine[][] {
  const runs: TextLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0]?.isForeign === line.isForeign) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

function rounded(points: number): number {
  return Math.round(points * 1000) / 1000;
}
