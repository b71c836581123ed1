/** Verifies the other form of an attestation: an in-toto Statement in a DSSE envelope (version 1). */
import { STATEMENT_TYPE, type VerificationReason } from '#domain/attestation.ts';
import { fromBase64, utf8 } from './base64.ts';
import { verifySignature } from './ecdsa.ts';
import { parsedJson } from '#domain/text/json.ts';
import { keyNamed } from './key-set.ts';
import { member, text } from './members.ts';

export interface EnvelopeVerdict {
  /** Null where one of its signatures holds. */
  readonly reason: Exclude<VerificationReason, 'artifact_mismatch' | 'original_mismatch'> | null;
  /** The name of the key that is to have signed it. */
  readonly kid: string;
  /** What it says, be it true or not. */
  readonly predicate: unknown;
}

/** Both are parsed JSON documents; anything at all may be given as either. */
export async function verifyEnvelope(envelope: unknown, keySet: unknown): Promise<EnvelopeVerdict> {
  const bytes = fromBase64(text(member(envelope, 'payload')));
  const payload = utf8(bytes);
  const signatures = member(envelope, 'signatures');
  const [first]: unknown[] = Array.isArray(signatures) ? signatures : [];
  const kid = text(member(first, 'keyid'));
  const verdict = (reason: EnvelopeVerdict['reason']) => ({
    reason,
    kid,
    predicate: member(parsedJson(payload), 'predicate'),
  });
  if (bytes === null || payload === null || member(envelope, 'payloadType') !== STATEMENT_TYPE) {
    return verdict('malformed');
  }
  const key = await keyNamed(keySet, kid);
  if (key === null) return verdict('unknown_key');
  const signed = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${bytes.length} ${payload}`;
  return verdict((await verifySignature(key, text(member(first, 'sig')), signed)) ? null : 'signature_invalid');
}
