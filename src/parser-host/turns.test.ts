import { expect, test } from 'vitest';
import { PAUSE_LIMIT_MS } from '#domain/submission.ts';
import { NO_UNPAID_WORK, type UnpaidWork } from './shares.ts';
import { BURST_GAP_MS, LEAD_MS, TRIAL_MS, TURN_MS, Turns, YIELD_MS } from './turns.ts';

/** A document of an organization, and what was done to its process. */
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

function turnsAt(processes: number, unpaid?: UnpaidWork) {
  const clock = { ms: 0 };
  const turns = new Turns<ReturnType<typeof documentOf>>(processes, () => clock.ms, unpaid);
  /** A document of each that has run for a while beside the others, as far as there is a place. */
  const begun = (...organizations: string[]) =>
    organizations.map((organizationId) => {
      const document = documentOf(organizationId);
      expect(turns.next([waitingOf(organizationId, clock.ms)])).toEqual(waitingOf(organizationId, clock.ms));
      turns.begin(document);
      clock.ms += LEAD_MS;
      return document;
    });
  return { turns, clock, begun };
}

test('a document that has had its turn makes room for another organization, and goes on after it', () => {
  const { turns, clock, begun } = turnsAt(1);
  const [slow] = begun('a');
  expect(turns.next([waitingOf('b')])).toEqual(waitingOf('b'));
  const small = documentOf('b');
  turns.begin(small);
  clock.ms += 100;
  turns.end(small);
  expect(turns.next([])).toBe(slow);
  turns.resume(slow!);
  expect([slow!.done, small.done]).toEqual([['paused', 'resumed'], []]);
});

test('no document is paused before another organization lags behind, for its own, or for one that has had more', () => {
  const { turns, clock } = turnsAt(1);
  const first = documentOf('a');
  turns.begin(first);
  clock.ms = LEAD_MS - 1;
  expect(turns.next([waitingOf('b')])).toBeNull();
  clock.ms = 5 * LEAD_MS;
  expect(turns.next([waitingOf('a')])).toBeNull();
  turns.end(first);
  turns.begin(documentOf('b'));
  clock.ms += LEAD_MS;
  expect(turns.next([waitingOf('a')])).toBeNull();
});

test('a document that has just got a process keeps it for a moment, however far its organization is ahead', () => {
  const { turns, clock, begun } = turnsAt(1);
  const [slow] = begun('a');
  turns.end(slow!);
  const again = documentOf('a');
  turns.begin(again);
  clock.ms += TURN_MS - 1;
  expect(turns.next([waitingOf('b')])).toBeNull();
  clock.ms += 1;
  expect(turns.next([waitingOf('b')])).toEqual(waitingOf('b'));
});

test('the organization that has had least is next, and of several with as little the smallest document', () => {
  const { turns, clock } = turnsAt(1);
  const busy = documentOf('a');
  turns.begin(busy);
  clock.ms = 2 * LEAD_MS;
  turns.end(busy);
  const small = waitingOf('c', clock.ms);
  expect(turns.next([waitingOf('a', clock.ms), waitingOf('b', clock.ms, 5_000_000), small])).toBe(small);
});

test('of free processes every second one is for whoever has waited longer than it was served, however many come anew', () => {
  const { turns, clock } = turnsAt(1);
  const slow = documentOf('a');
  turns.begin(slow);
  clock.ms = 8_000;
  turns.end(slow);
  const again = waitingOf('a', clock.ms);
  const nextAfter = (ms: number) => {
    clock.ms = 8_000 + ms;
    return turns.next([again, waitingOf('b', clock.ms)])?.organizationId;
  };
  expect([100, 4_000, 6_000, 6_100, 6_200].map(nextAfter)).toEqual(['b', 'b', 'b', 'a', 'b']);
});

test('an organization that is served meanwhile gains nothing by documents that wait', () => {
  const { turns, clock } = turnsAt(1);
  turns.begin(documentOf('flood'));
  clock.ms = 60_000;
  const next = () => turns.next([waitingOf('flood'), waitingOf('small', clock.ms)])?.organizationId;
  expect([next(), next()]).toEqual(['small', 'small']);
});

test('work that nobody pays for puts an organization behind those that have waited for less time', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId === 'a' ? 60_000 : 0),
    add: () => undefined,
    isFree: () => false,
  };
  const { turns, clock } = turnsAt(1, unpaid);
  clock.ms = 30_000;
  const next = () => turns.next([waitingOf('a', 0), waitingOf('b', clock.ms)])?.organizationId;
  expect([next(), next()]).toEqual(['b', 'b']);
});

