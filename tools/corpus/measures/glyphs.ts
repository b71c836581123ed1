/** No page is drawn with fewer glyphs than before, as MuPDF finds them in the fonts of original and output. */
import type { Evidence, Output } from '#tools/corpus/evidence.ts';
import { isInstalled, mapAll, run } from '#tools/corpus/tools.ts';
import { type Exception, type Measure, type Score, score } from './measure.ts';

/** More pages of one document tell nothing new. */
const PAGES = '1-20';
const PAGE = /<page [\s\S]*?<\/page>/g;
/** One glyph of a text that is painted; `.notdef`, by its name or its number, is the box for a glyph that is missing. */
const GLYPH = /<g unicode="[^"]*" glyph="(?!\.notdef"|0")[^"]*"/g;
const UNPAINTED = /<ignore_text[\s\S]*?<\/ignore_text>/g;

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
    // A reader that counts other pages in a damaged original says nothing of any of them.
    if (before.length !== after.length) return [];
    return before.map((count, index) => ({ output, page: index + 1, before: count, after: after[index] ?? 0 }));
  });
  return counted.flat();
}

async function countsOf(path: string): Promise<number[]> {
  const { stdout } = await run('mutool', ['draw', '-q', '-F', 'trace', path, PAGES]);
  const pages = stdout.toString('latin1').match(PAGE) ?? [];
  return pages.map((page) => page.replace(UNPAINTED, '').match(GLYPH)?.length ?? 0);
}

function judge({ output: { file, report }, page, before, after }: PagePair): Exception | null {
  if (after >= before) return null;
  const isBroken = report.warnings.some(({ code }) => code === 'UNDECODABLE_STREAM');
  return {
    name: `${file.name}, page ${page}`,
    what: `${before} -> ${after} glyphs`,
    rule: isBroken ? 'broken data: each reader guesses' : undefined,
  };
}
