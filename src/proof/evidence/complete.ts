/** A person who has an archive, or the folder that was unpacked from it, cannot see what somebody took out of it. */
import { member } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import type { Statement } from './statements.ts';
import type { Check } from './verdict.ts';

/** Files that only evidence has, and files of which every evidence has one. */
const OF_EVIDENCE: readonly Given['kind'][] = ['originalHash', 'submission', 'report'];
const OF_SIGNED_EVIDENCE: readonly Given['kind'][] = [...OF_EVIDENCE, 'keySet'];
const OF_AN_OUTPUT: readonly Given['kind'][] = [...OF_SIGNED_EVIDENCE, 'attestation', 'envelope', 'certificate'];

const NAMES: Readonly<Partial<Record<Given['kind'], string>>> = {
  originalHash: 'original.sha256',
  submission: 'submission.json',
  report: 'report.json',
  keySet: 'keys.json',
  attestation: 'attestation.jsonld',
  envelope: 'attestation.dsse.json',
  certificate: 'certificate.jws',
};

export function complete(given: readonly Given[], statement: Statement | null): Check[] {
  const packed = given.filter(({ origin }) => origin === 'archive');
  const kinds = new Set(packed.map(({ kind }) => kind));
  if (!OF_EVIDENCE.some((kind) => kinds.has(kind))) return [];
  const result = packed.find((thing) => thing.kind === 'submission');
  const hasOutput = statement?.normalizedSha256 !== '' && member(result?.value, 'normalized') !== null;
  const expected = hasOutput ? OF_AN_OUTPUT : statement ? OF_SIGNED_EVIDENCE : OF_EVIDENCE;
  const missing = expected.filter((kind) => !kinds.has(kind)).map((kind) => NAMES[kind] ?? kind);
  if (missing.length === 0) return [];
  const title = `The evidence is not complete: it has no ${missing.join(', no ')}.`;
  return [{ id: 'complete', state: 'unknown', title, detail: 'Somebody took a part out. Take the evidence anew.' }];
}
