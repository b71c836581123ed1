/** The worker's signing key: read from where the settings say, and refused when it is no secret. */
import { readFile } from 'node:fs/promises';
import { readSigningKey, type SigningKey, SigningKeyError } from '#src/attest/signing-key.ts';
import type { Config } from '#src/config.ts';

export async function openSigningKey(config: Pick<Config, 'env' | 'signingKey'>): Promise<SigningKey> {
  return readSigningKey(await pemOf(config.signingKey), { production: config.env === 'production' });
}

async function pemOf({ pem, file }: Config['signingKey']): Promise<string> {
  if (pem !== null && file !== null) throw new SigningKeyError('Set SIGNING_KEY or SIGNING_KEY_FILE, not both.');
  if (pem !== null) return pem;
  if (file === null)
    throw new SigningKeyError('The worker needs SIGNING_KEY or SIGNING_KEY_FILE (docs/operations.md).');
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SigningKeyError('The file that SIGNING_KEY_FILE names cannot be read.', { cause });
  });
}
