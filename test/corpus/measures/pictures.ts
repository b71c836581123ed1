/** Outputs look like their originals in two renderers, except for what the canon removes. */
import type { Evidence, Output } from '#test/corpus/evidence.ts';
import type { RendererLook } from '#test/corpus/looks/look.ts';
import { type Exception, type Measure, type Score, score } from './measure.ts';

/** The share of pixels of a page that may differ. */
const TOLERANCE = 0.001;

export const pictures: Measure = {
  title: 'Pictures (first three pages, 72 dpi, before and after)',
  judge(evidence) {
    if (evidence.looks.size === 0) return [];
    return [drawn(evidence, 'PDFium', 0.99), drawn(evidence, 'MuPDF', 0.99), either(evidence)];
  },
};

function drawn(evidence: Evidence, renderer: RendererLook['renderer'], goal: number): Score {
  const seen = evidence.outputs.flatMap((output) => {
    const look = evidence.looks.get(output.path)?.renderers.find((one) => one.renderer === renderer);
    return look?.missing === null ? [{ output, look }] : [];
  });
  const claim = `at most ${TOLERANCE * 100} % of the pixels of a page differ in ${renderer}`;
  return score(claim, goal, seen, ({ output, look }) => judge(output, look));
}

/** What only one renderer draws otherwise may be its own mistake; what both do is ours. */
function either({ outputs, looks }: Evidence): Score {
  const seen = outputs.flatMap((output) => {
    const renderers = (looks.get(output.path)?.renderers ?? []).filter(({ missing }) => missing === null);
    return renderers.length === 0 ? [] : [{ output, renderers }];
  });
  return score('at least one renderer draws the same pages', 0.995, seen, ({ output, renderers }) => {
    const [first, ...others] = renderers.map((look) => judge(output, look));
    return first && others.every(Boolean) ? first : null;
  });
}

function judge(output: Output, { renderer, pages }: RendererLook): Exception | null {
  const differing = pages.filter(({ difference }) => difference > TOLERANCE);
  if (differing.length === 0) return null;
  const shares = differing.map(({ page, difference }) => `page ${page} ${(difference * 100).toFixed(2)} %`);
  return { name: output.file.name, what: shares.join(', '), rule: explain(output, renderer) };
}

/** What the report itself says was taken from sight, or drawn with another face. */
function explain({ report }: Output, renderer: RendererLook['renderer']): string | undefined {
  const { security, warnings } = report;
  const warned = new Set<string>(warnings.map(({ code }) => code));
  if (security.richMediaRemoved) return 'rich media removed';
  if (security.embeddedFilesRemoved) return 'attached files removed';
  if (warned.has('EXTERNAL_REFERENCE_REMOVED')) return 'external reference removed';
  if (renderer === 'MuPDF' && warned.has('HIDDEN_FIELD_DROPPED'))
    return 'MuPDF draws fields that are not for the screen';
  // Its own standard faces are others than the embedded ones.
  if (renderer === 'MuPDF' && warned.has('FONT_SUBSTITUTED')) return 'MuPDF has other standard fonts';
  return undefined;
}