test('organizations with unpaid work run on all processes but one, and share these', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId === 'paid' ? 0 : 60_000),
    add: () => undefined,
    isFree: () => false,
  };
  const { turns, clock, begun } = turnsAt(2, unpaid);
  const [first] = begun('a');
  clock.ms -= 1;
  expect(turns.next([waitingOf('b')])).toBeNull();
  expect(turns.next([waitingOf('b'), waitingOf('paid')])).toEqual(waitingOf('paid'));
  turns.begin(documentOf('paid'));
  clock.ms += YIELD_MS;
  expect(turns.next([waitingOf('b')])).toEqual(waitingOf('b'));
  expect(first!.done).toEqual(['paused']);
});

test('organizations that pay nothing do not run beside a burst of others, but for a moment now and then', () => {
  const { turns, clock, begun } = turnsAt(2, {
    ...NO_UNPAID_WORK,
    isFree: (organizationId) => organizationId === 'free',
  });
  const [costly] = begun('free');
  const doneAfter = (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const small = documentOf('paying');
      turns.begin(small);
      clock.ms += 50;
      turns.end(small);
      clock.ms += BURST_GAP_MS - 50;
      if (turns.next([]) !== null) turns.resume(costly!);
    }
    return costly!.done;
  };
  expect(doneAfter(YIELD_MS / BURST_GAP_MS - 1)).toEqual(['paused']);
  expect(doneAfter(1)).toEqual(['paused', 'resumed']);
  expect(doneAfter(2)).toEqual(['paused', 'resumed', 'paused']);
  clock.ms += BURST_GAP_MS;
  expect(turns.next([])).toBe(costly);
});

test('a document of a paying organization does not wait for those of organizations that pay nothing', () => {
  const isFree = (organizationId: string) => organizationId !== 'paying';
  const { turns, clock, begun } = turnsAt(1, { ...NO_UNPAID_WORK, isFree });
  const [paid] = begun('paying');
  turns.end(paid!);
  const [first] = begun('a');
  clock.ms += TURN_MS - LEAD_MS;
  expect(turns.next([waitingOf('b'), waitingOf('paying')])).toEqual(waitingOf('paying'));
  expect(first!.done).toEqual(['paused']);
});

test('organizations with unpaid work leave processes to the others', () => {
  const unpaid = {
    of: (organizationId: string) => (organizationId.startsWith('bad') ? 60_000 : 0),
    add: () => undefined,
    isFree: () => false,
  };
  const { turns, clock, begun } = turnsAt(1, unpaid);
  begun('good', 'new');
  expect(turns.next([waitingOf('bad', clock.ms)])?.organizationId).not.toBe('bad');
});

test('beyond the documents that are held a process is free for a small one, and a large one begins anew later', () => {
  const { turns, clock, begun } = turnsAt(2);
  const held = begun('a', 'b', 'c', 'd', 'e');
  const small = documentOf('f');
  expect(turns.next([waitingOf('f', clock.ms)])?.organizationId).toBe('f');
  turns.begin(small);
  clock.ms += 100;
  turns.giveUpLate();
  turns.end(small);
  expect(turns.next([])).toBe(held[0]);
  turns.resume(held[0]!);
  clock.ms += LEAD_MS;
  const large = documentOf('g');
  expect(turns.next([waitingOf('g', clock.ms)])?.organizationId).toBe('g');
  turns.begin(large);
  clock.ms += TRIAL_MS;
  turns.giveUpLate();
  expect([small, large, ...held].map(({ done }) => done.includes('ended'))).toEqual([
    false,
    true,
    ...held.map(() => false),
  ]);
  // Later its organization has used as little as any other. The document is known to be long.
  turns.end(large);
  clock.ms += 60_000;
  expect(
    [waitingOf('g', clock.ms), waitingOf('h', clock.ms)].map((each) => turns.next([each])?.organizationId),
  ).toEqual([expect.not.stringContaining('g'), 'h']);
});

test('a document that others have kept waiting for too long is ended, to be begun anew', () => {
  const { turns, clock, begun } = turnsAt(1);
  const [slow] = begun('a', 'b');
  clock.ms += PAUSE_LIMIT_MS;
  turns.giveUpLate();
  expect(slow!.done).toEqual(['paused', 'ended']);
});
