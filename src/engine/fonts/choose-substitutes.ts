/**
 * Chooses the substitutes of fonts without a program. A font gets a substitute only if that has every glyph that the
 * document shows in the font. A viewer may have a better font, so no glyph may disappear.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { glyphNameToUnicode } from './encodings.ts';
import { completedProgram, completingFace, drawnAs } from './extended-faces.ts';
import { isSimple } from './font-dict.ts';
import { encodingFor } from './font-encoding.ts';
import { openFaceLibrary, type OpenTypeFace } from './opentype.ts';
import { type FontProgram, programOf } from './programs.ts';
import { findShownCodes, type ShownCodes } from './shown-codes.ts';
import { type StandardFont, standardFontOf } from './standard-metrics.ts';

export interface Substitutes {
  /** The standard face that replaces a font; undefined if none can. */
  faceOf(font: Dict): StandardFont | undefined;
  /** The names of shown glyphs that prevent the substitution of a font with a standard name, ascending. */
  missingGlyphs(font: Dict): readonly string[];
  /** The program of a face with all glyphs that the document shows in it. */
  programOf(face: StandardFont): FontProgram;
}

export async function chooseSubstitutes(pdf: PdfDocument, fonts: readonly Dict[]): Promise<Substitutes> {
  const faces = new Map(fonts.map((font) => [font, isSimple(font) ? nameToFace(font) : undefined] as const));
  const completing = new Map<StandardFont, OpenTypeFace | undefined>();
  const added = new Map<StandardFont, Set<number>>();
  const missing = new Map<Dict, readonly string[]>();
  let shown: ShownCodes | undefined;
  for (const [font, face] of faces) {
    const lacking = face === undefined ? [] : lackingGlyphs(pdf, font, face);
    if (face === undefined || lacking.length === 0) continue;
    // Only a few documents name such glyphs, so content is read only for these.
    shown ??= findShownCodes(pdf);
    const codes = shown(font);
    const names = [...new Set(lacking.filter(([code]) => codes.has(code)).map(([, name]) => name))].toSorted();
    if (names.length === 0) continue;
    const completes = completing.has(face) ? completing.get(face) : completingFace(face, await openFaceLibrary());
    completing.set(face, completes);
    const drawn = names.map((name) => [name, drawnAs(completes, name)] as const);
    const undrawn = drawn.filter(([, codePoint]) => codePoint === undefined).map(([name]) => name);
    if (undrawn.length > 0) missing.set(font, undrawn);
    else added.set(face, new Set([...(added.get(face) ?? []), ...drawn.flatMap(([, codePoint]) => codePoint ?? [])]));
  }
  const programs = new Map<StandardFont, FontProgram>();
  for (const [face, codePoints] of added) {
    const completes = completing.get(face);
    if (completes !== undefined) programs.set(face, completedProgram(face, completes, codePoints));
  }
  return {
    faceOf: (font) => (missing.has(font) ? undefined : faces.get(font)),
    missingGlyphs: (font) => missing.get(font) ?? [],
    programOf: (face) => programs.get(face) ?? programOf(face),
  };
}

function nameToFace(font: Dict): StandardFont | undefined {
  return standardFontOf(font.name('BaseFont') ?? '');
}

/** The codes whose glyph the plain substitute lacks. Control characters are never drawn. */
function lackingGlyphs(pdf: PdfDocument, font: Dict, face: StandardFont): (readonly [code: number, name: string])[] {
  const { advances } = programOf(face);
  const { glyphs } = encodingFor(pdf, font, face, (name) => advances.has(name));
  return [...glyphs.entries()].flatMap(([code, name]) =>
    name === undefined || advances.has(name) || isControl(name) ? [] : [[code, name] as const],
  );
}

function isControl(name: string): boolean {
  const codePoint = glyphNameToUnicode(name) ?? 0x20;
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
}
