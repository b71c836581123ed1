/** Questions about the signatures of a document, and the words for who made them. */
import type { Facts, Reach, SignatureFact } from './facts.ts';
import { listed, named } from './words.ts';

/** The signatures of people. One that nothing tells of beyond its name may be a timestamp, and counts as one of these. */
export function byPeople({ signatures }: Facts): readonly SignatureFact[] {
  return (signatures ?? []).filter(({ reach }) => reach?.isTimestamp !== true);
}

export function anySignature(facts: Facts, ...reasons: readonly string[]): boolean {
  return (facts.signatures ?? []).some(({ valid, reason }) => !valid && reason !== null && reasons.includes(reason));
}

/** Whether signatures are there and all of them hold. */
export function allHold({ signatures }: Facts): boolean {
  return signatures !== null && signatures.length > 0 && signatures.every(({ valid }) => valid);
}

/** Whether it is known how far each signature reaches, in a file whose revisions every reader sees alike. */
export function reachIsKnown(facts: Facts): boolean {
  return (
    facts.isFollowed && facts.revisionCount !== null && (facts.signatures ?? []).every(({ reach }) => reach !== null)
  );
}

/** Whether signatures of people are there, and all signatures hold. */
export function peopleHold(facts: Facts): boolean {
  return allHold(facts) && byPeople(facts).length > 0;
}

/** Whether there are timestamps of the document and no signatures beside them, and all of them hold. */
export function onlyTimestampsHold(facts: Facts): boolean {
  return allHold(facts) && byPeople(facts).length === 0;
}

/** Whether a timestamp is there that does not hold, is of an authority that is not trusted, or could be forged. */
export function hasBadTimestamp({ signatures }: Facts): boolean {
  return (signatures ?? []).some(
    ({ timestampPresent, timestampValid, reach, reason }) =>
      (timestampPresent && timestampValid !== true) || (reach?.isTimestamp === true && reason !== null),
  );
}

/** Whether the bytes of the file are, to its end, those that somebody signed, and are no more than that. */
export function lastSignerSawTheFile(facts: Facts): boolean {
  return byPeople(facts).some(({ valid, reach }) => valid && reach !== null && coversAll(reach));
}

function coversAll({ coversWholeFile, gap }: Reach): boolean {
  return coversWholeFile && (gap === 'exact' || gap === 'digits-only');
}

/** Two revisions to look at side by side. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/** What the first signer whose document was changed saw, and what there is now; null where nobody can show it. */
export function signedAndNow(facts: Facts): Pair | null {
  const { revisionCount, isOriginalKept, signatures } = facts;
  if (revisionCount === null || !isOriginalKept) return null;
  const changed = (signatures ?? []).filter(({ valid, reason }) => !valid && reason === 'MODIFIED_AFTER_SIGNING');
  const revisions = changed.map(({ reach }) => reach?.revision ?? null);
  const known = revisions.filter((revision) => revision !== null && revision < revisionCount);
  if (known.length !== revisions.length || known.length === 0) return null;
  return { before: Math.min(...known.map(Number)), after: revisionCount };
}

/** `Alice Example`, as the certificates say. */
export function signers(facts: Facts): string {
  return listed([
    ...new Set(
      byPeople(facts).map(({ statedName }) => (statedName === null ? 'an unnamed signer' : named(statedName))),
    ),
  ]);
}

/** `someone who calls themselves Alice Example (identity not checked)`. */
export function uncheckedSigners(facts: Facts): string {
  const people = byPeople(facts);
  const names = [...new Set(people.flatMap(({ statedName }) => (statedName === null ? [] : [named(statedName)])))];
  if (names.length === 0) return people.length > 1 ? 'people who give no names' : 'someone who gives no name';
  if (names.length === 1) return `someone who calls themselves ${listed(names)} (identity not checked)`;
  return `people who call themselves ${listed(names)} (identities not checked)`;
}

export function whoever(facts: Facts): string {
  return areTrusted(facts) ? signers(facts) : uncheckedSigners(facts);
}

/**
 * Whether the certificates of those who signed lead to a trust anchor of this service and have not expired; of a document
 * that nobody signed, those of its timestamps.
 */
export function areTrusted(facts: Facts): boolean {
  const people = byPeople(facts);
  return people.length > 0 ? people.every(isTrusted) : allAreTrusted(facts);
}

/** The same of every signature, timestamps of the document among them. */
export function allAreTrusted({ signatures }: Facts): boolean {
  return signatures !== null && signatures.length > 0 && signatures.every(isTrusted);
}

function isTrusted({ certificateChainTrusted, certificateExpired, statedName }: SignatureFact): boolean {
  return certificateChainTrusted === true && !certificateExpired && statedName !== null;
}
