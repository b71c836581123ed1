/** Issuers of proofs with a key made for the test. */
import { type IssueProof, proofIssuer } from '#src/proof/issue.ts';
import { newDevelopmentKey, readSigningKey, type SigningKey } from '#src/keys/signing-key.ts';

export const PUBLIC_URL = 'https://fixpoint.test';

export function newKey(): SigningKey {
  return readSigningKey(newDevelopmentKey(), { production: false });
}

export function issuerWith(key: SigningKey): IssueProof {
  const toolchain = {
    toolchainVersion: 'fixpoint-0.0.0 test',
    engineVersion: '0.0.0',
    dockerImageDigest: 'unpinned',
    parserIsolation: 'full',
  } as const;
  return proofIssuer({ key, publicUrl: PUBLIC_URL, toolchain });
}
