/**
 * Gives a simple font without a program the substitute of its standard face, whole: one FontFile3 stream per face and
 * set of widths in a document. The document's own widths decide the layout, so the program's advances follow them.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, fromNumber, Name, type PdfObject, Real, type Ref, toNumber } from '#engine/pdf/objects.ts';
import { writeCff } from './cff/cff.ts';
import { fitAdvances } from './cff/fit.ts';
import { type EncodingTable, winAnsiGlyphName } from './encodings.ts';
import { readWidths } from './font-dict.ts';
import { encodingFor } from './font-encoding.ts';
import { type FontProgram, programOf } from './programs.ts';
import { metricsOf, type StandardFont, widthsOf } from './standard-metrics.ts';

/** ISO 19005-2, 6.2.11.5: dictionary and program may differ by one thousandth of an em. */
const WIDTH_TOLERANCE = 1;
/** Wider than any glyph, and safe in a charstring. */
const MAX_ADVANCE = 16_000;
const NOTDEF = '.notdef';

export interface Substitution {
  /** Glyph names the encoding selects and the substitute lacks. */
  readonly missingGlyphs: readonly string[];
  /** Codes whose width in the document is not the advance of the embedded glyph. */
  readonly mismatchedCodes: readonly number[];
}

/** Edits fonts of one document; remembers which programs it has already embedded. */
export class Substituter {
  readonly #pdf: PdfDocument;
  readonly #programs = new Map<string, Ref>();
  readonly #descriptors = new Map<string, Ref>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  substitute(font: Dict, face: StandardFont): Substitution {
    const program = programOf(face);
    const { glyphs, value } = encodingFor(this.#pdf, font, face, (name) => program.advances.has(name));
    const widths = readWidths(this.#pdf, font);
    const patch = widths === undefined ? new Map<string, number>() : advancePatch(program, glyphs, widths);
    const given = numberOf(font.dict('FontDescriptor')?.get('MissingWidth'));
    // Without widths of its own the document is laid out by those of the program, `.notdef` included.
    const missingWidth = widths === undefined ? (given ?? program.advances.get(NOTDEF)) : given;
    font.set('Type', new Name('Font')).set('Subtype', new Name('Type1')).set('BaseFont', new Name(face));
    setOrDelete(font, 'Encoding', value);
    if (widths === undefined) writeWidths(font, glyphs, face, program, missingWidth ?? 0);
    else font.set('LastChar', Math.max(...widths.keys()));
    font.set('FontDescriptor', this.#descriptor(face, program, patch, missingWidth));
    return {
      missingGlyphs: glyphs.filter((glyph) => glyph !== undefined && !program.advances.has(glyph)).map(String),
      mismatchedCodes: widths === undefined ? [] : mismatches(program, glyphs, widths, patch),
    };
  }

  #descriptor(
    face: StandardFont,
    program: FontProgram,
    patch: ReadonlyMap<string, number>,
    missingWidth: number | Real | undefined,
  ): Ref {
    const programKey = JSON.stringify([face, ...[...patch].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
    const key = `${programKey} ${toNumber(missingWidth) ?? ''}`;
    const known = this.#descriptors.get(key);
    if (known !== undefined) return known;
    const descriptor = descriptorOf(this.#pdf, face, program, this.#program(programKey, program, patch));
    if (missingWidth !== undefined) descriptor.set('MissingWidth', missingWidth);
    const ref = this.#pdf.add(descriptor);
    this.#descriptors.set(key, ref);
    return ref;
  }

  #program(key: string, program: FontProgram, patch: ReadonlyMap<string, number>): Ref {
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const bytes = patch.size === 0 ? program.bytes : writeCff(fitAdvances(program.cff, patch));
    const ref = this.#pdf.add(this.#pdf.newStream(bytes, { Subtype: new Name('Type1C') }));
    this.#programs.set(key, ref);
    return ref;
  }
}

/** New advances for glyphs whose width the document wants otherwise; of several codes of a glyph the lowest decides. */
function advancePatch(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const [code, width] of comparable(program, glyphs, widths)) {
    const glyph = glyphs[code] ?? '';
    if (width >= 0 && width <= MAX_ADVANCE && !wanted.has(glyph)) wanted.set(glyph, Math.round(width));
  }
  const differs = ([glyph, width]: [string, number]): boolean =>
    Math.abs(width - (program.advances.get(glyph) ?? 0)) > WIDTH_TOLERANCE;
  return new Map([...wanted].filter(differs));
}

function mismatches(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
  patch: ReadonlyMap<string, number>,
): number[] {
  return comparable(program, glyphs, widths)
    .filter(([code, width]) => {
      const glyph = glyphs[code] ?? '';
      return Math.abs(width - (patch.get(glyph) ?? program.advances.get(glyph) ?? 0)) > WIDTH_TOLERANCE;
    })
    .map(([code]) => code);
}

/** Codes, ascending, with a glyph and a width. Zero marks a code as unused, and so does a filler of WinAnsiEncoding. */
function comparable(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
): [code: number, width: number][] {
  return [...widths].filter(
    ([code, width]) => width !== 0 && program.advances.has(glyphs[code] ?? '') && !isFiller(code, glyphs[code]),
  );
}

/** WinAnsiEncoding has a bullet at every unused code besides the real one. */
function isFiller(code: number, glyph: string | undefined): boolean {
  return glyph === 'bullet' && code !== 0x95 && winAnsiGlyphName(code) === 'bullet';
}

/** Widths of the Adobe AFM files for a font that relied on the viewer to know them. */
function writeWidths(
  font: Dict,
  glyphs: EncodingTable,
  face: StandardFont,
  program: FontProgram,
  missingWidth: number | Real,
): void {
  const known = widthsOf(face);
  const widths = glyphs.map((glyph = '') => known.get(glyph) ?? program.advances.get(glyph));
  const first = Math.max(
    0,
    widths.findIndex((width) => width !== undefined),
  );
  const last = Math.max(
    0,
    widths.findLastIndex((width) => width !== undefined),
  );
  font.set('FirstChar', first).set('LastChar', last);
  font.set(
    'Widths',
    widths.slice(first, last + 1).map((width) => width ?? missingWidth),
  );
}

/** A complete font descriptor (9.8.1); `MissingWidth` is the document's affair. */
function descriptorOf(pdf: PdfDocument, face: StandardFont, program: FontProgram, fontFile: Ref): Dict {
  const metrics = metricsOf(face);
  return pdf.newDict({
    Type: new Name('FontDescriptor'),
    FontName: new Name(face),
    Flags: flagsOf(face),
    FontBBox: [...program.cff.fontBBox],
    ItalicAngle: fromNumber(metrics.italicAngle),
    Ascent: metrics.ascent,
    Descent: metrics.descent,
    CapHeight: metrics.capHeight,
    StemV: metrics.stemV,
    FontFile3: fontFile,
  });
}

/** Font flags of Table 121: FixedPitch 1, Serif 2, Symbolic 4 or Nonsymbolic 32, Italic 64. */
function flagsOf(face: StandardFont): number {
  const { fixedPitch, serif, symbolic, italicAngle } = metricsOf(face);
  return (fixedPitch ? 1 : 0) + (serif ? 2 : 0) + (symbolic ? 4 : 32) + (italicAngle === 0 ? 0 : 64);
}

function setOrDelete(dict: Dict, key: string, value: PdfObject | undefined): void {
  if (value === undefined) dict.delete(key);
  else dict.set(key, value);
}

/** A number object as it is written, so that no digit of it changes. */
function numberOf(object: PdfObject | undefined): number | Real | undefined {
  return typeof object === 'number' || object instanceof Real ? object : undefined;
}
