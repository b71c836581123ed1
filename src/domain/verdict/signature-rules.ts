/** Verdicts about documents whose signatures all hold. */
import type { Facts, Finding, SignatureFact } from './facts.ts';
import { good, isAllWell, neutral, type Rule, spoken, warning, worst } from './rule.ts';
import {
  allAreTrusted,
  areTrusted,
  byPeople,
  hasBadTimestamp,
  lastSignerSawTheFile,
  onlyTimestampsHold,
  peopleHold,
  reachIsKnown,
  signers,
  uncheckedSigners,
  whoever,
} from './signed-by.ts';

export const SIGNATURE_RULES: readonly Rule[] = [
  // Timestamps alone: a stamp says when the document was there, and is nobody's signature.
  warning(
    'stamped-with-finding',
    'Look closer',
    (facts) => onlyTimestampsHold(facts) && worst(facts, 'medium') !== null,
    (facts) =>
      `Nobody signed this document, it is timestamped. Look at what was found: ${spoken(worst(facts, 'medium'))}`,
  ),
  warning(
    'stamped-without-proof',
    'Timestamp proves nothing',
    (facts) => onlyTimestampsHold(facts) && (hasBadTimestamp(facts) || facts.signatures?.some(isDoubtful) === true),
    () => 'Nobody signed this document, and its timestamp proves no time: it is of no authority that can be relied on.',
  ),
  neutral(
    'stamped-by-trusted',
    'signature',
    'Timestamped',
    (facts) => onlyTimestampsHold(facts) && areTrusted(facts),
    () => 'Nobody signed this document. A timestamp proves that what it covers was there at that time.',
  ),
  neutral(
    'timestamps-alone',
    'signature',
    'Timestamped',
    onlyTimestampsHold,
    () =>
      'Nobody signed this document. A timestamp says that what it covers was there at that time (authority not checked).',
  ),

  warning(
    'signed-and-prepared',
    'Prepared for a change',
    (facts) => peopleHold(facts) && mediumShadow(facts) !== null,
    (facts) =>
      `Signed by ${whoever(facts)}, and the document holds what an honest one rarely needs: ${spoken(mediumShadow(facts))}`,
  ),
  warning(
    'signed-with-finding',
    'Look closer',
    (facts) => peopleHold(facts) && worst(facts, 'medium') !== null,
    (facts) => `Signed by ${whoever(facts)}. Look at what was found: ${spoken(worst(facts, 'medium'))}`,
  ),
  warning(
    'signed-weakly',
    'Signed with SHA-1',
    (facts) => peopleHold(facts) && byPeople(facts).some(({ reason }) => reason !== null),
    (facts) => `Signed by ${uncheckedSigners(facts)}, in a way that is no longer safe against forgery.`,
  ),
  warning(
    'chain-not-trusted',
    'Signer not trusted',
    (facts) => peopleHold(facts) && byPeople(facts).some((one) => one.certificateChainTrusted === false),
    (facts) => `Signed by ${uncheckedSigners(facts)}: ${whyNotTrusted(byPeople(facts))}.`,
  ),
  warning(
    'certificate-expired',
    'Certificate expired',
    (facts) => peopleHold(facts) && byPeople(facts).some((one) => one.certificateExpired),
    (facts) =>
      `Signed by ${uncheckedSigners(facts)} with a certificate that has expired: nothing proves that it was made in time.`,
  ),
  warning(
    'timestamp-does-not-hold',
    'Timestamp not reliable',
    (facts) => peopleHold(facts) && hasBadTimestamp(facts),
    (facts) => `Signed by ${whoever(facts)}. The timestamp cannot be relied on: when it was signed is not proven.`,
  ),
  neutral(
    'reach-unknown',
    'signature',
    'Signed',
    (facts) => peopleHold(facts) && !reachIsKnown(facts),
    (facts) => `Signed by ${whoever(facts)}. What was added to the file since is not known.`,
  ),
  neutral(
    'signed-then-added-to',
    'signature',
    'Signed, added to',
    (facts) => peopleHold(facts) && !lastSignerSawTheFile(facts),
    (facts) =>
      `Signed by ${whoever(facts)}. Something was added since that ${byPeople(facts).length === 1 ? 'the signature allows' : 'the signatures allow'}: the timeline shows what.`,
  ),
  good(
    'signed-unchanged-trusted',
    'Signed, unchanged',
    (facts) => isAllWell(facts) && peopleHold(facts) && allAreTrusted(facts),
    (facts) => `Signed by ${signers(facts)}, unchanged since${lastOf(facts)}.`,
  ),
  neutral(
    'signed-unchanged',
    'signature',
    'Unchanged since signed',
    (facts) => peopleHold(facts),
    (facts) =>
      areTrusted(facts)
        ? `Signed by ${signers(facts)}, unchanged since${lastOf(facts)}.`
        : `Unchanged since it was signed${byPeople(facts).length > 1 ? ', last' : ''} by ${lastSigner(facts)}.`,
  ),
];

function isDoubtful({ reason, certificateExpired, certificateChainTrusted }: SignatureFact): boolean {
  return reason !== null || certificateExpired || certificateChainTrusted === false;
}

function whyNotTrusted(signatures: readonly SignatureFact[]): string {
  if (signatures.some((one) => one.certificateChainTrusted !== false))
    return 'not every certificate leads to an authority that this service trusts, or one was revoked or had expired';
  return signatures.length === 1
    ? 'no authority that this service trusts vouches for the certificate, or it was revoked or had expired'
    : 'no authority that this service trusts vouches for the certificates, or they were revoked or had expired';
}

function mediumShadow({ findings }: Facts): Finding | null {
  return findings?.find(({ type, severity }) => type === 'SHADOW_CONTENT_DETECTED' && severity === 'medium') ?? null;
}

/** ` the last of them signed` where several people did. */
function lastOf(facts: Facts): string {
  return byPeople(facts).length > 1 ? ' the last of them signed' : '';
}

/** Signatures are told in the order of how far they reach. */
function lastSigner(facts: Facts): string {
  const covering = byPeople(facts).filter(({ reach }) => reach?.coversWholeFile === true);
  return uncheckedSigners({ ...facts, signatures: covering });
}
