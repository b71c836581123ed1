/**
 * Stage 7: every simple font that bears a standard name and no program gets a metric-compatible one embedded, if that has
 * all the glyphs the document shows; other fonts without a program are named and left alone.
 */
import type { Warning } from '#domain/report.ts';
import { chooseSubstitutes, type Substitutes } from '#engine/fonts/choose-substitutes.ts';
import { displayName, isEmbedded } from '#engine/fonts/font-dict.ts';
import { findFonts, type FontUses } from '#engine/fonts/font-uses.ts';
import { withMissingGlyphPolicy } from '#engine/fonts/missing-glyph-policy.ts';
import { Substituter } from '#engine/fonts/substitute.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import type { OpenWork, Stage, StageResult } from '#engine/stage.ts';
import { counted, listed, MAX_LISTED, pageRanges } from '#domain/warning-text.ts';

/** A font that got a substitute. */
interface Substituted {
  readonly name: string;
  readonly font: Dict;
  readonly mismatchedCodes: number;
}

/** What a font is called before it changes, since its substitute has another name. */
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

function substitutedWarning(substituted: readonly Substituted[], uses: FontUses): Warning[] {
  if (substituted.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { name } of substituted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].toSorted(byName).map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  const message = `${counted(substituted.length, 'font')} embedded as a metric-compatible substitute`;
  return [{ code: 'FONT_SUBSTITUTED', message: `${message}: ${listed(names)}; ${firstPage(substituted, uses)}` }];
}

function widthWarning(substituted: readonly Substituted[], uses: FontUses): Warning[] {
  const affected = substituted.filter(({ mismatchedCodes }) => mismatchedCodes > 0);
  if (affected.length === 0) return [];
  const codes = affected.reduce((total, { mismatchedCodes }) => total + mismatchedCodes, 0);
  const names = [...new Set(affected.map(({ name }) => name))].toSorted();
  const message = `${counted(codes, 'code')} with a width unlike the substitute's glyph, in ${listed(names)}`;
  return [{ code: 'FONT_WIDTH_MISMATCH', message: `${message}; ${firstPage(affected, uses)}` }];
}

/** Fonts with a standard name that stay as they are for the sake of glyphs that no substitute has. */
function glyphWarning(names: Names, remaining: readonly Dict[], substitutes: Substitutes, uses: FontUses): Warning[] {
  const affected = remaining.filter((font) => substitutes.missingGlyphs(font).length > 0);
  if (affected.length === 0) return [];
  const glyphs = [...new Set(affected.flatMap((font) => substitutes.missingGlyphs(font)))].toSorted();
  const fonts = [...new Set(affected.map((font) => names.get(font) ?? ''))].toSorted();
  const message = `${counted(glyphs.length, 'shown glyph')} in no substitute of ${listed(fonts)}`;
  const shown = listed(glyphs.map((glyph) => glyph.slice(0, 60).replaceAll(/[^ -~]/g, '?')));
  const pages = pageRanges(uses.pagesOf(affected));
  return [{ code: 'GLYPH_MISSING', message: `${message}: ${shown}; left without a program; ${pages}` }];
}

/** Said of all fonts that had no program: of those that are left as they were, and of those that now have one. */
function nonEmbeddedWarning(names: Names, remaining: readonly Dict[], uses: FontUses): Warning[] {
  const left = new Set(remaining);
  const parts = [
    withPages('without a program in the document', names, remaining, uses),
    withPages(
      'without a program in the input, embedded as a substitute',
      names,
      [...names.keys()].filter((font) => !left.has(font)),
      uses,
    ),
  ];
  const message = parts.filter((part) => part !== '').join('; ');
  return message === '' ? [] : [{ code: 'NON_EMBEDDED_FONT', message }];
}

function withPages(what: string, names: Names, fonts: readonly Dict[], uses: FontUses): string {
  if (fonts.length === 0) return '';
  const grouped = [...Map.groupBy(fonts, (font) => names.get(font) ?? '')].toSorted(byName);
  const shown = grouped.slice(0, MAX_LISTED).map(([name, dicts]) => `${name} (${pageRanges(uses.pagesOf(dicts))})`);
  return `${counted(grouped.length, 'font')} ${what}: ${listed(shown, grouped.length)}`;
}

function firstPage(substituted: readonly Substituted[], uses: FontUses): string {
  return `first on page ${uses.pagesOf(substituted.map(({ font }) => font))[0] ?? 1}`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
