/**
 * Stage 7: embeds a metric-compatible font for every simple font with a standard name and no program, if the substitute
 * has all glyphs that the document shows. Other fonts without a program stay unchanged, and the report names them.
 */
import { type FontList, fontList, kindList, nameList, type StageWarning, warning } from '#engine/facts/warning.ts';
import { chooseSubstitutes, type Substitutes } from '#engine/fonts/choose-substitutes.ts';
import { displayName, isEmbedded } from '#engine/fonts/font-dict.ts';
import { findFonts, type FontUses } from '#engine/fonts/font-uses.ts';
import { withMissingGlyphPolicy } from './missing-glyph-policy.ts';
import { Substituter } from '#engine/fonts/substitute.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import type { OpenWork, Stage, StageResult } from './stage.ts';

/** A font that got a substitute. */
interface Substituted {
  readonly name: string;
  readonly font: Dict;
  readonly mismatchedCodes: number;
}

/** The name of a font before its change, since its substitute has another name. */
type Names = ReadonlyMap<Dict, string>;

export const fontResourceValidation: Stage = { name: 'FontResourceValidation', run };

async function run({ pdf, options, passthrough }: OpenWork): Promise<StageResult> {
  const uses = findFonts(pdf);
  const unembedded = uses.fonts.filter((font) => !isEmbedded(pdf, font));
  const names: Names = new Map(unembedded.map((font) => [font, displayName(pdf, font)]));
  const validation = { nonEmbeddedFontsDetected: unembedded.length > 0 };
  if (passthrough) {
    return { result: 'skipped_signed_preserve', validation, warnings: nonEmbeddedWarning(names, unembedded, uses) };
  }
  const substitutes = await chooseSubstitutes(pdf, unembedded);
  const substituted = substitute(pdf, names, substitutes);
  const remaining = unembedded.filter((font) => substitutes.faceOf(font) === undefined);
  const result: StageResult = {
    result: resultOf(substituted.length, remaining.length),
    validation,
    warnings: [
      ...substitutedWarning(substituted, uses),
      ...widthWarning(substituted, uses),
      ...glyphWarning(names, remaining, substitutes, uses),
      ...nonEmbeddedWarning(names, remaining, uses),
    ],
  };
  return withMissingGlyphPolicy(result, options);
}

function substitute(pdf: PdfDocument, names: Names, substitutes: Substitutes): Substituted[] {
  const substituter = new Substituter(pdf, (face) => substitutes.programOf(face));
  return [...names].flatMap(([font, name]) => {
    const face = substitutes.faceOf(font);
    return face === undefined ? [] : [{ name, font, mismatchedCodes: substituter.substitute(font, face) }];
  });
}

function resultOf(substituted: number, remaining: number): string {
  if (remaining > 0) return 'non_embedded_remaining';
  return substituted > 0 ? 'substituted' : 'all_embedded';
}

function substitutedWarning(substituted: readonly Substituted[], uses: FontUses): StageWarning[] {
  if (substituted.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { name } of substituted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const facts = { count: substituted.length, kinds: kindList([...counts].toSorted(byName)) };
  return [warning('FONT_SUBSTITUTED', facts, { pages: pagesOf(dictsOf(substituted), uses) })];
}

function widthWarning(substituted: readonly Substituted[], uses: FontUses): StageWarning[] {
  const affected = substituted.filter(({ mismatchedCodes }) => mismatchedCodes > 0);
  if (affected.length === 0) return [];
  const count = affected.reduce((total, { mismatchedCodes }) => total + mismatchedCodes, 0);
  const names = nameList([...new Set(affected.map(({ name }) => name))].toSorted());
  return [warning('FONT_WIDTH_MISMATCH', { count, names }, { pages: pagesOf(dictsOf(affected), uses) })];
}

/** The fonts with a standard name that stay unchanged, because no substitute has all their glyphs. */
function glyphWarning(
  names: Names,
  remaining: readonly Dict[],
  substitutes: Substitutes,
  uses: FontUses,
): StageWarning[] {
  const affected = remaining.filter((font) => substitutes.missingGlyphs(font).length > 0);
  if (affected.length === 0) return [];
  const glyphs = nameList([...new Set(affected.flatMap((font) => substitutes.missingGlyphs(font)))].toSorted());
  const fonts = nameList([...new Set(affected.map((font) => names.get(font) ?? ''))].toSorted());
  return [warning('GLYPH_MISSING', { glyphs, fonts }, { pages: pagesOf(affected, uses) })];
}

/** The fonts that had no program: those that stay unchanged, and those that got one. */
function nonEmbeddedWarning(names: Names, remaining: readonly Dict[], uses: FontUses): StageWarning[] {
  if (names.size === 0) return [];
  const left = new Set(remaining);
  const substituted = [...names.keys()].filter((font) => !left.has(font));
  const facts = {
    ...(remaining.length > 0 && { remainingFonts: withPages(names, remaining, uses) }),
    ...(substituted.length > 0 && { substitutedFonts: withPages(names, substituted, uses) }),
  };
  return [warning('NON_EMBEDDED_FONT', facts, { pages: pagesOf([...names.keys()], uses) })];
}

function withPages(names: Names, fonts: readonly Dict[], uses: FontUses): FontList {
  const grouped = [...Map.groupBy(fonts, (font) => names.get(font) ?? '')].toSorted(byName);
  return fontList(grouped.map(([name, dicts]) => [name, () => pagesOf(dicts, uses)]));
}

function dictsOf(substituted: readonly Substituted[]): Dict[] {
  return substituted.map(({ font }) => font);
}

/** Counted from 0. */
function pagesOf(fonts: readonly Dict[], uses: FontUses): number[] {
  return uses.pagesOf(fonts).map((page) => page - 1);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
