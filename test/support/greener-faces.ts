/**
 * Finds renderings that promise more than the verdict or alarm without a reason, and verdicts that promise more than
 * the facts.
 */
import type { NormalizeOptions } from '#domain/pipeline.ts';
import { type EngineReport, isUnverifiable } from '#domain/report.ts';
import { isWarning, VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { type Faces, facesOf, worstOf } from './faces.ts';

export async function greenerFaces(input: Uint8Array, options: NormalizeOptions): Promise<string[]> {
  return greener(await facesOf(input, options));
}

export function greener({ verdict, report, faces }: Faces): string[] {
  const { level, kind } = verdict;
  const demanded = levelOfFacts(report);
  return [
    ...(isGreener(level, demanded) ? [`${kind} is ${level}, and the facts are ${demanded}`] : []),
    ...faces.flatMap((face) => [
      ...(isGreener(face.level, level) ? [`${face.name} is ${face.level}, and ${kind} is ${level}`] : []),
      ...(isWarning(face.level) && isGreener(level, face.level)
        ? [`${face.name} is ${face.level}, and ${kind} is only ${level}`]
        : []),
      ...(face.hasSentence ? [] : [`${face.name} does not say: ${verdict.sentence}`]),
    ]),
  ];
}

function isGreener(one: VerdictLevel, other: VerdictLevel): boolean {
  return VERDICT_LEVELS.indexOf(one) < VERDICT_LEVELS.indexOf(other);
}

/** The least level that the facts require, without the rules of the verdict. */
function levelOfFacts({ security, tamperAnalysis, failure, status }: EngineReport): VerdictLevel {
  const invalid = security.signatureVerificationResults.filter(({ valid }) => !valid);
  const severities = (tamperAnalysis?.anomalies ?? []).map(({ severity }) => severity);
  return worstOf([
    ...invalid.map(({ reason }): VerdictLevel => (isUnverifiable(reason) ? 'caution' : demandOf(reason))),
    ...severities.map((severity) => LEVELS[severity]),
    ...(status === 'FAILED' ? ['caution' as const] : []),
    ...(failure ? ['neutral' as const] : []),
  ]);
}

/** Only a document without findings is good. */
const LEVELS = { low: 'neutral', medium: 'caution', high: 'danger', critical: 'danger' } as const;

function demandOf(reason: string | null): VerdictLevel {
  return reason === 'MODIFIED_AFTER_SIGNING' || reason === 'DIGEST_MISMATCH' ? 'danger' : 'caution';
}
