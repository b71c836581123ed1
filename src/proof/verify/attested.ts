/** The parts of a signed statement that only newer versions write: the verdict on the original, and the name of the facts. */
import type { AttestedVerdict, NamedFacts } from '#domain/attestation.ts';
import { VERDICT_LEVELS } from '#domain/verdict/kinds.ts';
import { member, text } from './members.ts';

export interface Attested {
  /** Null where the statement says nothing of a verdict. */
  readonly verdict: AttestedVerdict | null;
  /** Null where the statement names no facts document. */
  readonly facts: NamedFacts | null;
}

/** A level that this version does not know is a reason to read the verdict. */
export function verdictIn(value: unknown): AttestedVerdict | null {
  const verdict = member(value, 'verdict');
  if (verdict === undefined) return null;
  const level = VERDICT_LEVELS.find((one) => one === member(verdict, 'level')) ?? 'caution';
  return { kind: text(member(verdict, 'kind')), level };
}

export function factsNamedIn(value: unknown): NamedFacts | null {
  const facts = member(value, 'facts');
  if (facts === undefined) return null;
  return { submissionId: text(member(facts, 'submissionId')), sha256: text(member(facts, 'sha256')) };
}

/** In an attestation, and in the predicate of its envelope. */
export function attestedIn(attestation: unknown): Attested {
  return { verdict: verdictIn(member(attestation, 'findings')), facts: factsNamedIn(attestation) };
}

export const NOTHING_ATTESTED: Attested = { verdict: null, facts: null };
