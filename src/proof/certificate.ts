/** The certificate: the hashes of an attestation as a JWS (RFC 7515) that any JOSE library verifies. */
import type { Attestation } from '#domain/attestation.ts';
import { signedJws } from '#src/keys/jws.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';

/** No `exp`: that a document was normalized does not stop being so. */
export async function certificateOf(
  { attestationId, issuedAt, issuer, subject, processing, findings, facts }: Attestation,
  key: SigningKey,
): Promise<string> {
  const { originalSha256, normalizedSha256, contentHash } = subject;
  return signedJws(key, 'normalization-certificate+jwt', {
    iss: issuer.url,
    sub: `sha256:${normalizedSha256}`,
    jti: attestationId,
    iat: Math.floor(Date.parse(issuedAt) / 1000),
    originalSha256,
    normalizedSha256,
    contentHash,
    processedAt: issuedAt,
    pipelineVersion: processing.engineVersion,
    pipelineSpec: processing.pipelineSpec,
    verdict: findings.verdict,
    facts,
  });
}
