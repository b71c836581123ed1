/** The meaning of each warning of a comparison, for people. */
import type { ComparisonWarning } from '#domain/compare.ts';
import { describeComparisonWarning } from '#domain/sentences/comparison-sentences.ts';
import type { Explanation } from './explanation.ts';

export const COMPARISON_WARNINGS: Readonly<Record<ComparisonWarning['code'], Explanation>> = {
  PIPELINE_SPECS_DIFFER: {
    title: 'Normalized under different specifications',
    cause:
      'The two files are outputs of different specifications of the pipeline: their different ways of writing count as differences. `normalize_first` normalizes both again, but does not restore parts that were removed before.',
    remedy: 'Compare the originals, or normalize both under one specification first.',
    retryable: false,
    example: describeComparisonWarning({
      code: 'PIPELINE_SPECS_DIFFER',
      facts: { pipelineSpecA: 'norm-1', pipelineSpecB: 'norm-3', isNormalized: false },
    }).message,
  },
};
