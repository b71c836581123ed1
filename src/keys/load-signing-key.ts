/** Keys that sign: opened where the settings say they are kept, tried, and refused when they are no secret. */
import { createPublicKey, verify } from 'node:crypto';
import { awsKmsSigningKey } from './aws-kms.ts';
import { readKeyText } from './key-text.ts';
import { pkcs11SigningKey } from './pkcs11.ts';
import { readSigningKey, type SigningKey, SigningKeyError } from './signing-key.ts';
import type { Config } from '#src/config.ts';

/** The worker's: signs attestations and certificates. */
export async function openSigningKey({ env, signingKey }: Pick<Config, 'env' | 'signingKey'>): Promise<SigningKey> {
  const { uri, ...place } = signingKey;
  if (uri === null) return openPem('SIGNING_KEY', 'The worker', place, env);
  if (place.pem !== null || place.file !== null) {
    throw new SigningKeyError('Set SIGNING_KEY_URI, or SIGNING_KEY or SIGNING_KEY_FILE, not both.');
  }
  const key = await (uri.startsWith('pkcs11:') ? pkcs11SigningKey(uri) : awsKmsSigningKey(uri));
  await requireOwnSignature(key);
  return key;
}

/** The API's: signs access tokens. */
export async function openAccessTokenKey(config: Pick<Config, 'env' | 'accessTokenKey'>): Promise<SigningKey> {
  return openPem('ACCESS_TOKEN_KEY', 'The API', config.accessTokenKey, config.env);
}

async function openPem(
  name: string,
  process: string,
  { pem, file }: Config['accessTokenKey'],
  env: Config['env'],
): Promise<SigningKey> {
  const text = await readKeyText({ name, process, text: pem, file }, SigningKeyError);
  return readSigningKey(text, { production: env === 'production' });
}

/** What is kept elsewhere may sign with another key than the one it publishes, or not at all: better known at the start. */
async function requireOwnSignature(key: SigningKey): Promise<void> {
  const bytes = Buffer.from('Fixpoint tries its signing key');
  const { kty, crv, x, y } = key.publicJwk;
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const signature = await key.sign(bytes);
  if (!verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) {
    throw new SigningKeyError('The signing key does not make signatures of its public key.');
  }
}
