import fc from 'fast-check';
import { UNVERIFIABLE_REASONS } from '#domain/report.ts';
import { describe, expect, it } from 'vitest';
import { explainVerdict } from '#domain/codes/verdicts.ts';
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';
import type { TextChange } from '#domain/verdict/text-changes.ts';
import { SIGNATURE_REASONS } from '#domain/report.ts';
import type { EngineReport } from '#domain/report.ts';
import { REPORT as ENGINE_REPORT } from '#test/support/builders/report.ts';
import { ALICE, finding, found, ONE_REVISION, PLAIN, reaching, REPORT, signedBy, warned } from './examples.ts';
import {
  factsOf,
  knownAnalysis,
  type ReportLike,
  type RevisionsLike,
  type SubmissionLike,
  type VerificationLike,
} from './facts.ts';
import { VERDICT_KINDS, VERDICT_LEVELS, worseLevel } from './kinds.ts';
import { RULES } from './rules.ts';
import { signedAndNow } from './signers.ts';
import { decide, type Verdict, verdictOf, withVerdict, wordsOf } from './verdict.ts';

function verdict(
  submission: SubmissionLike,
  revisions: RevisionsLike | null = ONE_REVISION,
  report: ReportLike = REPORT,
  changes: readonly TextChange[] | null = null,
): Verdict {
  const facts = factsOf(submission, report, revisions);
  const decided = decide(facts, changes);
  return { ...decided, ...wordsOf(decided, facts) };
}

const trusted: VerificationLike = { ...ALICE, certificateChainTrusted: true };
const bob: VerificationLike = { ...ALICE, fieldName: 'Signature2', signerName: 'CN=Bob Example' };
const broken = (reason: string | null): VerificationLike => ({ ...ALICE, valid: false, reason });
const signed = signedBy(ALICE);
const whole = reaching([ALICE]);

const stamp: VerificationLike = {
  ...ALICE,
  fieldName: 'Stamp',
  signerName: 'CN=Clock',
  timestampPresent: true,
  timestampValid: true,
};

/** The last of these is a timestamp of the document. */
function stamped(...signatures: readonly VerificationLike[]): RevisionsLike {
  const reach = reaching(signatures);
  const isStamp = (fieldName: string): boolean => fieldName === stamp.fieldName;
  return { ...reach, signatures: reach.signatures.map((one) => ({ ...one, isTimestamp: isStamp(one.fieldName) })) };
}

interface Example {
  readonly kind: string;
  readonly submission: SubmissionLike;
  readonly revisions?: RevisionsLike | null;
  readonly report?: ReportLike;
  readonly changes?: readonly TextChange[] | null;
  readonly sentence: string;
}

