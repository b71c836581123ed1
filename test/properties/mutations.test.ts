/** A small fixed part of the mutation campaign (`tools/quality/mutate.ts` runs the large ones). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { chanceOf, mutate } from './mutations.ts';

test('three hundred mutated files end as promised', async () => {
  const { outcomes, findings } = await runCampaign({
    count: 300,
    seed: 20_261,
    directory: join(import.meta.dirname, '../../fixtures/pdf'),
  });
  expect(findings.map(({ index, source, fault }) => ({ index, source, fault }))).toEqual([]);
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(300);
  // If all mutations failed or all succeeded, they would test nothing.
  expect(outcomes.get('SUCCESS')).toBeGreaterThan(50);
  expect(outcomes.get('SUCCESS')).toBeLessThan(290);
});

test('a mutation is the same for the same seed and another for another', () => {
  const file = new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'.repeat(20)));
  const mutant = (seed: number) => Buffer.from(mutate(file, file, chanceOf(seed))).toString('latin1');
  expect(mutant(1)).toBe(mutant(1));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => mutant(seed))).size).toBeGreaterThan(15);
});
