/** Issuers of proofs with keys of the test. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Attestation, Proof } from '#domain/attestation.ts';
import { certificateOf } from '#src/proof/certificate.ts';
import { factsSigner, type SignFacts } from '#src/proof/facts.ts';
import { type IssueProof, type IssuerOptions, proofIssuer } from '#src/proof/issue.ts';
import { envelopeOf } from '#src/proof/statement.ts';
import { signedPayload } from '#src/proof/verify/verify.ts';
import { toDer } from '#src/keys/signature-form.ts';
import { newDevelopmentKey, readSigningKey, type SigningKey } from '#src/keys/signing-key.ts';

export const PUBLIC_URL = 'https://fixpoint.test';

/** A key with its private half, for proofs that the service itself would not sign. */
export function newKey(): SigningKey & { readonly privateKey: KeyObject } {
  const pem = newDevelopmentKey();
  return { ...readSigningKey(pem, { production: false }), privateKey: createPrivateKey(pem) };
}

export function factsSignerWith(key: SigningKey): SignFacts {
  return factsSigner({ key, publicUrl: PUBLIC_URL });
}

export function issuerWith(key: SigningKey, stamp: IssuerOptions['stamp'] = null): IssueProof {
  const toolchain = {
    toolchainVersion: 'fixpoint-0.0.0 test',
    engineVersion: '0.0.0',
    dockerImageDigest: 'unpinned',
    parserIsolation: 'full',
  } as const;
  return proofIssuer({ key, publicUrl: PUBLIC_URL, toolchain, stamp });
}

/** The proof in the form of older versions, without the verdict and the facts. */
export function olderProof(proof: Proof, key: SigningKey): Promise<Proof> {
  return resigned(proof, key, ({ facts: _facts, findings: { verdict: _verdict, ...findings }, ...rest }) => ({
    ...rest,
    findings,
  }));
}

/** The proof with another content, signed by the same key. */
export async function resigned(
  { attestation }: Proof,
  key: SigningKey,
  change: (attestation: Attestation) => Attestation,
): Promise<Proof> {
  const changed = change(attestation);
  const signature = toDer(await key.sign(Buffer.from(signedPayload(changed) ?? '')));
  const value = Buffer.from(signature).toString('base64');
  const signed = { ...changed, signature: { ...changed.signature, value } };
  const [certificate, envelope] = await Promise.all([certificateOf(signed, key), envelopeOf(signed, key)]);
  return { attestation: signed, certificate, envelope };
}