const EXAMPLES: readonly Example[] = [
  {
    kind: 'changed_after_signing',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING')),
    revisions: reaching([ALICE], 2),
    sentence: 'This document was changed after Alice Example signed it.',
  },
  {
    kind: 'changed_after_signing',
    submission: { ...signedBy(broken('MODIFIED_AFTER_SIGNING')), status: 'REJECTED' },
    revisions: reaching([ALICE], 2),
    sentence: 'This document was changed after Alice Example signed it.',
  },
  {
    kind: 'changed_after_signing',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING')),
    revisions: null,
    sentence: 'This document was changed after Alice Example signed it.',
  },
  {
    kind: 'changed_after_signing',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING')),
    revisions: reaching([ALICE], 2),
    changes: [{ page: 1, before: '4,800', after: '48,000' }],
    sentence: 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.',
  },
  {
    kind: 'changed_after_signing',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING'), { ...bob, valid: false, reason: 'MODIFIED_AFTER_SIGNING' }),
    revisions: reaching([ALICE, bob], 3),
    changes: [
      { page: 1, before: '4,800', after: '48,000' },
      { page: 3, before: null, after: 'Payable at once' },
      { page: 3, before: 'binding', after: null },
      { page: 4, before: 'a', after: 'b' },
    ],
    sentence:
      'Pages 1 and 3 to 4 were changed after Alice Example and Bob Example signed them: “4,800” became “48,000”, “Payable at once” was added, “binding” was removed and 1 more change.',
  },
  {
    kind: 'signed_bytes_changed',
    submission: signedBy(broken('DIGEST_MISMATCH')),
    revisions: whole,
    sentence:
      'This document is not what Alice Example signed: bytes that the signature covers were changed or damaged.',
  },
  ...['CMS_INVALID', 'BYTERANGE_INVALID'].map((reason) => ({
    kind: 'signature_proves_nothing',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence:
      'The signature of Alice Example proves nothing. Forged, damaged and incomplete signatures have this result.',
  })),
  {
    kind: 'altered_structure',
    submission: found(PLAIN, 'high', finding('high', 'Page 1 shows other text in another PDF reader.')),
    sentence: 'Strong signs of tampering: page 1 shows other text in another PDF reader.',
  },
  {
    kind: 'altered_structure',
    submission: found(PLAIN, 'critical'),
    sentence: 'Strong signs of tampering were found.',
  },
  ...['WEAK_KEY', 'WEAK_DIGEST'].map((reason) => ({
    kind: 'signature_forgeable',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence: 'Anybody could have made the signature of Alice Example, because a key or a digest is too weak.',
  })),
  ...['KEY_USAGE_NOT_ALLOWED', 'EXTENDED_KEY_USAGE_NOT_ALLOWED', 'CERTIFICATE_NOT_YET_VALID'].map((reason) => ({
    kind: 'certificate_not_for_signing',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence: 'The certificate of Alice Example is not for signing documents, or was not valid at the time of signing.',
  })),
  ...UNVERIFIABLE_REASONS.map((reason) => ({
    kind: 'cannot_be_judged',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence:
      'The signature of Alice Example cannot be verified here. The document may be genuine, and it is unknown whether it was changed after signing.',
  })),
  {
    kind: 'signature_not_valid',
    submission: signedBy(broken('REASON_OF_A_LATER_VERSION')),
    revisions: whole,
    sentence: 'The signature of Alice Example is not valid.',
  },
  {
    kind: 'failed',
    submission: {
      ...PLAIN,
      status: 'FAILED',
      tamperAnalysis: null,
      failure: { code: 'PASSWORD_REQUIRED', message: '' },
    },
    revisions: null,
    sentence: 'This document opens only with a password. We could not read it.',
  },
  {
    kind: 'failed',
    submission: { ...PLAIN, status: 'FAILED', tamperAnalysis: null, failure: { code: 'PARSER_KILLED', message: '' } },
    revisions: null,
    sentence: 'The service could not finish this document. The cause is not the document.',
  },
  {
    kind: 'failed',
    submission: { ...PLAIN, status: 'FAILED', failure: { code: 'ACTIVE_CONTENT_RESIDUE', message: '' } },
    sentence: 'This document was not normalized: active content left in the output.',
  },
  {
    kind: 'failed',
    submission: { ...PLAIN, status: 'FAILED', failure: { code: 'toString', message: '' } },
    sentence: 'This document was not normalized, for an unknown reason.',
  },
  {
    kind: 'signatures_unknown',
    submission: { ...PLAIN, security: { digitalSignaturesDetected: true } },
    sentence:
      'This document is signed. Its signatures could not be verified, and it is unknown whether it was changed later.',
  },
  {
    kind: 'signatures_unknown',
    submission: { ...signed, security: { ...signed.security, overallSignatureStatus: 'SOME_INVALID' } },
    revisions: whole,
    sentence:
      'This document is signed. Its signatures could not be verified, and it is unknown whether it was changed later.',
  },
  {
    kind: 'findings_unknown',
    submission: { ...PLAIN, tamperAnalysis: null },
    sentence: 'This document was not checked for tampering.',
  },
  {
    kind: 'finding_unknown',
    submission: found(PLAIN, 'none', finding('fatal', 'Something new happened.', 'A_NEW_TYPE')),
    sentence: 'Something was found whose severity is unknown: something new happened.',
  },
  {
    kind: 'finding_unknown',
    submission: found(PLAIN, 'unheard-of'),
    sentence: 'The risk of this document has a level that is unknown.',
  },
  {
    kind: 'signed_and_prepared',
    submission: found(
      signed,
      'medium',
      finding('medium', 'A note, stamp or drawing on page 1 lies on text and hides it.'),
    ),
    revisions: whole,
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified). The document contains something that honest documents rarely need: a note, stamp or drawing on page 1 lies on text and hides it.',
  },
  {
    kind: 'signed_with_finding',
    submission: found(
      signed,
      'medium',
      finding(
        'medium',
        'The form field payee on page 1 was filled in or changed after the signature Signature1 was made.',
        'INCREMENTAL_UPDATE_INJECTION',
      ),
    ),
    revisions: reaching([ALICE], 2),
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified). Check this finding: the form field payee on page 1 was filled in or changed after the signature Signature1 was made.',
  },
  {
    kind: 'signed_weakly',
    submission: signedBy({ ...ALICE, reason: 'WEAK_DIGEST' }),
    revisions: whole,
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified), in a way that is not safe against forgery any more.',
  },
  {
    kind: 'signer_not_trusted',
    submission: signedBy({ ...ALICE, certificateChainTrusted: false }),
    revisions: whole,
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified). No trusted authority vouches for the certificate, or it was revoked or had expired.',
  },
  {
    kind: 'certificate_expired',
    submission: signedBy({ ...trusted, certificateExpired: true }),
    revisions: whole,
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified). A certificate has expired, and nothing proves that it was valid when it was used.',
  },
  {
    kind: 'timestamp_not_reliable',
    submission: signedBy({ ...trusted, timestampPresent: true, timestampValid: false }),
    revisions: whole,
    sentence: 'Signed by Alice Example. The timestamp is not reliable, so the time of signing is not proven.',
  },
  {
    kind: 'timestamp_not_reliable',
    submission: signedBy(trusted, { ...stamp, certificateChainTrusted: false, timestampValid: false }),
    revisions: stamped(trusted, stamp),
    sentence: 'Signed by Alice Example. The timestamp is not reliable, so the time of signing is not proven.',
  },
  {
    kind: 'timestamp_not_reliable',
    submission: signedBy(trusted, { ...stamp, certificateChainTrusted: true, reason: 'WEAK_DIGEST' }),
    revisions: stamped(trusted, stamp),
    sentence: 'Signed by Alice Example. The timestamp is not reliable, so the time of signing is not proven.',
  },
  {
    kind: 'timestamped_with_finding',
    submission: found(signedBy(stamp), 'medium', finding('medium', 'A font was never used.')),
    revisions: stamped(stamp),
    sentence: 'Nobody signed this document, and it has a timestamp. Check this finding: a font was never used.',
  },
  {
    kind: 'timestamp_proves_nothing',
    submission: signedBy({ ...stamp, certificateChainTrusted: false, timestampValid: false }),
    revisions: stamped(stamp),
    sentence: 'Nobody signed this document. Its timestamp proves no time, because its authority is not reliable.',
  },
  {
    kind: 'timestamped_by_trusted',
    submission: signedBy({ ...stamp, certificateChainTrusted: true }),
    revisions: stamped(stamp),
    sentence: 'Nobody signed this document. A timestamp proves that the covered content existed at that time.',
  },
  {
    kind: 'timestamped',
    submission: signedBy(stamp),
    revisions: stamped(stamp),
    sentence:
      'Nobody signed this document. A timestamp says that the covered content existed at that time (authority not verified).',
  },
  {
    kind: 'signed_coverage_unknown',
    submission: signedBy(trusted),
    revisions: null,
    sentence: 'Signed by Alice Example. It is unknown what was added to the file later.',
  },
  {
    kind: 'signed_and_extended',
    submission: signed,
    revisions: reaching([ALICE], 2),
    sentence:
      'Signed by Alice Example (name taken from the certificate, not verified). Something was added later that the signature allows.',
  },
  {
    kind: 'signed_unchanged_trusted',
    submission: signedBy(trusted),
    revisions: whole,
    sentence: 'Signed by Alice Example. Unchanged since the signature.',
  },
  {
    kind: 'signed_unchanged_trusted',
    submission: signedBy(trusted, { ...bob, certificateChainTrusted: true }),
    revisions: reaching([trusted, bob]),
    sentence: 'Signed by Alice Example and Bob Example. Unchanged since the last signature.',
  },
  {
    kind: 'signed_unchanged',
    submission: signed,
    revisions: whole,
    sentence: 'Signed by Alice Example (name taken from the certificate, not verified). Unchanged since the signature.',
  },
  {
    kind: 'signer_not_trusted',
    submission: signedBy(trusted, { ...bob, certificateChainTrusted: false }),
    revisions: reaching([trusted, bob]),
    sentence:
      'Signed by Alice Example and Bob Example (names taken from the certificates, not verified). Not every certificate leads to a trusted authority, or one was revoked or had expired.',
  },
  {
    kind: 'signer_not_trusted',
    submission: signedBy({ ...ALICE, certificateChainTrusted: false }, { ...bob, certificateChainTrusted: false }),
    revisions: reaching([ALICE, bob]),
    sentence:
      'Signed by Alice Example and Bob Example (names taken from the certificates, not verified). No trusted authority vouches for the certificates, or they were revoked or had expired.',
  },
  {
    kind: 'signed_unchanged',
    submission: signed,
    revisions: { ...whole, signatures: whole.signatures.map((reach) => ({ ...reach, gap: 'digits-only' })) },
    sentence: 'Signed by Alice Example (name taken from the certificate, not verified). Unchanged since the signature.',
  },
  {
    kind: 'signed_unchanged',
    submission: signedBy(ALICE, bob),
    revisions: reaching([ALICE, bob]),
    sentence:
      'Signed by Alice Example and Bob Example (names taken from the certificates, not verified). Unchanged since the last signature.',
  },
  {
    kind: 'signed_unchanged',
    submission: { ...signedBy(trusted), status: 'REJECTED', failure: { code: 'POLICY_REJECTION', message: '' } },
    revisions: whole,
    sentence: 'Signed by Alice Example. Unchanged since the signature.',
  },
  {
    kind: 'field_shows_other_value',
    submission: warned(PLAIN, 'FIELD_VALUE_APPEARANCE_MISMATCH'),
    sentence: 'Normalized. A form field shows another text than the value that it stores.',
  },
  {
    kind: 'unsigned_with_finding',
    submission: found(PLAIN, 'medium', finding('medium', 'The file holds two versions of some of its parts.')),
    sentence: 'Normalized. Check this finding: the file holds two versions of some of its parts.',
  },
  {
    kind: 'unsigned_with_finding',
    submission: found(PLAIN, 'medium'),
    sentence: 'Normalized. Signs of tampering were found that also occur in honest documents.',
  },
  {
    kind: 'repaired',
    submission: warned(PLAIN, 'XREF_REBUILT'),
    sentence:
      'Normalized. The file was damaged and was repaired. Compare the pages with the original where it matters.',
  },
  {
    kind: 'rejected',
    submission: { ...PLAIN, status: 'REJECTED', failure: { code: 'POLICY_REJECTION', message: '' } },
    sentence: 'Not normalized, because the options of the request refuse such documents.',
  },
  {
    kind: 'content_removed',
    submission: {
      ...PLAIN,
      security: { ...PLAIN.security, javascriptRemoved: true, embeddedFilesRemoved: true },
      warnings: [
        {
          code: 'ACTION_REMOVED',
          facts: {
            count: 3,
            kinds: {
              count: 2,
              listed: [
                { name: 'JavaScript', count: 2 },
                { name: 'Launch', count: 1 },
              ],
            },
          },
        },
      ],
    },
    report: { ...REPORT, embeddedFiles: { removed: { count: 1 } } },
    sentence: 'Normalized. 2 scripts and 1 attached file were removed.',
  },
  {
    kind: 'content_removed',
    submission: { ...PLAIN, security: { ...PLAIN.security, javascriptRemoved: true, embeddedFilesRemoved: true } },
    sentence: 'Normalized. Scripts and attached files were removed.',
  },
  {
    kind: 'hidden_content',
    submission: warned(PLAIN, 'HIDDEN_TEXT'),
    sentence: 'Normalized. It contains text or pictures that are not shown, so copied text may differ from the pages.',
  },
  {
    kind: 'signatures_not_checked',
    submission: { ...PLAIN, security: {} },
    sentence: 'Normalized. It is unknown whether it is signed.',
  },
  {
    kind: 'minor_finding',
    submission: found(
      PLAIN,
      'low',
      finding('low', 'The file was saved again, and nothing of the document was changed.'),
    ),
    sentence: 'Normalized. It is not signed. Found: the file was saved again, and nothing of the document was changed.',
  },
  {
    kind: 'no_findings',
    submission: PLAIN,
    sentence: 'Normalized. No sign of tampering was found. It is not signed, so nothing proves who made it.',
  },
  {
    kind: 'normalized',
    submission: PLAIN,
    revisions: null,
    sentence: 'Normalized. It is not signed.',
  },
  {
    kind: 'not_known',
    submission: {
      ...PLAIN,
      security: {
        digitalSignaturesDetected: true,
        signatureCount: 0,
        signatureVerificationResults: [],
        overallSignatureStatus: 'NONE',
      },
    },
    sentence: 'Too little is known about this document for a verdict.',
  },
];

