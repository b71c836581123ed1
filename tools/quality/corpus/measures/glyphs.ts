/** Measures that no page loses glyphs, as MuPDF finds them in the fonts of original and output. */
import { peculiaritiesOf } from '#tools/quality/corpus/rendering/original.ts';
import { isInstalled, mapAll, run } from '#tools/quality/programs.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure, Output } from '#tools/quality/corpus/evidence.ts';

/** More pages of a document add no information. */
const PAGES = '1-20';
const PAGE = /<page [\s\S]*?<\/page>/g;
/**
 * One painted glyph of a text. `.notdef`, by name or number, is the box for a missing glyph. MuPDF's own Symbol draws
 * an apple for an undefined code (ISO 32000-1, D.5).
 */
const GLYPH = /<g unicode="[^"]*" glyph="(?!\.notdef"|0"|apple")[^"]*"/g;
const UNPAINTED = /<ignore_text[\s\S]*?<\/ignore_text>/g;
/** MuPDF's own sign for an empty signature field, a white SIGN on an arrow, is in no document. */
const EMPTY_SIGNATURE =
  /<fill_text[^>]* color="1 1 1"[^>]*>\s*<span[^>]*>\s*<g unicode="S"[^>]*>\s*<g unicode="I"[^>]*>\s*<g unicode="G"[^>]*>\s*<g unicode="N"[^>]*>\s*<\/span>\s*<\/fill_text>/g;

interface PagePair {
  readonly output: Output;
  readonly page: number;
  readonly before: number;
  readonly after: number;
}

export const glyphs: Measure = {
  title: 'Glyphs',
  async judge(evidence): Promise<Score[]> {
    const pages = isInstalled('mutool') ? await countedPages(evidence) : [];
    return [score('pages are drawn with no fewer glyphs than before, by MuPDF', 1, pages, judge)];
  },
};

async function countedPages({ outputs }: Evidence): Promise<PagePair[]> {
  const counted = await mapAll(outputs, async (output) => {
    const [before, after] = [await countsOf(output.file.path), await countsOf(output.path)];
    // A reader that counts other pages in a damaged original gives no usable result.
    if (before.length !== after.length) return [];
    return before.map((count, index) => ({ output, page: index + 1, before: count, after: after[index] ?? 0 }));
  });
  return counted.flat();
}

async function countsOf(path: string): Promise<number[]> {
  const { stdout } = await run('mutool', ['draw', '-q', '-F', 'trace', path, PAGES]);
  const pages = stdout.toString('latin1').match(PAGE) ?? [];
  return pages.map((page) => page.replaceAll(UNPAINTED, '').replaceAll(EMPTY_SIGNATURE, '').match(GLYPH)?.length ?? 0);
}

function judge({ output, page, before, after }: PagePair): Exception | null {
  if (after >= before) return null;
  return {
    name: `${output.file.name}, page ${page}`,
    what: `${before} -> ${after} glyphs`,
    rule: ruleFor(output, page),
  };
}

function ruleFor({ file, report }: Output, page: number): string | undefined {
  const warns = (code: string): boolean => report.warnings.some((warning) => warning.code === code);
  if (warns('UNDECODABLE_STREAM')) return 'broken data: each reader guesses';
  // A glyph that no font has is a loss, whoever made the appearance.
  if (warns('GLYPH_MISSING')) return undefined;
  if (warns('APPEARANCE_REGENERATED'))
    return 'the form says that appearances are out of date: each reader makes its own';
  const isOwn = peculiaritiesOf(file.path)[page - 1]?.has('field without an appearance') === true;
  return isOwn ? 'a field has no appearance: each reader makes its own' : undefined;
}
