/** How grave the signs of tampering are. */
import type { Submission } from '#portal/api/answers.ts';

/** Null where nobody can say: of a document that could not be read it is no comfort that nothing was found. */
export function riskOf({ status, tamperAnalysis }: Pick<Submission, 'status' | 'tamperAnalysis'>): string | null {
  const level = tamperAnalysis?.riskLevel ?? null;
  return status === 'FAILED' && level === 'none' ? null : level;
}
