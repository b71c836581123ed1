/**
 * Stage 7: every simple font that bears a standard name and no program gets a metric-compatible one embedded; other
 * fonts without a program are named and left alone, since nothing with their metrics is at hand.
 */
import type { Warning } from '#domain/report.ts';
import { displayName, isEmbedded, isSimple } from '#engine/fonts/font-dict.ts';
import { findFonts, type FontUses } from '#engine/fonts/font-uses.ts';
import { type StandardFont, standardFontOf } from '#engine/fonts/standard-metrics.ts';
import { Substituter } from '#engine/fonts/substitute.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import type { OpenWork, Stage, StageResult } from '#engine/stage.ts';

/** How many names or page ranges a message lists before it only counts. */
const MAX_LISTED = 10;

/** A font that got a substitute. */
interface Substituted {
  readonly name: string;
  readonly font: Dict;
  readonly mismatchedCodes: number;
  readonly lacksGlyphs: boolean;
}

export const fontResourceValidation: Stage = { name: 'FontResourceValidation', run };

function run(work: OpenWork): StageResult {
  const uses = findFonts(work.pdf);
  const unembedded = uses.fonts.filter((font) => !isEmbedded(work.pdf, font));
  const validation = { nonEmbeddedFontsDetected: unembedded.length > 0 };
  if (work.passthrough) {
    return { result: 'skipped_signed_preserve', validation, warnings: nonEmbeddedWarning(work.pdf, unembedded, uses) };
  }
  const substituter = new Substituter(work.pdf);
  const substituted: Substituted[] = [];
  const remaining: Dict[] = [];
  const missing = new Set<string>();
  for (const font of unembedded) {
    const face = substituteFor(font);
    if (face === undefined) {
      remaining.push(font);
      continue;
    }
    const name = displayName(work.pdf, font);
    const { missingGlyphs, mismatchedCodes } = substituter.substitute(font, face);
    for (const glyph of missingGlyphs) missing.add(glyph);
    substituted.push({ name, font, mismatchedCodes, lacksGlyphs: missingGlyphs.length > 0 });
  }
  return {
    result: resultOf(substituted.length, remaining.length),
    validation,
    warnings: [
      ...substitutedWarning(substituted, uses),
      ...widthWarning(substituted, uses),
      ...glyphWarning(substituted, missing, uses),
      ...nonEmbeddedWarning(work.pdf, remaining, uses),
    ],
  };
}

function substituteFor(font: Dict): StandardFont | undefined {
  return isSimple(font) ? standardFontOf(font.name('BaseFont') ?? '') : undefined;
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

function glyphWarning(substituted: readonly Substituted[], missing: ReadonlySet<string>, uses: FontUses): Warning[] {
  const affected = substituted.filter(({ lacksGlyphs }) => lacksGlyphs);
  if (affected.length === 0) return [];
  const glyphs = [...missing].toSorted();
  const names = [...new Set(affected.map(({ name }) => name))].toSorted();
  const message = `${counted(glyphs.length, 'encoded glyph')} not in the substitute of ${listed(names)}`;
  const shown = listed(glyphs.map((glyph) => glyph.slice(0, 60).replaceAll(/[^ -~]/g, '?')));
  return [{ code: 'GLYPH_MISSING', message: `${message}: ${shown}; ${firstPage(affected, uses)}` }];
}

function nonEmbeddedWarning(pdf: PdfDocument, fonts: readonly Dict[], uses: FontUses): Warning[] {
  if (fonts.length === 0) return [];
  const byFont = Map.groupBy(fonts, (font) => displayName(pdf, font));
  const names = [...byFont].toSorted(byName);
  const shown = names.slice(0, MAX_LISTED).map(([name, dicts]) => `${name} (${pageRanges(uses.pagesOf(dicts))})`);
  const message = `${counted(names.length, 'font')} without a program in the document: ${listed(shown, names.length)}`;
  return [{ code: 'NON_EMBEDDED_FONT', message }];
}

function firstPage(substituted: readonly Substituted[], uses: FontUses): string {
  return `first on page ${uses.pagesOf(substituted.map(({ font }) => font))[0] ?? 1}`;
}

/** Pages as people write them: `pages 1-3, 7`. */
function pageRanges(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges.slice(0, MAX_LISTED).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${listed(shown, ranges.length)}`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function listed(items: readonly string[], total = items.length): string {
  const shown = items.slice(0, MAX_LISTED).join(', ');
  return total > MAX_LISTED ? `${shown} and ${total - MAX_LISTED} more` : shown;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
