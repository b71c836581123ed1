/** The report's other facts are what independent tools say of the file. */
import type { EngineReport } from '#domain/report.ts';
import type { Truth } from '#test/corpus/truth.ts';
import { type Measure, score } from './measure.ts';

type Fact = readonly [name: string, ours: unknown, theirs: unknown];

export const facts: Measure = {
  title: 'Facts of the report',
  judge({ outputs }) {
    const reports = outputs.flatMap(({ file, report }) =>
      file.truth ? [{ name: file.name, truth: file.truth, report }] : [],
    );
    return [
      score('facts as the file was made for, and as seen by other tools', 0.99, reports, ({ name, truth, report }) => {
        const wrong = factsOf(truth, report).filter(
          ([, ours, theirs]) => theirs !== undefined && theirs !== null && ours !== theirs,
        );
        if (wrong.length === 0) return null;
        return {
          name,
          what: wrong.map(([fact, ours, theirs]) => `${fact} ${String(ours)}, seen ${String(theirs)}`).join('; '),
        };
      }),
    ];
  },
};

function factsOf({ expect, spec }: Truth, { security, validation }: EngineReport): Fact[] {
  return [
    ['encryptedInput', security.encryptedInput, expect?.encryptedInput ?? spec.encryptedInput],
    ['incrementalUpdatesRemoved', security.incrementalUpdatesRemoved, expect?.incrementalUpdatesRemoved],
    ['xrefRebuilt', validation.xrefRebuilt, expect?.xrefRebuilt],
    ['brokenReferencesDetected', validation.brokenReferencesDetected, expect?.brokenReferencesDetected],
    ['pdfaDeclared', validation.pdfaDeclared, spec.pdfaDeclared],
    ['pdfaLevel', validation.pdfaLevel, spec.pdfaLevel],
  ];
}
