/** Where the engine and pyHanko differ, who is right, and why. */
import type { Verdict } from './verdicts.ts';

export interface Difference {
  readonly family: string;
  readonly name: string;
  readonly program: string;
  readonly isForged: boolean;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

interface Reason {
  readonly family: string;
  /** All names of the family where it is missing. */
  readonly name?: string;
  readonly program?: string;
  readonly right: 'the engine' | 'pyHanko' | 'nobody';
  readonly why: string;
}

const REASONS: readonly Reason[] = [];

/** Says whether every difference has a reason. */
export function printDifferences(
  differences: readonly Difference[],
  files: number,
  note: (line: string) => void,
): boolean {
  note(`\npyHanko says the same of ${files - differences.length} of ${files} files.`);
  const explained = Map.groupBy(differences, (one) => REASONS.find((reason) => explains(reason, one)));
  for (const [reason, cases] of explained) {
    if (reason) note(`${reason.family}: ${cases.length} files, ${reason.right} is right: ${reason.why}`);
    else
      for (const { program, family, name, ours, theirs } of cases)
        note(
          `MISS ${program}, ${family}, ${name}: the engine says ${ours.reason}; pyHanko says ${theirs.isAccepted ? 'valid' : theirs.reason}`,
        );
  }
  return !explained.has(undefined);
}

function explains({ family, name, program }: Reason, one: Difference): boolean {
  return (
    family === one.family &&
    (name === undefined || name === one.name) &&
    (program === undefined || program === one.program)
  );
}
