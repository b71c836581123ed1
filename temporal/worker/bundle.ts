/** The workflows as the one script Temporal runs in its sandbox; built once per change of what goes into it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import sdk from '@temporalio/worker/package.json' with { type: 'json' };
import { hashSources } from '#src/source-hash.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A workflow takes values from these folders and the SDK alone. */
const SOURCES = ['workflows', 'src/domain'];
const HASH_CHARACTERS = 32;
const CACHE = join(ROOT, 'node_modules/.cache/fixpoint');

/** They are in the bundle of a traced worker alone, for whom a workflow without a trace costs a little more. */
const TRACED = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/** A missing or read-only cache costs the one to three seconds of a build, nothing else. */
export async function workflowBundle({ isTraced = false } = {}): Promise<{ code: string }> {
  const workflowInterceptorModules = isTraced ? [fileURLToPath(import.meta.resolve(TRACED))] : [];
  const path = join(
    CACHE,
    `workflows-${hashSources(SOURCES, sdk.version, ...workflowInterceptorModules).slice(0, HASH_CHARACTERS)}.js`,
  );
  const cached = await readFile(path, 'utf8').catch(() => null);
  if (cached !== null) return { code: cached };
  const workflowsPath = join(ROOT, 'workflows/index.ts');
  const { code } = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger: silent });
  await store(path, code).catch(() => undefined);
  return { code };
}

/** The file is renamed into place, so that two workers starting together never read half a file. */
async function store(path: string, code: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = `${path}.${process.pid}`;
  await writeFile(part, code);
  await rename(part, path);
}

const ignore = () => undefined;
/** webpack's own report of sizes and modules; errors are thrown all the same. */
const silent = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
