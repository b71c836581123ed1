/**
 * Stores the trial of the isolation between two calls of the command line, because a trial starts at least six
 * processes. It is valid until the host restarts, or until a setting or program changes that it depends on.
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
  /** False if the trial ran just now. */
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

/** Removes the stored trial after a parser could not start in its sandbox. */
export function forgetSandbox(file = FILE): void {
  rmSync(file, { force: true });
}

/** Null on a host that does not report its start. */
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

/** The folder may belong to another user and be read-only for this one. Each call then runs the trial again. */
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
