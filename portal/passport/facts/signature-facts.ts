/** The facts of a signature one by one, in words that claim no more than was checked. */
import type { Submission } from '#portal/api/answers.ts';

export type Signature = NonNullable<Submission['security']['signatureVerificationResults']>[number];

export function chainWords({ certificateChainTrusted: trusted }: Signature): string {
  if (trusted === null) return 'Not checked: no trusted certificate authorities are configured';
  return trusted ? 'Leads to a trust anchor of this service' : 'Leads to no trust anchor of this service';
}

/** Where there are trust anchors, a timestamp holds only when its authority leads to one, as the signer's has to. */
export function timestampWords({ timestampPresent, timestampValid, certificateChainTrusted }: Signature): string {
  if (!timestampPresent) return 'No independent timestamp';
  if (timestampValid === null) return 'There is one, and it was not checked';
  if (!timestampValid)
    return certificateChainTrusted === null
      ? 'There is a timestamp, and it is not valid'
      : 'There is one, but it is not valid or comes from an authority that this service does not trust';
  return certificateChainTrusted === null
    ? 'There is one, and it is valid; its authority was not checked'
    : 'There is one, of an authority that this service trusts: it was signed by the time that it states';
}

/**
 * A claimed time proves nothing. A document timestamp may prove the time too, but the report does not say which
 * signatures it covers.
 */
export function expiryWords(signature: Signature, all: readonly Signature[]): string {
  const { signerName, certificateExpired, timestampValid, certificateChainTrusted } = signature;
  if (signerName === null) return 'There is none';
  const verb = certificateChainTrusted === null ? 'states' : 'proves';
  if (timestampValid === true)
    return `${certificateExpired ? 'Had expired' : 'Had not expired'} at the time that its timestamp ${verb}`;
  if (certificateExpired) return 'Has expired, and nothing proves that it was used before';
  const mayBeStamped = all.some((other) => other !== signature && other.timestampValid === true);
  return `Valid (not expired) on the day of checking${mayBeStamped ? ', or at the time of a timestamp over it' : ''}`;
}
