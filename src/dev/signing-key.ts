/** The signing key of this installation: made once, readable by its owner only, and marked as nothing for production. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDevelopmentKey } from '#src/attest/signing-key.ts';

const KEY_FILE = 'signing-key.pem';

/** What the worker is told; a key of the person's own stays. */
export function signingEnvironment(dataDir: string): NodeJS.ProcessEnv {
  if (process.env['SIGNING_KEY'] || process.env['SIGNING_KEY_FILE']) return {};
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) writeFileSync(file, newDevelopmentKey(), { mode: 0o600, flag: 'wx' });
  return { SIGNING_KEY_FILE: file };
}
