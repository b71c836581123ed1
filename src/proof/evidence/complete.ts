/** A person who has an archive, or the folder that was unpacked from it, cannot see what somebody took out of it. */
import { FACTS_ENVELOPE_FILE, FACTS_FILE } from '#domain/attestation.ts';
import { member } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import type { Statement } from './statements.ts';
import type { Check } from './verdict.ts';

type Kinds = readonly Given['kind'][];

/** Files of which every evidence has one. */
const OF_EVIDENCE: Kinds = ['originalHash', 'submission', 'report'];
const SIGNED_FACTS: Kinds = ['facts', 'factsEnvelope'];
const ATTESTED: Kinds = ['attestation', 'envelope', 'certificate'];
/** One of these makes evidence of an archive. A key set and a document alone are none. */
const MARKS: Kinds = [...OF_EVIDENCE, ...SIGNED_FACTS, ...ATTESTED];

const NAMES: Readonly<Partial<Record<Given['kind'], string>>> = {
  originalHash: 'original.sha256',
  submission: 'submission.json',
  report: 'report.json',
  revisions: 'revisions.json',
  keySet: 'keys.json',
  facts: FACTS_FILE,
  factsEnvelope: FACTS_ENVELOPE_FILE,
  attestation: 'attestation.jsonld',
  envelope: 'attestation.dsse.json',
  certificate: 'certificate.jws',
};

/** @param facts the document whose signature was checked and holds; undefined without one */
export function complete(given: readonly Given[], statements: readonly Statement[], facts: unknown): Check[] {
  const packed = given.filter(({ origin }) => origin === 'archive');
  const kinds = new Set(packed.map(({ kind }) => kind));
  if (!MARKS.some((kind) => kinds.has(kind))) return [];
  const missing = expectedIn(packed, statements, facts).filter((kind) => !kinds.has(kind));
  if (missing.length === 0) return [];
  const named = statements.flatMap(({ attested }) => attested.facts ?? []);
  const title = `The evidence is not complete: it has no ${missing.map((kind) => NAMES[kind] ?? kind).join(', no ')}.`;
  const values = named.slice(0, 1).map(({ sha256 }) => ['SHA-256 of the facts that are named', sha256] as const);
  const detail = 'Somebody took a part out. Take the evidence anew.';
  return [{ id: 'complete', state: 'unknown', title, detail, ...(missing.includes('facts') && { facts: values }) }];
}

/** Every submission that has an attestation with the name of its facts has signed facts, and so has one without an output. */
function expectedIn(packed: readonly Given[], statements: readonly Statement[], facts: unknown): Kinds {
  const result = packed.find((thing) => thing.kind === 'submission');
  const isAttested = packed.some(({ kind }) => ATTESTED.includes(kind));
  const hasOutput =
    isAttested || (statements[0]?.normalizedSha256 !== '' && member(result?.value, 'normalized') !== null);
  const isSigned = hasOutput || statements.length > 0 || packed.some(({ kind }) => kind === 'keySet');
  const namesFacts = statements.some(({ attested }) => attested.facts !== null);
  const hasTimeline = (member(facts, 'timeline') ?? null) !== null;
  return [
    ...OF_EVIDENCE,
    ...(isSigned ? (['keySet'] as const) : []),
    ...(hasOutput ? ATTESTED : []),
    ...(namesFacts || (isSigned && !hasOutput) ? SIGNED_FACTS : []),
    ...(hasTimeline ? (['revisions'] as const) : []),
  ];
}
