/** Tests which plans stay fast when their tables grow. */
import { expect, test } from 'vitest';
import { checkPlan } from './plans.ts';

const sizes = new Map([
  ['submission', 10_000_000],
  ['submission_pkey', 10_000_000],
  ['batch', 300],
]);

/** The faults of a plan in the form of PostgreSQL. */
async function faultsOf(plan: object): Promise<readonly string[]> {
  const ask = async () => [{ 'QUERY PLAN': [{ Plan: plan }] }];
  return (await checkPlan({ ask, close: async () => undefined }, 'select 1', sizes)).faults;
}

const walk = {
  'Node Type': 'Index Scan',
  'Relation Name': 'submission',
  'Index Name': 'submission_pkey',
  'Plan Rows': 1,
};
const within = (kind: string, ...Plans: readonly object[]) => ({ 'Node Type': kind, 'Plan Rows': 1, Plans });

test.each([
  ['a table that is read from one end to the other', { ...walk, 'Node Type': 'Seq Scan' }, 'reads all of submission'],
  ['an index without a condition', walk, 'walks submission_pkey of submission from one end to the other'],
  [
    'an index of which only some rows are wanted, until there are enough',
    within('Limit', { ...walk, Filter: 'x' }),
    'walks submission_pkey of submission, until there are enough',
  ],
  [
    'an index that is joined with something, until there are enough',
    within('Limit', within('Nested Loop', walk)),
    'walks submission_pkey of submission, until there are enough',
  ],
  ['many rows', { ...walk, 'Index Cond': 'x', 'Plan Rows': 20_000 }, 'takes 20000 rows of submission'],
])('%s is a fault', async (_, plan, fault) => {
  expect(await faultsOf(plan)).toEqual([fault]);
});

test.each([
  ['a small table, however it is read', { 'Node Type': 'Seq Scan', 'Relation Name': 'batch', 'Plan Rows': 300 }],
  ['few rows by a condition', { ...walk, 'Index Cond': 'x' }],
  ['the first entries of an index', within('Result', within('Limit', walk))],
])('%s is none', async (_, plan) => {
  expect(await faultsOf(plan)).toEqual([]);
});
