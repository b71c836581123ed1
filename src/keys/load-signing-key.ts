/** Keys that sign: read from where the settings say, and refused when they are no secret. */
import { readFile } from 'node:fs/promises';
import { readSigningKey, type SigningKey, SigningKeyError } from './signing-key.ts';
import type { Config } from '#src/config.ts';

type KeyPlace = Config['signingKey'];

/** The worker's: signs attestations and certificates. */
export async function openSigningKey(config: Pick<Config, 'env' | 'signingKey'>): Promise<SigningKey> {
  return open('SIGNING_KEY', 'The worker', config.signingKey, config.env);
}

/** The API's: signs access tokens. */
export async function openAccessTokenKey(config: Pick<Config, 'env' | 'accessTokenKey'>): Promise<SigningKey> {
  return open('ACCESS_TOKEN_KEY', 'The API', config.accessTokenKey, config.env);
}

async function open(name: string, who: string, place: KeyPlace, env: Config['env']): Promise<SigningKey> {
  return readSigningKey(await pemOf(name, who, place), { production: env === 'production' });
}

async function pemOf(name: string, who: string, { pem, file }: KeyPlace): Promise<string> {
  if (pem !== null && file !== null) throw new SigningKeyError(`Set ${name} or ${name}_FILE, not both.`);
  if (pem !== null) return pem;
  if (file === null) throw new SigningKeyError(`${who} needs ${name} or ${name}_FILE (docs/operations.md).`);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SigningKeyError(`The file that ${name}_FILE names cannot be read.`, { cause });
  });
}
