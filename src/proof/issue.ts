/**
 * Makes the three signed forms of one document's facts. Each document is signed once; what is stored is what is shown.
 */
import {
  type Attestation,
  CONTEXT_PATH,
  KEY_SET_PATH,
  type NamedFacts,
  type Proof,
  SIGNATURE_ALGORITHM,
  type UnsignedAttestation,
} from '#domain/attestation.ts';
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import { canonicalJson } from './verify/canonical-json.ts';
import { type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';
import type { ReportWithVerdict } from '#domain/verdict/verdict.ts';
import { certificateOf } from './certificate.ts';
import { findingsOf } from './findings.ts';
import { toDer } from '#src/keys/signature-form.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import { envelopeOf } from './statement.ts';

export interface IssuerOptions {
  readonly key: SigningKey;
  /** Where verifiers find the key set. */
  readonly publicUrl: string;
  readonly toolchain: Toolchain;
  /** Answers a TimeStampToken (RFC 3161) in DER over these bytes; null where no authority is asked. */
  readonly stamp: ((bytes: Uint8Array) => Promise<Uint8Array>) | null;
}

/** The versions that made the bytes, for a repetition. */
export interface Toolchain {
  readonly toolchainVersion: string;
  readonly engineVersion: string;
  readonly dockerImageDigest: string;
  readonly parserIsolation: ParserIsolation;
}

/** A normalized document: the report of a SUCCESS, and what the engine has no notion of. */
export interface Completed {
  readonly report: ReportWithVerdict;
  /** They are signed first. */
  readonly facts: NamedFacts;
  readonly normalized: NormalizedFacts;
  readonly processingTimeMs: number;
  readonly attestationId: string;
  readonly issuedAt: Date;
}

export type IssueProof = (completed: Completed) => Promise<Proof>;

export function proofIssuer(options: IssuerOptions): IssueProof {
  return async (completed) => {
    const attestation = await attest(describe(completed, options), options);
    const [certificate, envelope] = await Promise.all([
      certificateOf(attestation, options.key),
      envelopeOf(attestation, options.key),
    ]);
    return { attestation, certificate, envelope };
  };
}

function describe(completed: Completed, { key, publicUrl, toolchain }: IssuerOptions): UnsignedAttestation {
  const { report, normalized, facts, processingTimeMs } = completed;
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
    facts,
  };
}

async function attest(unsigned: UnsignedAttestation, { key, stamp }: IssuerOptions): Promise<Attestation> {
  const signature = toDer(await key.sign(Buffer.from(canonicalJson(unsigned))));
  const token = stamp && (await stamp(signature));
  return {
    ...unsigned,
    signature: {
      algorithm: SIGNATURE_ALGORITHM,
      value: Buffer.from(signature).toString('base64'),
      publicKeyCertificate: unsigned.issuer.url + KEY_SET_PATH,
      ...(token && { timestamp: Buffer.from(token).toString('base64') }),
    },
  };
}
