/** Outputs look like their originals in two renderers, except for what the canon removes. */
import type { Evidence, Output } from '#tools/corpus/evidence.ts';
import type { PageDifference, RendererComparison } from '#tools/corpus/rendering/comparison.ts';
import { peculiaritiesOf, type Peculiarity } from '#tools/corpus/rendering/original.ts';
import { type Exception, type Measure, type Score, score } from './measure.ts';

/** The share of pixels of a page that may differ. */
const TOLERANCE = 0.001;

type Renderer = RendererComparison['renderer'];

/** An output of which a renderer draws some pages otherwise than those of the original. */
interface Case {
  readonly output: Output;
  readonly pages: readonly PageDifference[];
  /** Whether the other renderer draws the same pages. */
  readonly isOneSided: boolean;
  /** Whether the report has a warning with the code. */
  readonly warns: (code: string) => boolean;
  /** Whether all of the pages have it in the original. */
  readonly have: (peculiarity: Peculiarity) => boolean;
}

interface Rule {
  readonly reason: string;
  readonly explains: (one: Case) => boolean;
}

/** What was asked to be removed, and originals of which nobody can say how they look. */
const CANON: readonly Rule[] = [
  { reason: 'media that play were removed', explains: ({ have }) => have('media') },
  { reason: 'marks of attached files were removed', explains: ({ have }) => have('attached file') },
  {
    reason: 'no other reader opens the damaged original',
    explains: ({ output: { file, report } }) => report.validation.xrefRebuilt && file.pageCounts.length < 2,
  },
  {
    reason: 'a page is missing in the page tree: the renderers count it, other readers do not',
    explains: ({ warns }) => warns('PAGE_TREE_REPAIRED') && warns('BROKEN_OBJECT_REFERENCE'),
  },
  { reason: 'broken data: each renderer guesses', explains: ({ warns }) => warns('UNDECODABLE_STREAM') },
];

/** Fields that nobody has drawn yet. */
const FORMS: readonly Rule[] = [
  {
    reason: 'the form says that appearances are out of date: each viewer makes its own',
    explains: ({ warns }) => warns('APPEARANCE_REGENERATED'),
  },
  {
    reason: 'a field has no appearance: each viewer makes its own',
    explains: ({ have }) => have('field without an appearance'),
  },
];

/** These rules count where the other renderer sees no difference. */
const ONE_SIDED: Readonly<Record<Renderer, readonly Rule[]>> = {
  PDFium: [
    {
      reason: 'PDFium reads the damaged original in its own way; MuPDF draws both alike',
      explains: ({ output }) => output.report.validation.xrefRebuilt,
    },
    {
      reason: 'PDFium draws fields as controls; MuPDF draws both alike',
      explains: ({ output }) => output.report.security.acroformFlattened,
    },
  ],
  MuPDF: [
    {
      reason: 'MuPDF marks empty signature fields; PDFium draws both alike',
      explains: ({ have }) => have('empty signature field'),
    },
    {
      reason: 'MuPDF draws fields that are not for the screen; PDFium draws both alike',
      explains: ({ warns }) => warns('HIDDEN_FIELD_DROPPED'),
    },
    {
      reason: 'MuPDF has other standard fonts than those embedded; PDFium draws both alike',
      explains: ({ warns }) => warns('FONT_SUBSTITUTED'),
    },
  ],
};

export const pictures: Measure = {
  title: 'Pictures (first three pages, 72 dpi, before and after)',
  judge(evidence) {
    if (evidence.renderings.size === 0) return [];
    return [
      drawsBoth(evidence, 'PDFium'),
      drawsBoth(evidence, 'MuPDF'),
      drawn(evidence, 'PDFium'),
      drawn(evidence, 'MuPDF'),
      either(evidence),
    ];
  },
};

/** Originals are damaged on purpose: a renderer that does not see one has nothing to compare. */
function drawsBoth({ outputs, renderings }: Evidence, renderer: Renderer): Score {
  return score(`${renderer} draws original and output`, 0, outputs, ({ path, file }) => {
    const missing = renderings.get(path)?.renderers.find((one) => one.renderer === renderer)?.missing;
    return missing === null ? null : { name: file.name, what: missing ?? 'no comparison' };
  });
}

function drawn(evidence: Evidence, renderer: Renderer): Score {
  const seen = evidence.outputs.flatMap((output) => {
    const comparisons = comparisonsOf(evidence, output);
    const comparison = comparisons.find((one) => one.renderer === renderer);
    return comparison ? [{ output, comparison, other: comparisons.find((one) => one !== comparison) }] : [];
  });
  const claim = `at most ${TOLERANCE * 100} % of the pixels of a page differ in ${renderer}`;
  return score(claim, 1, seen, ({ output, comparison, other }) => {
    const one = caseOf(output, comparison, other);
    return one && exception(one, [...CANON, ...(one.isOneSided ? ONE_SIDED[renderer] : []), ...FORMS]);
  });
}

/** What only one renderer draws otherwise may be its own mistake; what both do is ours, unless the canon says so. */
function either(evidence: Evidence): Score {
  const compared = evidence.outputs.flatMap((output) => {
    const [comparison, other] = comparisonsOf(evidence, output);
    return comparison ? [{ output, comparison, other }] : [];
  });
  return score('at least one renderer draws the same pages', 1, compared, ({ output, comparison, other }) => {
    const one = caseOf(output, comparison, other);
    return one && !one.isOneSided ? exception(one, [...CANON, ...FORMS]) : null;
  });
}

/** Answers the comparisons by renderers that draw both the original and the output. */
function comparisonsOf({ renderings }: Evidence, output: Output): RendererComparison[] {
  return (renderings.get(output.path)?.renderers ?? []).filter(({ missing }) => missing === null);
}

function caseOf(output: Output, comparison: RendererComparison, other: RendererComparison | undefined): Case | null {
  const pages = differing(comparison);
  if (pages.length === 0) return null;
  let known: ReadonlySet<Peculiarity>[] | undefined;
  return {
    output,
    pages,
    isOneSided: other !== undefined && differing(other).length === 0,
    warns: (code) => output.report.warnings.some((warning) => warning.code === code),
    have: (peculiarity) => {
      known ??= peculiaritiesOf(output.file.path);
      return pages.every(({ page }) => known?.[page - 1]?.has(peculiarity));
    },
  };
}

function differing({ pages }: RendererComparison): PageDifference[] {
  return pages.filter(({ difference }) => difference > TOLERANCE);
}

function exception(one: Case, rules: readonly Rule[]): Exception {
  const shares = one.pages.map(({ page, difference }) => `page ${page} ${(difference * 100).toFixed(2)} %`);
  const rule = rules.find(({ explains }) => explains(one))?.reason;
  return { name: one.output.file.name, what: shares.join(', '), rule };
}
