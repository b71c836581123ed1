/** Verifies in-toto Statements in DSSE envelopes (version 1): the other form of an attestation, and facts. */
import { CONTEXT_PATH, IN_TOTO_TYPE, STATEMENT_TYPE, type VerificationReason } from '#domain/attestation.ts';
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
  /** SHA-256 of its subjects by their names, be they true or not; empty texts for those that it does not have. */
  readonly subjects: { readonly original: string; readonly normalized: string };
}

/** Both are parsed JSON documents; anything at all may be given as either. */
export function verifyEnvelope(envelope: unknown, keySet: unknown): Promise<EnvelopeVerdict> {
  return verifyStatement(envelope, keySet, CONTEXT_PATH);
}

/** The statement is of one type of predicates alone, which is an address below that of its issuer. */
export async function verifyStatement(envelope: unknown, keySet: unknown, typePath: string): Promise<EnvelopeVerdict> {
  const bytes = fromBase64(text(member(envelope, 'payload')));
  const payload = utf8(bytes);
  const statement = parsedJson(payload);
  const predicate = member(statement, 'predicate');
  const signatures = member(envelope, 'signatures');
  const [first]: unknown[] = Array.isArray(signatures) ? signatures : [];
  const kid = text(member(first, 'keyid'));
  const verdict = (reason: EnvelopeVerdict['reason']) => ({ reason, kid, predicate, subjects: subjectsOf(statement) });
  if (bytes === null || payload === null || member(envelope, 'payloadType') !== STATEMENT_TYPE) {
    return verdict('malformed');
  }
  const issuer = member(predicate, 'issuer');
  const isOfType = member(statement, 'predicateType') === text(member(issuer, 'url')) + typePath;
  if (member(statement, '_type') !== IN_TOTO_TYPE || !isOfType) return verdict('malformed');
  const key = await keyNamed(keySet, kid);
  if (key === null) return verdict('unknown_key');
  if (member(issuer, 'publicKeyId') !== kid) return verdict('malformed');
  const signed = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${bytes.length} ${payload}`;
  return verdict((await verifySignature(key, text(member(first, 'sig')), signed)) ? null : 'signature_invalid');
}

/** The type of the predicate that an envelope says to have; empty where it cannot be read. */
export function predicateTypeOf(envelope: unknown): string {
  const payload = utf8(fromBase64(text(member(envelope, 'payload'))));
  return text(member(parsedJson(payload), 'predicateType'));
}

function subjectsOf(statement: unknown): EnvelopeVerdict['subjects'] {
  const subjects = member(statement, 'subject');
  const hashOf = (name: string) => {
    const found = Array.isArray(subjects) ? subjects.find((one: unknown) => member(one, 'name') === name) : undefined;
    return text(member(member(found, 'digest'), 'sha256'));
  };
  return { original: hashOf('original.pdf'), normalized: hashOf('normalized.pdf') };
}
