/** Measures that readers draw all content of an original in its output, except for content that the canon removes. */
import {
  isSpot,
  type PageDifference,
  type Renderer,
  type RendererComparison,
} from '#tools/quality/corpus/rendering/comparison.ts';
import { peculiaritiesOf, type Peculiarity } from '#tools/quality/corpus/rendering/original.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure, Output } from '#tools/quality/corpus/evidence.ts';

type Kind = 'lost' | 'added';

/** A page with content that readers see only before or only after. */
interface Spot {
  readonly page: number;
  /** The renderers that see it, with the number of pixels in one square. */
  readonly seenBy: ReadonlyMap<Renderer, number>;
  readonly drawnAlikeBy: readonly Renderer[];
}

interface Case {
  readonly output: Output;
  readonly spots: readonly Spot[];
  /** Whether the report has a warning with the code. */
  readonly warns: (code: string) => boolean;
  /** Whether all of the pages have the peculiarity in the original. */
  readonly have: (peculiarity: Peculiarity) => boolean;
  /** Whether the renderer draws all of the pages alike before and after. */
  readonly drawsAlike: (renderer: Renderer) => boolean;
}

interface Rule {
  readonly reason: string;
  readonly explains: (one: Case) => boolean;
}

/** Content that the canon removes, and originals with an undefined appearance. */
const REMOVED_OR_BROKEN: readonly Rule[] = [
  {
    reason: 'removed media without an appearance: each reader has a sign of its own',
    explains: ({ have }) => have('media without an appearance'),
  },
  {
    reason: 'removed files without an appearance: each reader has a sign of its own',
    explains: ({ have }) => have('attached file without an appearance'),
  },
  {
    reason: 'no other reader opens the damaged original',
    explains: ({ output: { file, report } }) =>
      report.validation.xrefRebuilt && file.truth !== null && file.pageCounts.length < 2,
  },
  {
    reason: 'a page is missing in the page tree: some readers count it, others do not',
    explains: ({ warns }) => warns('PAGE_TREE_REPAIRED') && warns('BROKEN_OBJECT_REFERENCE'),
  },
  { reason: 'broken data: each reader guesses', explains: ({ warns }) => warns('UNDECODABLE_STREAM') },
];

/** Cases in which readers add missing content, but not missing glyphs, which are a loss. */
const OWN_WAYS: readonly Rule[] = [
  {
    reason: 'fonts that are not embedded: each reader has its own, and PDFium or MuPDF draws both alike',
    explains: ({ warns, drawsAlike }) => warns('FONT_SUBSTITUTED') && (drawsAlike('PDFium') || drawsAlike('MuPDF')),
  },
  {
    reason: 'hidden fields are drawn by some readers; PDFium draws both alike',
    explains: ({ warns, drawsAlike }) => warns('HIDDEN_FIELD_DROPPED') && drawsAlike('PDFium'),
  },
  {
    reason: 'empty signature fields are marked by some readers; PDFium draws both alike',
    explains: ({ have, drawsAlike }) => have('empty signature field') && drawsAlike('PDFium'),
  },
  {
    reason: 'the form says that appearances are out of date: each reader makes its own',
    explains: ({ warns }) => warns('APPEARANCE_REGENERATED'),
  },
  {
    reason: 'a field has no appearance: each reader makes its own',
    explains: ({ have }) => have('field without an appearance'),
  },
];

export const pictures: Measure = {
  title: 'Pictures (first three pages, 72 dpi, before and after; poppler where PDFium and MuPDF do not agree)',
  judge(evidence) {
    if (evidence.renderings.size === 0) return [];
    return [
      drawsBoth(evidence, 'PDFium'),
      drawsBoth(evidence, 'MuPDF'),
      outvoted(evidence),
      seen(evidence, 'lost', 'visible losses: what most readers draw is drawn', 1),
      seen(evidence, 'added', 'nothing is drawn that most readers did not draw', 0.98),
    ];
  },
};

/** Some originals are damaged on purpose, and a renderer that cannot draw one has nothing to compare. */
function drawsBoth({ outputs, renderings }: Evidence, renderer: Renderer): Score {
  return score(`${renderer} draws original and output`, 0, outputs, ({ path, file }) => {
    const missing = renderings.get(path)?.renderers.find((one) => one.renderer === renderer)?.missing;
    return missing === null ? null : { name: file.name, what: missing ?? 'no comparison' };
  });
}

/** A loss that only one renderer sees is reported and does not count, because two others draw both alike. */
function outvoted(evidence: Evidence): Score {
  return score('no reader is alone with what it sees', 0, compared(evidence), (output) => {
    const alone = spotsOf(evidence, output, 'lost').filter(
      ({ seenBy, drawnAlikeBy }) => seenBy.size < drawnAlikeBy.length,
    );
    return alone.length === 0 ? null : { name: output.file.name, what: alone.map(describe).join(', ') };
  });
}

function seen(evidence: Evidence, kind: Kind, claim: string, goal: number): Score {
  return score(claim, goal, compared(evidence), (output) => {
    const spots = spotsOf(evidence, output, kind).filter(
      ({ seenBy, drawnAlikeBy }) => seenBy.size >= drawnAlikeBy.length,
    );
    return spots.length === 0 ? null : exception(caseOf(output, spots));
  });
}

/** The outputs that some renderer draws, including their originals. */
function compared(evidence: Evidence): Output[] {
  return evidence.outputs.filter((output) => comparisonsOf(evidence, output).length > 0);
}

function comparisonsOf({ renderings }: Evidence, output: Output): RendererComparison[] {
  return (renderings.get(output.path)?.renderers ?? []).filter(({ missing }) => missing === null);
}

function spotsOf(evidence: Evidence, output: Output, kind: Kind): Spot[] {
  const comparisons = comparisonsOf(evidence, output);
  const pages = new Set(comparisons.flatMap((one) => one.pages.map(({ page }) => page)));
  return [...pages].flatMap((page) => {
    const pixels = comparisons.flatMap(({ renderer, pages: all }) => {
      const difference: PageDifference | undefined = all.find((each) => each.page === page);
      return difference ? [[renderer, difference[kind]] as const] : [];
    });
    const seenBy = new Map(pixels.filter(([, count]) => isSpot(count)));
    const drawnAlikeBy = pixels.flatMap(([renderer]) => (seenBy.has(renderer) ? [] : [renderer]));
    return seenBy.size > 0 ? [{ page, seenBy, drawnAlikeBy }] : [];
  });
}

function caseOf(output: Output, spots: readonly Spot[]): Case {
  let known: ReadonlySet<Peculiarity>[] | undefined;
  return {
    output,
    spots,
    warns: (code) => output.report.warnings.some((warning) => warning.code === code),
    have: (peculiarity) => {
      known ??= peculiaritiesOf(output.file.path);
      return spots.every(({ page }) => known?.[page - 1]?.has(peculiarity));
    },
    drawsAlike: (renderer) => spots.every(({ drawnAlikeBy }) => drawnAlikeBy.includes(renderer)),
  };
}

function exception(one: Case): Exception {
  const rules = one.warns('GLYPH_MISSING') ? REMOVED_OR_BROKEN : [...REMOVED_OR_BROKEN, ...OWN_WAYS];
  const rule = rules.find(({ explains }) => explains(one))?.reason;
  return { name: one.output.file.name, what: one.spots.map(describe).join(', '), rule };
}

function describe({ page, seenBy }: Spot): string {
  const counts = [...seenBy].map(([renderer, pixels]) => `${renderer} ${pixels}`);
  return `page ${page} (${counts.join(', ')} pixels of a square)`;
}
