/** The steps of one generator: programs that run one after the other in a separate folder of the cache. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '#dev/parts/programs.mjs';
import { runProgram } from '#tools/run-program.ts';

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Replaces the working folder of the row. */
  readonly cwd?: string;
}

/** A step that failed, with its last output. */
export class StepFailure extends Error {}

const TAIL_LINES = 25;

/**
 * The folder of a row in the cache with the files of its folder here. An installation for the same manifests stays.
 * @param manifests the texts that list the installed packages
 */
export function workFolder(row: string, manifests: readonly string[], source = join(import.meta.dirname, row)): string {
  const hash = createHash('sha256');
  for (const name of manifests) hash.update(readFileSync(join(source, name)));
  const folder = join(cacheDir(), `matrix-${row}-${hash.digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true });
  if (existsSync(source)) cpSync(source, folder, { recursive: true });
  return folder;
}

/** Installs once. An interrupted installation starts again. */
export async function installOnce(folder: string, steps: readonly Step[], env: NodeJS.ProcessEnv): Promise<void> {
  const done = join(folder, '.installed');
  if (existsSync(done)) return;
  for (const step of steps) await runStep(step, folder, env);
  writeFileSync(done, '');
}

/**
 * @returns the output of the step
 * @throws StepFailure
 */
export async function runStep({ name, command, cwd }: Step, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { status, output } = await runProgram(command, { cwd: cwd ?? folder, env });
  if (status === 0) return output;
  const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  throw new StepFailure(`${name} ended with ${status}\n${tail}`);
}
