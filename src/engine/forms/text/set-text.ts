/**
 * Sets a line of text: the font, the order and the position of each character. Fonts of the document and standard faces
 * come first, character by character. Characters that they lack, or that must be joined, are shaped in one of our own
 * faces.
 */
import type { WrittenFont } from '#engine/fonts/written/written-font.ts';
import type { ShapedGlyph } from '#engine/fonts/opentype.ts';
import { directionRuns, mirrored } from './directions.ts';
import type { Glyph, TextFont } from '#engine/forms/text-font.ts';

/** The fonts for a text, the preferred ones first. */
export interface FontChoice {
  /** The first font defines the measures of the line. */
  readonly fonts: readonly TextFont[];
  /** Our own faces, which can write all their characters. */
  readonly faces: readonly WrittenFont[];
  /** Symbol and ZapfDingbats, for signs that no other font has. */
  readonly pictorial: readonly TextFont[];
  /** The widths of texts that were already set, because line breaking tries several lengths. */
  readonly widths: Map<string, number>;
}

/** Adjacent characters of one font, or glyphs of one face, with their distances from the start of the line. */
export type Run =
  | { readonly font: TextFont; readonly bytes: Uint8Array; readonly x: number; readonly width: number }
  | { readonly face: WrittenFont; readonly glyph: ShapedGlyph; readonly x: number };

/** Positions and widths are in thousandths of an em. */
export interface SetText {
  readonly runs: readonly Run[];
  readonly width: number;
  /** The characters that no font has. They are left out. */
  readonly missing: readonly string[];
}

/** The letters of these scripts change with their neighbours, and the codes of an existing font do not show how. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/u;
/** A character with the marks and joiners that follow it. */
const CLUSTER = /[^\p{M}\p{Join_Control}][\p{M}\p{Join_Control}]*|[^]/gu;
/** No font draws these characters: joiners, direction marks, variation selectors. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;

/** The smallest pieces at which a line can be broken. */
export function clustersOf(text: string): readonly string[] {
  return text.match(CLUSTER) ?? [];
}

export function widthOf(text: string, choice: FontChoice): number {
  const known = choice.widths.get(text);
  if (known !== undefined) return known;
  const { width } = setText(text, choice);
  choice.widths.set(text, width);
  return width;
}

export function setText(text: string, choice: FontChoice): SetText {
  const line = new Line();
  // A base and an accent that have a combined character are searched as this character.
  for (const { text: run, rightToLeft } of directionRuns(MARK.test(text) ? text.normalize('NFC') : text)) {
    const pieces = piecesOf(run, choice);
    for (const piece of rightToLeft ? pieces.toReversed() : pieces) line.add(piece, rightToLeft);
  }
  return line.done();
}

/**
 * The cost of ordering marks grows with the square of their number, so text that is longer than any line is shaped in
 * parts.
 */
const MAX_SHAPED_UNITS = 1024;

function clusterGroups(text: string): string[] {
  if (text.length <= MAX_SHAPED_UNITS) return [text];
  const groups: string[] = [];
  let group = '';
  for (const cluster of clustersOf(text)) {
    for (let at = 0; at < cluster.length; at += MAX_SHAPED_UNITS) {
      const part = cluster.slice(at, at + MAX_SHAPED_UNITS);
      if (group.length + part.length > MAX_SHAPED_UNITS) {
        groups.push(group);
        group = '';
      }
      group += part;
    }
  }
  return [...groups, group];
}

/** Text in one font or one face, or text without a font. */
type Piece =
  | { readonly kind: 'font'; readonly font: TextFont; text: string }
  | { readonly kind: 'face'; readonly face: WrittenFont; text: string }
  | { readonly kind: 'missing'; text: string };

function piecesOf(text: string, choice: FontChoice): Piece[] {
  const pieces: Piece[] = [];
  for (const cluster of clustersOf(text)) {
    const piece = pieceOf(cluster, choice);
    if (piece === undefined) continue;
    const last = pieces.at(-1);
    if (last !== undefined && sourceOf(last) === sourceOf(piece)) last.text += cluster;
    else pieces.push(piece);
  }
  return pieces;
}

function sourceOf(piece: Piece): TextFont | WrittenFont | undefined {
  if (piece.kind === 'font') return piece.font;
  return piece.kind === 'face' ? piece.face : undefined;
}

/** Undefined for characters that no font draws. */
function pieceOf(cluster: string, { fonts, faces, pictorial }: FontChoice): Piece | undefined {
  const characters = [...cluster].filter((character) => !IGNORED.test(character));
  if (characters.length === 0) return undefined;
  const joined = JOINED.test(cluster);
  const font = fonts.find((one) => characters.every((character) => one.glyph(character) !== undefined));
  if (font !== undefined && !joined) return { kind: 'font', font, text: cluster };
  const face = faces.find((one) => characters.every((character) => hasGlyph(one, character)));
  if (face !== undefined) return { kind: 'face', face, text: cluster };
  const sign = font ?? pictorial.find((one) => one.glyph(cluster) !== undefined);
  return sign === undefined ? { kind: 'missing', text: cluster } : { kind: 'font', font: sign, text: cluster };
}

function hasGlyph({ face }: WrittenFont, character: string): boolean {
  return face.glyphOf(character.codePointAt(0) ?? 0) !== undefined;
}

type OpenRun =
  | { readonly font: TextFont; readonly bytes: number[]; readonly x: number; width: number }
  | { readonly face: WrittenFont; readonly glyph: ShapedGlyph; readonly x: number };

class Line {
  readonly #runs: OpenRun[] = [];
  readonly #missing: string[] = [];
  #width = 0;

  add(piece: Piece, rightToLeft: boolean): void {
    if (piece.kind === 'face') this.#addShaped(piece.face, piece.text, rightToLeft);
    else if (piece.kind === 'font') this.#addCharacters(piece.font, piece.text, rightToLeft);
    else for (const character of piece.text) if (!IGNORED.test(character)) this.#missing.push(character);
  }

  done(): SetText {
    const runs = this.#runs.map((run) => ('font' in run ? { ...run, bytes: Uint8Array.from(run.bytes) } : run));
    return { runs, width: this.#width, missing: this.#missing };
  }

  #addCharacters(font: TextFont, text: string, rightToLeft: boolean): void {
    const visual = rightToLeft ? clustersOf(text).toReversed().join('') : text;
    for (const character of visual) {
      const glyph = (rightToLeft ? font.glyph(mirrored(character)) : undefined) ?? font.glyph(character);
      if (glyph !== undefined) this.#addGlyph(font, glyph);
    }
  }

  #addGlyph(font: TextFont, { bytes, width }: Glyph): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && 'font' in last && last.font === font) {
      last.bytes.push(...bytes);
      last.width += width;
    } else this.#runs.push({ font, bytes: [...bytes], x: this.#width, width });
    this.#width += width;
  }

  #addShaped(face: WrittenFont, text: string, rightToLeft: boolean): void {
    const parts = clusterGroups(text);
    for (const part of rightToLeft ? parts.toReversed() : parts) {
      for (const glyph of face.face.shape(part, rightToLeft)) {
        this.#runs.push({ face, glyph, x: this.#width });
        this.#width += glyph.advance;
      }
    }
  }
}
