/**
 * The program and the text for people in the evidence, both as they were released. A person runs the program and follows the
 * text, so a changed one can say and do anything.
 */
import type { Given } from './given.ts';
import type { Check } from './verdict.ts';

/** SHA-256 of `src/export/evidence/verify.py`. */
export const CURRENT_PROGRAM = '43f2f6e57c90643141ba298d4a4d833cf2be259cfbf366e6b326b91a65106371';
/** The programs of earlier versions, which lie in evidence from before; `verify.py` has the same list. */
export const EARLIER_PROGRAMS: readonly string[] = [
  '5896cc9077c772637f9d4b3fc2a587c1f21c2e6ff79f8779f8eff403329e52f6',
  'fb198343e853f1fe10c71aca7531d764e21e9e1e6cfff522275b17991f43d203',
  'dca9d7652dfe01a8d2c41b924024a43ced57e3472b3e450dae4e041aea0ffc7e',
  'a9bb8e0cd68f3435b7dc0ebfa272b09963911a36a1f436d580ce45275c53aacb',
  'c6178e30580c483b660a1f65cbc1a93459ae41310b2e06e5114ee02ffeb200fe',
  '07cb34dc00ccbe50608c113095ec37d9a77dfdea71c5cb48409bce171b7be51f',
  'cb8f6c06b22865496e1f05403762f84c3d8d2b969ac85014bb01a8955f058897',
  'c6bfa67a55f4081e4ebc4251cea92f7ba5e046cb4d10cf215b51c9e3e1e896a7',
];

/** SHA-256 of `src/export/evidence/HOW-TO-VERIFY.txt`, the current one first; `verify.py` has the same list. */
export const GUIDES: readonly string[] = [
  'aff293feecdd4aead004273c1ca041d8fe42ffe47d412a3ca89e74810ba98f59',
  '317649c4660e25adc264ec220b0f4ba4db8763b1e6962205e13b9fcd1e498aa9',
  '49efd2e3d488c4ecfecf9cfbc295236142a1222ebb27957fc20481c00e929268',
  'db78a12b72e10be0d5ff7151a0cd3090f155df39f0e3525a2d5face525368431',
  'e8e4d4944ab09b1b45c58ce86dc024abc269688763b91f2f2e377dcc99ce0a00',
];

export function guides(thing: Given): Check[] {
  if (thing.kind !== 'guide') return [];
  const facts = [[`SHA-256 of “${thing.name}”`, thing.sha256]] as const;
  if (GUIDES.includes(thing.sha256)) {
    const title = 'HOW-TO-VERIFY.txt is a text of Fixpoint.';
    return [{ id: 'guide', state: 'pass', title, detail: 'Its hash is a released one.', facts }];
  }
  const title = 'HOW-TO-VERIFY.txt is not a released text: do not follow it.';
  const detail = 'Somebody changed it, or it belongs to a version of Fixpoint that is newer than this one.';
  return [{ id: 'guide', state: 'fail', title, detail, facts }];
}

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
