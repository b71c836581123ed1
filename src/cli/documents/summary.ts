/** One sentence about many files, after the lines about each: how they ended, and how many verdicts somebody has to read. */
import { verdictOf } from '#domain/verdict/verdict.ts';
import { counted } from '#domain/verdict/words.ts';
import { isAlarming } from './findings.ts';
import type { Processed } from './parsers.ts';

type Ended = Pick<Processed, 'status' | 'report'>;

const STATUSES = [
  ['SUCCESS', 'normalized'],
  ['REJECTED', 'rejected'],
  ['FAILED', 'failed'],
] as const;

/** `5 files: 4 normalized, 1 failed. Verdicts to read: 1 danger, 2 caution.` */
export function summaryOf(ended: readonly Ended[]): string {
  const statuses = STATUSES.map(
    ([status, word]) => [ended.filter((one) => one.status === status).length, word] as const,
  );
  const verdicts = ended.map(({ report }) => report && verdictOf(report)).filter(isAlarming);
  const levels = (['danger', 'caution'] as const).map(
    (level) => [verdicts.filter((verdict) => verdict.level === level).length, level] as const,
  );
  const read = verdicts.length === 0 ? '' : ` Verdicts to read: ${countsOf(levels)}.`;
  return `${counted(ended.length, 'file')}: ${countsOf(statuses)}.${read}`;
}

function countsOf(counts: readonly (readonly [count: number, word: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
