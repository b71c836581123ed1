/** All fonts are embedded, and where one cannot be, the report says so. */
import type { Evidence, Output } from '#test/corpus/evidence.ts';
import { isInstalled, mapAll, run } from '#test/corpus/tools.ts';
import { type Measure, type Score, score } from './measure.ts';

export const fonts: Measure = {
  title: 'Fonts',
  async judge(evidence) {
    const known = evidence.outputs.filter(({ file }) => file.truth?.fonts);
    return [
      score('NON_EMBEDDED_FONT exactly where there is such a font', 0.98, known, (output) => {
        const warned = isWarned(output);
        const others = output.file.truth?.fonts?.other_unembedded ?? [];
        if (warned === others.length > 0) return null;
        return { name: output.file.name, what: warned ? 'warned, none seen' : `not warned: ${others.join(', ')}` };
      }),
      await embedded(evidence),
    ];
  },
};

/** By poppler. What the report warns of is not embedded on purpose. */
async function embedded({ outputs }: Evidence): Promise<Score> {
  const claim = 'all fonts of outputs are embedded, or warned of';
  if (!isInstalled('pdffonts'))
    return { claim: `${claim} (pdffonts is not installed)`, of: 0, goal: 1, exceptions: [] };
  const listed = await mapAll(outputs, async (output) => ({ output, missing: await unembedded(output.path) }));
  return score(claim, 0.99, listed, ({ output, missing }) =>
    missing.length === 0 || isWarned(output) ? null : { name: output.file.name, what: missing.join(', ') },
  );
}

/** Columns: name, type, encoding, emb, sub, uni, object. */
async function unembedded(path: string): Promise<string[]> {
  const { stdout } = await run('pdffonts', [path]);
  const rows = stdout.toString().split('\n').slice(2).filter(Boolean);
  return rows
    .filter((row) => !row.includes('Type 3') && /\sno\s+(?:yes|no)\s+(?:yes|no)\s/.test(row))
    .map((row) => row.slice(0, 36).trim());
}

function isWarned({ report }: Output): boolean {
  return report.warnings.some(({ code }) => code === 'NON_EMBEDDED_FONT');
}
