/** Verifies the facts of a submission with nothing but a key set and, when they are at hand, the files. */
import { FACTS_TYPE_PATH, type VerificationReason } from '#domain/attestation.ts';
import { parsedJson } from '#domain/text/json.ts';
import { utf8 } from './base64.ts';
import { type EnvelopeVerdict, verifyStatement } from './envelope.ts';
import { sha256Hex } from './hash.ts';
import { member, text } from './members.ts';
import type { VerifyOptions } from './verify.ts';

export interface FactsVerification {
  readonly valid: boolean;
  /** `facts_mismatch`: the envelope signs another document. Null where `valid` is true. */
  readonly reason: VerificationReason | 'facts_mismatch' | null;
  /** The parsed document where it is valid, else null. */
  readonly facts: unknown;
}

/** `document` has the exact bytes of `facts.json`, and `envelope` is the parsed `facts.dsse.json`. */
export async function verifyFacts(
  document: Uint8Array<ArrayBuffer>,
  envelope: unknown,
  keySet: unknown,
  { pdf, original }: VerifyOptions = {},
): Promise<FactsVerification> {
  const verdict = await verifyFactsEnvelope(envelope, keySet);
  const reason =
    verdict.reason ??
    ((await sha256Hex(document)) === signedDigest(verdict) ? null : 'facts_mismatch') ??
    ((await isOther(pdf, verdict.subjects.normalized)) ? 'artifact_mismatch' : null) ??
    ((await isOther(original, verdict.subjects.original)) ? 'original_mismatch' : null);
  return { valid: reason === null, reason, facts: reason === null ? parsedJson(utf8(document)) : null };
}

export function verifyFactsEnvelope(envelope: unknown, keySet: unknown): Promise<EnvelopeVerdict> {
  return verifyStatement(envelope, keySet, FACTS_TYPE_PATH);
}

/** SHA-256 of the document that the statement is to have signed. */
export function signedDigest({ predicate }: EnvelopeVerdict): string {
  return text(member(member(member(predicate, 'facts'), 'digest'), 'sha256'));
}

async function isOther(file: VerifyOptions['pdf'], expected: string): Promise<boolean> {
  if (file === undefined) return false;
  return (typeof file === 'string' ? file.toLowerCase() : await sha256Hex(file)) !== expected;
}
