/** The sentences of comparisons. */
import type { Comparison, FactualComparison, FactualComparisonWarning } from '#domain/compare.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { describeFailure } from './describe.ts';

/** The comparison of the engine with the members that people read. */
export function describeComparison(comparison: FactualComparison): Comparison {
  if (comparison.kind === 'report') {
    const { report } = comparison;
    return { kind: 'report', report: { ...report, warnings: report.warnings.map(describeComparisonWarning) } };
  }
  const { failure } = comparison;
  const { message } = describeFailure(failure, []);
  return { kind: 'failure', failure: { file: failure.file, code: failure.code, message } };
}

export function describeComparisonWarning({ code, facts }: FactualComparisonWarning) {
  const { pipelineSpecA, pipelineSpecB, isNormalized } = facts;
  const consequence = isNormalized
    ? `both were normalized again under ${PIPELINE_SPEC}, which brings nothing back that was removed before.`
    : 'differences between the specifications are shown as differences.';
  const message = `file_a was normalized under ${pipelineSpecA} and file_b under ${pipelineSpecB}: ${consequence}`;
  return { code, message, facts };
}
