/**
 * Makes the missing appearance of a field (ISO 32000-2, 12.7.4.3): text and choice fields from their value, buttons
 * from their state and caption, all with the background and border of the widget.
 */
import { ContentBuilder } from '#engine/content/builder.ts';
import type { Box } from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { fromNumber, Name, type PdfObject, PdfString, type Stream } from '#engine/pdf/syntax/objects.ts';
import { type DefaultAppearance, parseDefaultAppearance, setColors } from './default-appearance.ts';
import { type Field, FIELD_FLAGS, flagsOf, type Form, inherited, textOf } from './field.ts';
import { displayedText, hasOptions, listChoice } from './field-value.ts';
import { clustersOf, type FontChoice, setText, widthOf } from './text/set-text.ts';
import { TextWriter } from './text/text-writer.ts';
import type { FontCabinet, TextFont } from './text-font.ts';
import { cleanValue, LINE_HEIGHT, multilineSize, singleLineSize, wrap } from './text-layout.ts';
import {
  borderInset,
  drawFrame,
  drawRoundFrame,
  frameMatrix,
  frameOf,
  setFill,
  setStroke,
  type WidgetFrame,
} from './widget-frame.ts';

const PASSWORD_CHARACTER = '•';
/** The colour behind selected rows of a list. */
const SELECTION = [0.6, 0.756863, 0.854902];
const DEFAULT_LIST_SIZE = 12;
/** Half the height of the marks of ZapfDingbats, such as the check mark, circle and cross, in ems. */
const MARK_MIDDLE = 0.347;
/** The part of the box that a tick and a circle fill, about as in PDFium and poppler. */
const SMALL_MARKS: ReadonlySet<string> = new Set(['4', 'l']);
const SMALL_MARK_SIZE = 2 / 3;
const MAX_COMB_CELLS = 1000;
/** The cost of setting a character, relative to reading an operator. In a cell a character is a line of its own. */
const OPERATORS_PER_CHARACTER = 16;
const OPERATORS_PER_CELL = 64;

export class AppearanceGenerator {
  readonly #form: Form;
  readonly #pdf: PdfDocument;
  readonly #cabinet: FontCabinet;
  /** The characters that no font has, by the name of their field. */
  readonly missing = new Map<string, readonly string[]>();

  constructor(form: Form, cabinet: FontCabinet) {
    this.#form = form;
    this.#pdf = form.pdf;
    this.#cabinet = cabinet;
  }

