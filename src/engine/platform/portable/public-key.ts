/** Public keys (RFC 5280, 4.1.2.7; RFC 3279; RFC 8410) and what verifies signatures with each kind. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { ed448 } from '@noble/curves/ed448.js';
import { BitString, fromBER, Integer, ObjectIdentifier, Sequence } from 'asn1js';
import type { PublicKey } from '#engine/platform/platform.ts';
import { verifyDsa } from './dsa.ts';
import { ellipticKey } from './elliptic.ts';
import { bitLength, numberOf } from './numbers.ts';
import { verifyPkcs1, verifyPss } from './rsa.ts';

/** Kinds of keys by their identifiers. A key that allows RSASSA-PSS alone may state parameters, which is rare and unknown here. */
const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const DSA = '1.2.840.10040.4.1';
const ELLIPTIC = '1.2.840.10045.2.1';
const ED25519 = '1.3.101.112';
const ED448 = '1.3.101.113';

export function readPublicKey(spki: Uint8Array): PublicKey | undefined {
  try {
    return keyOf(spki);
  } catch (error) {
    // An exhausted stack or memory is no fault of the key.
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

function keyOf(spki: Uint8Array): PublicKey | undefined {
  const [algorithm, bits] = itemsOf(fromBER(spki).result);
  const [oid, parameters] = itemsOf(algorithm);
  if (!(oid instanceof ObjectIdentifier) || !(bits instanceof BitString)) return undefined;
  const bytes = new Uint8Array(bits.valueBlock.valueHexView);
  switch (oid.valueBlock.toString()) {
    case RSA:
      return rsaKey('rsa', bytes);
    case RSA_PSS:
      return parameters === undefined ? rsaKey('rsa-pss', bytes) : undefined;
    case DSA:
      return dsaKey(parameters, bytes);
    case ELLIPTIC:
      return parameters instanceof ObjectIdentifier ? ellipticKey(parameters.valueBlock.toString(), bytes) : undefined;
    case ED25519:
      return edwardsKey('ed25519', ed25519, bytes);
    case ED448:
      return edwardsKey('ed448', ed448, bytes);
    default:
      return undefined;
  }
}

function rsaKey(type: 'rsa' | 'rsa-pss', bytes: Uint8Array): PublicKey | undefined {
  const [modulus, exponent] = numbersIn(fromBER(bytes).result);
  if (modulus === undefined || exponent === undefined) return undefined;
  const key = { modulus, exponent };
  return {
    type,
    modulusBits: bitLength(modulus),
    verify(digest, data, signature, pssSaltBytes) {
      if (digest === null) throw new Error('RSA has no digest of its own.');
      if (pssSaltBytes !== undefined) return verifyPss(key, digest, data, signature, pssSaltBytes);
      return type === 'rsa' && verifyPkcs1(key, digest, data, signature);
    },
  };
}

function dsaKey(parameters: unknown, bytes: Uint8Array): PublicKey | undefined {
  const [p, q, g] = numbersIn(parameters);
  const { result } = fromBER(bytes);
  if (p === undefined || q === undefined || g === undefined || !(result instanceof Integer)) return undefined;
  const key = { p, q, g, y: numberOf(result.valueBlock.valueHexView) };
  return {
    type: 'dsa',
    modulusBits: bitLength(p),
    verify: (digest, data, signature) => verifyDsa(key, digest ?? '', data, numbersIn(fromBER(signature).result)),
  };
}

interface Edwards {
  verify(signature: Uint8Array, data: Uint8Array, key: Uint8Array, options: { zip215: boolean }): boolean;
}

function edwardsKey(type: string, curve: Edwards, bytes: Uint8Array): PublicKey {
  return {
    type,
    modulusBits: undefined,
    // The rules of RFC 8032 are stricter than those of ZIP 215.
    verify: (_, data, signature) => curve.verify(signature, data, bytes, { zip215: false }),
  };
}

function itemsOf(value: unknown): readonly unknown[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}

function numbersIn(value: unknown): readonly (bigint | undefined)[] {
  return itemsOf(value).map((item) => (item instanceof Integer ? numberOf(item.valueBlock.valueHexView) : undefined));
}
