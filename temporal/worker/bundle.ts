/**
 * The workflows as the one script that Temporal runs in its sandbox.
 *
 * `node temporal/worker/bundle.ts` builds `dist/workflows/`. It takes no arguments and needs the production packages alone. It
 * prints nothing and ends with 0, or writes the errors of the build to standard error and ends with another code. The call
 * builds again when the output is there: `isUpToDate(OUTPUTS.workflows)` of `src/dist.ts` says whether the build is needed.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { OUTPUTS, replaceOutput } from '#src/dist.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A workflow takes values from these files and the SDK alone. */
const SOURCES = ['workflows/**/*.ts', 'src/domain/**/*.ts', 'src/engine/facts/*.ts', 'package-lock.json'];

/** They are in the bundle of a traced worker alone: with them a workflow without a trace costs a little more. */
const TRACED = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

const fileOf = (isTraced: boolean) => (isTraced ? 'workflows-traced.js' : 'workflows.js');

export async function workflowBundle({ isTraced = false } = {}): Promise<{ code: string }> {
  return { code: await readFile(join(OUTPUTS.workflows, fileOf(isTraced)), 'utf8') };
}

async function build(folder: string): Promise<string[]> {
  for (const isTraced of [false, true]) {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(ROOT, 'workflows/index.ts'),
      workflowInterceptorModules: isTraced ? [fileURLToPath(import.meta.resolve(TRACED))] : [],
      logger: silent,
    });
    await writeFile(join(folder, fileOf(isTraced)), code);
  }
  return globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] });
}

const ignore = () => undefined;
/** webpack reports sizes and modules; errors are thrown nevertheless. */
const silent = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

if (import.meta.main) await replaceOutput(OUTPUTS.workflows, build);
