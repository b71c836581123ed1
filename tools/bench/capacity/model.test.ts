import { expect, test } from 'vitest';
import { type DocumentCost, meanOf, planFor } from './model.ts';

const cost: DocumentCost = {
  cpuMs: { api: 10, worker: 20, parsers: 20, verifiers: 20, temporal: 10, postgres: 10, store: 10 },
  rowBytes: 1_000,
  rows: 6,
  objectBytes: 100_000,
  historyBytes: 5_000,
  historyEvents: 18,
};

test('a document a second, without peaks, takes of each part what one document takes of it', () => {
  const plan = planFor(365.25 * 24 * 3600, cost, { peak: 1, utilization: 1, retentionDays: 1, historyDays: 2 });
  expect(plan.peakRate).toBeCloseTo(1);
  expect(plan.processors.workers).toBeCloseTo(0.06);
  expect(plan.processors.postgres).toBeCloseTo(0.01);
  expect(plan.rows).toBeCloseTo(6 * 86_400);
  expect(plan.historyBytes).toBeCloseTo(2 * 5_000 * 86_400);
  expect(plan.transitionRate).toBeCloseTo(18);
});

test('peaks and what is left free ask for more processors, and for no more room', () => {
  const [plain, peaky] = [
    planFor(1e8, cost, { peak: 1, utilization: 1, retentionDays: 90, historyDays: 3 }),
    planFor(1e8, cost, { peak: 5, utilization: 0.5, retentionDays: 90, historyDays: 3 }),
  ];
  expect(peaky.processors.workers / plain.processors.workers).toBeCloseTo(10);
  expect(peaky.objectBytes).toBe(plain.objectBytes);
});

test('the mean goes by shares, whatever they add up to', () => {
  const double = { ...cost, rows: 12 };
  expect(
    meanOf([
      [3, cost],
      [1, double],
    ]).rows,
  ).toBeCloseTo(7.5);
});
