/**
 * Liberation draws the glyphs that the substitutes of the standard fonts lack. Its three families have the metrics of
 * Helvetica, Times and Courier and cover Latin, Greek and Cyrillic. The glyphs are added to the program of the
 * substitute under the names `uniXXXX` of the Adobe Glyph List Specification.
 */
import { addGlyphs, withFontBBox, writeCff } from './cff/cff.ts';
import { boxOf, enlarged, writeOutline } from './cff/outline.ts';
import { glyphNameToUnicode, uniformGlyphName } from './encodings.ts';
import { type FaceLibrary, type FontFile, type OpenTypeFace } from './opentype.ts';
import { type FontProgram, programOf } from './programs.ts';
import type { StandardFont } from './standard-metrics.ts';

const FILES: ReadonlyMap<StandardFont, FontFile> = new Map<StandardFont, FontFile>([
  ['Courier', 'LiberationMono-Regular'],
  ['Courier-Bold', 'LiberationMono-Bold'],
  ['Courier-BoldOblique', 'LiberationMono-BoldItalic'],
  ['Courier-Oblique', 'LiberationMono-Italic'],
  ['Helvetica', 'LiberationSans-Regular'],
  ['Helvetica-Bold', 'LiberationSans-Bold'],
  ['Helvetica-BoldOblique', 'LiberationSans-BoldItalic'],
  ['Helvetica-Oblique', 'LiberationSans-Italic'],
  ['Times-Roman', 'LiberationSerif-Regular'],
  ['Times-Bold', 'LiberationSerif-Bold'],
  ['Times-Italic', 'LiberationSerif-Italic'],
  ['Times-BoldItalic', 'LiberationSerif-BoldItalic'],
]);

/** Code points with the same appearance. A name may stand for one of them while the face has the other. */
const ALIKE: ReadonlyMap<number, number> = new Map([
  [0x00a0, 0x0020],
  [0x00ad, 0x002d],
  [0x00b5, 0x03bc],
  [0x02c9, 0x00af],
  [0x2010, 0x002d],
  [0x2011, 0x002d],
  [0x2126, 0x03a9],
  [0x2206, 0x0394],
  [0x2215, 0x2044],
  [0x2219, 0x00b7],
]);

export function completingFile(font: StandardFont): FontFile | undefined {
  return FILES.get(font);
}

/** The face that completes a standard face. Symbol and ZapfDingbats have none. */
export function completingFace(font: StandardFont, library: FaceLibrary): OpenTypeFace | undefined {
  const file = completingFile(font);
  return file === undefined ? undefined : library(file);
}

/** The code point of a glyph name, if the face can draw it. */
export function drawnAs(face: OpenTypeFace | undefined, name: string): number | undefined {
  const codePoint = glyphNameToUnicode(name);
  return codePoint !== undefined && face && glyphFor(face, codePoint) !== undefined ? codePoint : undefined;
}

/** The substitute with additional glyphs for these code points, in their order. */
export function completedProgram(font: StandardFont, face: OpenTypeFace, codePoints: Iterable<number>): FontProgram {
  const { cff, advances } = programOf(font);
  const drawn = [...codePoints]
    .toSorted((a, b) => a - b)
    .map((codePoint) => {
      const glyph = glyphFor(face, codePoint) ?? 0;
      return { name: uniformGlyphName(codePoint), advance: face.advance(glyph), outline: face.outline(glyph) };
    });
  const added = addGlyphs(
    cff,
    new Map(drawn.map(({ name, advance, outline }) => [name, writeOutline(cff, advance, outline)])),
  );
  const boxes = drawn.map(({ outline }) => boxOf(outline));
  const completed = withFontBBox(added, enlarged(cff.fontBBox, boxes));
  return {
    bytes: writeCff(completed),
    cff: completed,
    advances: new Map([...advances, ...drawn.map(({ name, advance }) => [name, advance] as const)]),
  };
}

function glyphFor(face: OpenTypeFace, codePoint: number): number | undefined {
  const glyph = face.glyphOf(codePoint);
  const other = ALIKE.get(codePoint);
  return glyph === undefined && other !== undefined ? face.glyphOf(other) : glyph;
}
