/** Measures that outputs are valid PDFs with the pages of their originals. */
import { readFileSync } from 'node:fs';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { isInstalled, mapAll, run } from '#tools/quality/programs.ts';
import type { Score } from '#tools/quality/scores.ts';
import type { Evidence, Measure } from '#tools/quality/corpus/evidence.ts';
import { score } from '#tools/quality/scores.ts';

export const validity: Measure = {
  title: 'Sound files',
  async judge(evidence) {
    return [await checks(evidence), pages(evidence)];
  },
};

/** Native qpdf, if it is installed, is another build than the one in the engine. */
async function checks({ outputs }: Evidence): Promise<Score> {
  const checked = await mapAll(outputs, async ({ path, file }) => ({ name: file.name, what: await complaintOf(path) }));
  return score('outputs pass qpdf --check', 0.99, checked, ({ name, what }) => (what === '' ? null : { name, what }));
}

async function complaintOf(path: string): Promise<string> {
  if (!isInstalled('qpdf')) return firstLine(await checkWithQpdf(new Uint8Array(readFileSync(path))));
  const { status, stdout, stderr } = await run('qpdf', ['--check', path]);
  return status === 0 ? '' : firstLine(stderr || stdout.toString() || `exit code ${status}`);
}

/** If readers disagree, any of their counts is accepted. For PDFium only pages that load count. */
function pages({ outputs, renderings }: Evidence): Score {
  return score('outputs have the pages a reader counts', 1, outputs, ({ file, path, pages: { length } }) => {
    const byPdfium = renderings.get(path)?.pageCount;
    const known = [file.truth?.expect?.pages, byPdfium, ...file.pageCounts].filter(
      (count) => typeof count === 'number' && count > 0,
    );
    if (length > 0 && (known.length === 0 || known.includes(length))) return null;
    return { name: file.name, what: `${length}, readers count ${[...new Set(known)].join(' or ')}` };
  });
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
