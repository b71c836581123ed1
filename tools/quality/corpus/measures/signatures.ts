/** Compares verdicts on signatures with a second validator (pyHanko) and with the purpose of the files. */
import { isGrave, type SignatureReason, type SignatureVerification } from '#domain/report.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import type { TruthSignature } from '#tools/quality/corpus/truth.ts';
import { type Exception, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure } from '#tools/quality/corpus/evidence.ts';

const WHOLE = new Set(['ENTIRE_FILE', 'ENTIRE_REVISION']);
/** Reasons that do not concern digest and key. */
const AFTER_DIGEST: ReadonlySet<SignatureReason | null> = new Set(['MODIFIED_AFTER_SIGNING', 'WEAK_DIGEST']);
/** Reasons that the second validator does not check. */
const OF_CERTIFICATES: ReadonlySet<SignatureReason | null> = new Set([
  'WEAK_KEY',
  'KEY_USAGE_NOT_ALLOWED',
  'EXTENDED_KEY_USAGE_NOT_ALLOWED',
  'CERTIFICATE_NOT_YET_VALID',
]);

interface Subject {
  readonly file: CorpusFile;
  readonly ours: SignatureVerification;
  readonly theirs: Partial<TruthSignature>;
}

export const signatures: Measure = {
  title: 'Signatures',
  judge(evidence) {
    const { files } = evidence;
    const compared = files.flatMap((file) => pair(evidence, file, file.truth?.signatures?.pyhanko ?? []));
    const made = files.flatMap((file) => pair(evidence, file, file.truth?.expect?.signatures ?? []));
    const never = files.filter(({ truth }) => truth?.expect?.neverValid);
    const overall = files.filter(({ truth }) => truth?.expect?.overall);
    return [
      score('nothing that must not be valid is valid', 1, never, (file) => judgeNever(evidence, file)),
      score('no attack on coverage, digest or permission is valid', 1, made, judgeMade),
      score('the overall status the file was made for', 1, overall, (file) => judgeOverall(evidence, file)),
      score('no change after signing is grave and all signatures valid', 1, files, (file) =>
        judgeGrave(evidence, file),
      ),
      score(
        'expired certificates are told',
        1,
        made.filter(({ theirs }) => typeof theirs.expired === 'boolean'),
        judgeExpired,
      ),
      score(
        'the digest verdict of pyHanko',
        0.98,
        compared.filter(({ theirs }) => isKnown(theirs)),
        judgeDigest,
      ),
      score(
        'the verdict of pyHanko, later changes included',
        0.9,
        compared.filter(({ theirs }) => isKnown(theirs)),
        judgeValid,
      ),
      score('every signature is found', 1, files, (file) => judgeFound(evidence, file)),
    ];
  },
};

function pair(evidence: Evidence, file: CorpusFile, truths: readonly Partial<TruthSignature>[]): Subject[] {
  const results = evidence.reportOf(file)?.security.signatureVerificationResults ?? [];
  return truths.flatMap((theirs) => {
    const ours = results.find(({ fieldName }) => fieldName === theirs.field);
    return ours ? [{ file, ours, theirs }] : [];
  });
}

function judgeNever(evidence: Evidence, file: CorpusFile): Exception | null {
  const valid = (evidence.reportOf(file)?.security.signatureVerificationResults ?? []).filter((one) => one.valid);
  return valid.length === 0 ? null : { name: file.name, what: valid.map(({ fieldName }) => fieldName).join(', ') };
}

function judgeMade({ file, ours, theirs }: Subject): Exception | null {
  const whole = theirs.coverage === undefined || WHOLE.has(theirs.coverage ?? '');
  const mayBeValid = theirs.integrity === true && whole && theirs.docmdp_ok !== false;
  return ours.valid && !mayBeValid ? disagreement(file, ours, theirs) : null;
}

function judgeGrave(evidence: Evidence, file: CorpusFile): Exception | null {
  const report = evidence.reportOf(file);
  if (report?.security.overallSignatureStatus !== 'ALL_VALID') return null;
  const grave = (report.tamperAnalysis?.anomalies ?? []).filter(isGrave);
  const findings = grave.filter(({ type }) => type === 'POST_EOF_DATA' || type === 'INCREMENTAL_UPDATE_INJECTION');
  return findings.length === 0
    ? null
    : { name: file.name, what: findings.map(({ description }) => description).join(' ') };
}

function judgeExpired({ file, ours, theirs }: Subject): Exception | null {
  if (ours.certificateExpired === theirs.expired) return null;
  return { name: file.name, what: `${ours.fieldName}: expired ${ours.certificateExpired}, made as ${theirs.expired}` };
}

function judgeOverall(evidence: Evidence, file: CorpusFile): Exception | null {
  const status = evidence.reportOf(file)?.security.overallSignatureStatus;
  const expected = file.truth?.expect?.overall;
  return status === expected ? null : { name: file.name, what: `${status ?? 'no report'}, expected ${expected}` };
}

function isKnown({ integrity, coverage }: Partial<TruthSignature>): boolean {
  return typeof integrity === 'boolean' && typeof coverage === 'string';
}

function judgeDigest({ file, ours, theirs }: Subject): Exception | null {
  const intact = ours.valid || AFTER_DIGEST.has(ours.reason) || OF_CERTIFICATES.has(ours.reason);
  const theirIntact = theirs.integrity === true && theirs.crypto_valid !== false;
  // A digest over an unusable range belongs to no document.
  if (intact === theirIntact || (ours.reason === 'BYTERANGE_INVALID' && !WHOLE.has(theirs.coverage ?? ''))) return null;
  return disagreement(file, ours, theirs);
}

function judgeValid({ file, ours, theirs }: Subject): Exception | null {
  const whole = WHOLE.has(theirs.coverage ?? '');
  const valid = theirs.integrity === true && theirs.crypto_valid === true && whole && theirs.docmdp_ok !== false;
  if (ours.valid === valid) return null;
  const rule = OF_CERTIFICATES.has(ours.reason) ? 'a key or certificate that is not one to sign with' : undefined;
  return { ...disagreement(file, ours, theirs), rule };
}

function judgeFound(evidence: Evidence, file: CorpusFile): Exception | null {
  const report = evidence.reportOf(file);
  const theirs = file.truth?.expect?.signatureCount ?? file.truth?.signatures?.pyhanko.length ?? 0;
  if (!report || report.stages[3]?.result === 'not_reached' || report.security.signatureCount >= theirs) return null;
  return { name: file.name, what: `${report.security.signatureCount}, pyHanko sees ${theirs}` };
}

function disagreement(file: CorpusFile, ours: SignatureVerification, theirs: Partial<TruthSignature>): Exception {
  const { integrity, crypto_valid, coverage, docmdp_ok } = theirs;
  const facts = [`digest ${integrity}`, `key ${crypto_valid ?? '?'}`, coverage, `changes ${docmdp_ok ?? '?'}`].join(
    ', ',
  );
  return { name: file.name, what: `${ours.fieldName}: ${ours.valid ? 'valid' : ours.reason} (${facts})` };
}