describe('the table of verdicts', () => {
  it.each(EXAMPLES)('$kind: $sentence', ({ kind, submission, revisions = ONE_REVISION, report = REPORT, ...rest }) => {
    expect(verdict(submission, revisions, report, rest.changes)).toMatchObject({ kind, sentence: rest.sentence });
  });

  it('has an example of every rule', () => {
    expect(new Set(EXAMPLES.map(({ kind }) => kind))).toEqual(new Set(RULES.map(({ kind }) => kind)));
  });

  it('has one rule for each kind of a document that was processed', () => {
    const others = ['waiting', 'under_way', 'erased'];
    expect(RULES.map(({ kind }) => kind).toSorted()).toEqual(
      VERDICT_KINDS.filter((kind) => !others.includes(kind)).toSorted(),
    );
  });

  it('gives the documentation sentences that the service makes', () => {
    for (const { kind } of RULES) {
      const examples = EXAMPLES.filter((example) => example.kind === kind);
      expect(examples.map(({ sentence }) => sentence)).toContain(explainVerdict(kind).example);
    }
  });

  it('names the revisions that show what was signed and what there is now', () => {
    const changed = signedBy(broken('MODIFIED_AFTER_SIGNING'), bob);
    expect(signedAndNow(verdict(changed, reaching([ALICE, bob], 3)).signers, 3)).toEqual({ before: 1, after: 3 });
    expect(signedAndNow(verdict(changed, null).signers, 3)).toBeNull();
    expect(signedAndNow(verdict(signed, whole).signers, 1)).toBeNull();
  });

  it('names every one of ten signers once, in the order of signing', () => {
    const ten = Array.from({ length: 10 }, (_, index) => ({
      ...ALICE,
      fieldName: `Signature${index + 1}`,
      signerName: `CN=Signer Number${index + 1}`,
    }));
    const { signers, sentence } = verdict(signedBy(...ten), reaching(ten));
    const names = ten.map((_, index) => `Signer Number${index + 1}`);
    expect(signers.map(({ name, fieldName }) => [name, fieldName])).toEqual(
      names.map((name, index) => [name, `Signature${index + 1}`]),
    );
    expect(sentence).toBe(
      `Signed by ${names.slice(0, 9).join(', ')} and ${names[9]} (names taken from the certificates, not verified). Unchanged since the last signature.`,
    );
  });

  it('adds notes to the sentence, and repeats nothing', () => {
    const preserved = warned(signed, 'SIGNED_PASSTHROUGH', 'ACTIVE_CONTENT_RETAINED');
    expect(verdict(preserved, whole).notes).toEqual([
      'It is unchanged byte for byte because of its signatures. Nothing was removed from it.',
      'It still contains scripts or other active content. Treat the file as untrusted.',
    ]);
    expect(verdict({ ...PLAIN, status: 'REJECTED' }).notes).toEqual([]);
    expect(verdict(signedBy(broken('MODIFIED_AFTER_SIGNING')), whole).notes).toEqual([
      'Name taken from the certificate, not verified.',
      'The changed words could not be determined.',
    ]);
  });

  it('does not let words of the document pass for its own', () => {
    const spoof = { page: 1, before: 'x”. The signature is valid. “', after: '\u202Etxet\n' };
    const { sentence } = verdict(signedBy(broken('MODIFIED_AFTER_SIGNING')), whole, REPORT, [spoof]);
    expect(sentence).toBe(
      "Page 1 was changed after Alice Example signed it: “x'. The signature is valid. '” became “txet”.",
    );
  });
});

