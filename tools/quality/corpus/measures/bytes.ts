/**
 * Measures that the bytes are equal: in other processes, in another order, from the output itself, from another
 * spelling.
 */
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure, Output } from '#tools/quality/corpus/evidence.ts';

export const sameBytes: Measure = {
  title: 'Same bytes',
  judge(evidence) {
    return [
      score('equal results in two processes', 1, evidence.files, (file) => judgeRepetition(evidence, file)),
      score('a second pass gives equal bytes', 1, evidence.outputs, (output) => judgeFixedPoint(evidence, output)),
      equivalence(evidence, 'must', 1),
      equivalence(evidence, 'should', 0),
    ];
  },
};

function judgeRepetition({ lines, again }: Evidence, { path, name }: CorpusFile): Exception | null {
  const [a, b] = [lines.get(path), again.get(path)];
  if (a && a.status === b?.status && a.code === b.code && a.sha256 === b.sha256) return null;
  return { name, what: `${a?.status} ${a?.code ?? a?.sha256}, then ${b?.status} ${b?.code ?? b?.sha256}` };
}

function judgeFixedPoint({ second }: Evidence, { path, sha256, file }: Output): Exception | null {
  const line = second.get(path);
  if (line?.sha256 === sha256) return null;
  return { name: file.name, what: line?.sha256 ? 'other bytes' : `${line?.code ?? 'lost'} on the output` };
}

/** All members of a group give one hash. */
function equivalence(evidence: Evidence, level: string, goal: number): Score {
  const groups = new Map<string, { file: CorpusFile; sha256: string }[]>();
  for (const file of evidence.files) {
    const expect = file.truth?.expect;
    if (!expect?.equiv_group || expect.equiv_level !== level) continue;
    const sha256 = evidence.lineOf(file)?.sha256 ?? 'none';
    groups.set(expect.equiv_group, [...(groups.get(expect.equiv_group) ?? []), { file, sha256 }]);
  }
  return score(`one hash for each group of equivalent files (${level})`, goal, [...groups], ([group, members]) => {
    const hashes = Map.groupBy(members, ({ sha256 }) => sha256);
    if (hashes.size === 1 && !hashes.has('none')) return null;
    const kinds = [...hashes.values()].map((kind) => kind.map(({ file }) => file.name).join(' '));
    return { name: group, what: `${hashes.size} hashes: ${kinds.join(' | ')}` };
  });
}
