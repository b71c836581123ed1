/** The facts of a verdict, and the words for the people who signed. */
import type { PageRange } from '#domain/findings/finding.ts';
import type { TextChange } from '#domain/verdict/text-changes.ts';
import type { Facts, SignatureFact } from './facts.ts';
import type { VerdictKind, VerdictLevel } from './kinds.ts';
import { listed, named } from './words.ts';

/** One signature of the document. */
export interface Signer {
  /** The name that the certificate states; null where it states none. */
  readonly name: string | null;
  /** Empty for a signature without a field. */
  readonly fieldName: string;
  /** As the signature says: ISO 8601, UTC. */
  readonly signedAt: string | null;
  readonly valid: boolean;
  readonly reason: string | null;
  /** Whether the certificate leads to a trust anchor and has not expired; null where the service has no trust anchors. */
  readonly certificateTrusted: boolean | null;
  /** A timestamp of the document is no signature of a person. */
  readonly isTimestamp: boolean;
  /** The last revision that the signature covers, from 1; null where that is unknown. */
  readonly revision: number | null;
}

/** A verdict without sentences. */
export interface VerdictFacts {
  readonly kind: VerdictKind;
  readonly level: VerdictLevel;
  /** Each signature once, in the order of signing. */
  readonly signers: readonly Signer[];
  /** The words that changed since the document was signed; null where they are unknown, or no change followed a signature. */
  readonly changes: readonly TextChange[] | null;
  /** The pages that the verdict is about. */
  readonly pages: readonly PageRange[];
}

/** A report stays small, however many signatures a document has. */
export const MAX_SIGNERS = 100;

export function signersOf({ signatures }: Facts): Signer[] {
  return (signatures ?? []).slice(0, MAX_SIGNERS).map((signature) => ({
    name: signature.statedName,
    fieldName: signature.fieldName,
    signedAt: signature.signedAt,
    valid: signature.valid,
    reason: signature.reason,
    certificateTrusted: trustIn(signature),
    isTimestamp: signature.reach?.isTimestamp === true,
    revision: signature.reach?.revision ?? null,
  }));
}

function trustIn({ certificateChainTrusted: trusted, certificateExpired }: SignatureFact): boolean | null {
  return trusted === true ? !certificateExpired : trusted;
}

export function people({ signers }: Pick<VerdictFacts, 'signers'>): readonly Signer[] {
  return signers.filter(({ isTimestamp }) => !isTimestamp);
}

/** Whether every name belongs to a certificate that a trust anchor vouches for. */
function areVerified(signers: readonly Signer[]): boolean {
  return signers.every(({ name, certificateTrusted }) => name !== null && certificateTrusted === true);
}

/** `Alice Example and Bob Example`: all of them, in the order of signing. */
export function names(signers: readonly Signer[]): string {
  const all = signers.map(({ name }) => (name === null ? 'an unnamed signer' : named(name)));
  const unique = [...new Set(all)];
  return unique.length === 0 ? 'an unnamed signer' : listed(unique, MAX_SIGNERS);
}

/** `Alice Example (name taken from the certificate, not verified)`. */
export function namesAndTrust(signers: readonly Signer[]): string {
  return `${names(signers)}${areVerified(signers) ? '' : ` (${notVerified(signers)})`}`;
}

/** Empty where every name is verified, or none is known. */
export function notVerified(signers: readonly Signer[]): string {
  const given = new Set(signers.flatMap(({ name }) => name ?? []));
  if (areVerified(signers)) return '';
  if (given.size === 0) return 'not verified';
  return given.size === 1
    ? 'name taken from the certificate, not verified'
    : 'names taken from the certificates, not verified';
}

/** `The signature of Alice Example`, with the verb behind it. */
export function signatureOf(signers: readonly Signer[], one: string, many: string): string {
  const isOne = signers.length < 2;
  return `The ${isOne ? 'signature' : 'signatures'} of ${names(signers)} ${isOne ? one : many}`;
}

/** The signatures that are not valid for one of these reasons. */
export function signedWith({ signers }: VerdictFacts, ...reasons: readonly string[]): readonly Signer[] {
  return signers.filter(({ valid, reason }) => !valid && reason !== null && reasons.includes(reason));
}

/** Two revisions to show side by side. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/** The revision that the first signer of a changed document signed, and the newest one; null where one of them is unknown. */
export function signedAndNow(
  signers: readonly Pick<Signer, 'valid' | 'reason' | 'revision'>[],
  revisionCount: number | null,
): Pair | null {
  if (revisionCount === null) return null;
  const changed = signers.filter(({ valid, reason }) => !valid && reason === 'MODIFIED_AFTER_SIGNING');
  const revisions = changed.flatMap(({ revision }) =>
    revision !== null && revision < revisionCount ? [revision] : [],
  );
  if (revisions.length === 0 || revisions.length < changed.length) return null;
  return { before: Math.min(...revisions), after: revisionCount };
}
