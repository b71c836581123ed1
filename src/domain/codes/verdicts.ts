/** The documentation of the kinds of verdicts (`verdict.kind`). A test holds the examples against the sentences. */
import { rowOf, type VerdictKind } from '#domain/verdict/kinds.ts';
import type { Explanation } from './explanation.ts';

type Row = readonly [cause: string, remedy: string, example: string];

const ASK_FOR_SIGNED = 'Ask the signer for the file that was signed.';
const READ_FINDINGS = 'Read the findings in `tamperAnalysis`. Compare the document with the original of the sender.';
const COMPARE = 'Compare the pages with the original where it matters.';
const ASK_SIGNER = 'Ask the signer whether the signature is theirs, by another way than the document names.';
const NOTHING = 'Nothing.';

const ROWS: Readonly<Record<VerdictKind, Row>> = {
  changed_after_signing: [
    'A signature is valid for its revision, and a later revision changed more than the signature allows. `changes` has the words.',
    `${ASK_FOR_SIGNED} The signed revision is still in the original.`,
    'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.',
  ],
  signed_bytes_changed: [
    'The bytes that a signature covers are not the signed ones.',
    ASK_FOR_SIGNED,
    'This document is not what Alice Example signed: bytes that the signature covers were changed or damaged.',
  ],
  signature_proves_nothing: [
    'A signature value does not verify, or does not cover a whole revision.',
    'Treat the document as unsigned. Ask the signer to sign it again.',
    'The signature of Alice Example proves nothing. Forged, damaged and incomplete signatures have this result.',
  ],
  altered_structure: [
    'The tamper analysis has a finding of severity `high` or `critical`.',
    READ_FINDINGS,
    'Strong signs of tampering: page 1 shows other text in another PDF reader.',
  ],
  signature_forgeable: [
    'A signature has a key or a digest that is too weak.',
    'Ask the signer to sign the document again.',
    'Anybody could have made the signature of Alice Example, because a key or a digest is too weak.',
  ],
  certificate_not_for_signing: [
    'A certificate is for another purpose, or was not valid yet.',
    'Ask the signer to sign again with a certificate for signing documents.',
    'The certificate of Alice Example is not for signing documents, or was not valid at the time of signing.',
  ],
  cannot_be_judged: [
    'A signature has an unknown algorithm or kind, has no certificate, or is encrypted or damaged. `valid` is false and nothing speaks against the signature.',
    'Verify the signature with a program of the signer.',
    'The signature of Alice Example cannot be verified here. The document may be genuine, and it is unknown whether it was changed after signing.',
  ],
  signature_not_valid: [
    'A signature is not valid for a reason that this version does not know.',
    'Read `signatureVerificationResults`.',
    'The signature of Alice Example is not valid.',
  ],
  failed: [
    'There is no canonical PDF; `failure` has the code.',
    'See the page of the failure code.',
    'This document opens only with a password. We could not read it.',
  ],
  signatures_unknown: [
    'The document is signed, and the results of its signatures are missing or contradict each other.',
    'Send the document again. Give the submission id to support if the verdict stays.',
    'This document is signed. Its signatures could not be verified, and it is unknown whether it was changed later.',
  ],
  findings_unknown: [
    'There is no tamper analysis.',
    'Send the document again.',
    'This document was not checked for tampering.',
  ],
  finding_unknown: [
    'A finding or the risk has a severity that this version does not know.',
    READ_FINDINGS,
    'Something was found whose severity is unknown: something new happened.',
  ],
  timestamped_with_finding: [
    'The document has timestamps, no signature of a person, and a finding of severity `medium`.',
    READ_FINDINGS,
    'Nobody signed this document, and it has a timestamp. Check this finding: a font was never used.',
  ],
  timestamp_proves_nothing: [
    'The document has only timestamps, and one of them is not reliable.',
    'Do not rely on the time.',
    'Nobody signed this document. Its timestamp proves no time, because its authority is not reliable.',
  ],
  timestamped_by_trusted: [
    'The document has timestamps of trusted authorities, and no signature of a person.',
    NOTHING,
    'Nobody signed this document. A timestamp proves that the covered content existed at that time.',
  ],
  timestamped: [
    'The document has valid timestamps, whose authority was not verified, and no signature of a person.',
    'Configure trust anchors to verify the authority.',
    'Nobody signed this document. A timestamp says that the covered content existed at that time (authority not verified).',
  ],
  signed_and_prepared: [
    'All signatures are valid, and the document contains something that an attack needs.',
    READ_FINDINGS,
    'Signed by Alice Example (name taken from the certificate, not verified). The document contains something that honest documents rarely need: a note, stamp or drawing on page 1 lies on text and hides it.',
  ],
  signed_with_finding: [
    'All signatures are valid, and a finding has the severity `medium`.',
    READ_FINDINGS,
    'Signed by Alice Example (name taken from the certificate, not verified). Check this finding: the form field payee on page 1 was filled in or changed after the signature Signature1 was made.',
  ],
  signed_weakly: [
    'All signatures are valid, and one of them uses SHA-1.',
    ASK_SIGNER,
    'Signed by Alice Example (name taken from the certificate, not verified), in a way that is not safe against forgery any more.',
  ],
  signer_not_trusted: [
    'All signatures are valid, and a certificate leads to no trust anchor of the service.',
    ASK_SIGNER,
    'Signed by Alice Example (name taken from the certificate, not verified). No trusted authority vouches for the certificate, or it was revoked or had expired.',
  ],
  certificate_expired: [
    'All signatures are valid, and a certificate has expired since. No timestamp proves the time of signing.',
    ASK_SIGNER,
    'Signed by Alice Example (name taken from the certificate, not verified). A certificate has expired, and nothing proves that it was valid when it was used.',
  ],
  timestamp_not_reliable: [
    'All signatures are valid, and a timestamp is not reliable.',
    'Do not rely on the time of signing.',
    'Signed by Alice Example. The timestamp is not reliable, so the time of signing is not proven.',
  ],
  signed_coverage_unknown: [
    'All signatures are valid, and it is unknown which part of the file they cover.',
    COMPARE,
    'Signed by Alice Example. It is unknown what was added to the file later.',
  ],
  signed_and_extended: [
    'All signatures are valid, and a later revision made changes that they allow.',
    'Compare the signed revision with the newest one where it matters.',
    'Signed by Alice Example (name taken from the certificate, not verified). Something was added later that the signature allows.',
  ],
  signed_unchanged_trusted: [
    'All signatures are valid, of trusted certificates, and the last one covers the whole file. Nothing else was found.',
    NOTHING,
    'Signed by Alice Example. Unchanged since the signature.',
  ],
  signed_unchanged: [
    'All signatures are valid, and the last one covers the whole file. The certificates were not verified, or the document has a warning.',
    'Ask the signer whether the signature is theirs, or configure trust anchors.',
    'Signed by Alice Example (name taken from the certificate, not verified). Unchanged since the signature.',
  ],
  field_shows_other_value: [
    'A form field shows another text than the value that it stores.',
    'Ask the sender which of the two texts is right.',
    'Normalized. A form field shows another text than the value that it stores.',
  ],
  unsigned_with_finding: [
    'The document is not signed, and a finding has the severity `medium`.',
    READ_FINDINGS,
    'Normalized. Check this finding: the file holds two versions of some of its parts.',
  ],
  repaired: [
    'The file was damaged, and its pages may not be what they were.',
    COMPARE,
    'Normalized. The file was damaged and was repaired. Compare the pages with the original where it matters.',
  ],
  rejected: [
    'An option of the request refuses the document.',
    'See the page of the failure code.',
    'Not normalized, because the options of the request refuse such documents.',
  ],
  content_removed: [
    'The canonical PDF lacks something that the original has.',
    'Use the original where the removed content matters.',
    'Normalized. 2 scripts and 1 attached file were removed.',
  ],
  hidden_content: [
    'The document contains text or pictures that no page shows.',
    COMPARE,
    'Normalized. It contains text or pictures that are not shown, so copied text may differ from the pages.',
  ],
  signatures_not_checked: [
    'The report does not say whether the document is signed.',
    'Send the document again.',
    'Normalized. It is unknown whether it is signed.',
  ],
  minor_finding: [
    'The document is not signed, and its findings have the severity `low`.',
    NOTHING,
    'Normalized. It is not signed. Found: the file was saved again, and nothing of the document was changed.',
  ],
  no_findings: [
    'The document is not signed, and nothing was found.',
    NOTHING,
    'Normalized. No sign of tampering was found. It is not signed, so nothing proves who made it.',
  ],
  normalized: [
    'The document is not signed, nothing was found, and it has a warning or its revisions are unknown.',
    'Read the warnings.',
    'Normalized. It is not signed.',
  ],
  not_known: [
    'The facts of the document contradict each other, or its stored result cannot be read.',
    'Give the submission id to support.',
    'Too little is known about this document for a verdict.',
  ],
  waiting: ['The submission is `PENDING`.', 'Wait for its end.', 'This document is waiting to be processed.'],
  under_way: ['The submission is `IN_PROGRESS`.', 'Wait for its end.', 'This document is being processed.'],
  erased: ['The document was erased.', NOTHING, 'This document was erased. Nothing about its content is stored.'],
};

export function explainVerdict(kind: VerdictKind): Explanation {
  const [cause, remedy, example] = ROWS[kind];
  const { label, level } = rowOf(kind);
  return { title: label, cause: `The level is \`${level}\`. ${cause}`, remedy, retryable: false, example };
}
