/** The workflows as the one script Temporal runs in its sandbox; built once per change of what goes into it. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import sdk from '@temporalio/worker/package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');
/** All a workflow may take values from, besides the SDK. */
const SOURCES = ['workflows', 'src/domain'];
const CACHE = join(ROOT, 'node_modules/.cache/fixpoint');

/** A missing or read-only cache costs the one to three seconds of a build, nothing else. */
export async function workflowBundle(): Promise<{ code: string }> {
  const path = join(CACHE, `workflows-${await fingerprint()}.js`);
  const cached = await readFile(path, 'utf8').catch(() => null);
  if (cached !== null) return { code: cached };
  const { code } = await bundleWorkflowCode({ workflowsPath: join(ROOT, 'workflows/index.ts'), logger: silent });
  await store(path, code).catch(() => undefined);
  return { code };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(sdk.version);
  for (const folder of SOURCES) {
    for (const name of (await readdir(join(ROOT, folder))).filter((file) => file.endsWith('.ts')).toSorted()) {
      hash.update(`\0${folder}/${name}\0`).update(await readFile(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Renamed into place, so that two workers starting together never read half a file. */
async function store(path: string, code: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = `${path}.${process.pid}`;
  await writeFile(part, code);
  await rename(part, path);
}

const ignore = () => undefined;
/** webpack's own report of sizes and modules; errors are thrown all the same. */
const silent = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
