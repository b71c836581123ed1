/**
 * The table of verdicts: the first rule that matches speaks. Grave facts come first, then what is not known, then what
 * is usual. `good` is said by two rules alone, which ask for every fact that they rest on.
 */
import { UNVERIFIABLE_REASONS } from '#domain/report.ts';
import { failureSentence } from './failures.ts';
import type { Facts } from './facts.ts';
import { grave, neutral, type Rule, spoken, unknown, warning, worst } from './rule.ts';
import { SIGNATURE_RULES } from './signature-rules.ts';
import { allHold, anySignature, signedAndNow } from './signed-by.ts';
import { UNSIGNED_RULES } from './unsigned-rules.ts';

const KNOWN_SEVERITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'critical']);
const KNOWN_RISKS: ReadonlySet<string> = new Set(['none', ...KNOWN_SEVERITIES]);

const FORGEABLE = ['WEAK_KEY', 'WEAK_DIGEST'];
const WRONG_CERTIFICATE = ['KEY_USAGE_NOT_ALLOWED', 'EXTENDED_KEY_USAGE_NOT_ALLOWED', 'CERTIFICATE_NOT_YET_VALID'];
const PROVES_NOTHING = ['CMS_INVALID', 'BYTERANGE_INVALID'];

export const RULES: readonly Rule[] = [
  neutral(
    'erased',
    'info',
    'Erased',
    ({ phase }) => phase === 'erased',
    () => 'This document was erased: nothing that was said of it can be looked at any more.',
  ),
  neutral(
    'waiting',
    'clock',
    'Waiting',
    ({ phase }) => phase === 'waiting',
    () => 'This document waits for its turn: nothing is known of it yet.',
  ),
  neutral(
    'under-way',
    'clock',
    'Under way',
    ({ phase }) => phase === 'under-way',
    () => 'This document is being looked at: nothing is known of it yet.',
  ),

  // Grave, however the document ended.
  grave(
    'changed-after-signing',
    'Changed after signing',
    (facts) => anySignature(facts, 'MODIFIED_AFTER_SIGNING') && signedAndNow(facts) !== null,
    () => 'This document was changed after it was signed. Whoever signed saw the page on the left.',
  ),
  grave(
    'changed-after-signing-unseen',
    'Changed after signing',
    (facts) => anySignature(facts, 'MODIFIED_AFTER_SIGNING'),
    () => 'This document was changed after it was signed. What whoever signed saw cannot be shown here.',
  ),
  grave(
    'signed-bytes-differ',
    'Not what was signed',
    (facts) => anySignature(facts, 'DIGEST_MISMATCH'),
    () => 'This document is not what was signed: bytes that the signature covers were changed or damaged.',
  ),
  grave(
    'signature-proves-nothing',
    'Signature proves nothing',
    (facts) => anySignature(facts, ...PROVES_NOTHING),
    () => 'A signature of this document does not hold, and proves nothing: it may be forged, damaged or unfinished.',
  ),
  grave(
    'grave-finding',
    'Signs of tampering',
    (facts) => worst(facts, 'critical', 'high') !== null,
    (facts) => `Grave signs of tampering were found: ${spoken(worst(facts, 'critical', 'high'))}`,
  ),
  grave(
    'grave-risk',
    'Signs of tampering',
    ({ riskLevel }) => riskLevel === 'high' || riskLevel === 'critical',
    () => 'Grave signs of tampering were found.',
  ),

  // Signatures that do not hold.
  warning(
    'signature-forgeable',
    'Signature can be forged',
    (facts) => anySignature(facts, ...FORGEABLE),
    () => 'A signature of this document could have been made by anybody: its key or its digest is too weak.',
  ),
  warning(
    'certificate-not-for-this',
    'Signature is not valid',
    (facts) => anySignature(facts, ...WRONG_CERTIFICATE),
    () =>
      'A signature of this document was made with a certificate that is not for signing documents, or was not valid then.',
  ),
  unknown(
    'signature-unsupported',
    'Signature not checked',
    (facts) => anySignature(facts, ...UNVERIFIABLE_REASONS),
    () =>
      'A signature of this document cannot be checked: it may be genuine, and whether the document was changed since is not known.',
  ),
  unknown(
    'signature-invalid',
    'Signature is not valid',
    ({ signatures }) => signatures?.some(({ valid }) => !valid) === true,
    () => 'A signature of this document does not hold, for a reason that this page does not know.',
  ),

  // What is not known.
  unknown(
    'unknown-state',
    'Unknown',
    ({ phase }) => phase === 'unknown',
    () => 'This document is in a state that this page does not know: nothing can be said of it.',
  ),
  unknown(
    'failed',
    'Failed',
    (facts) => facts.phase === 'failed' && !(allHold(facts) && facts.findings),
    ({ failure }) => failureSentence(failure?.code ?? null),
  ),
  unknown(
    'signatures-unknown',
    'Signatures not known',
    ({ signatures, isSigned }) => signatures === null && isSigned,
    () => 'This document is signed. Whether its signatures hold, and whether it was changed since, is not known.',
  ),
  unknown(
    'findings-unknown',
    'Not looked for tampering',
    ({ findings }) => findings === null,
    () => 'Whether this document was tampered with is not known.',
  ),
  unknown('finding-not-known', 'Not judged', hasUnknownJudgement, (facts) => {
    const finding = facts.findings?.find(({ severity }) => !KNOWN_SEVERITIES.has(severity));
    return finding
      ? `Something was found that this page cannot judge: ${spoken(finding)}`
      : 'The findings about this document were summed up in a word that this page does not know.';
  }),

  ...SIGNATURE_RULES,
  ...UNSIGNED_RULES,
  unknown(
    'not-known',
    'Unknown',
    () => true,
    () => 'What is known of this document is not enough to say more.',
  ),
];

function hasUnknownJudgement({ findings, riskLevel }: Facts): boolean {
  return (
    findings?.some(({ severity }) => !KNOWN_SEVERITIES.has(severity)) === true ||
    (riskLevel !== null && !KNOWN_RISKS.has(riskLevel))
  );
}
