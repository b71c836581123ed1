/** The facts of a font about each shown code. */

export interface TextGlyph {
  /** The text of the code; the character with the number of the code if the document does not define a text. */
  readonly text: string;
  /** The text as a number if it is one UTF-16 unit, which most are; else -1. */
  readonly unit: number;
  /** Whether the document defines the text. */
  readonly isTold: boolean;
  /** The distance to the next glyph in thousandths of a unit of text space; negative for downwards. */
  readonly advance: number;
  /** The number of bytes of the code. */
  readonly length: number;
  /** Whether word spacing applies: the single-byte code 32 (9.3.3). */
  readonly isSpace: boolean;
}

export function unitOf(text: string): number {
  return text.length === 1 ? text.charCodeAt(0) : -1;
}

export interface TextFont {
  readonly isVertical: boolean;
  /** The size of an em, in units of text space. */
  readonly em: number;
  /** The glyph whose code starts at this position, where at least one byte must be left. */
  glyphAt(bytes: Uint8Array, at: number): TextGlyph;
}
