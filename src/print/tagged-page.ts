/**
 * One page that is written from top to bottom, with its structure tree: whatever is drawn is an element in reading
 * order, or an artifact. Colours are calibrated gray, so that PDF/A asks for no output intent.
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

/** A4, in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
export const MARGIN = 56;
export const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const LEADING = 1.32;

export class TaggedPage {
  readonly #doc: PDFDocument;
  readonly #page: PDFPage;
  readonly #fonts: Readonly<Record<Face, PDFFont>>;
  readonly #fontNames: Readonly<Record<Face, PDFName>>;
  /** The element of each piece of marked content, by its number. */
  readonly #owners: PDFRef[] = [];
  readonly #properties: PDFDict;
  readonly #root: PDFRef;
  readonly #document: PDFRef;
  #top = HEIGHT - MARGIN;

  private constructor(doc: PDFDocument, fonts: Readonly<Record<Face, PDFFont>>) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#page = doc.addPage([WIDTH, HEIGHT]);
    this.#fontNames = {
      regular: this.#page.node.newFontDictionary('R', fonts.regular.ref),
      bold: this.#page.node.newFontDictionary('B', fonts.bold.ref),
      mono: this.#page.node.newFontDictionary('M', fonts.mono.ref),
    };
    const { context } = doc;
    this.#root = context.nextRef();
    this.#document = context.register(context.obj({ Type: 'StructElem', S: 'Document', P: this.#root, K: [] }));
    const gray = context.obj(['CalGray', { WhitePoint: [0.9505, 1, 1.089], Gamma: 2.2 }]);
    const { Resources } = this.#page.node.normalizedEntries();
    Resources.set(PDFName.of('ColorSpace'), context.obj({ Gray: gray }));
    this.#properties = context.obj({});
    Resources.set(PDFName.of('Properties'), this.#properties);
    this.#draw(Operator.NonStrokingColorspace, PDFName.of('Gray'));
    this.#draw(Operator.NonStrokingColor, '0');
  }

  static async create(): Promise<TaggedPage> {
    const doc = await PDFDocument.create({ updateMetadata: false });
    const [regular, bold, mono] = await Promise.all(
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((name) => doc.embedFont(name)),
    );
    if (!regular || !bold || !mono) throw new Error('A standard font is missing.');
    return new TaggedPage(doc, { regular, bold, mono });
  }

  /** Where the next line begins, from the bottom of the page. */
  get top(): number {
    return this.#top;
  }

  set top(value: number) {
    this.#top = value;
  }

  space(points: number): void {
    this.#top -= points;
  }

  write(leaf: Leaf): void {
    this.#text(this.#element(leaf.tag, this.#document), leaf);
  }

  /** Items with a label and its value, side by side. */
  facts(items: readonly { readonly label: Omit<Leaf, 'tag'>; readonly value: Omit<Leaf, 'tag'> }[], gap: number): void {
    const list = this.#element('L', this.#document);
    for (const { label, value } of items) {
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
    if (this.#top < MARGIN / 2) throw new Error('It is longer than one page.');
    const { context, catalog } = this.#doc;
    const parentTree = context.obj({ Nums: [0, this.#owners] });
    context.assign(
      this.#root,
      context.obj({
        Type: 'StructTreeRoot',
        K: this.#document,
        ParentTree: context.register(parentTree),
        ParentTreeNextKey: 1,
      }),
    );
    this.#page.node.set(PDFName.of('StructParents'), context.obj(0));
    this.#page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    const metadata = context.stream(new TextEncoder().encode(xmp), { Type: 'Metadata', Subtype: 'XML' });
    catalog.set(PDFName.of('Metadata'), context.register(metadata));
    catalog.set(PDFName.of('StructTreeRoot'), this.#root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }));
    this.#doc.setLanguage(language);
    this.#doc.setTitle(title);
    return this.#doc.save({ useObjectStreams: false, addDefaultPage: false });
  }

  #element(tag: string, parent: PDFRef, more: Record<string, PDFHexString | PDFDict> = {}): PDFRef {
    const { context } = this.#doc;
    const ref = context.register(
      context.obj({ Type: 'StructElem', S: tag, P: parent, Pg: this.#page.ref, K: [], ...more }),
    );
    this.#kids(parent).push(ref);
    return ref;
  }

  #kids(element: PDFRef): PDFArray {
    return this.#doc.context.lookup(element, PDFDict).lookup(PDFName.of('K'), PDFArray);
  }

  #text(element: PDFRef, { tag, text, style }: Omit<Leaf, 'tag'> & { readonly tag?: string }): void {
    const font = this.#fonts[style.face];
    const height = style.size * LEADING;
    this.#mark(tag ?? 'Span', element, () => {
      for (const line of linesOf(text, (part) => font.widthOfTextAtSize(part, style.size), style.width)) {
        this.#draw(Operator.BeginText);
        this.#draw(Operator.SetFontAndSize, this.#fontNames[style.face], style.size);
        this.#draw(Operator.SetTextMatrix, 1, 0, 0, 1, style.x, this.#top - style.size);
        this.#draw(Operator.ShowText, font.encodeText(line));
        this.#draw(Operator.EndText);
        this.#top -= height;
      }
    });
  }

  /** Whatever lies between belongs to the element; to none, it is an artifact. */
  #mark(tag: string, element: PDFRef | null, draw: () => void): void {
    const { context } = this.#doc;
    if (element === null) this.#draw(Operator.BeginMarkedContent, PDFName.of(tag));
    else {
      const id = this.#owners.push(element) - 1;
      this.#kids(element).push(context.obj(id));
      const name = PDFName.of(`MC${id}`);
      this.#properties.set(name, context.obj({ MCID: id }));
      this.#draw(Operator.BeginMarkedContentSequence, PDFName.of(tag), name);
    }
    draw();
    this.#draw(Operator.EndMarkedContent);
  }

  #draw(operator: Operator, ...operands: readonly (Operand | number)[]): void {
    const { context } = this.#doc;
    const args = operands.map((operand) => (typeof operand === 'number' ? context.obj(rounded(operand)) : operand));
    this.#page.pushOperators(PDFOperator.of(operator, args));
  }
}

function rounded(points: number): number {
  return Math.round(points * 1000) / 1000;
}

/** Breaks at spaces, and a word that is longer than a line wherever the line ends. */
function linesOf(text: string, widthOf: (part: string) => number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    // The space stays, for whoever reads the words and not the lines.
    if (line !== '') lines.push(`${line} `);
    line = word;
    while (widthOf(line) > width) {
      let end = line.length - 1;
      while (end > 1 && widthOf(line.slice(0, end)) > width) end -= 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}
