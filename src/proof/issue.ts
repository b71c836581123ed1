/**
 * Makes the three signed forms of one document's facts. Each document is signed once; what is stored is what is shown.
 */
import {
  type Attestation,
  CONTEXT_PATH,
  KEY_SET_PATH,
  type Proof,
  SIGNATURE_ALGORITHM,
  type UnsignedAttestation,
} from '#domain/attestation.ts';
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import { canonicalJson } from './verify/canonical-json.ts';
import { type EngineReport, type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';
import { certificateOf } from './certificate.ts';
import { findingsOf } from './findings.ts';
import { signBytes, type SigningKey } from '#src/keys/signing-key.ts';
import { envelopeOf } from './statement.ts';

export interface IssuerOptions {
  readonly key: SigningKey;
  /** Where verifiers find the key set. */
  readonly publicUrl: string;
  readonly toolchain: Toolchain;
}

/** What made the bytes, for whoever wants to make them again. */
export interface Toolchain {
  readonly toolchainVersion: string;
  readonly engineVersion: string;
  readonly dockerImageDigest: string;
  readonly parserIsolation: ParserIsolation;
}

/** A normalized document: the report of a SUCCESS, and what the engine has no notion of. */
export interface Completed {
  readonly report: EngineReport;
  readonly normalized: NormalizedFacts;
  readonly processingTimeMs: number;
  readonly attestationId: string;
  readonly issuedAt: Date;
}

export type IssueProof = (completed: Completed) => Promise<Proof>;

export function proofIssuer(options: IssuerOptions): IssueProof {
  return async (completed) => {
    const attestation = attest(describe(completed, options), options.key);
    return {
      attestation,
      certificate: await certificateOf(attestation, options.key),
      envelope: envelopeOf(attestation, options.key),
    };
  };
}

function describe(completed: Completed, { key, publicUrl, toolchain }: IssuerOptions): UnsignedAttestation {
  const { report, normalized, processingTimeMs } = completed;
  return {
    '@context': publicUrl + CONTEXT_PATH,
    '@type': 'NormalizationAttestation',
    version: '1.0',
    attestationId: completed.attestationId,
    issuedAt: completed.issuedAt.toISOString(),
    issuer: { name: 'Fixpoint', url: publicUrl, publicKeyId: key.publicJwk.kid },
    subject: {
      originalSha256: report.original.sha256,
      originalSizeBytes: report.original.sizeBytes,
      normalizedSha256: normalized.sha256,
      normalizedSizeBytes: normalized.sizeBytes,
      contentHash: normalized.contentHash ?? '',
    },
    processing: {
      toolchainVersion: toolchain.toolchainVersion,
      engineVersion: toolchain.engineVersion,
      pipelineSpec: pipelineSpecOf(normalized),
      dockerImageDigest: toolchain.dockerImageDigest,
      parserIsolation: toolchain.parserIsolation,
      processingTimeMs,
    },
    findings: findingsOf(report),
  };
}

function attest(unsigned: UnsignedAttestation, key: SigningKey): Attestation {
  return {
    ...unsigned,
    signature: {
      algorithm: SIGNATURE_ALGORITHM,
      value: signBytes(key, Buffer.from(canonicalJson(unsigned))),
      publicKeyCertificate: unsigned.issuer.url + KEY_SET_PATH,
    },
  };
}
