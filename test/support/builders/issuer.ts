/** Issuers of proofs with a key made for the test. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { factsSigner, type SignFacts } from '#src/proof/facts.ts';
import { type IssueProof, type IssuerOptions, proofIssuer } from '#src/proof/issue.ts';
import { newDevelopmentKey, readSigningKey, type SigningKey } from '#src/keys/signing-key.ts';

export const PUBLIC_URL = 'https://fixpoint.test';

/** With its private half, for what the service itself would not sign. */
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
