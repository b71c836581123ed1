import { expect, test } from 'vitest';
import { PAUSE_LIMIT_MS } from '#domain/submission.ts';
import { TURN_MS, Turns } from './turns.ts';

/** A document of an organization, and what was done to its process. */
function documentOf(organizationId: string, since = 0) {
  const done: string[] = [];
  const process = {
    pause: () => done.push('paused'),
    resume: () => done.push('resumed'),
    kill: () => done.push('ended'),
  };
  return { organizationId, since, process, done };
}

function turnsAt(processes: number) {
  const clock = { ms: 0 };
  return { turns: new Turns<ReturnType<typeof documentOf>>(processes, () => clock.ms), clock };
}

test('a document that has had its turn makes room for another organization, and goes on after it', () => {
  const { turns, clock } = turnsAt(1);
  const [slow, small] = [documentOf('a'), documentOf('b')];
  turns.begin(slow);
  clock.ms = TURN_MS;
  expect([turns.mostDue([small]), turns.makeRoomFor(small)]).toEqual([small, true]);
  turns.begin(small);
  clock.ms += 100;
  turns.end(small);
  turns.resume(slow);
  expect([slow.done, small.done]).toEqual([['paused', 'resumed'], []]);
});

test('nobody makes room before its turn is over, for its own organization, or for one that has had more', () => {
  const { turns, clock } = turnsAt(1);
  const first = documentOf('a');
  turns.begin(first);
  clock.ms = TURN_MS - 1;
  expect(turns.mostDue([documentOf('b')]) && turns.makeRoomFor(documentOf('b'))).toBe(false);
  clock.ms = 5 * TURN_MS;
  expect(turns.mostDue([documentOf('a')]) && turns.makeRoomFor(documentOf('a'))).toBe(false);
  turns.end(first);
  const second = documentOf('b');
  turns.begin(second);
  clock.ms += TURN_MS;
  expect(turns.mostDue([documentOf('a')]) && turns.makeRoomFor(documentOf('a'))).toBe(false);
});

test('whoever has had least is next', () => {
  const { turns, clock } = turnsAt(1);
  const busy = documentOf('a');
  turns.begin(busy);
  clock.ms = 500;
  turns.end(busy);
  const [again, other] = [documentOf('a', clock.ms), documentOf('b', clock.ms)];
  expect(turns.mostDue([again, other])).toBe(other);
});

test('whoever has waited longer than it was served before is next, however many come anew', () => {
  const { turns, clock } = turnsAt(1);
  const slow = documentOf('a');
  turns.begin(slow);
  clock.ms = 8_000;
  turns.end(slow);
  const again = documentOf('a', clock.ms);
  const nextAfter = (ms: number) => {
    clock.ms = 8_000 + ms;
    return turns.mostDue([again, documentOf('b', clock.ms)])?.organizationId;
  };
  expect([nextAfter(100), nextAfter(4_000), nextAfter(6_000)]).toEqual(['b', 'b', 'a']);
});

test('an organization that is served meanwhile gains nothing by documents that wait', () => {
  const { turns, clock } = turnsAt(1);
  turns.begin(documentOf('flood'));
  clock.ms = 60_000;
  expect(turns.mostDue([documentOf('flood'), documentOf('small', clock.ms)])?.organizationId).toBe('small');
});

test('a document that others have kept waiting for too long is ended, to be begun anew', () => {
  const { turns, clock } = turnsAt(1);
  const [slow, small] = [documentOf('a'), documentOf('b')];
  turns.begin(slow);
  clock.ms = TURN_MS;
  turns.mostDue([small]);
  turns.makeRoomFor(small);
  clock.ms += PAUSE_LIMIT_MS;
  turns.giveUpLate();
  expect(slow.done).toEqual(['paused', 'ended']);
});
