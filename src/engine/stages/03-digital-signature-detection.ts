/**
 * Stage 3, DigitalSignatureDetection: find and verify signatures, then do what the caller's policy says. A rewritten
 * file cannot keep a valid signature, so the choice is to refuse, to remove openly, or to leave every byte alone.
 */
import { nameOfFile } from '#domain/findings/finding.ts';
import { type StageWarning, warning, type WarningFacts } from '#domain/findings/warning.ts';
import { isUnverifiable, type SecurityInfo, type SignatureVerification } from '#domain/report.ts';
import { exceeded } from '#engine/pdf/budget.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import { findSignatures, type FoundSignature } from '#engine/signature/find.ts';
import { stripSignatures } from '#engine/signature/strip.ts';
import type { SignedDocument, Verified } from '#engine/signature/verify.ts';
import type { OpenWork, Stage, StageResult } from '#engine/stage.ts';
import { isLeftAlone } from '#engine/tamper/after-signing.ts';
import { LaterChanges } from '#engine/tamper/later-changes.ts';

const MAX_VERIFIED_BYTES = 4 * 1024 ** 3;
/** Parsing a byte of a signature costs about as much as digesting this many of the file. */
const PARSING_WEIGHT = 64;

export const digitalSignatureDetection: Stage = {
  name: 'DigitalSignatureDetection',

  async run(work) {
    const inventory = findSignatures(work.pdf);
    const { signatures, usageRights } = inventory;
    const verified = await verifyAll(work, signatures);
    const security = securityFacts(verified.map(({ result }) => result));
    const invalid = invalidSignatures(verified);
    if (signatures.length > 0 && work.options.signedPdfPolicy === 'reject') return rejected(security, invalid);
    if (signatures.length > 0 && work.options.signedPdfPolicy === 'preserve') return preserved(work, security, invalid);
    stripSignatures(work.pdf, inventory);
    const rights = usageRights.length > 0 ? [warning('USAGE_RIGHTS_REMOVED')] : [];
    if (signatures.length === 0) return { result: 'none', security, warnings: rights };
    return {
      result: 'stripped',
      security: { ...security, digitalSignaturesRemoved: true },
      warnings: [warning('SIGNATURE_REMOVED', { count: signatures.length }), ...invalid, ...rights],
    };
  },
};

/** What reads signatures and certificates is a third of the engine's code: a parser starts without it. */
async function verifier() {
  const [{ TrustedChains }, { storedValidationData }, { verifySignatures }] = await Promise.all([
    import('#engine/signature/trust.ts'),
    import('#engine/signature/validation-data.ts'),
    import('#engine/signature/verify.ts'),
  ]);
  return { TrustedChains, storedValidationData, verifySignatures };
}

/** Verifies in the order of signing, which is that of their coverage. */
async function verifyAll(work: OpenWork, signatures: readonly FoundSignature[]): Promise<Verified[]> {
  if (signatures.length === 0) return [];
  const { TrustedChains, storedValidationData, verifySignatures } = await verifier();
  const { input, pdf, readersDiffer = false } = work;
  const { trustAnchors, validationTimeMs } = work.options;
  spendWork(input, signatures);
  const chains = trustAnchors ? new TrustedChains(trustAnchors, storedValidationData(pdf)) : null;
  const later = new LaterChanges(input, pdf);
  const document: SignedDocument = {
    input,
    pdf,
    coversRevision: (coverage) => later.coversRevision(coverage),
    isLeftAlone: (signature) => isLeftAlone({ input, pdf, later, readersDiffer }, signature),
    chains,
    validationTimeMs,
  };
  const end = ({ dict }: FoundSignature): number => readCoverage(dict, input)?.end ?? 0;
  const name = ({ fieldNames }: FoundSignature): string => fieldNames[0] ?? '';
  return verifySignatures(
    document,
    signatures.toSorted((a, b) => end(a) - end(b) || compare(name(a), name(b))),
  );
}

/** Every signature digests what it covers and parses what it holds; together they may not do so without end. */
function spendWork(input: Uint8Array, signatures: readonly FoundSignature[]): void {
  let bytes = 0;
  for (const { dict } of signatures) {
    bytes += readCoverage(dict, input)?.end ?? 0;
    bytes += PARSING_WEIGHT * (dict.string('Contents')?.bytes.length ?? 0);
  }
  if (bytes > MAX_VERIFIED_BYTES) exceeded('signed bytes');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function securityFacts(results: readonly SignatureVerification[]): Partial<SecurityInfo> {
  const areValid = results.every(({ valid }) => valid);
  return {
    digitalSignaturesDetected: results.length > 0,
    digitalSignaturesRemoved: false,
    signatureCount: results.length,
    signatureVerificationResults: results,
    overallSignatureStatus: results.length === 0 ? 'NONE' : areValid ? 'ALL_VALID' : 'SOME_INVALID',
  };
}

function rejected(security: Partial<SecurityInfo>, warnings: readonly StageWarning[]): StageResult {
  const { signatureCount = 0 } = security;
  return { result: 'rejected', security, warnings, reject: { reason: 'SIGNED_PDF', signatureCount } };
}

/** Nothing is removed from here on, nor is what stage 2 would have left behind. */
function preserved(work: OpenWork, security: Partial<SecurityInfo>, invalid: readonly StageWarning[]): StageResult {
  work.passthrough = true;
  const retained = work.security.incrementalUpdatesRemoved === true ? [warning('INCREMENTAL_UPDATES_RETAINED')] : [];
  return {
    result: 'preserved',
    security: { ...security, incrementalUpdatesRemoved: false },
    warnings: [warning('SIGNED_PASSTHROUGH'), ...retained, ...invalid],
  };
}

function invalidSignatures(verified: readonly Verified[]): StageWarning[] {
  const invalid = verified.filter(({ result }) => !result.valid);
  if (invalid.length === 0) return [];
  const isUnknown = ({ result }: Verified): boolean => isUnverifiable(result.reason);
  const facts = {
    ...listed(
      'invalid',
      invalid.filter((one) => !isUnknown(one)),
    ),
    ...listed('unverifiable', invalid.filter(isUnknown)),
  };
  return [warning('SIGNATURE_INVALID', facts, { signatures: invalid.map(({ result }) => result.fieldName) })];
}

function listed(name: 'invalid' | 'unverifiable', found: readonly Verified[]): WarningFacts {
  const [first] = found;
  if (!first) return {};
  const { fieldName, reason } = first.result;
  return { [name]: { count: found.length, first: nameOfFile(fieldName), reason, algorithm: first.unsupported } };
}
