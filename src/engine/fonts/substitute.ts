/**
 * Gives a simple font without a program the complete substitute of its standard face. A document has one FontFile3
 * stream for each face and set of widths. The widths of the document decide the layout, so the advances of the program
 * follow them.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, fromNumber, Name, type PdfObject, Real, type Ref, toNumber } from '#engine/pdf/syntax/objects.ts';
import { withAdvances } from './cff/advance.ts';
import { writeCff } from './cff/cff.ts';
import { readWidths } from './font-dict.ts';
import { encodingDict, encodingFor, type FontEncoding } from './font-encoding.ts';
import type { FontProgram } from './programs.ts';
import { metricsOf, type StandardFont } from './standard-metrics.ts';
import { type Advances, countMismatches, standardRange, wantedAdvances } from './widths.ts';

/** Each set of other widths needs a program of about 20 kB, so a document may have at most this many. */
const MAX_CHANGED_PROGRAMS = 64;
const NO_CHANGE: Advances = new Map();
const NOTDEF = '.notdef';

/**
 * Edits the fonts of one document. Programs, descriptors, encodings and widths that several fonts need are made once.
 */
export class Substituter {
  readonly #pdf: PdfDocument;
  readonly #programOf: (face: StandardFont) => FontProgram;
  readonly #shared = new Map<string, Ref>();
  readonly #encodings = new Map<StandardFont, Map<Dict, FontEncoding>>();
  #changedPrograms = 0;

  constructor(pdf: PdfDocument, programOf: (face: StandardFont) => FontProgram) {
    this.#pdf = pdf;
    this.#programOf = programOf;
  }

  /** Returns the number of codes whose width in the document differs from the advance of the embedded glyph. */
  substitute(font: Dict, face: StandardFont): number {
    const program = this.#programOf(face);
    const encoding = this.#encoding(font, face, program);
    const missingWidth = numberOf(font.dict('FontDescriptor')?.get('MissingWidth'));
    font.set('Type', new Name('Font')).set('Subtype', new Name('Type1')).set('BaseFont', new Name(face));
    this.#setEncoding(font, encoding);
    const widths = readWidths(this.#pdf, font);
    return widths === undefined
      ? this.#layOutByProgram(font, face, program, encoding, missingWidth)
      : this.#layOutByDocument(font, face, program, encoding, missingWidth, widths);
  }

  /** Many fonts may refer to one encoding dictionary. */
  #encoding(font: Dict, face: StandardFont, program: FontProgram): FontEncoding {
    const known = this.#encodings.get(face) ?? new Map<Dict, FontEncoding>();
    this.#encodings.set(face, known);
    const source = font.dict('Encoding');
    const encoding =
      (source && known.get(source)) ?? encodingFor(this.#pdf, font, face, (name) => program.advances.has(name));
    if (source !== undefined) known.set(source, encoding);
    return encoding;
  }

  #setEncoding(font: Dict, encoding: FontEncoding): void {
    const { base, differences } = encoding;
    if (differences.size > 0) {
      const key = JSON.stringify(['Encoding', base, ...differences]);
      font.set(
        'Encoding',
        this.#share(key, () => encodingDict(this.#pdf, encoding)),
      );
    } else if (base !== undefined) font.set('Encoding', new Name(base));
    else font.delete('Encoding');
  }

  /** A document without its own widths uses those of the face, including `.notdef`. */
  #layOutByProgram(
    font: Dict,
    face: StandardFont,
    program: FontProgram,
    { glyphs }: FontEncoding,
    given: number | Real | undefined,
  ): number {
    const missingWidth = given ?? program.advances.get(NOTDEF) ?? 0;
    const { firstChar, lastChar, widths } = standardRange(face, program, glyphs, missingWidth);
    font.set('FirstChar', firstChar).set('LastChar', lastChar);
    font.set(
      'Widths',
      this.#share(`Widths ${widths.map(toNumber).join(' ')}`, () => [...widths]),
    );
    font.set('FontDescriptor', this.#descriptor(face, program, NO_CHANGE, missingWidth));
    return 0;
  }

  #layOutByDocument(
    font: Dict,
    face: StandardFont,
    program: FontProgram,
    { glyphs }: FontEncoding,
    missingWidth: number | Real | undefined,
    widths: ReadonlyMap<number, number>,
  ): number {
    const wanted = wantedAdvances(program, glyphs, widths);
    const changed = this.#affords(face, wanted) ? wanted : NO_CHANGE;
    font.set('LastChar', Math.max(...widths.keys()));
    font.set('FontDescriptor', this.#descriptor(face, program, changed, missingWidth));
    return countMismatches(program, glyphs, widths, changed);
  }

  /** Whether the program with these advances exists or may still be made. */
  #affords(face: StandardFont, wanted: Advances): boolean {
    if (wanted.size === 0 || this.#shared.has(programKey(face, wanted))) return true;
    return this.#changedPrograms < MAX_CHANGED_PROGRAMS;
  }

  #descriptor(
    face: StandardFont,
    program: FontProgram,
    changed: Advances,
    missingWidth: number | Real | undefined,
  ): Ref {
    const key = `FontDescriptor ${toNumber(missingWidth)} ${programKey(face, changed)}`;
    return this.#share(key, () => {
      const descriptor = descriptorOf(this.#pdf, face, program, this.#program(face, program, changed));
      return missingWidth === undefined ? descriptor : descriptor.set('MissingWidth', missingWidth);
    });
  }

  #program(face: StandardFont, program: FontProgram, changed: Advances): Ref {
    return this.#share(programKey(face, changed), () => {
      if (changed.size > 0) this.#changedPrograms++;
      const bytes = changed.size === 0 ? program.bytes : writeCff(withAdvances(program.cff, changed));
      return this.#pdf.newStream(bytes, { Subtype: new Name('Type1C') });
    });
  }

  #share(key: string, make: () => PdfObject): Ref {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const ref = this.#pdf.add(make());
    this.#shared.set(key, ref);
    return ref;
  }
}

function programKey(face: StandardFont, changed: Advances): string {
  return JSON.stringify(['FontFile3', face, ...changed]);
}

/** A complete font descriptor (9.8.1). `MissingWidth` stays that of the document. */
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

/** A number object as it is written, so that its digits do not change. */
function numberOf(object: PdfObject | undefined): number | Real | undefined {
  return typeof object === 'number' || object instanceof Real ? object : undefined;
}
