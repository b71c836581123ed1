/**
 * Whether a way of certificates leads to one that is trusted (RFC 5280, 6.1), as far as authorities for timestamps need it:
 * names, signatures, validity at one time, who may certify and how deep. Revocation is not checked. The library's own
 * validation takes certificates that may not certify for ones that may.
 */
import { BitString } from 'asn1js';
import { BasicConstraints, type Certificate } from 'pkijs';

const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
/** Critical ones that are looked at, or that say nothing against a way: alternative names, policies, purposes. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  KEY_USAGE,
  BASIC_CONSTRAINTS,
  '2.5.29.14',
  '2.5.29.17',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.37',
]);
/** The first byte of the bits: certificates may be signed. */
const KEY_CERT_SIGN = 0x04;
const MAX_CERTIFICATES = 32;

export interface Surroundings {
  readonly trusted: readonly Certificate[];
  /** What the token brings along, for the links between. */
  readonly brought: readonly Certificate[];
  readonly at: Date;
}

/** Each certificate is tried once, so that the work grows with their number alone. */
export async function leadsToTrusted(certificate: Certificate, surroundings: Surroundings): Promise<boolean> {
  const { trusted, brought, at } = surroundings;
  const left = new Set([...trusted, ...brought.slice(0, MAX_CERTIFICATES)]);
  /** `below` is how many authorities stand between it and the one that the way began with. */
  const leads = async (from: Certificate, below: number): Promise<boolean> => {
    if (!isValid(from, at)) return false;
    if (trusted.some(({ tbsView }) => sameBytes(tbsView, from.tbsView))) return true;
    for (const issuer of left) {
      if (!issuer.subject.isEqual(from.issuer) || !mayCertify(issuer, below)) continue;
      if (!(await from.verify(issuer).catch(() => false))) continue;
      left.delete(issuer);
      if (await leads(issuer, below + 1)) return true;
    }
    return false;
  };
  return leads(certificate, 0);
}

function isValid({ notBefore, notAfter, extensions = [] }: Certificate, at: Date): boolean {
  const isInTime = notBefore.value <= at && at <= notAfter.value;
  return isInTime && extensions.every(({ critical, extnID }) => !critical || UNDERSTOOD.has(extnID));
}

function mayCertify({ extensions = [] }: Certificate, below: number): boolean {
  const constraints = extensions.find(({ extnID }) => extnID === BASIC_CONSTRAINTS)?.parsedValue;
  if (!(constraints instanceof BasicConstraints) || !constraints.cA) return false;
  const { pathLenConstraint: depth } = constraints;
  if (depth !== undefined && !(typeof depth === 'number' && below <= depth)) return false;
  const usage = extensions.find(({ extnID }) => extnID === KEY_USAGE);
  return usage === undefined || (firstByteOf(usage.parsedValue) & KEY_CERT_SIGN) !== 0;
}

function firstByteOf(bits: unknown): number {
  return (bits instanceof BitString ? bits.valueBlock.valueHexView[0] : undefined) ?? 0;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
