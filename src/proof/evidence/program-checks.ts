/** The program `verify.py` of the evidence. A person runs it, so a changed one can say and do anything. */
import type { Given } from './given.ts';
import type { Check } from './verdict.ts';

/** SHA-256 of `src/export/evidence/verify.py`. */
export const CURRENT_PROGRAM = '07cb34dc00ccbe50608c113095ec37d9a77dfdea71c5cb48409bce171b7be51f';
/** The programs of earlier versions, which lie in evidence from before; `verify.py` has the same list. */
export const EARLIER_PROGRAMS: readonly string[] = [
  'dca9d7652dfe01a8d2c41b924024a43ced57e3472b3e450dae4e041aea0ffc7e',
  'a9bb8e0cd68f3435b7dc0ebfa272b09963911a36a1f436d580ce45275c53aacb',
  'c6178e30580c483b660a1f65cbc1a93459ae41310b2e06e5114ee02ffeb200fe',
];

export function programs(thing: Given): Check[] {
  if (thing.kind !== 'program') return [];
  const facts = [[`SHA-256 of “${thing.name}”`, thing.sha256]] as const;
  if (thing.sha256 === CURRENT_PROGRAM) {
    const title = 'verify.py is the program of this version of Fixpoint.';
    return [{ id: 'program', state: 'pass', title, detail: 'Its hash is the released one.', facts }];
  }
  if (EARLIER_PROGRAMS.includes(thing.sha256)) {
    const title = 'verify.py is the program of an earlier version of Fixpoint.';
    const detail = 'It is unchanged. It checks less than the current one, so take that from the source code.';
    return [{ id: 'program', state: 'pass', title, detail, facts }];
  }
  const title = 'verify.py is not a released program: do not run it.';
  const detail = 'Somebody changed it, or it belongs to a version of Fixpoint that is newer than this one.';
  return [{ id: 'program', state: 'fail', title, detail, facts }];
}
