/**
 * The trial of the isolation, remembered between two calls of the command line: it starts six processes or more. A trial counts
 * until the host starts again, or a setting or program changes that it depends on.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SYSCTLS } from './inspect.ts';
import { findProgram } from './programs.ts';
import { PACKAGES, type Sandbox, sandboxOf, type SandboxTrial, trySandbox } from './sandbox.ts';

const FILE = join(PACKAGES, '.cache/fixpoint/isolation.json');
const PROGRAMS = ['bwrap', 'unshare', 'setpriv', 'prlimit', 'mount', 'sh'];

export interface RememberedSandbox {
  readonly sandbox: Sandbox;
  /** False when it was tried just now. */
  readonly isRemembered: boolean;
}

export function rememberedSandbox(file = FILE): RememberedSandbox {
  const key = hostKey();
  const known = key === null ? null : readSandbox(file, key);
  if (known !== null) return { sandbox: known, isRemembered: true };
  const trial = trySandbox();
  if (key !== null) writeTrial(file, key, trial);
  return { sandbox: sandboxOf(trial), isRemembered: false };
}

/** After a parser could not start in the sandbox that was remembered. */
export function forgetSandbox(file = FILE): void {
  rmSync(file, { force: true });
}

/** Null on a host that does not say when it was started. */
function hostKey(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = statSync('/proc/self/ns/user').ino;
    const programs = [process.execPath, ...PROGRAMS.map((name) => findProgram(name))].map(versionOf);
    const settings = SYSCTLS.map(({ name }) => settingOf(name));
    return JSON.stringify([boot, namespace, process.getuid?.(), PACKAGES, programs, settings]);
  } catch {
    return null;
  }
}

function settingOf(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim();
  } catch {
    return null;
  }
}

function versionOf(program: string | null): readonly (string | number)[] | null {
  if (program === null) return null;
  const { ino, ctimeMs } = statSync(program);
  return [program, ino, ctimeMs];
}

/** Null for a trial of another host or another version of the program. */
function readSandbox(file: string, key: string): Sandbox | null {
  try {
    const { key: known, trial } = JSON.parse(readFileSync(file, 'utf8'));
    return known === key ? sandboxOf(trial) : null;
  } catch {
    return null;
  }
}

/** Packages of another user may lie in a folder that this one cannot write to: then each call tries again. */
function writeTrial(file: string, key: string, trial: SandboxTrial): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, JSON.stringify({ key, trial }));
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