describe('levels', () => {
  it('are ordered, the best first', () => {
    expect(VERDICT_LEVELS).toEqual(['good', 'neutral', 'caution', 'danger']);
    expect(worseLevel('good', 'caution')).toBe('caution');
    expect(worseLevel('danger', 'neutral')).toBe('danger');
  });
});

describe('a stored verdict', () => {
  const changed: EngineReport = {
    ...ENGINE_REPORT,
    security: {
      ...ENGINE_REPORT.security,
      digitalSignaturesDetected: true,
      signatureCount: 1,
      signatureVerificationResults: [{ ...ALICE, valid: false, reason: 'MODIFIED_AFTER_SIGNING' }],
      overallSignatureStatus: 'SOME_INVALID',
    },
    textChanges: [{ page: 1, before: '4,800', after: '48,000' }],
  };

  it('has the changed words in place of the report, and keeps its kind without revisions', () => {
    const report = withVerdict(changed, reaching([ALICE], 2));
    expect(report).not.toHaveProperty('textChanges');
    expect(verdictOf(report)).toMatchObject({
      kind: 'changed_after_signing',
      level: 'danger',
      label: 'Changed after signing',
      sentence: 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.',
      pages: [{ first: 1, last: 1 }],
      changes: [{ page: 1, before: '4,800', after: '48,000' }],
      signers: [{ name: 'Alice Example', revision: 1, certificateTrusted: null, isTimestamp: false }],
    });
  });

  it('is made from the report where an earlier version stored none', () => {
    const { textChanges: _textChanges, ...older } = changed;
    expect(verdictOf(older)).toMatchObject({ kind: 'changed_after_signing', changes: null });
  });
});

