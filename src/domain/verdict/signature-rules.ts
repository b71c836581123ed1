/** Verdicts about documents whose signatures all hold. */
import type { Facts, Finding, SignatureFact } from './facts.ts';
import { afterColon, isAllWell, type Rule, rule, worst } from './rule.ts';
import {
  allAreTrusted,
  byPeople,
  hasBadTimestamp,
  lastSignerSawTheFile,
  onlyTimestampsHold,
  peopleHold,
  reachIsKnown,
} from './signature-questions.ts';
import { namesAndTrust, people, type VerdictFacts } from './signers.ts';

export const SIGNATURE_RULES: readonly Rule[] = [
  // Timestamps alone: a timestamp says when the document was there, and is no signature of a person.
  rule(
    'timestamped_with_finding',
    (facts) => onlyTimestampsHold(facts) && worst(facts, 'medium') !== null,
    (_verdict, facts) =>
      `Nobody signed this document, and it has a timestamp. Check this finding: ${afterColon(worst(facts, 'medium'))}`,
  ),
  rule(
    'timestamp_proves_nothing',
    (facts) => onlyTimestampsHold(facts) && (hasBadTimestamp(facts) || facts.signatures?.some(isDoubtful) === true),
    () => 'Nobody signed this document. Its timestamp proves no time, because its authority is not reliable.',
  ),
  rule(
    'timestamped_by_trusted',
    (facts) => onlyTimestampsHold(facts) && allAreTrusted(facts),
    () => 'Nobody signed this document. A timestamp proves that the covered content existed at that time.',
  ),
  rule(
    'timestamped',
    onlyTimestampsHold,
    () =>
      'Nobody signed this document. A timestamp says that the covered content existed at that time (authority not verified).',
  ),

  rule(
    'signed_and_prepared',
    (facts) => peopleHold(facts) && mediumShadow(facts) !== null,
    (verdict, facts) =>
      `${signedBy(verdict)}. The document contains something that honest documents rarely need: ${afterColon(mediumShadow(facts))}`,
  ),
  rule(
    'signed_with_finding',
    (facts) => peopleHold(facts) && worst(facts, 'medium') !== null,
    (verdict, facts) => `${signedBy(verdict)}. Check this finding: ${afterColon(worst(facts, 'medium'))}`,
  ),
  rule(
    'signed_weakly',
    (facts) => peopleHold(facts) && byPeople(facts).some(({ reason }) => reason !== null),
    (verdict) => `${signedBy(verdict)}, in a way that is not safe against forgery any more.`,
  ),
  rule(
    'signer_not_trusted',
    (facts) => peopleHold(facts) && byPeople(facts).some((one) => one.certificateChainTrusted === false),
    (verdict) => `${signedBy(verdict)}. ${whyNotTrusted(verdict)}`,
  ),
  rule(
    'certificate_expired',
    (facts) => peopleHold(facts) && byPeople(facts).some((one) => one.certificateExpired),
    (verdict) =>
      `${signedBy(verdict)}. A certificate has expired, and nothing proves that it was valid when it was used.`,
  ),
  rule(
    'timestamp_not_reliable',
    (facts) => peopleHold(facts) && hasBadTimestamp(facts),
    (verdict) => `${signedBy(verdict)}. The timestamp is not reliable, so the time of signing is not proven.`,
  ),
  rule(
    'signed_coverage_unknown',
    (facts) => peopleHold(facts) && !reachIsKnown(facts),
    (verdict) => `${signedBy(verdict)}. It is unknown what was added to the file later.`,
  ),
  rule(
    'signed_and_extended',
    (facts) => peopleHold(facts) && !lastSignerSawTheFile(facts),
    (verdict) =>
      `${signedBy(verdict)}. Something was added later that the ${people(verdict).length === 1 ? 'signature allows' : 'signatures allow'}.`,
  ),
  rule(
    'signed_unchanged_trusted',
    (facts) => isAllWell(facts) && peopleHold(facts) && allAreTrusted(facts),
    signedUnchanged,
  ),
  rule('signed_unchanged', peopleHold, signedUnchanged),
];

function isDoubtful({ reason, certificateExpired, certificateChainTrusted }: SignatureFact): boolean {
  return reason !== null || certificateExpired || certificateChainTrusted === false;
}

function mediumShadow({ findings }: Facts): Finding | null {
  return findings?.find(({ type, severity }) => type === 'SHADOW_CONTENT_DETECTED' && severity === 'medium') ?? null;
}

/** `Signed by Alice Example (name taken from the certificate, not verified)`. */
function signedBy(verdict: VerdictFacts): string {
  return `Signed by ${namesAndTrust(people(verdict))}`;
}

function signedUnchanged(verdict: VerdictFacts): string {
  return `${signedBy(verdict)}. Unchanged since ${people(verdict).length === 1 ? 'the signature' : 'the last signature'}.`;
}

function whyNotTrusted(verdict: VerdictFacts): string {
  const isOne = people(verdict).length === 1;
  const isAll = people(verdict).every(({ certificateTrusted }) => certificateTrusted === false);
  if (!isAll) return 'Not every certificate leads to a trusted authority, or one was revoked or had expired.';
  return isOne
    ? 'No trusted authority vouches for the certificate, or it was revoked or had expired.'
    : 'No trusted authority vouches for the certificates, or they were revoked or had expired.';
}
