/** Measures that the rebuilt published attacks on signatures are rejected and named. It needs no corpus. */
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { type EngineReport, isGrave } from '#domain/report.ts';
import { normalize } from '#test/support/normalize.ts';
import { ATTACK_GRID, type Cell, EMPTY_CELLS } from '#test/support/builders/attack-grid.ts';
import { SHADOW_ATTACKS, SIGNATURE_ATTACKS } from '#test/support/builders/signature-attacks.ts';
import { atLeast } from '#tools/quality/corpus/truth.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import type { Measure } from '#tools/quality/corpus/evidence.ts';

interface Built {
  readonly name: string;
  readonly build: () => Uint8Array;
}

interface Judged {
  readonly name: string;
  readonly report: EngineReport;
}

export const attacks: Measure = {
  title: 'Attacks on signatures, rebuilt',
  async judge() {
    const sprung = await reportsOf(SHADOW_ATTACKS.map(({ name, sprung: build }) => ({ name, build })));
    const prepared = await reportsOf(SHADOW_ATTACKS.map(({ name, prepared: build }) => ({ name, build })));
    const others = await reportsOf(SIGNATURE_ATTACKS.map((one) => ({ ...one, name: `${one.family}: ${one.name}` })));
    const grid = await reportsOf(ATTACK_GRID.map((one) => ({ ...one, name: `${one.family}: ${one.name}` })));
    return [
      score('published shadow attacks: not valid, and high or critical', 1, sprung, judgeAttack),
      score('the same before they are sprung: at least medium', 1, prepared, judgePrepared),
      score('ISA, SWA, USF, EAA and SSA: not valid, and high or critical', 1, others, judgeAttack),
      ...([1, 2, 3] as const).map((level) => gridScore(level, grid)),
    ];
  },
};

async function reportsOf<T extends Built>(files: readonly T[]): Promise<(T & Judged)[]> {
  const judged: (T & Judged)[] = [];
  for (const one of files) judged.push({ ...one, report: (await normalize(one.build(), DEFAULT_OPTIONS)).report });
  return judged;
}

/** The cells of one encoding level, and the number of impossible ones. */
function gridScore(level: 1 | 2 | 3, grid: readonly (Cell & Judged)[]): Score {
  const cells = grid.filter((cell) => cell.level === level);
  const empty = EMPTY_CELLS.filter((cell) => cell.level === level).length;
  return score(
    `attacks at level ${level} of disguise (${empty} cells cannot be): not valid, and high or critical`,
    1,
    cells,
    judgeAttack,
  );
}

function judgeAttack({ name, report: { security, tamperAnalysis } }: Judged): Exception | null {
  const attacked = security.signatureVerificationResults.find(({ fieldName }) => fieldName === 'Signature1');
  const isNamed = tamperAnalysis?.anomalies.some(isGrave) === true;
  if (attacked?.valid !== true && security.overallSignatureStatus !== 'ALL_VALID' && isNamed) return null;
  return { name, what: `${security.overallSignatureStatus}, ${tamperAnalysis?.riskLevel ?? 'no analysis'}` };
}

function judgePrepared({ name, report: { tamperAnalysis } }: Judged): Exception | null {
  const risk = tamperAnalysis?.riskLevel ?? 'none';
  if (atLeast(risk, 'medium')) return null;
  return {
    name,
    what: risk,
    rule: name.includes('font') ? 'a font that is exchanged later is like any font' : undefined,
  };
}
