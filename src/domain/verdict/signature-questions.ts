/** Questions about the signatures of a document, for the conditions of rules. */
import type { Facts, Reach, SignatureFact } from './facts.ts';

/** The signatures of people. One whose reach is unknown may be a timestamp, and counts as one of these. */
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

/** Whether every certificate, those of timestamps among them, leads to a trust anchor, has not expired and states a name. */
export function allAreTrusted({ signatures }: Facts): boolean {
  return signatures !== null && signatures.length > 0 && signatures.every(isTrusted);
}

function isTrusted({ certificateChainTrusted, certificateExpired, statedName }: SignatureFact): boolean {
  return certificateChainTrusted === true && !certificateExpired && statedName !== null;
}
