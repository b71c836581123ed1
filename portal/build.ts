/** Builds `dist/portal/`: the pages as browsers take them (docs/decisions/0014-the-portal-is-built.md). */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OUTPUTS, replaceOutput } from '#src/dist.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The pages take values from these folders and from packages alone, and of the engine its fonts. */
const SOURCES = [
  '{portal,clients/typescript,src/domain,src/engine/facts,src/proof,src/engine/fonts/data}/**/*.*',
  'package-lock.json',
];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const CONFIG = join(import.meta.dirname, 'vite.config.ts');

await replaceOutput(OUTPUTS.portal, async (folder) => {
  const options = ['--config', CONFIG, '--outDir', folder, '--emptyOutDir', '--logLevel=error'];
  // The output must not depend on the settings of this process.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [VITE, 'build', ...options], { stdio: 'inherit', env });
  if (status !== 0) process.exit(1);
  return globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.test.tsx'] });
});
