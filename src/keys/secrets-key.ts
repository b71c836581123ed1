/** The key that seals secrets in the database: read from where the settings say, and refused when it is no secret. */
import { readFile } from 'node:fs/promises';
import type { Config } from '#src/config.ts';
import { readSealer, type Sealer, SealingError } from './sealing.ts';

export async function openSealer(config: Pick<Config, 'env' | 'secretsKey'>): Promise<Sealer> {
  return readSealer(await textOf(config.secretsKey), { production: config.env === 'production' });
}

async function textOf({ text, file }: Config['secretsKey']): Promise<string> {
  if (text !== null && file !== null) throw new SealingError('Set SECRETS_KEY or SECRETS_KEY_FILE, not both.');
  if (text !== null) return text;
  if (file === null)
    throw new SealingError('This process needs SECRETS_KEY or SECRETS_KEY_FILE (docs/operate/operations.md).');
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SealingError('The file that SECRETS_KEY_FILE names cannot be read.', { cause });
  });
}
