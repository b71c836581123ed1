import { expect, test } from 'vitest';
import { PAUSE_LIMIT_MS } from '#domain/submission.ts';
import { NO_UNPAID_WORK, type UnpaidWork } from './recent-work.ts';
import { BURST_GAP_MS, LEAD_MS, TRIAL_MS, TIME_SLICE_MS, Scheduler, YIELD_MS } from './scheduler.ts';

/** A document of an organization with a log of the operations on its process. */
function documentOf(organizationId: string) {
  const done: string[] = [];
  const process = {
    pause: () => done.push('paused'),
    resume: () => done.push('resumed'),
    kill: () => done.push('ended'),
  };
  return { organizationId, document: `of ${organizationId}`, process, done };
}

const waitingOf = (organizationId: string, since = 0, sizeBytes = 1_000) => ({
  organizationId,
  document: `of ${organizationId}`,
  since,
  sizeBytes,
});

function schedulerAt(processes: number, unpaid?: UnpaidWork) {
  const clock = { ms: 0 };
  const scheduler = new Scheduler<ReturnType<typeof documentOf>>(processes, () => clock.ms, unpaid);
  /** Starts a document of each organization and lets it run for some time, as far as there are processes. */
  const begun = (...organizations: string[]) =>
    organizations.map((organizationId) => {
      const document = documentOf(organizationId);
      expect(scheduler.next([waitingOf(organizationId, clock.ms)])).toEqual(waitingOf(organizationId, clock.ms));
      scheduler.begin(document);
      clock.ms += LEAD_MS;
      return document;
    });
  return { scheduler, clock, begun };
}

test('a document that had a time slice is paused for another organization, and goes on after it', () => {
  const { scheduler, clock, begun } = schedulerAt(1);
  const [slow] = begun('a');
  expect(scheduler.next([waitingOf('b')])).toEqual(waitingOf('b'));
  const small = documentOf('b');
  scheduler.begin(small);
  clock.ms += 100;
  scheduler.end(small);
  expect(scheduler.next([])).toBe(slow);
  scheduler.resume(slow!);
  expect([slow!.done, small.done]).toEqual([['paused', 'resumed'], []]);
});

test('no document is paused before another organization lags behind, for its own, or for one that has had more', () => {
  const { scheduler, clock } = schedulerAt(1);
  const first = documentOf('a');
  scheduler.begin(first);
  clock.ms = LEAD_MS - 1;
  expect(scheduler.next([waitingOf('b')])).toBeNull();
  clock.ms = 5 * LEAD_MS;
  expect(scheduler.next([waitingOf('a')])).toBeNull();
  scheduler.end(first);
  scheduler.begin(documentOf('b'));
  clock.ms += LEAD_MS;
  expect(scheduler.next([waitingOf('a')])).toBeNull();
});

test('a document that has just got a process keeps it for a moment, however far its organization is ahead', () => {
  const { scheduler, clock, begun } = schedulerAt(1);
  const [slow] = begun('a');
  scheduler.end(slow!);
  const again = documentOf('a');
  scheduler.begin(again);
  clock.ms += TIME_SLICE_MS - 1;
  expect(scheduler.next([waitingOf('b')])).toBeNull();
  clock.ms += 1;
  expect(scheduler.next([waitingOf('b')])).toEqual(waitingOf('b'));
});

test('the organization that has had least is next, and of several with as little the smallest document', () => {
  const { scheduler, clock } = schedulerAt(1);
  const busy = documentOf('a');
  scheduler.begin(busy);
  clock.ms = 2 * LEAD_MS;
  scheduler.end(busy);
  const small = waitingOf('c', clock.ms);
  expect(scheduler.next([waitingOf('a', clock.ms), waitingOf('b', clock.ms, 5_000_000), small])).toBe(small);
});

test('of free processes every second one is for whoever has waited longer than it was served, however many come anew', () => {
  const { scheduler, clock } = schedulerAt(1);
  const slow = documentOf('a');
  scheduler.begin(slow);
  clock.ms = 8_000;
  scheduler.end(slow);
  const again = waitingOf('a', clock.ms);
  const nextAfter = (ms: number) => {
    clock.ms = 8_000 + ms;
    return scheduler.next([again, waitingOf('b', clock.ms)])?.organizationId;
  };
  expect([100, 4_000, 6_000, 6_100, 6_200].map(nextAfter)).toEqual(['b', 'b', 'b', 'a', 'b']);
});

test('an organization that is served meanwhile gains nothing by documents that wait', () => {
  const { scheduler, clock } = schedulerAt(1);
  scheduler.begin(documentOf('flood'));
  clock.ms = 60_000;
  const next = () => scheduler.next([waitingOf('flood'), waitingOf('small', clock.ms)])?.organizationId;
  expect([next(), next()]).toEqual(['small', 'small']);
});

