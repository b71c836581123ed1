/**
 * The signed attribute that names the certificate of the signer by its hash (ESS, RFC 5035; version 1 of RFC 2634). It
 * prevents the exchange of the certificate for another one with the same key.
 */
import { createHash } from '#platform';
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, digestName } from './algorithms.ts';
import { bytesOf, type X509 } from './certificate.ts';

/** The attribute type of each version, and the default digest of its identifiers. */
export const SIGNING_CERTIFICATE_ATTRIBUTES = [
  ['1.2.840.113549.1.9.16.2.12', 'sha1'],
  ['1.2.840.113549.1.9.16.2.47', 'sha256'],
] as const;

/**
 * Whether the first identifier, which is that of the signer (RFC 5035, 3 and 4), matches the certificate by its hash
 * and by its serial number, if there is one.
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