  textField(field: Field, rect: Box): Stream {
    const sheet = this.#sheet(field, rect);
    const flags = flagsOf(field);
    const text = displayedText(this.#pdf, field);
    this.#pdf.budget.spend('operators', text.length * OPERATORS_PER_CHARACTER);
    const cells = inherited(field.chain, 'MaxLen');
    const plain = (flags & (FIELD_FLAGS.multiline | FIELD_FLAGS.password | FIELD_FLAGS.fileSelect)) === 0;
    const comb =
      (flags & FIELD_FLAGS.comb) !== 0 && plain && typeof cells === 'number' && cells > 0 && cells <= MAX_COMB_CELLS;
    if (comb) this.#pdf.budget.spend('operators', cells * OPERATORS_PER_CELL);
    if (comb) sheet.drawCombLines(cells);
    if (text !== '') {
      if (comb) sheet.drawComb(text, cells);
      else if (flags & FIELD_FLAGS.multiline) sheet.drawParagraphs(text);
      else sheet.drawLine(flags & FIELD_FLAGS.password ? PASSWORD_CHARACTER.repeat([...text].length) : text);
    }
    return this.#finish(sheet, field);
  }

  choiceField(field: Field, rect: Box): Stream {
    const sheet = this.#sheet(field, rect);
    const combo = (flagsOf(field) & FIELD_FLAGS.combo) !== 0;
    if (combo || !hasOptions(field)) {
      const text = displayedText(this.#pdf, field);
      this.#pdf.budget.spend('operators', text.length * OPERATORS_PER_CHARACTER);
      if (text !== '') sheet.drawLine(text);
    } else sheet.drawList(listChoice(this.#pdf, field));
    return this.#finish(sheet, field);
  }

  pushButton(field: Field, rect: Box): Stream {
    const caption = textOf(this.#pdf, field.widget.dict('MK')?.get('CA')) ?? '';
    const sheet = this.#sheet(field, rect, 1);
    if (caption !== '') sheet.drawLine(cleanValue(caption, false));
    return this.#finish(sheet, field);
  }

  /** A check box or radio button: with its mark if it is on, else only with its frame. */
  mark(field: Field, rect: Box, on: boolean): Stream {
    const radio = (flagsOf(field) & FIELD_FLAGS.radio) !== 0;
    const caption = textOf(this.#pdf, field.widget.dict('MK')?.get('CA'));
    const mark = caption !== undefined && caption !== '' ? [...caption].slice(0, 1).join('') : radio ? 'l' : '4';
    const sheet = this.#sheet(field, rect, 1, radio && mark === 'l');
    if (on) sheet.drawMark(mark, this.#cabinet.standard('ZapfDingbats'));
    return this.#finish(sheet, field);
  }

  /** Whether the available fonts have all characters of the value. */
  canWrite(field: Field): boolean {
    const text = displayedText(this.#pdf, field);
    this.#pdf.budget.spend('operators', text.length * OPERATORS_PER_CHARACTER);
    return setText(text, this.#fontsOf(field, this.#styleOf(field))).missing.length === 0;
  }

  #sheet(field: Field, rect: Box, alignment?: number, round = false): Sheet {
    const style = this.#styleOf(field);
    const quadding = this.#form.attribute(field, 'Q');
    const fonts = this.#fontsOf(field, style);
    const frame = frameOf(this.#pdf, field.widget, rect);
    return new Sheet(frame, style, fonts, alignment ?? (typeof quadding === 'number' ? quadding : 0), round);
  }

  #styleOf(field: Field): DefaultAppearance {
    const said = this.#form.attribute(field, 'DA');
    return parseDefaultAppearance(said instanceof PdfString ? said.bytes : new Uint8Array(), this.#pdf.budget);
  }

  #fontsOf(field: Field, { font }: DefaultAppearance): FontChoice {
    const resources = [...field.chain.map((node) => node.dict('DR')), this.#form.dict.dict('DR')];
    return this.#cabinet.choose(
      font,
      resources.map((dict) => dict?.dict('Font')),
    );
  }

  #finish(sheet: Sheet, field: Field): Stream {
    if (sheet.missing.length > 0) this.missing.set(field.name, sheet.missing);
    const { width, height } = sheet.frame;
    return this.#pdf.newStream(sheet.content.bytes(), {
      Type: new Name('XObject'),
      Subtype: new Name('Form'),
      BBox: [0, 0, fromNumber(width), fromNumber(height)],
      Matrix: frameMatrix(sheet.frame).map(fromNumber),
      Resources: this.#pdf.newDict({ Font: this.#pdf.newDict(sheet.fontResources()) }),
    });
  }
}

/** One unfinished appearance. The frame is drawn first, then the text inside. */
class Sheet {
  readonly frame: WidgetFrame;
  readonly content = new ContentBuilder();
  readonly missing: string[] = [];
  readonly #style: DefaultAppearance;
  readonly #fonts: FontChoice;
  readonly #alignment: number;
  readonly #used = new Map<PdfObject, Name>();
  /** The distance from the edge to the text. */
  readonly #padding: number;

  constructor(frame: WidgetFrame, style: DefaultAppearance, fonts: FontChoice, alignment: number, round: boolean) {
    this.frame = frame;
    this.#style = style;
    this.#fonts = fonts;
    this.#alignment = alignment;
    this.#padding = Math.min(Math.max(1, borderInset(frame)) * 2, Math.min(frame.width, frame.height) / 4);
    if (round) drawRoundFrame(this.content, frame);
    else drawFrame(this.content, frame);
  }

  fontResources(): Record<string, PdfObject> {
    return Object.fromEntries([...this.#used].map(([resource, name]) => [name.value, resource]));
  }

  drawLine(text: string): void {
    const { height } = this.frame;
    const room = { width: this.#room, height: height - 2 * borderInset(this.frame) };
    const size = this.#style.size || singleLineSize(text, this.#fonts, room);
    this.#inside(() => this.#set(text, size, this.#aligned(text, size), this.#middle(size)));
  }

  drawParagraphs(text: string): void {
    const { height } = this.frame;
    const room = { width: this.#room, height: height - 2 * this.#padding };
    const size = this.#style.size || multilineSize(text, this.#fonts, room);
    const first = height - this.#padding - (this.#ascent * size) / 1000;
    this.#inside(() => {
      for (const [index, line] of wrap(text, this.#fonts, size, room.width).entries()) {
        const y = first - index * LINE_HEIGHT * size;
        if (y + size < 0) break; // the line is completely below the field
        this.#set(line.trimEnd(), size, this.#aligned(line.trimEnd(), size), y);
      }
    });
  }

  /** Draws each character in the middle of its cell (table 231, Comb). */
  drawComb(text: string, cells: number): void {
    const characters = clustersOf(text).slice(0, cells);
    const cell = this.frame.width / cells;
    const free = cells - characters.length;
    const skip = this.#alignment === 2 ? free : this.#alignment === 1 ? Math.floor(free / 2) : 0;
    const room = { width: cell, height: this.frame.height - 2 * borderInset(this.frame) };
    const widest = characters.toSorted((a, b) => widthOf(b, this.#fonts) - widthOf(a, this.#fonts))[0] ?? '';
    const size = this.#style.size || singleLineSize(widest, this.#fonts, room);
    this.#inside(() => {
      for (const [index, character] of characters.entries()) {
        const x = (index + skip + 0.5) * cell - (widthOf(character, this.#fonts) * size) / 2000;
        this.#set(character, size, x, this.#middle(size));
      }
    });
  }

  drawCombLines(cells: number): void {
    const { width, height, borderWidth, borderColor, borderStyle } = this.frame;
    if (borderWidth === 0 || borderColor.length === 0 || (borderStyle !== 'S' && borderStyle !== 'D')) return;
    this.content.add('q').add('w', borderWidth);
    setStroke(this.content, borderColor);
    for (let cell = 1; cell < cells; cell++) {
      this.content.add('m', (cell * width) / cells, 0).add('l', (cell * width) / cells, height);
    }
    this.content.add('S').add('Q');
  }

  drawList({
    options,
    selected,
    top,
  }: {
    options: readonly string[];
    selected: ReadonlySet<number>;
    top: number;
  }): void {
    const inset = borderInset(this.frame);
    const size = this.#style.size || DEFAULT_LIST_SIZE;
    const row = size * LINE_HEIGHT;
    this.#inside(() => {
      for (let index = top; index < options.length; index++) {
        const y = this.frame.height - inset - (index - top + 1) * row;
        if (y + row <= inset) break;
        if (selected.has(index)) {
          setFill(this.content.add('q'), SELECTION);
          this.content
            .add('re', inset, y, this.frame.width - 2 * inset, row)
            .add('f')
            .add('Q');
        }
        const text = options[index] ?? '';
        this.#set(text, size, this.#aligned(text, size), y + (row - (this.#capHeight * size) / 1000) / 2);
      }
    });
  }

  /**
   * The marks are codes of ZapfDingbats and not characters (table 192, CA). The box defines their size, whatever size
   * the default appearance names, as in PDFium and MuPDF.
   */
  drawMark(mark: string, font: TextFont): void {
    const { width, height } = this.frame;
    const code = mark.charCodeAt(0) & 0xff;
    const advance = font.advanceOf(code) ?? 800;
    const room = Math.max(1, Math.min(width, height) - 2 * borderInset(this.frame));
    const size = SMALL_MARKS.has(mark) ? room * SMALL_MARK_SIZE : room;
    const x = (width - (advance * size) / 1000) / 2;
    this.#inside(() => {
      this.content.add('BT');
      setColors(this.content, this.#style);
      this.content.add('Tf', this.#nameOf(font.resource), size).add('Td', x, height / 2 - MARK_MIDDLE * size);
      this.content.add('Tj', Uint8Array.of(code)).add('ET');
    });
  }

  get #room(): number {
    return Math.max(1, this.frame.width - 2 * this.#padding);
  }

  get #ascent(): number {
    return this.#fonts.fonts[0]?.ascent ?? 0;
  }

  get #capHeight(): number {
    return this.#fonts.fonts[0]?.capHeight ?? 0;
  }

  /** The base line that puts capitals into the vertical middle. */
  #middle(size: number): number {
    return (this.frame.height - (this.#capHeight * size) / 1000) / 2;
  }

  #aligned(text: string, size: number): number {
    const free = this.frame.width - 2 * this.#padding - (widthOf(text, this.#fonts) * size) / 1000;
    if (this.#alignment === 1) return this.#padding + free / 2;
    return this.#padding + (this.#alignment === 2 ? free : 0);
  }

  /** Marks the drawing as variable content and clips it to the inside of the border (12.7.4.3). */
  #inside(draw: () => void): void {
    const inset = Math.min(borderInset(this.frame), Math.min(this.frame.width, this.frame.height) / 2);
    const { width, height } = this.frame;
    this.content.add('BMC', new Name('Tx')).add('q');
    this.content
      .add('re', inset, inset, width - 2 * inset, height - 2 * inset)
      .add('W')
      .add('n');
    draw();
    this.content.add('Q').add('EMC');
  }

  #set(text: string, size: number, x: number, y: number): void {
    const { runs, missing } = setText(text, this.#fonts);
    for (const character of missing) this.missing.push(character);
    if (runs.length === 0) return;
    this.content.add('BT');
    setColors(this.content, this.#style);
    this.content.add('Td', x, y);
    const writer = new TextWriter(this.content, size, (resource) => this.#nameOf(resource));
    for (const run of runs) {
      if ('font' in run) {
        writer.add(run.font.resource, run.bytes, { x: run.x, y: 0 }, run.width);
        continue;
      }
      const { glyph, x: dx, y: dy } = run.glyph;
      const { resource, code } = run.face.place(glyph, run.glyph.text);
      writer.add(resource, [code], { x: run.x + dx, y: dy }, run.face.face.advance(glyph));
    }
    writer.finish();
    this.content.add('ET');
  }

  #nameOf(resource: PdfObject): Name {
    const name = this.#used.get(resource) ?? new Name(`F${this.#used.size + 1}`);
    this.#used.set(resource, name);
    return name;
  }
}
