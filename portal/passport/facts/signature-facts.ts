/** A signature in words that claim no more than was checked. */
import type { Submission } from '#portal/api/answers.ts';
import type { Tone } from '#portal/ui/tone.tsx';

export type Signature = NonNullable<Submission['security']['signatureVerificationResults']>[number];

export interface SignatureVerdict {
  readonly tone: Tone;
  readonly words: string;
}

/** Green is for a signature that holds, by somebody whose certificate a trust anchor vouches for, and nothing else. */
export function verdictOn({
  valid,
  certificateChainTrusted: trusted,
  certificateExpired,
}: Signature): SignatureVerdict {
  if (!valid) return { tone: 'danger', words: 'Does not hold' };
  if (trusted === null) return { tone: 'neutral', words: 'Holds; identity not checked' };
  if (!trusted) return { tone: 'caution', words: 'Holds; signer not trusted' };
  if (certificateExpired) return { tone: 'caution', words: 'Holds; certificate expired' };
  return { tone: 'good', words: 'Holds; signer trusted' };
}

export function chainWords({ certificateChainTrusted: trusted }: Signature): string {
  if (trusted === null) return 'Not checked: this service has no trust anchors to hold it against';
  return trusted ? 'Leads to a trust anchor of this service' : 'Leads to no trust anchor of this service';
}

export function timestampWords({ timestampPresent, timestampValid }: Signature): string {
  if (!timestampPresent) return 'None: nobody else attests the time';
  if (timestampValid === null) return 'There is one, and it was not checked';
  return timestampValid ? 'There is one, and it holds' : 'There is one, and it does not hold';
}

export function expiryWords({ certificateExpired, timestampValid }: Signature): string {
  const when = timestampValid === true ? 'at the time that the timestamp proves' : 'when the document was looked at';
  return certificateExpired ? `Expired ${when}` : `Not expired ${when}`;
}
