/** Verdicts about documents whose signatures all hold. */
import type { Facts, Finding } from './facts.ts';
import { good, isAllWell, neutral, type Rule, spoken, warning, worst } from './rule.ts';
import {
  allHold,
  areTrusted,
  byPeople,
  lastSignerSawTheFile,
  reachIsKnown,
  signers,
  uncheckedSigners,
  whoever,
} from './signed-by.ts';

export const SIGNATURE_RULES: readonly Rule[] = [
  warning(
    'signed-and-prepared',
    'Prepared for a change',
    (facts) => allHold(facts) && mediumShadow(facts) !== null,
    (facts) =>
      `Signed by ${whoever(facts)}, and what was signed holds what an honest document rarely needs: ${spoken(mediumShadow(facts))}`,
  ),
  warning(
    'signed-with-finding',
    'Look closer',
    (facts) => allHold(facts) && worst(facts, 'medium') !== null,
    (facts) => `Signed by ${whoever(facts)}. Look at what was found: ${spoken(worst(facts, 'medium'))}`,
  ),
  warning(
    'signed-weakly',
    'Signed with SHA-1',
    (facts) => allHold(facts) && facts.signatures?.some(({ reason }) => reason !== null) === true,
    (facts) => `Signed by ${uncheckedSigners(facts)}, in a way that is no longer safe against forgery.`,
  ),
  warning(
    'chain-not-trusted',
    'Signer not trusted',
    (facts) => allHold(facts) && facts.signatures?.some((one) => one.certificateChainTrusted === false) === true,
    (facts) =>
      `Signed by ${uncheckedSigners(facts)}: no authority that this service trusts vouches for the certificate, or it was revoked.`,
  ),
  warning(
    'certificate-expired',
    'Certificate expired',
    (facts) => allHold(facts) && facts.signatures?.some((one) => one.certificateExpired) === true,
    (facts) =>
      `Signed by ${uncheckedSigners(facts)} with a certificate that has expired: nothing proves that it was made in time.`,
  ),
  warning(
    'timestamp-does-not-hold',
    'Timestamp does not hold',
    (facts) =>
      allHold(facts) && facts.signatures?.some((one) => one.timestampPresent && one.timestampValid !== true) === true,
    (facts) => `Signed by ${uncheckedSigners(facts)}. The timestamp does not hold: when it was signed is not proven.`,
  ),
  neutral(
    'timestamps-alone',
    'signature',
    'Timestamped',
    (facts) => allHold(facts) && byPeople(facts).length === 0,
    () =>
      'Nobody signed this document. A timestamp holds: what it covers was there at that time (authority not checked).',
  ),
  neutral(
    'reach-unknown',
    'signature',
    'Signed',
    (facts) => allHold(facts) && !reachIsKnown(facts),
    (facts) => `Signed by ${whoever(facts)}. What was added to the file since is not known.`,
  ),
  neutral(
    'signed-then-added-to',
    'signature',
    'Signed, added to',
    (facts) => allHold(facts) && !lastSignerSawTheFile(facts),
    (facts) =>
      `Signed by ${whoever(facts)}. Something was added since that ${byPeople(facts).length === 1 ? 'the signature allows' : 'the signatures allow'}: the timeline shows what.`,
  ),
  good(
    'signed-unchanged-trusted',
    'Signed, unchanged',
    (facts) => isAllWell(facts) && allHold(facts) && areTrusted(facts),
    (facts) => `Signed by ${signers(facts)}, unchanged since${lastOf(facts)}.`,
  ),
  neutral(
    'signed-unchanged',
    'signature',
    'Unchanged since signed',
    (facts) => allHold(facts),
    (facts) =>
      areTrusted(facts)
        ? `Signed by ${signers(facts)}, unchanged since${lastOf(facts)}.`
        : `Unchanged since it was signed${byPeople(facts).length > 1 ? ', last' : ''} by ${lastSigner(facts)}.`,
  ),
];

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
