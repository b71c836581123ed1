/** The words of proof: the attestation of a normalized document, its other two forms, the key set, and a verdict. */
import type { ParserIsolation } from './parser-isolation.ts';
import type { VerdictLevel } from './verdict/kinds.ts';

export const SIGNATURE_ALGORITHM = 'ECDSA-P256-SHA256';

/** Where the issuer publishes what verifiers need, below `issuer.url`. */
export const KEY_SET_PATH = '/.well-known/attestation-keys.json';
export const SIGNING_KEY_PATH = '/.well-known/service-signing-key.pem';
export const CONTEXT_PATH = '/ns/attestation/v1';

/** Where people verify what it has signed, below `issuer.url` too. */
export const VERIFY_PAGE_PATH = '/verify';

export interface Attestation {
  readonly '@context': string;
  readonly '@type': 'NormalizationAttestation';
  /** Of this schema. */
  readonly version: '1.0';
  readonly attestationId: string;
  readonly issuedAt: string;
  readonly issuer: Issuer;
  readonly subject: Subject;
  readonly processing: Processing;
  readonly findings: Findings;
  /** Absent in attestations of earlier versions. */
  readonly facts?: NamedFacts;
  readonly signature: Signature;
}

export type UnsignedAttestation = Omit<Attestation, 'signature'>;

export interface Issuer {
  readonly name: string;
  readonly url: string;
  /** RFC 7638 thumbprint, the `kid` in the key set. */
  readonly publicKeyId: string;
}

export interface Subject {
  readonly originalSha256: string;
  readonly originalSizeBytes: number;
  readonly normalizedSha256: string;
  readonly normalizedSizeBytes: number;
  /** Of the text, whatever its layout; empty for a document without extractable text. */
  readonly contentHash: string;
}

export interface Processing {
  readonly toolchainVersion: string;
  readonly engineVersion: string;
  readonly pipelineSpec: string;
  readonly dockerImageDigest: string;
  /** The isolation of the parser. Attestations of version 0.1 do not have it. */
  readonly parserIsolation?: ParserIsolation;
  readonly processingTimeMs: number;
}

export interface Findings {
  readonly healthScore: number;
  readonly contentRemoved: readonly string[];
  readonly structuralRepairs: readonly string[];
  readonly warningCount: number;
  /** Absent in attestations of earlier versions. */
  readonly verdict?: AttestedVerdict;
}

/** The verdict on the original, without names and words of the document: an attestation may be shown to anybody. */
export interface AttestedVerdict {
  readonly kind: string;
  readonly level: VerdictLevel;
}

/** The facts document of the submission for which the attestation was made. */
export interface NamedFacts {
  readonly submissionId: string;
  readonly sha256: string;
}

export interface Signature {
  readonly algorithm: typeof SIGNATURE_ALGORITHM;
  /** Base64 of the DER signature over the RFC 8785 form of everything but this object. */
  readonly value: string;
  readonly publicKeyCertificate: string;
  /**
   * Base64 of a TimeStampToken (RFC 3161) in DER over the bytes of `value`: that the signature existed then is a third
   * party's word. Absent where the service has no timestamp authority.
   */
  readonly timestamp?: string;
}

/** The type of an in-toto Statement, which travels in a DSSE envelope. */
export const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** The `_type` of a Statement. */
export const IN_TOTO_TYPE = 'https://in-toto.io/Statement/v1';

/** The type of the predicate of the statement that signs the facts of a submission, below `issuer.url`. */
export const FACTS_TYPE_PATH = '/ns/facts/v1';

/** The names of facts and their envelope in evidence; the statement has the first one. */
export const FACTS_FILE = 'facts.json';
export const FACTS_ENVELOPE_FILE = 'facts.dsse.json';

/** DSSE version 1, around an in-toto Statement. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The three signed forms of the same facts: made together, once. */
export interface Proof {
  readonly attestation: Attestation;
  /** JWS in compact serialization. */
  readonly certificate: string;
  readonly envelope: Envelope;
}

export interface PublicJwk {
  readonly kty: 'EC';
  readonly use: 'sig';
  readonly alg: 'ES256';
  readonly kid: string;
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export type VerificationReason =
  /** Not an attestation, or not of this shape. */
  | 'malformed'
  /** The key set has no such key. */
  | 'unknown_key'
  /** Something was changed, or another key signed. */
  | 'signature_invalid'
  /** The PDF is not the one the attestation is about. */
  | 'artifact_mismatch'
  /** The original is not the one the attestation is about. */
  | 'original_mismatch';

export interface Verification {
  readonly valid: boolean;
  readonly attestationId: string;
  readonly normalizedSha256: string;
  readonly issuedAt: string;
  /** Set when valid is false. */
  readonly reason: VerificationReason | null;
  /** The signed verdict on the original; null where valid is false, and where the attestation says nothing of it. */
  readonly verdict: AttestedVerdict | null;
  /** The facts document that the attestation names; null where valid is false, and where it names none. */
  readonly facts: NamedFacts | null;
}

/** Where the API has the proofs of one original and its output. Several originals may have the same output. */
export interface ProofPaths {
  readonly attestation: string;
  readonly certificate: string;
  readonly verify: string;
}

/** Both are SHA-256 in lower-case hex. */
export function proofPaths({ normalized, original }: { normalized: string; original: string }): ProofPaths {
  const pathOf = (resource: string): string => `/api/${resource}/${normalized}?original=${original}`;
  return { attestation: pathOf('attestations'), certificate: pathOf('certificates'), verify: pathOf('verify') };
}