describe('the analysis of a file', () => {
  const failed = { ...PLAIN, status: 'FAILED', links: { ...PLAIN.links, revisions: null } };

  it('that did not open says nothing of the document where it found nothing', () => {
    expect(knownAnalysis(failed)).toBeNull();
    const bytes = found(failed, 'medium', finding('medium', 'Something follows the end.'));
    expect(knownAnalysis(bytes)).toBe(bytes.tamperAnalysis);
  });

  it('that opened is told', () => {
    expect(knownAnalysis({ ...failed, links: PLAIN.links })).toBe(PLAIN.tamperAnalysis);
    expect(knownAnalysis(PLAIN)).toBe(PLAIN.tamperAnalysis);
  });
});

describe('a document that is all well', () => {
  const well = signedBy(trusted);
  const [reach] = whole.signatures;

  it('is good', () => {
    expect(verdict(well, whole).level).toBe('good');
  });

  it.each<[string, SubmissionLike, RevisionsLike | null, ReportLike]>([
    ['its revisions are not known', well, null, REPORT],
    ['its revisions are unknown in the report', well, whole, { ...REPORT, revisions: null }],
    ['its cross-reference was repaired', well, { ...whole, crossReference: 'repaired' }, REPORT],
    ['a signature more is told of', well, { ...whole, signatureCount: 2 }, REPORT],
    ['the chain was held against nothing', signed, whole, REPORT],
    [
      'the signature leaves out more than itself',
      well,
      {
        ...whole,
        signatures: [{ ...ALICE, isTimestamp: false, revision: 1, coversWholeFile: true, ...reach, gap: 'padded' }],
      },
      REPORT,
    ],
    ['something follows the signature', well, reaching([ALICE], 2), REPORT],
    ['nobody looked for tampering', { ...well, tamperAnalysis: null }, whole, REPORT],
    ['a later version warns of something', warned(well, 'NEW_WARNING'), whole, REPORT],
    ['it holds text that is not shown', warned(well, 'HIDDEN_TEXT'), whole, REPORT],
    ['the risk has an unknown name', found(well, 'new'), whole, REPORT],
    ['it was not normalized', { ...well, status: 'REJECTED' }, whole, REPORT],
    ['its signer has no name', signedBy({ ...trusted, signerName: null }), whole, REPORT],
    ['one of two signers is not known', signedBy(trusted, bob), reaching([trusted, bob]), REPORT],
  ])('is good no more where %s', (_why, submission, revisions, report) => {
    expect(verdict(submission, revisions, report).level).not.toBe('good');
  });
});

