/**
 * Chooses what takes the place of fonts without a program. A font gets a substitute only if that has every glyph the
 * document shows in it, for viewers may have a better one: nothing may vanish.
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
  /** The standard face that takes the place of a font; undefined where none can. */
  faceOf(font: Dict): StandardFont | undefined;
  /** Names of shown glyphs for whose sake a font with a standard name is left as it is, ascending. */
  missingGlyphs(font: Dict): readonly string[];
  /** The program of a face, with all that the document shows of it. */
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
    // Content is read only for documents that name such glyphs: few do.
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

/** Codes whose glyph the plain substitute lacks. Control characters are drawn by no font. */
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
