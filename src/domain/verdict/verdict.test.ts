import fc from 'fast-check';
import { UNVERIFIABLE_REASONS } from '#domain/report.ts';
import { describe, expect, it } from 'vitest';
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';
import { SIGNATURE_REASONS } from '#domain/report.ts';
import { ALICE, finding, found, ONE_REVISION, PLAIN, reaching, REPORT, signedBy, warned } from './examples.ts';
import {
  factsOf,
  knownAnalysis,
  type ReportLike,
  type RevisionsLike,
  type SubmissionLike,
  type VerificationLike,
} from './facts.ts';
import { RULES } from './rules.ts';
import { type Verdict, verdictOf } from './verdict.ts';

function verdict(
  submission: SubmissionLike,
  revisions: RevisionsLike | null = ONE_REVISION,
  report: ReportLike | null = REPORT,
): Verdict {
  return verdictOf(factsOf(submission, report, revisions));
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
  readonly rule: string;
  readonly submission: SubmissionLike;
  readonly revisions?: RevisionsLike | null;
  readonly report?: ReportLike | null;
  readonly sentence: string;
}

const EXAMPLES: readonly Example[] = [
  {
    rule: 'erased',
    submission: { ...signed, erasedAt: '2026-11-21T10:00:00Z' },
    sentence: 'This document was erased: nothing that was said of it can be looked at any more.',
  },
  {
    rule: 'waiting',
    submission: { ...PLAIN, status: 'PENDING', security: {}, tamperAnalysis: null },
    sentence: 'This document waits for its turn: nothing is known of it yet.',
  },
  {
    rule: 'under-way',
    submission: { ...PLAIN, status: 'IN_PROGRESS', security: {}, tamperAnalysis: null },
    sentence: 'This document is being looked at: nothing is known of it yet.',
  },
  {
    rule: 'changed-after-signing',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING')),
    revisions: reaching([ALICE], 2),
    sentence: 'This document was changed after it was signed. Whoever signed saw the page on the left.',
  },
  {
    rule: 'changed-after-signing',
    submission: { ...signedBy(broken('MODIFIED_AFTER_SIGNING')), status: 'REJECTED' },
    revisions: reaching([ALICE], 2),
    sentence: 'This document was changed after it was signed. Whoever signed saw the page on the left.',
  },
  {
    rule: 'changed-after-signing-unseen',
    submission: signedBy(broken('MODIFIED_AFTER_SIGNING')),
    revisions: null,
    sentence: 'This document was changed after it was signed. What whoever signed saw cannot be shown here.',
  },
  {
    rule: 'changed-after-signing-unseen',
    submission: { ...signedBy(broken('MODIFIED_AFTER_SIGNING')), links: { ...PLAIN.links, original: null } },
    revisions: reaching([ALICE], 2),
    sentence: 'This document was changed after it was signed. What whoever signed saw cannot be shown here.',
  },
  {
    rule: 'signed-bytes-differ',
    submission: signedBy(broken('DIGEST_MISMATCH')),
    revisions: whole,
    sentence: 'This document is not what was signed: bytes that the signature covers were changed or damaged.',
  },
  ...['CMS_INVALID', 'BYTERANGE_INVALID'].map((reason) => ({
    rule: 'signature-proves-nothing',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence:
      'A signature of this document does not hold, and proves nothing: it may be forged, damaged or unfinished.',
  })),
  {
    rule: 'grave-finding',
    submission: found(PLAIN, 'high', finding('high', 'Page 1 shows other text in another PDF reader.')),
    sentence: 'Grave signs of tampering were found: page 1 shows other text in another PDF reader.',
  },
  {
    rule: 'grave-risk',
    submission: found(PLAIN, 'critical'),
    sentence: 'Grave signs of tampering were found.',
  },
  ...['WEAK_KEY', 'WEAK_DIGEST'].map((reason) => ({
    rule: 'signature-forgeable',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence: 'A signature of this document could have been made by anybody: its key or its digest is too weak.',
  })),
  ...['KEY_USAGE_NOT_ALLOWED', 'EXTENDED_KEY_USAGE_NOT_ALLOWED', 'CERTIFICATE_NOT_YET_VALID'].map((reason) => ({
    rule: 'certificate-not-for-this',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence:
      'A signature of this document was made with a certificate that is not for signing documents, or was not valid then.',
  })),
  ...UNVERIFIABLE_REASONS.map((reason) => ({
    rule: 'signature-unsupported',
    submission: signedBy(broken(reason)),
    revisions: whole,
    sentence:
      'A signature of this document cannot be checked: it may be genuine, and whether the document was changed since is not known.',
  })),
  {
    rule: 'signature-invalid',
    submission: signedBy(broken('REASON_OF_A_LATER_VERSION')),
    revisions: whole,
    sentence: 'A signature of this document does not hold, for a reason that this page does not know.',
  },
  {
    rule: 'unknown-state',
    submission: { ...PLAIN, status: 'ARCHIVED' },
    sentence: 'This document is in a state that this page does not know: nothing can be said of it.',
  },
  {
    rule: 'failed',
    submission: {
      ...PLAIN,
      status: 'FAILED',
      tamperAnalysis: null,
      failure: { code: 'PASSWORD_REQUIRED', message: '' },
    },
    revisions: null,
    sentence: 'This document opens only with a password: nothing is known of it.',
  },
  {
    rule: 'failed',
    submission: { ...PLAIN, status: 'FAILED', tamperAnalysis: null, failure: { code: 'PARSER_KILLED', message: '' } },
    revisions: null,
    sentence: 'The service did not finish this document, which says nothing of the document itself.',
  },
  {
    rule: 'failed',
    submission: { ...PLAIN, status: 'FAILED', failure: { code: 'ACTIVE_CONTENT_RESIDUE', message: '' } },
    sentence: 'This document was not normalized: active content left in the output.',
  },
  {
    rule: 'failed',
    submission: { ...PLAIN, status: 'FAILED', failure: { code: 'toString', message: '' } },
    sentence: 'This document was not normalized, for a reason that this page does not know.',
  },
  {
    rule: 'signatures-unknown',
    submission: { ...PLAIN, security: { digitalSignaturesDetected: true } },
    sentence: 'This document is signed. Whether its signatures hold, and whether it was changed since, is not known.',
  },
  {
    rule: 'signatures-unknown',
    submission: { ...signed, security: { ...signed.security, overallSignatureStatus: 'SOME_INVALID' } },
    revisions: whole,
    sentence: 'This document is signed. Whether its signatures hold, and whether it was changed since, is not known.',
  },
  {
    rule: 'findings-unknown',
    submission: { ...PLAIN, tamperAnalysis: null },
    sentence: 'Whether this document was tampered with is not known.',
  },
  {
    rule: 'finding-not-known',
    submission: found(PLAIN, 'none', finding('fatal', 'Something new happened.', 'A_NEW_TYPE')),
    sentence: 'Something was found that this page cannot judge: something new happened.',
  },
  {
    rule: 'finding-not-known',
    submission: found(PLAIN, 'unheard-of'),
    sentence: 'The findings about this document were summed up in a word that this page does not know.',
  },
  {
    rule: 'signed-and-prepared',
    submission: found(
      signed,
      'medium',
      finding('medium', 'A note, stamp or drawing on page 1 lies on text and hides it.'),
    ),
    revisions: whole,
    sentence:
      'Signed by someone who calls themselves Alice Example (identity not checked), and the document holds what an honest one rarely needs: a note, stamp or drawing on page 1 lies on text and hides it.',
  },
  {
    rule: 'signed-with-finding',
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
      'Signed by someone who calls themselves Alice Example (identity not checked). Look at what was found: the form field payee on page 1 was filled in or changed after the signature Signature1 was made.',
  },
  {
    rule: 'signed-weakly',
    submission: signedBy({ ...ALICE, reason: 'WEAK_DIGEST' }),
    revisions: whole,
    sentence:
      'Signed by someone who calls themselves Alice Example (identity not checked), in a way that is no longer safe against forgery.',
  },
  {
    rule: 'chain-not-trusted',
    submission: signedBy({ ...ALICE, certificateChainTrusted: false }),
    revisions: whole,
    sentence:
      'Signed by someone who calls themselves Alice Example (identity not checked): no authority that this service trusts vouches for the certificate, or it was revoked or had expired.',
  },
  {
    rule: 'certificate-expired',
    submission: signedBy({ ...trusted, certificateExpired: true }),
    revisions: whole,
    sentence:
      'Signed by someone who calls themselves Alice Example (identity not checked) with a certificate that has expired: nothing proves that it was made in time.',
  },
  {
    rule: 'timestamp-does-not-hold',
    submission: signedBy({ ...trusted, timestampPresent: true, timestampValid: false }),
    revisions: whole,
    sentence: 'Signed by Alice Example. The timestamp cannot be relied on: when it was signed is not proven.',
  },
  {
    rule: 'timestamp-does-not-hold',
    submission: signedBy(trusted, { ...stamp, certificateChainTrusted: false, timestampValid: false }),
    revisions: stamped(trusted, stamp),
    sentence: 'Signed by Alice Example. The timestamp cannot be relied on: when it was signed is not proven.',
  },
  {
    rule: 'timestamp-does-not-hold',
    submission: signedBy(trusted, { ...stamp, certificateChainTrusted: true, reason: 'WEAK_DIGEST' }),
    revisions: stamped(trusted, stamp),
    sentence: 'Signed by Alice Example. The timestamp cannot be relied on: when it was signed is not proven.',
  },
  {
    rule: 'stamped-with-finding',
    submission: found(signedBy(stamp), 'medium', finding('medium', 'A font was never used.')),
    revisions: stamped(stamp),
    sentence: 'Nobody signed this document, it is timestamped. Look at what was found: a font was never used.',
  },
  {
    rule: 'stamped-without-proof',
    submission: signedBy({ ...stamp, certificateChainTrusted: false, timestampValid: false }),
    revisions: stamped(stamp),
    sentence:
      'Nobody signed this document, and its timestamp proves no time: it is of no authority that can be relied on.',
  },
  {
    rule: 'stamped-by-trusted',
    submission: signedBy({ ...stamp, certificateChainTrusted: true }),
    revisions: stamped(stamp),
    sentence: 'Nobody signed this document. A timestamp proves that what it covers was there at that time.',
  },
  {
    rule: 'timestamps-alone',
    submission: signedBy(stamp),
    revisions: stamped(stamp),
    sentence:
      'Nobody signed this document. A timestamp says that what it covers was there at that time (authority not checked).',
  },
  {
    rule: 'reach-unknown',
    submission: signedBy(trusted),
    revisions: null,
    sentence: 'Signed by Alice Example. What was added to the file since is not known.',
  },
  {
    rule: 'signed-then-added-to',
    submission: signed,
    revisions: reaching([ALICE], 2),
    sentence:
      'Signed by someone who calls themselves Alice Example (identity not checked). Something was added since that the signature allows: the timeline shows what.',
  },
  {
    rule: 'signed-unchanged-trusted',
    submission: signedBy(trusted),
    revisions: whole,
    sentence: 'Signed by Alice Example, unchanged since.',
  },
  {
    rule: 'signed-unchanged-trusted',
    submission: signedBy(trusted, { ...bob, certificateChainTrusted: true }),
    revisions: reaching([trusted, bob]),
    sentence: 'Signed by Alice Example and Bob Example, unchanged since the last of them signed.',
  },
  {
    rule: 'signed-unchanged',
    submission: signed,
    revisions: whole,
    sentence: 'Unchanged since it was signed by someone who calls themselves Alice Example (identity not checked).',
  },
  {
    rule: 'chain-not-trusted',
    submission: signedBy(trusted, { ...bob, certificateChainTrusted: false }),
    revisions: reaching([trusted, bob]),
    sentence:
      'Signed by people who call themselves Alice Example and Bob Example (identities not checked): not every certificate leads to an authority that this service trusts, or one was revoked or had expired.',
  },
  {
    rule: 'chain-not-trusted',
    submission: signedBy({ ...ALICE, certificateChainTrusted: false }, { ...bob, certificateChainTrusted: false }),
    revisions: reaching([ALICE, bob]),
    sentence:
      'Signed by people who call themselves Alice Example and Bob Example (identities not checked): no authority that this service trusts vouches for the certificates, or they were revoked or had expired.',
  },
  {
    rule: 'signed-unchanged',
    submission: signed,
    revisions: { ...whole, signatures: whole.signatures.map((reach) => ({ ...reach, gap: 'digits-only' })) },
    sentence: 'Unchanged since it was signed by someone who calls themselves Alice Example (identity not checked).',
  },
  {
    rule: 'signed-unchanged',
    submission: signedBy(ALICE, bob),
    revisions: reaching([ALICE, bob]),
    sentence: 'Unchanged since it was signed, last by someone who calls themselves Bob Example (identity not checked).',
  },
  {
    rule: 'signed-unchanged',
    submission: { ...signedBy(trusted), status: 'REJECTED', failure: { code: 'POLICY_REJECTION', message: '' } },
    revisions: whole,
    sentence: 'Signed by Alice Example, unchanged since.',
  },
  {
    rule: 'shows-other-than-value',
    submission: warned(PLAIN, 'FIELD_VALUE_APPEARANCE_MISMATCH'),
    sentence: 'Normalized. A form field shows another text than the value it holds: find out which of them is meant.',
  },
  {
    rule: 'finding',
    submission: found(PLAIN, 'medium', finding('medium', 'The file holds two versions of some of its parts.')),
    sentence: 'Normalized. Look at what was found: the file holds two versions of some of its parts.',
  },
  {
    rule: 'risk-without-finding',
    submission: found(PLAIN, 'medium'),
    sentence: 'Normalized. Signs of tampering were found that also occur in honest documents.',
  },
  {
    rule: 'repaired',
    submission: warned(PLAIN, 'XREF_REBUILT'),
    sentence:
      'Normalized. The file was damaged and was repaired: compare the pages with the original where it matters.',
  },
  {
    rule: 'rejected',
    submission: { ...PLAIN, status: 'REJECTED', failure: { code: 'POLICY_REJECTION', message: '' } },
    sentence: 'Not normalized: under the options that it was sent with, such documents are refused.',
  },
  {
    rule: 'removed',
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
    rule: 'removed',
    submission: { ...PLAIN, security: { ...PLAIN.security, javascriptRemoved: true, embeddedFilesRemoved: true } },
    report: null,
    sentence: 'Normalized. Scripts and attached files were removed.',
  },
  {
    rule: 'hidden-content',
    submission: warned(PLAIN, 'HIDDEN_TEXT'),
    sentence:
      'Normalized. It holds text or pictures that are not shown: what is copied or searched may differ from what is seen.',
  },
  {
    rule: 'signatures-not-looked-for',
    submission: { ...PLAIN, security: {} },
    sentence: 'Normalized. Whether it is signed is not known.',
  },
  {
    rule: 'trace',
    submission: found(
      PLAIN,
      'low',
      finding('low', 'The file was saved again, and nothing of the document was changed.'),
    ),
    sentence: 'Normalized. It is not signed. Found: the file was saved again, and nothing of the document was changed.',
  },
  {
    rule: 'clean',
    submission: PLAIN,
    sentence: 'Normalized. No sign of tampering was found. It is not signed, so nothing proves who made it.',
  },
  {
    rule: 'normalized',
    submission: PLAIN,
    revisions: null,
    sentence: 'Normalized. It is not signed.',
  },
  {
    rule: 'not-known',
    submission: {
      ...PLAIN,
      security: {
        digitalSignaturesDetected: true,
        signatureCount: 0,
        signatureVerificationResults: [],
        overallSignatureStatus: 'NONE',
      },
    },
    sentence: 'What is known of this document is not enough to say more.',
  },
];