const word = (known: readonly string[]) => fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 }));
const severity = word(['low', 'medium', 'high', 'critical']);
const verification: fc.Arbitrary<VerificationLike> = fc.record({
  fieldName: fc.constantFrom('Signature1', 'Signature2', ''),
  signerName: fc.oneof(fc.constant(null), fc.constant('CN=Alice Example'), fc.string()),
  signedAt: fc.constant(null),
  valid: fc.boolean(),
  certificateExpired: fc.boolean(),
  certificateChainTrusted: fc.constantFrom(true, false, null),
  timestampPresent: fc.boolean(),
  timestampValid: fc.constantFrom(true, false, null),
  reason: fc.oneof(fc.constant(null), word(SIGNATURE_REASONS)),
});
const anySecurity: fc.Arbitrary<SubmissionLike['security']> = fc
  .tuple(fc.array(verification, { maxLength: 3 }), fc.boolean(), fc.boolean())
  .map(([results, isTold, hasScripts]) => {
    if (!isTold) return {};
    const areValid = results.every(({ valid }) => valid);
    return {
      javascriptRemoved: hasScripts,
      digitalSignaturesDetected: results.length > 0,
      signatureCount: results.length,
      signatureVerificationResults: results,
      overallSignatureStatus: results.length === 0 ? 'NONE' : areValid ? 'ALL_VALID' : 'SOME_INVALID',
    };
  });
