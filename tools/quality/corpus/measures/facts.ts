/** Measures that the other facts of the report agree with independent tools. */
import type { EngineReport } from '#domain/report.ts';
import type { Truth } from '#tools/quality/corpus/truth.ts';
import { type Exception, score } from '#tools/quality/scores.ts';
import type { Measure } from '#tools/quality/corpus/evidence.ts';

type Fact = readonly [name: string, ours: unknown, theirs: unknown];

interface Subject {
  readonly name: string;
  readonly truth: Truth;
  readonly report: EngineReport;
}

export const facts: Measure = {
  title: 'Facts of the report',
  judge({ outputs }) {
    const subjects = outputs.flatMap(({ file: { name, truth }, report }) => (truth ? [{ name, truth, report }] : []));
    return [score('facts as the file was made for, and as seen by other tools', 0.99, subjects, judgeFacts)];
  },
};

function judgeFacts({ name, truth, report }: Subject): Exception | null {
  const wrong = factsOf(truth, report).filter(([, ours, theirs]) => typeof theirs === typeof ours && ours !== theirs);
  if (wrong.length === 0) return null;
  const what = wrong.map(([fact, ours, theirs]) => `${fact} ${String(ours)}, seen ${String(theirs)}`).join('; ');
  return { name, what, rule: explain(report) };
}

function factsOf({ expect, spec }: Truth, { security, validation }: EngineReport): Fact[] {
  const level = isLevel(spec.pdfaLevel) ? spec.pdfaLevel : null;
  return [
    ['encryptedInput', security.encryptedInput, expect?.encryptedInput ?? spec.encryptedInput],
    ['incrementalUpdatesRemoved', security.incrementalUpdatesRemoved, expect?.incrementalUpdatesRemoved],
    ['xrefRebuilt', validation.xrefRebuilt, expect?.xrefRebuilt],
    ['brokenReferencesDetected', validation.brokenReferencesDetected, expect?.brokenReferencesDetected],
    ['pdfaDeclared', validation.pdfaDeclared, spec.pdfaDeclared],
    ['pdfaLevel', validation.pdfaLevel ?? 'none', level ?? 'none'],
  ];
}

/** Other tools repeat any claim in the metadata. */
function isLevel(level: string | null | undefined): boolean {
  return /^(?:1[ab]|2[abu]|3[abu]|4[ef]?)$/.test(level ?? '');
}

function explain({ warnings }: EngineReport): string | undefined {
  const isBroken = warnings.some(({ code }) => code === 'METADATA_XMP_INVALID');
  return isBroken ? 'the metadata is no well-formed XML: nothing is declared' : undefined;
}
