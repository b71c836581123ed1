import { expect, test } from 'vitest';
import { normalize } from '#engine/normalize.ts';
import { Run } from '#engine/run.ts';
import { allGroups } from '#tools/generate/vectors/cases.ts';
import { clausesOf } from '#tools/generate/vectors/clauses.ts';
import { contradictions, inputOf, optionsOf, readVectors, type Vector } from '#tools/generate/vectors/vector.ts';

const vectors = readVectors();
const byClause = [...Map.groupBy(vectors, ({ clause }) => clause)];

test('every clause of the specification has a vector, and every vector a clause', () => {
  expect(byClause.map(([clause]) => clause).toSorted()).toEqual(clausesOf().toSorted());
});

test('the vectors are those that the cases make', () => {
  const cases = allGroups().flatMap(({ clause, cases: made }) =>
    made.map(({ relation, reason, input }) => [clause, relation, reason, Buffer.from(input).toString('latin1')]),
  );
  expect(vectors.map(({ clause, relation, reason, input }) => [clause, relation, reason, input])).toEqual(cases);
});

test('spellings of one document have one hash, and other documents have others', () => {
  expect(contradictions(vectors)).toEqual([]);
});

test.each(byClause)('the engine gives the vectors of clause %s', async (_, ofClause) => {
  for (const vector of ofClause) expect([vector.id, await resultOf(vector)]).toEqual([vector.id, expected(vector)]);
});

const expected = ({ sha256, contentHash, failure }: Vector) => ({ sha256, contentHash, failure });

/** Normalizes again only if the first pass differs, because few documents need a second pass. */
async function resultOf(vector: Vector): Promise<ReturnType<typeof expected>> {
  const run = new Run(inputOf(vector), optionsOf(vector));
  await run.runAgain('ContentHash');
  const first = outcome(run.result().report);
  if (first.sha256 === vector.sha256 && first.failure === vector.failure) return first;
  return outcome((await normalize(inputOf(vector), optionsOf(vector))).report);
}

function outcome({
  normalized,
  failure,
}: Awaited<ReturnType<typeof normalize>>['report']): ReturnType<typeof expected> {
  return {
    sha256: normalized?.sha256 ?? null,
    contentHash: normalized?.contentHash ?? null,
    failure: failure?.code ?? null,
  };
}