const anySubmission: fc.Arbitrary<SubmissionLike> = fc.record({
  status: fc.constantFrom('SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'REJECTED'),
  security: anySecurity,
  tamperAnalysis: fc.oneof(
    fc.constant(null),
    fc.constant({ riskLevel: 'none', anomalies: [] }),
    fc.record({
      riskLevel: word(['none', 'low', 'medium', 'high', 'critical']),
      anomalies: fc.array(fc.record({ type: fc.string(), severity, description: fc.string() }), { maxLength: 3 }),
    }),
  ),
  warnings: fc.array(fc.record({ code: word(WARNING_CODES), message: fc.string() }), { maxLength: 3 }),
  failure: fc.oneof(fc.constant(null), fc.record({ code: word(FAILURE_CODES), message: fc.string() })),
  links: fc.record({ revisions: fc.constantFrom('/revisions', null) }),
});
const anyReport: fc.Arbitrary<ReportLike> = fc.constantFrom(REPORT, { ...REPORT, revisions: null });
const anyRevisions: fc.Arbitrary<RevisionsLike | null> = fc.oneof(
  fc.constantFrom(null, ONE_REVISION, whole, reaching([ALICE], 2), reaching([ALICE, bob])),
  fc.record({
    crossReference: word(['followed', 'repaired', 'unreadable']),
    count: fc.nat(5),
    signatureCount: fc.nat(3),
    signatures: fc.array(
      fc.record({
        fieldName: fc.constantFrom('Signature1', 'Signature2', ''),
        isTimestamp: fc.boolean(),
        gap: fc.oneof(fc.constant(null), word(['exact', 'padded', 'foreign'])),
        revision: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5 })),
        coversWholeFile: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  }),
);

describe('whatever is known', () => {
  it('is told in a sentence, and is good only where every fact is known and good', () => {
    fc.assert(
      fc.property(anySubmission, anyReport, anyRevisions, (submission, report, revisions) => {
        const { sentence, label, level } = verdict(submission, revisions, report);
        expect(sentence).toMatch(/^\S[^]*\S$/u);
        expect(label).not.toBe('');
        if (level !== 'good') return;
        const { security, tamperAnalysis } = submission;
        expect(submission).toMatchObject({ status: 'SUCCESS' });
        expect(report.revisions).not.toBeNull();
        expect(revisions).toMatchObject({
          crossReference: 'followed',
          signatureCount: security.signatureVerificationResults?.length,
        });
        expect(tamperAnalysis?.riskLevel).toMatch(/^(?:none|low)$/u);
        for (const one of tamperAnalysis?.anomalies ?? []) expect(one.severity).toBe('low');
        for (const one of security.signatureVerificationResults ?? []) {
          expect(one).toMatchObject({
            valid: true,
            certificateChainTrusted: true,
            certificateExpired: false,
            reason: null,
          });
          expect(one.timestampPresent && one.timestampValid !== true).toBe(false);
        }
        if (security.signatureCount !== 0)
          expect(
            revisions?.signatures.some(({ coversWholeFile, isTimestamp }) => coversWholeFile && !isTimestamp),
          ).toBe(true);
        for (const { code } of submission.warnings) expect(WARNING_CODES).toContain(code);
      }),
      { numRuns: 3000 },
    );
  });

  it('is never praised where a document was changed after it was signed', () => {
    fc.assert(
      fc.property(anySubmission, anyReport, anyRevisions, (submission, report, revisions) => {
        const changed = { ...submission, security: signedBy(broken('MODIFIED_AFTER_SIGNING')).security };
        const { level, kind } = verdict({ ...changed, status: 'SUCCESS' }, revisions, report);
        expect(kind === 'signatures_unknown' || level === 'danger').toBe(true);
      }),
    );
  });
});
