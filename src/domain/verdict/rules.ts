/**
 * The table of verdicts: the first rule that matches decides. Grave facts come first, then unknown facts, then usual ones. Only
 * two rules have the level `good`, and their conditions name every fact that they rest on.
 */
import { UNVERIFIABLE_REASONS } from '#domain/report.ts';
import { changedSentence } from './changed.ts';
import { failureSentence } from './failures.ts';
import type { Facts } from './facts.ts';
import { afterColon, type Rule, rule, worst } from './rule.ts';
import { SIGNATURE_RULES } from './signature-rules.ts';
import { allHold, anySignature } from './signature-questions.ts';
import { names, signatureOf, signedWith } from './signers.ts';
import { UNSIGNED_RULES } from './unsigned-rules.ts';

const KNOWN_SEVERITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'critical']);
const KNOWN_RISKS: ReadonlySet<string> = new Set(['none', ...KNOWN_SEVERITIES]);

const FORGEABLE = ['WEAK_KEY', 'WEAK_DIGEST'];
const WRONG_CERTIFICATE = ['KEY_USAGE_NOT_ALLOWED', 'EXTENDED_KEY_USAGE_NOT_ALLOWED', 'CERTIFICATE_NOT_YET_VALID'];
const PROVES_NOTHING = ['CMS_INVALID', 'BYTERANGE_INVALID'];

export const RULES: readonly Rule[] = [
  // Grave, however the document ended.
  rule('changed_after_signing', (facts) => anySignature(facts, 'MODIFIED_AFTER_SIGNING'), changedSentence),
  rule(
    'signed_bytes_changed',
    (facts) => anySignature(facts, 'DIGEST_MISMATCH'),
    (verdict) =>
      `This document is not what ${names(signedWith(verdict, 'DIGEST_MISMATCH'))} signed: bytes that the signature covers were changed or damaged.`,
  ),
  rule(
    'signature_proves_nothing',
    (facts) => anySignature(facts, ...PROVES_NOTHING),
    (verdict) =>
      `${signatureOf(signedWith(verdict, ...PROVES_NOTHING), 'proves', 'prove')} nothing. Forged, damaged and incomplete signatures have this result.`,
  ),
  rule(
    'altered_structure',
    (facts) => worst(facts, 'critical', 'high') !== null || isGraveRisk(facts),
    (_verdict, facts) => {
      const finding = worst(facts, 'critical', 'high');
      return finding ? `Strong signs of tampering: ${afterColon(finding)}` : 'Strong signs of tampering were found.';
    },
  ),

  // Signatures that do not hold.
  rule(
    'signature_forgeable',
    (facts) => anySignature(facts, ...FORGEABLE),
    (verdict) =>
      `Anybody could have made the signature of ${names(signedWith(verdict, ...FORGEABLE))}, because a key or a digest is too weak.`,
  ),
  rule(
    'certificate_not_for_signing',
    (facts) => anySignature(facts, ...WRONG_CERTIFICATE),
    (verdict) =>
      `The certificate of ${names(signedWith(verdict, ...WRONG_CERTIFICATE))} is not for signing documents, or was not valid at the time of signing.`,
  ),
  rule(
    'cannot_be_judged',
    (facts) => anySignature(facts, ...UNVERIFIABLE_REASONS),
    (verdict) =>
      `${signatureOf(signedWith(verdict, ...UNVERIFIABLE_REASONS), 'cannot', 'cannot')} be verified here. The document may be genuine, and it is unknown whether it was changed after signing.`,
  ),
  rule(
    'signature_not_valid',
    ({ signatures }) => signatures?.some(({ valid }) => !valid) === true,
    ({ signers }) =>
      `${signatureOf(
        signers.filter(({ valid }) => !valid),
        'is',
        'are',
      )} not valid.`,
  ),

  // Unknown facts.
  rule(
    'failed',
    (facts) => facts.phase === 'failed' && !(allHold(facts) && facts.findings),
    (_verdict, { failure }) => failureSentence(failure?.code ?? null),
  ),
  rule(
    'signatures_unknown',
    ({ signatures, isSigned }) => signatures === null && isSigned,
    () =>
      'This document is signed. Its signatures could not be verified, and it is unknown whether it was changed later.',
  ),
  rule(
    'findings_unknown',
    ({ findings }) => findings === null,
    () => 'This document was not checked for tampering.',
  ),
  rule('finding_unknown', hasUnknownSeverity, (_verdict, { findings }) => {
    const finding = findings?.find(({ severity }) => !KNOWN_SEVERITIES.has(severity));
    return finding
      ? `Something was found whose severity is unknown: ${afterColon(finding)}`
      : 'The risk of this document has a level that is unknown.';
  }),

  ...SIGNATURE_RULES,
  ...UNSIGNED_RULES,
  rule(
    'not_known',
    () => true,
    () => 'Too little is known about this document for a verdict.',
  ),
];

function isGraveRisk({ riskLevel }: Facts): boolean {
  return riskLevel === 'high' || riskLevel === 'critical';
}

function hasUnknownSeverity({ findings, riskLevel }: Facts): boolean {
  return (
    findings?.some(({ severity }) => !KNOWN_SEVERITIES.has(severity)) === true ||
    (riskLevel !== null && !KNOWN_RISKS.has(riskLevel))
  );
}
