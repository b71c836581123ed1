/**
 * The keys of this installation. They are made once, only their owner can read them, and they are marked as unfit for
 * production.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';

const KEY_FILE = 'signing-key.pem';
const ACCESS_TOKEN_KEY_FILE = 'access-token-key.pem';
const SECRETS_KEY_FILE = 'secrets-key';

/** The settings of the worker. A key of the user stays. */
export function signingEnvironment(dataDir: string): NodeJS.ProcessEnv {
  if (['SIGNING_KEY', 'SIGNING_KEY_FILE', 'SIGNING_KEY_URI'].some((name) => process.env[name])) return {};
  return { SIGNING_KEY_FILE: madeOnce(join(dataDir, KEY_FILE), newDevelopmentKey) };
}

/** The settings of the API for the key of access tokens. */
export function accessTokenEnvironment(dataDir: string): NodeJS.ProcessEnv {
  if (process.env['ACCESS_TOKEN_KEY'] || process.env['ACCESS_TOKEN_KEY_FILE']) return {};
  return { ACCESS_TOKEN_KEY_FILE: madeOnce(join(dataDir, ACCESS_TOKEN_KEY_FILE), newDevelopmentKey) };
}

/** The settings for the key that seals secrets in the database. */
export function secretsEnvironment(dataDir: string): NodeJS.ProcessEnv {
  if (process.env['SECRETS_KEY'] || process.env['SECRETS_KEY_FILE']) return {};
  return { SECRETS_KEY_FILE: madeOnce(join(dataDir, SECRETS_KEY_FILE), newDevelopmentSecretsKey) };
}

function madeOnce(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  return file;
}
