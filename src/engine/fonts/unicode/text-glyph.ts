/** The facts of a font about each shown code. */

export interface TextGlyph {
  /** Where the document does not say, the character with the number of the code. */
  readonly text: string;
  /** The text where it is one UTF-16 unit, as that of most glyphs is; else -1. */
  readonly unit: number;
  /** Whether the document says so. */
  readonly isTold: boolean;
  /** How far the next glyph is, in thousandths of a unit of text space; downwards it is negative. */
  readonly advance: number;
  /** How many bytes the code has. */
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
  /** The glyph whose code begins there; there must be a byte. */
  glyphAt(bytes: Uint8Array, at: number): TextGlyph;
}
