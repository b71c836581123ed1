import { expect, test } from 'vitest';
import { ApiProblem } from '#portal/api/problem.ts';
import { replayEach } from './replay.ts';

test('many deliveries are sent again, each once, a few at a time, and refusals are counted by their words', async () => {
  const ids = Array.from({ length: 23 }, (_, at) => `delivery ${at}`);
  const sent: string[] = [];
  const told: number[] = [];
  let underWay = 0;
  let most = 0;
  const replayed = await replayEach(
    ids,
    async (id) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      sent.push(id);
      if (id.endsWith('3')) throw new ApiProblem('The endpoint of this delivery is inactive or deleted.');
    },
    (done) => told.push(done),
  );
  expect(sent.toSorted()).toEqual(ids.toSorted());
  expect(most).toBe(4);
  expect(told).toEqual(ids.map((_, at) => at + 1));
  expect(replayed.queued).toBe(21);
  expect([...replayed.refused]).toEqual([['The endpoint of this delivery is inactive or deleted.', 2]]);
});
