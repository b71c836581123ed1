/** A signature in words that claim no more than was checked. */
import type { Submission } from '#portal/api/answers.ts';
import type { Tone } from '#portal/ui/tone.tsx';

export type Signature = NonNullable<Submission['security']['signatureVerificationResults']>[number];

export interface SignatureVerdict {
  readonly tone: Tone;
  readonly words: string;
}

/**
 * Green is for a signature that holds, by somebody whose certificate a trust anchor vouches for, with nothing in doubt
 * besides.
 */
export function verdictOn(signature: Omit<Signature, 'fieldName' | 'signerName' | 'signedAt'>): SignatureVerdict {
  const { valid, reason, certificateChainTrusted: trusted, certificateExpired } = signature;
  if (!valid) return { tone: 'danger', words: 'Does not hold' };
  if (reason !== null) return { tone: 'caution', words: 'Holds; made in a way that is no longer safe' };
  if (trusted === null) return { tone: 'neutral', words: 'Holds; identity not checked' };
  if (!trusted) return { tone: 'caution', words: 'Holds; signer not trusted' };
  if (certificateExpired) return { tone: 'caution', words: 'Holds; certificate expired' };
  if (signature.timestampPresent && signature.timestampValid !== true)
    return { tone: 'caution', words: 'Holds; timestamp does not' };
  return { tone: 'good', words: 'Holds; signer trusted' };
}

export function chainWords({ certificateChainTrusted: trusted }: Signature): string {
  if (trusted === null) return 'Not checked: this service has no trust anchors to hold it against';
  return trusted ? 'Leads to a trust anchor of this service' : 'Leads to no trust anchor of this service';
}

/** Where there are trust anchors, a timestamp holds only when its authority leads to one, as the signer's has to. */
export function timestampWords({ timestampPresent, timestampValid, certificateChainTrusted }: Signature): string {
  if (!timestampPresent) return 'None: nobody else attests the time';
  if (timestampValid === null) return 'There is one, and it was not checked';
  if (!timestampValid)
    return certificateChainTrusted === null
      ? 'There is one, and it does not hold'
      : 'There is one, and it does not hold, or is of an authority that this service does not trust';
  return certificateChainTrusted === null
    ? 'There is one, and it holds; who made it was not checked'
    : 'There is one, of an authority that this service trusts: it was signed by the time that it states';
}

/**
 * Times that are stated are no more than that. A timestamp over the document may prove one too; which signature it is over
 * is not told.
 */
export function expiryWords(signature: Signature, all: readonly Signature[]): string {
  const { signerName, certificateExpired, timestampValid, certificateChainTrusted } = signature;
  if (signerName === null) return 'There is none';
  const verb = certificateChainTrusted === null ? 'states' : 'proves';
  if (timestampValid === true)
    return `${certificateExpired ? 'Had expired' : 'Had not expired'} at the time that its timestamp ${verb}`;
  if (certificateExpired) return 'Has expired: nothing proves that it was used before';
  const mayBeStamped = all.some((other) => other !== signature && other.timestampValid === true);
  return `Had not expired when the document was looked at${mayBeStamped ? ', or at the time of a timestamp over it' : ''}`;
}
