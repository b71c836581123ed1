/** A signature in words that claim no more than was checked. */
import { UNVERIFIABLE_REASONS } from '#domain/report.ts';
import type { VerificationLike } from './facts.ts';
import type { VerdictLevel } from './kinds.ts';

/** A later version may name a reason that this page does not know. */
const UNVERIFIABLE: ReadonlySet<string> = new Set(UNVERIFIABLE_REASONS);

export interface SignatureVerdict {
  readonly tone: VerdictLevel;
  readonly words: string;
}

/**
 * Green is for a signature that holds, by somebody whose certificate a trust anchor vouches for, with nothing in doubt
 * besides.
 */
export function verdictOn(signature: Omit<VerificationLike, 'fieldName' | 'signerName'>): SignatureVerdict {
  const { valid, reason, certificateChainTrusted: trusted, certificateExpired } = signature;
  if (!valid && UNVERIFIABLE.has(reason ?? '')) return { tone: 'caution', words: 'Cannot be checked' };
  if (!valid) return { tone: 'danger', words: 'Does not hold' };
  if (reason !== null) return { tone: 'caution', words: 'Holds; made in a way that is no longer safe' };
  if (trusted === null) return { tone: 'neutral', words: 'Holds; identity not checked' };
  if (!trusted) return { tone: 'caution', words: 'Holds; signer not trusted' };
  if (certificateExpired) return { tone: 'caution', words: 'Holds; certificate expired' };
  if (signature.timestampPresent && signature.timestampValid !== true)
    return { tone: 'caution', words: 'Holds; timestamp does not' };
  return { tone: 'good', words: 'Holds; signer trusted' };
}
