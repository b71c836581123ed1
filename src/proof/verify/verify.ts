/**
 * Verifies an attestation with nothing but a key set and, when it is at hand, the PDF: in a browser, in Node, offline.
 * The service's own verification endpoint is this code too.
 */
import { type Attestation, KEY_SET_PATH, SIGNATURE_ALGORITHM } from '#domain/attestation.ts';
import type { Verification, VerificationReason } from '#domain/attestation.ts';
import { attestedIn, NOTHING_ATTESTED } from './attested.ts';
import { canonicalJson } from './canonical-json.ts';
import { verifySignature } from './ecdsa.ts';
import { sha256Hex } from './hash.ts';
import { keyNamed } from './key-set.ts';
import { member, text } from './members.ts';

export interface VerifyOptions {
  /** The normalized PDF, or its SHA-256 in hex. Without it only the attestation itself is verified. */
  readonly pdf?: Uint8Array | string;
  /** The file as it was sent, or its SHA-256 in hex. Several originals may have the same normalized PDF. */
  readonly original?: Uint8Array | string;
}

/** `attestation` and `keySet` are the parsed JSON documents; anything at all may be given, and is never trusted. */
export async function verifyAttestation(
  attestation: unknown,
  keySet: unknown,
  files: VerifyOptions = {},
): Promise<Verification> {
  const reason = isAttestation(attestation) ? await reasonAgainst(attestation, keySet, files) : 'malformed';
  const subject = member(attestation, 'subject');
  return {
    valid: reason === null,
    attestationId: text(member(attestation, 'attestationId')),
    normalizedSha256: text(member(subject, 'normalizedSha256')),
    issuedAt: text(member(attestation, 'issuedAt')),
    reason,
    ...(reason === null ? attestedIn(attestation) : NOTHING_ATTESTED),
  };
}

async function reasonAgainst(
  attestation: Attestation,
  keySet: unknown,
  { pdf, original }: VerifyOptions,
): Promise<VerificationReason | null> {
  if (!namesOwnSignature(attestation)) return 'signature_invalid';
  const key = await keyNamed(keySet, attestation.issuer.publicKeyId);
  if (key === null) return 'unknown_key';
  const payload = signedPayload(attestation);
  if (payload === null) return 'malformed';
  if (!(await verifySignature(key, attestation.signature.value, payload))) return 'signature_invalid';
  const { subject } = attestation;
  if (pdf !== undefined && (await sha256Of(pdf)) !== subject.normalizedSha256) return 'artifact_mismatch';
  if (original !== undefined && (await sha256Of(original)) !== subject.originalSha256) return 'original_mismatch';
  return null;
}

/**
 * The signature object is not under the signature: what else is in it must follow from what is. A timestamp is signed by
 * its own authority, and judged by `verifyTimestamp`.
 */
function namesOwnSignature({ issuer, signature }: Attestation): boolean {
  const known = Object.keys(signature).every((name) => name === 'timestamp' || name in SHAPE.signature);
  return (
    known &&
    (signature.timestamp === undefined || typeof signature.timestamp === 'string') &&
    signature.algorithm === SIGNATURE_ALGORITHM &&
    signature.publicKeyCertificate === issuer.url + KEY_SET_PATH
  );
}

/** The text that is signed: RFC 8785 of all but the signature. Null when there is none. */
export function signedPayload(attestation: object): string | null {
  const { signature: _, ...unsigned } = { signature: null, ...attestation };
  try {
    return canonicalJson(unsigned);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function sha256Of(file: Uint8Array | string): Promise<string> {
  return typeof file === 'string' ? file.toLowerCase() : sha256Hex(file);
}

/** The least an attestation has; more members in the signed parts are for the signature to judge. */
const SHAPE = {
  '@context': 'string',
  '@type': 'string',
  version: 'string',
  attestationId: 'string',
  issuedAt: 'string',
  issuer: { name: 'string', url: 'string', publicKeyId: 'string' },
  subject: {
    originalSha256: 'string',
    originalSizeBytes: 'number',
    normalizedSha256: 'string',
    normalizedSizeBytes: 'number',
    contentHash: 'string',
  },
  processing: {
    toolchainVersion: 'string',
    engineVersion: 'string',
    pipelineSpec: 'string',
    dockerImageDigest: 'string',
    processingTimeMs: 'number',
  },
  findings: { healthScore: 'number', contentRemoved: 'list', structuralRepairs: 'list', warningCount: 'number' },
  signature: { algorithm: 'string', value: 'string', publicKeyCertificate: 'string' },
} as const;

interface Shape {
  readonly [name: string]: 'string' | 'number' | 'list' | Shape;
}

function isAttestation(value: unknown): value is Attestation {
  return hasShape(value, SHAPE);
}

function hasShape(value: unknown, shape: Shape): boolean {
  return Object.entries(shape).every(([name, kind]) => {
    const found = member(value, name);
    if (typeof kind === 'object') return hasShape(found, kind);
    if (kind === 'list') return Array.isArray(found) && found.every((item) => typeof item === 'string');
    return typeof found === kind;
  });
}
