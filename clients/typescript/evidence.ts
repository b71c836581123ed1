/**
 * `@fixpoint/client/evidence`: verifies the evidence of a submission by the code of the page `/verify`. Timestamps are checked
 * where the packages of `@fixpoint/client/timestamp` are there, else they count as not checked.
 */
import { check } from '../../src/proof/evidence/check.ts';
import { type Given, readDropped, readFolder } from '../../src/proof/evidence/given.ts';
import type { TimestampVerifier, Verdict } from '../../src/proof/evidence/verdict.ts';

export type { Check, CheckState, Outcome, Verdict } from '../../src/proof/evidence/verdict.ts';
export { type FactsVerification, verifyFacts } from '../../src/proof/verify/facts.ts';

export interface EvidenceOptions {
  /** The file as it was sent. */
  readonly original?: Uint8Array;
  /** Certificates of authorities that you trust to stamp times, in PEM or DER. */
  readonly authorities?: readonly (Uint8Array | string)[];
  /** The time at which it is checked; now by default. */
  readonly now?: Date;
}

/**
 * `evidence` is the archive, or the files that were unpacked from it by their names. `keySet` is the key set of the service, from
 * where it publishes it. Rely on the evidence where `outcome` is `verified`.
 */
export async function verifyEvidence(
  evidence: Uint8Array | Readonly<Record<string, Uint8Array>>,
  keySet: unknown,
  { original, authorities = [], now = new Date() }: EvidenceOptions = {},
): Promise<Verdict> {
  const given =
    evidence instanceof Uint8Array
      ? await readDropped(fileOf('evidence.zip', evidence))
      : await readFolder(Object.entries(evidence).map(([name, content]) => fileOf(name, content)));
  const beside = original ? await readDropped(fileOf('original.pdf', original)) : [];
  const trusted = authorities.map((certificate): Given => ({
    kind: 'authority',
    origin: 'file',
    name: 'authority',
    certificate,
  }));
  const trust = { published: keySet, publisher: 'caller', comparedKid: null, now, loadTimestamps } as const;
  return check([...given, ...beside, ...trusted], trust);
}

function fileOf(name: string, content: Uint8Array) {
  const { buffer } = new Uint8Array(content);
  return { name, size: content.length, arrayBuffer: async () => buffer };
}

/** Null where the packages that it needs are not installed. */
function loadTimestamps(): Promise<TimestampVerifier | null> {
  return import('../../src/proof/timestamp/verify.ts').catch(() => null);
}
