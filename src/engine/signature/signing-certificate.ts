/**
 * The signed attribute that names the signer's certificate by its hash (ESS, RFC 5035; version 1 of RFC 2634), so that
 * nobody can put another certificate with the same key in its place.
 */
import { createHash } from '#platform';
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, digestName } from './algorithms.ts';
import { bytesOf, type X509 } from './certificate.ts';

/** The attribute type of each version, and the digest that an identifier means when it names none. */
export const SIGNING_CERTIFICATE_ATTRIBUTES = [
  ['1.2.840.113549.1.9.16.2.12', 'sha1'],
  ['1.2.840.113549.1.9.16.2.47', 'sha256'],
] as const;

/**
 * Whether the first identifier, which is the signer's (RFC 5035, 3 and 4), is that of the certificate: by its hash and,
 * where it is stated, its serial number.
 */
export function namesSigner(attribute: unknown, defaultDigest: string, signer: X509): boolean {
  const [identifiers] = itemsOf(attribute);
  const [first] = itemsOf(identifiers);
  const items = itemsOf(first);
  const hash = items.find((item) => item instanceof OctetString);
  const algorithm = items[0] === hash ? undefined : items[0];
  const digest = algorithm ? digestOf(algorithm) : defaultDigest;
  if (!hash || digest === undefined) return false;
  const expected = attempt(() => new Uint8Array(createHash(digest).update(signer.bytes).digest()));
  if (!expected || !sameBytes(expected, bytesOf(hash))) return false;
  const serial = itemsOf(items.at(-1)).find((item) => item instanceof Integer);
  return serial === undefined || serial.isEqual(signer.parsed.serialNumber);
}

function digestOf(algorithm: unknown): string | undefined {
  const [oid] = itemsOf(algorithm);
  return oid instanceof ObjectIdentifier ? digestName(oid.valueBlock.toString()) : undefined;
}

function itemsOf(block: unknown): readonly unknown[] {
  return block instanceof Sequence ? block.valueBlock.value : [];
}
