/** Tests that exports wait for a slot of their worker, so that erasures and paying organizations always find one. */
import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test, vi } from 'vitest';
import { EXPORT_SLOTS, exportSlots, FREE_EXPORT_SLOTS } from '#activities/privacy/export-slots.ts';
import { runActivity } from '#activities/run-activity.ts';

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

test('free organizations have half of the slots, and others have those that are left', () => {
  const slots = exportSlots();
  const free = times(FREE_EXPORT_SLOTS).map(() => slots.take('free'));
  expect(() => slots.take('free')).toThrow(ApplicationFailure);
  const others = times(EXPORT_SLOTS - FREE_EXPORT_SLOTS).map(() => slots.take('starter'));
  expect(() => slots.take('pro')).toThrow(ApplicationFailure);
  others[0]?.[Symbol.dispose]();
  expect(() => slots.take('free')).toThrow(ApplicationFailure);
  free[0]?.[Symbol.dispose]();
  slots.take('free');
  slots.take('pro');
  expect(() => slots.take('pro')).toThrow(ApplicationFailure);
});

test('an export without a slot is offered again in some seconds, and is no failure in the log', async () => {
  const slots = exportSlots();
  for (const _ of times(EXPORT_SLOTS)) slots.take('pro');
  const warn = vi.fn();
  const attempt = new MockActivityEnvironment().run(() =>
    runActivity({ warn }, null, async () => {
      slots.take('pro');
      return true;
    }),
  );
  await expect(attempt).rejects.toMatchObject({ nonRetryable: false, nextRetryDelay: '10 seconds' });
  expect(warn).not.toHaveBeenCalled();
});
