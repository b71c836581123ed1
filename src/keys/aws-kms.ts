/** A signing key in AWS Key Management Service: an asymmetric key of usage SIGN_VERIFY and specification ECC_NIST_P256. */
import { createHash, createPublicKey } from 'node:crypto';
import { derScalars } from '#src/proof/verify/ecdsa.ts';
import { publicJwkOf, type SigningKey, SigningKeyError } from './signing-key.ts';

/** Of one call, its repetitions included. */
const DEADLINE_MS = 10_000;
const ARN = /^arn:[^:]+:kms:([^:]+):/;

/**
 * Opens `awskms:///KEY`, KEY being an id, an ARN, or `alias/NAME`. Credentials, region and endpoint come as the SDK takes
 * them: from AWS_* settings, files, or the role of the host or of the pod; the region also from an ARN. The role needs
 * kms:GetPublicKey and kms:Sign.
 */
export async function awsKmsSigningKey(uri: string): Promise<SigningKey> {
  const [, keyId] = /^awskms:\/\/\/(.+)$/.exec(uri) ?? [];
  if (!keyId) throw new SigningKeyError('A key of AWS KMS is named awskms:/// and its id, ARN or alias.');
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms');
  const [, region] = ARN.exec(keyId) ?? [];
  const client = new KMSClient({ ...(region && { region }) });
  const { PublicKey: spki } = await asked(() => client.send(new GetPublicKeyCommand({ KeyId: keyId }), within()));
  if (!spki) throw new SigningKeyError('AWS KMS answered no public key.');
  const publicJwk = publicJwkOf(createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }));
  return {
    publicJwk,
    sign: async (bytes) => {
      const command = new SignCommand({
        KeyId: keyId,
        Message: createHash('sha256').update(bytes).digest(),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      });
      const { Signature: signature } = await asked(() => client.send(command, within()));
      const scalars = signature && derScalars(new Uint8Array(signature));
      if (!scalars) throw new SigningKeyError('AWS KMS answered no signature of the curve P-256.');
      return scalars;
    },
  };
}

function within(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(DEADLINE_MS) };
}

/** What the provider says names the key and the role, never a secret. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new SigningKeyError(`AWS KMS refused or did not answer (${said}).`, { cause });
  }
}
