/** Verifies a certificate: the hashes of an attestation as a JWS in compact serialization (RFC 7515, ES256). */
import type { VerificationReason } from '#domain/attestation.ts';
import { fromBase64, paddedBase64, utf8 } from './base64.ts';
import { verifySignature } from './ecdsa.ts';
import { parsedJson } from '#domain/text/json.ts';
import { keyNamed } from './key-set.ts';
import { member, text } from './members.ts';

export interface CertificateVerdict {
  /** Null where it holds. */
  readonly reason: Exclude<VerificationReason, 'artifact_mismatch' | 'original_mismatch'> | null;
  /** The name of the key that is to have signed it. */
  readonly kid: string;
  /** What it says, be it true or not. */
  readonly claims: unknown;
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** `keySet` is the parsed JSON document; anything at all may be given as either. */
export async function verifyCertificate(compact: string, keySet: unknown): Promise<CertificateVerdict> {
  const [, head = '', body = '', signature = ''] = COMPACT.exec(compact.trim()) ?? [];
  const header = jsonOf(head);
  const claims = jsonOf(body);
  const kid = text(member(header, 'kid'));
  const verdict = (reason: CertificateVerdict['reason']) => ({ reason, kid, claims });
  // What is critical to a header (RFC 7515, 4.1.11) is nothing that this code knows.
  const isKnown = member(header, 'alg') === 'ES256' && member(header, 'crit') === undefined;
  if (!isKnown || member(header, 'typ') !== 'normalization-certificate+jwt') return verdict('malformed');
  const key = await keyNamed(keySet, kid);
  if (key === null) return verdict('unknown_key');
  const holds = await verifySignature(key, paddedBase64(signature), `${head}.${body}`);
  return verdict(holds ? null : 'signature_invalid');
}

/** Undefined for what is no JSON. */
export function jsonOf(base64url: string): unknown {
  return parsedJson(utf8(fromBase64(paddedBase64(base64url))));
}