describe('the table of verdicts', () => {
  it.each(EXAMPLES)('$rule: $sentence', ({ rule, submission, revisions = ONE_REVISION, report = REPORT, sentence }) => {
    expect(verdict(submission, revisions, report)).toMatchObject({ rule, sentence });
  });

  it('has an example of every rule', () => {
    expect(new Set(EXAMPLES.map(({ rule }) => rule))).toEqual(new Set(RULES.map(({ name }) => name)));
  });

  it('uses each symbol with one tone alone', () => {
    const tones = Map.groupBy(RULES, ({ symbol }) => symbol);
    for (const rules of tones.values()) expect(new Set(rules.map(({ tone }) => tone)).size).toBe(1);
  });

  it('names the revisions that show what was signed and what there is now', () => {
    const changed = signedBy({ ...ALICE, ...broken('MODIFIED_AFTER_SIGNING') }, bob);
    expect(verdict(changed, reaching([ALICE, bob], 3)).pair).toEqual({ before: 1, after: 3 });
    expect(verdict(signed, whole).pair).toBeNull();
  });

  it('says beside the verdict what else has to be known, and nothing twice', () => {
    const preserved = warned(signed, 'SIGNED_PASSTHROUGH', 'ACTIVE_CONTENT_RETAINED');
    expect(verdict(preserved, whole).notes).toEqual([
      'It was kept byte for byte, for its signatures: nothing was removed from it.',
      'Scripts or other active content are still in it: treat the file as untrusted.',
    ]);
    expect(verdict({ ...PLAIN, status: 'REJECTED' }).notes).toEqual([]);
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
    expect(verdict(well, whole).tone).toBe('good');
  });

  it.each<[string, SubmissionLike, RevisionsLike | null, ReportLike | null]>([
    ['its report is not here', well, whole, null],
    ['its revisions are not known', well, null, REPORT],
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
    expect(verdict(submission, revisions, report).tone).not.toBe('good');
  });
});

