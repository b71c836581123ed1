/** The pages as browsers take them: built once per change of what goes into them (docs/decisions/0014-the-portal-is-built.md). */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder, exists } from '#src/built-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The pages take values from these folders and from packages alone, and of the engine its fonts. */
const SOURCES = ['portal', 'src/domain', 'src/proof', 'src/engine/fonts/data', 'package-lock.json'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const CONFIG = join(import.meta.dirname, 'vite.config.ts');
const run = promisify(execFile);

/** The folder with the built pages. What is missing takes some seconds and the packages for development. */
export function builtPortal(): Promise<string> {
  return builtFolder({ name: 'portal', sources: SOURCES, build });
}

async function build(folder: string): Promise<void> {
  if (!(await exists(VITE))) {
    throw new Error('The pages are not built: run `node portal/build.ts` with the packages for development.');
  }
  const options = ['--config', CONFIG, '--outDir', folder, '--emptyOutDir', '--logLevel=error'];
  // What is built is served to all who find it, so that it must not depend on how this process was started.
  const made = run(process.execPath, [VITE, 'build', ...options], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await made.catch((error: unknown) => {
    // What Vite has to say is enough, and stands nowhere else.
    throw new Error(`The pages could not be built.\n${stderrOf(error)}`);
  });
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
}

if (import.meta.main) console.log(await builtPortal());
