import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#domain/pipeline.ts';
import { startNormalizing } from '#engine/normalize.ts';
import { exponentOf, GROWTHS } from './growth.ts';

test('cost in step with size has the exponent 1, cost with its square 2', () => {
  expect(exponentOf([1, 2, 4, 8].map((size) => [size, 3 * size]))).toBeCloseTo(1);
  expect(exponentOf([1, 2, 4, 8].map((size) => [size, 3 * size * size]))).toBeCloseTo(2);
});

test.each(GROWTHS)('a document that grows in $name can be normalized', async ({ build }) => {
  const pipeline = startNormalizing(build(3), DEFAULT_OPTIONS, 'all');
  for (const name of STAGE_NAMES) if ((await pipeline.runStage(name)).ended) break;
  expect(pipeline.result().report.status).toBe('SUCCESS');
});
