/**
 * Runs the short form of `npm run faults`: thirty faults of all kinds on the whole service under load, without
 * findings.
 */
import { expect, test } from 'vitest';
import { runCampaign } from '#tools/drills/faults/campaign.ts';
import { openJournal } from '#tools/drills/faults/journal.ts';
import { type Kind, KINDS } from '#tools/drills/faults/plan.ts';

const KIND_NAMES = Object.keys(KINDS) as Kind[];

test('thirty faults break nothing', { timeout: 600_000 }, async () => {
  const journal = openJournal(null);
  const options = {
    seed: 3,
    count: 30,
    group: 30,
    kinds: KIND_NAMES,
    parts: null,
    callers: 3,
    journal,
    say: console.log,
  };
  expect(await runCampaign(options)).toEqual([]);
  const hits = journal.lines.flatMap((line) => (line.type === 'fault' && line.hit ? [line.kind] : []));
  expect(hits.length).toBeGreaterThan(20);
  expect(new Set(hits).size).toBeGreaterThan(5);
  const documents = journal.lines.map((line) => (line.type === 'rest' ? line.documents : 0));
  expect(Math.max(...documents)).toBeGreaterThan(30);
});
