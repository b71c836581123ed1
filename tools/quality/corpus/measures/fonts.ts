/** Measures that all fonts are embedded, or that the report names the exceptions. */
import { isInstalled, mapAll, run } from '#tools/quality/programs.ts';
import { type Exception, score } from '#tools/quality/scores.ts';
import type { Measure, Output } from '#tools/quality/corpus/evidence.ts';

export const fonts: Measure = {
  title: 'Fonts',
  async judge(evidence) {
    const listed = await mapAll(evidence.outputs, ({ path }) => unembedded(path));
    const missing = new Map(evidence.outputs.map(({ path }, index) => [path, listed[index] ?? []]));
    const left = ({ path }: Output): readonly string[] => missing.get(path) ?? [];
    const known = evidence.outputs.filter(({ file }) => file.truth?.fonts);
    return [
      score('NON_EMBEDDED_FONT names fonts that stay as they are exactly where there is one', 0.98, known, (output) =>
        judgeWarning(output, left(output)),
      ),
      score('all fonts of outputs are embedded, or warned of', 0.99, evidence.outputs, (output) =>
        left(output).length === 0 || isLeft(output) ? null : { name: output.file.name, what: left(output).join(', ') },
      ),
    ];
  },
};

function judgeWarning(output: Output, left: readonly string[]): Exception | null {
  const others = output.file.truth?.fonts?.other_unembedded ?? [];
  const warned = isLeft(output);
  if (warned === others.length > 0) return null;
  if (!warned) {
    const rule = left.length === 0 ? 'nothing uses the font: it is gone' : undefined;
    return { name: output.file.name, what: `not warned: ${others.join(', ')}`, rule };
  }
  const rule = left.length > 0 ? 'the font has a standard name but not a form that can be substituted' : undefined;
  return { name: output.file.name, what: `warned, left: ${left.join(', ') || 'none'}`, rule };
}

/**
 * The fonts without a program according to poppler; empty if it is not installed. Columns: name, type, encoding, emb,
 * sub, uni, object. Fonts without an object belong to poppler itself, for annotations without appearance.
 */
async function unembedded(path: string): Promise<string[]> {
  if (!isInstalled('pdffonts')) return [];
  const { stdout } = await run('pdffonts', [path]);
  return stdout
    .toString()
    .split('\n')
    .slice(2)
    .filter((row) => !row.includes('Type 3') && /\sno\s+(?:yes|no)\s+(?:yes|no)\s+\d/.test(row))
    .map((row) => row.slice(0, 36).trim());
}

/** Whether the warning names fonts that still lack a program. It also names those with a substitute. */
function isLeft({ report }: Output): boolean {
  return report.warnings.some(({ facts }) => facts?.remainingFonts !== undefined);
}
