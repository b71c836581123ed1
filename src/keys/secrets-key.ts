/** The key that seals secrets in the database: read from where the settings say, and refused when it is no secret. */
import type { Config } from '#src/config.ts';
import { readKeyText } from './key-text.ts';
import { readSealer, type Sealer, SealingError } from './sealing.ts';

export async function openSealer(config: Pick<Config, 'env' | 'secretsKey'>): Promise<Sealer> {
  const place = { name: 'SECRETS_KEY', process: 'This process', ...config.secretsKey };
  return readSealer(await readKeyText(place, SealingError), { production: config.env === 'production' });
}
