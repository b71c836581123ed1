/**
 * Stage 3, DigitalSignatureDetection: finds and verifies signatures, then applies the policy of the caller. No
 * signature stays valid in a rewritten file, so the policy is to reject the document, to remove the signatures with a
 * warning, or to return the file unchanged.
 */
import { nameOfFile } from '#engine/facts/finding.ts';
import { type StageWarning, warning, type WarningFacts } from '#engine/facts/warning.ts';
import { isUnverifiable, type SecurityInfo, type SignatureVerification } from '#engine/facts/report.ts';
import type { TextChange } from '#engine/facts/text-changes.ts';
import { exceeded } from '#engine/pdf/budget.ts';
import { type Coverage, readCoverage } from '#engine/signature/byte-range.ts';
import { fieldsOf, findSignatures, type FoundSignature } from '#engine/signature/find.ts';
import { stripSignatures } from '#engine/signature/strip.ts';
import type { SignedDocument, Verified } from '#engine/signature/verify.ts';
import type { OpenWork, Stage, StageResult } from './stage.ts';
import { isLeftAlone } from '#engine/tamper/after-signing.ts';
import { LaterChanges } from '#engine/tamper/later-changes.ts';
import { textChangesSince } from '#engine/tamper/text-changes.ts';

const MAX_VERIFIED_BYTES = 4 * 1024 ** 3;
/** Parsing a byte of a signature costs about as much as digesting this many bytes of the file. */
const PARSING_WEIGHT = 64;

export const digitalSignatureDetection: Stage = {
  name: 'DigitalSignatureDetection',

  async run(work) {
    const inventory = findSignatures(work.pdf);
    const { signatures, usageRights } = inventory;
    const { verified, textChanges } = await verifyAll(work, signatures);
    const security = securityFacts(verified.map(({ result }) => result));
    const invalid = invalidSignatures(verified);
    const changed = textChanges === undefined ? {} : { textChanges };
    const policy = signatures.length > 0 ? work.options.signedPdfPolicy : 'strip';
    if (policy === 'reject') return { ...rejected(security, invalid), ...changed };
    if (policy === 'preserve') return { ...preserved(work, security, invalid), ...changed };
    stripSignatures(work.pdf, inventory);
    const rights = usageRights.length > 0 ? [warning('USAGE_RIGHTS_REMOVED')] : [];
    if (signatures.length === 0) return { result: 'none', security, warnings: rights };
    return {
      result: 'stripped',
      security: { ...security, digitalSignaturesRemoved: true },
      warnings: [warning('SIGNATURE_REMOVED', { count: signatures.length }), ...invalid, ...rights],
      ...changed,
    };
  },
};

/**
 * The modules for signatures and certificates are a third of the engine's code, so a parser loads them at their first
 * use.
 */
async function verifier() {
  const [{ TrustedChains }, { storedValidationData }, { verifySignatures }] = await Promise.all([
    import('#engine/signature/trust.ts'),
    import('#engine/signature/validation-data.ts'),
    import('#engine/signature/verify.ts'),
  ]);
  return { TrustedChains, storedValidationData, verifySignatures };
}

interface VerifiedAll {
  readonly verified: readonly Verified[];
  /** Present for a document that was changed after it was signed; null if the texts cannot be compared. */
  readonly textChanges?: readonly TextChange[] | null;
}

/** Verifies in the order of signing, which is the order of their coverage. */
async function verifyAll(work: OpenWork, signatures: readonly FoundSignature[]): Promise<VerifiedAll> {
  if (signatures.length === 0) return { verified: [] };
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
  const inOrder = signatures.toSorted((a, b) => end(a) - end(b) || compare(name(a), name(b)));
  const verified = verifySignatures(document, inOrder);
  const signers = inOrder.flatMap((signature) => fieldsOf(signature).map(() => signature));
  const first = signers.find((_, index) => verified[index]?.result.reason === 'MODIFIED_AFTER_SIGNING');
  if (!first) return { verified };
  const coverage = readCoverage(first.dict, input);
  return { verified, textChanges: coverage ? textChangesAfter(later, coverage) : null };
}

function textChangesAfter(later: LaterChanges, coverage: Coverage): readonly TextChange[] | null {
  const signed = later.signedRevision(coverage);
  return signed < 0 || signed >= later.history.last ? null : textChangesSince(later.history, signed);
}

/** Each signature costs a digest of the covered bytes and the parsing of its value. The budget limits their sum. */
function spendWork(input: Uint8Array, signatures: readonly FoundSignature[]): void {
  let bytes = 0;
  for (const { dict } of signatures) {
    bytes += readCoverage(dict, input)?.end ?? 0;
    bytes += PARSING_WEIGHT * (dict.string('Contents')?.bytes.length ?? 0);
  }
  if (bytes > MAX_VERIFIED_BYTES) exceeded('signedBytes');
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

/** After this point nothing is removed, not even the objects that stage 2 would have left out. */
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
