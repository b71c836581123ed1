/** Outputs look like their originals in two renderers, except for what the canon removes. */
import type { EngineReport } from '#domain/report.ts';
import type { Evidence, Output } from '#test/corpus/evidence.ts';
import type { RendererLook } from '#test/corpus/looks/look.ts';
import { type Exception, type Measure, type Score, score } from './measure.ts';

/** The share of pixels of a page that may differ. */
const TOLERANCE = 0.001;

export const pictures: Measure = {
  title: 'Pictures (first three pages, 72 dpi, before and after)',
  judge(evidence) {
    if (evidence.looks.size === 0) return [];
    return [
      drawsBoth(evidence, 'PDFium'),
      drawsBoth(evidence, 'MuPDF'),
      drawn(evidence, 'PDFium', 0.99),
      drawn(evidence, 'MuPDF', 0.99),
      either(evidence),
    ];
  },
};

/** Originals are damaged on purpose: a renderer that does not see one has nothing to compare. */
function drawsBoth({ outputs, looks }: Evidence, renderer: RendererLook['renderer']): Score {
  return score(`${renderer} draws original and output`, 0, outputs, ({ path, file }) => {
    const missing = looks.get(path)?.renderers.find((one) => one.renderer === renderer)?.missing;
    return missing === null ? null : { name: file.name, what: missing ?? 'no look' };
  });
}

function drawn(evidence: Evidence, renderer: RendererLook['renderer'], goal: number): Score {
  const seen = evidence.outputs.flatMap((output) => {
    const look = evidence.looks.get(output.path)?.renderers.find((one) => one.renderer === renderer);
    return look?.missing === null ? [{ output, look }] : [];
  });
  const claim = `at most ${TOLERANCE * 100} % of the pixels of a page differ in ${renderer}`;
  return score(claim, goal, seen, ({ output, look }) => judge(output, look));
}

/**
 * What only one renderer draws otherwise may be its own mistake; what both do is ours, unless the canon says so: what is
 * a renderer's own explains nothing here.
 */
function either({ outputs, looks }: Evidence): Score {
  const compared = outputs.flatMap((output) => {
    const renderers = (looks.get(output.path)?.renderers ?? []).filter(({ missing }) => missing === null);
    return renderers.length === 0 ? [] : [{ output, renderers }];
  });
  return score('at least one renderer draws the same pages', 0.99, compared, ({ output, renderers }) => {
    const [first, ...others] = renderers.map((look) => judge(output, look));
    return first && others.every(Boolean) ? { ...first, rule: explainByCanon(output) } : null;
  });
}

function judge(output: Output, { renderer, pages }: RendererLook): Exception | null {
  const differing = pages.filter(({ difference }) => difference > TOLERANCE);
  if (differing.length === 0) return null;
  const shares = differing.map(({ page, difference }) => `page ${page} ${(difference * 100).toFixed(2)} %`);
  return { name: output.file.name, what: shares.join(', '), rule: explain(output, renderer) };
}

/** What the report itself says was taken from sight, or drawn with another face. */
function explain(output: Output, renderer: RendererLook['renderer']): string | undefined {
  const own = renderer === 'PDFium' ? explainPdfium(output.report) : explainMupdf(output.report);
  return explainByCanon(output) ?? own;
}

function explainByCanon({ file, report }: Output): string | undefined {
  const { security, validation, warnings } = report;
  const warned = new Set<string>(warnings.map(({ code }) => code));
  if (security.richMediaRemoved) return 'rich media removed';
  if (security.embeddedFilesRemoved) return 'attached files removed';
  if (validation.xrefRebuilt && file.pageCounts.length < 2) return 'no other reader opens the damaged original';
  if (warned.has('UNDECODABLE_STREAM')) return 'broken data: each renderer guesses';
  if (warned.has('APPEARANCE_REGENERATED')) return 'stale appearances: each viewer makes its own';
  return undefined;
}

/** With form fields it is an editor: it draws buttons on combo boxes, its own choice of colours, its own missing text. */
function explainPdfium({ security }: EngineReport): string | undefined {
  return security.acroformFlattened ? 'PDFium draws fields as controls' : undefined;
}

function explainMupdf({ warnings }: EngineReport): string | undefined {
  const warned = new Set<string>(warnings.map(({ code }) => code));
  if (warned.has('HIDDEN_FIELD_DROPPED')) return 'MuPDF draws fields that are not for the screen';
  // Its own standard faces are others than the embedded ones.
  return warned.has('FONT_SUBSTITUTED') ? 'MuPDF has other standard fonts' : undefined;
}