test('work that nobody pays for puts an organization behind those that have waited for less time', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId === 'a' ? 60_000 : 0),
    add: () => undefined,
    isFree: () => false,
  };
  const { scheduler, clock } = schedulerAt(1, unpaid);
  clock.ms = 30_000;
  const next = () => scheduler.next([waitingOf('a', 0), waitingOf('b', clock.ms)])?.organizationId;
  expect([next(), next()]).toEqual(['b', 'b']);
});

test('organizations with unpaid work run on all processes but one, and share these', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId === 'paid' ? 0 : 60_000),
    add: () => undefined,
    isFree: () => false,
  };
  const { scheduler, clock, begun } = schedulerAt(2, unpaid);
  const [first] = begun('a');
  clock.ms -= 1;
  expect(scheduler.next([waitingOf('b')])).toBeNull();
  expect(scheduler.next([waitingOf('b'), waitingOf('paid')])).toEqual(waitingOf('paid'));
  scheduler.begin(documentOf('paid'));
  clock.ms += YIELD_MS;
  expect(scheduler.next([waitingOf('b')])).toEqual(waitingOf('b'));
  expect(first!.done).toEqual(['paused']);
});

test('organizations that pay nothing do not run beside a burst of others, but for a moment now and then', () => {
  const { scheduler, clock, begun } = schedulerAt(2, {
    ...NO_UNPAID_WORK,
    isFree: (organizationId) => organizationId === 'free',
  });
  const [costly] = begun('free');
  const doneAfter = (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const small = documentOf('paying');
      scheduler.begin(small);
      clock.ms += 50;
      scheduler.end(small);
      clock.ms += TIME_SLICE_MS - 50;
      if (scheduler.next([]) !== null) scheduler.resume(costly!);
    }
    return costly!.done;
  };
  expect(doneAfter(YIELD_MS / TIME_SLICE_MS - 1)).toEqual(['paused']);
  expect(doneAfter(1)).toEqual(['paused', 'resumed']);
  expect(doneAfter(2)).toEqual(['paused', 'resumed', 'paused']);
  clock.ms += BURST_GAP_MS;
  expect(scheduler.next([])).toBe(costly);
});

test('a document of a paying organization does not wait for those of organizations that pay nothing', () => {
  const isFree = (organizationId: string) => organizationId !== 'paying';
  const { scheduler, clock, begun } = schedulerAt(1, { ...NO_UNPAID_WORK, isFree });
  const [paid] = begun('paying');
  scheduler.end(paid!);
  const [first] = begun('a');
  clock.ms += TIME_SLICE_MS - LEAD_MS;
  expect(scheduler.next([waitingOf('b'), waitingOf('paying')])).toEqual(waitingOf('paying'));
  expect(first!.done).toEqual(['paused']);
});

test('organizations with unpaid work leave processes to the others', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId.startsWith('bad') ? 60_000 : 0),
    add: () => undefined,
    isFree: () => false,
  };
  const { scheduler, clock, begun } = schedulerAt(1, unpaid);
  begun('good', 'new');
  expect(scheduler.next([waitingOf('bad', clock.ms)])?.organizationId).not.toBe('bad');
});

test('beyond the documents that are held a process is free for a small one, and a large one begins anew later', () => {
  const { scheduler, clock, begun } = schedulerAt(2);
  const held = begun('a', 'b', 'c', 'd', 'e');
  const small = documentOf('f');
  expect(scheduler.next([waitingOf('f', clock.ms)])?.organizationId).toBe('f');
  scheduler.begin(small);
  clock.ms += 100;
  scheduler.giveUpLate();
  scheduler.end(small);
  expect(scheduler.next([])).toBe(held[0]);
  scheduler.resume(held[0]!);
  clock.ms += LEAD_MS;
  const large = documentOf('g');
  expect(scheduler.next([waitingOf('g', clock.ms)])?.organizationId).toBe('g');
  scheduler.begin(large);
  clock.ms += TRIAL_MS;
  scheduler.giveUpLate();
  expect([small, large, ...held].map(({ done }) => done.includes('ended'))).toEqual([
    false,
    true,
    ...held.map(() => false),
  ]);
  // Later the organization has used as little as any other, but the document is known to be long.
  scheduler.end(large);
  clock.ms += 60_000;
  expect(
    [waitingOf('g', clock.ms), waitingOf('h', clock.ms)].map((each) => scheduler.next([each])?.organizationId),
  ).toEqual([expect.not.stringContaining('g'), 'h']);
});

test('a document that others have kept waiting for too long is ended, to be begun anew', () => {
  const { scheduler, clock, begun } = schedulerAt(1);
  const [slow] = begun('a', 'b');
  clock.ms += PAUSE_LIMIT_MS;
  scheduler.giveUpLate();
  expect(slow!.done).toEqual(['paused', 'ended']);
});