const word = (known: readonly string[]) => fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 }));
const severity = word(['low', 'medium', 'high', 'critical']);
const verification: fc.Arbitrary<VerificationLike> = fc.record({
  fieldName: fc.constantFrom('Signature1', 'Signature2', ''),
  signerName: fc.oneof(fc.constant(null), fc.constant('CN=Alice Example'), fc.string()),
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
  status: word(['PENDING', 'IN_PROGRESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'REJECTED']),
  erasedAt: fc.constantFrom(null, null, null, '2026-11-21T10:00:00Z'),
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
  links: fc.record({ original: fc.constantFrom('/original', null), revisions: fc.constantFrom('/revisions', null) }),
});
const anyReport: fc.Arbitrary<ReportLike | null> = fc.constantFrom(REPORT, null);
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
        const { sentence, label, tone } = verdict(submission, revisions, report);
        expect(sentence).toMatch(/^\S[^]*\S$/u);
        expect(label).not.toBe('');
        if (tone !== 'good') return;
        const { security, tamperAnalysis } = submission;
        expect(submission).toMatchObject({ status: 'SUCCESS', erasedAt: null });
        expect(report).not.toBeNull();
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
        const { tone, rule } = verdict({ ...changed, status: 'SUCCESS', erasedAt: null }, revisions, report);
        expect(rule === 'signatures-unknown' || tone === 'danger').toBe(true);
      }),
    );
  });
});
