/**
 * The file of `fixpoint login`: an API key, or the tokens of a sign-in, for one service. Only its owner can read it.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isSystemError, reasonOf } from '#src/system-error.ts';
import { refused } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';

const Tokens = z.object({
  email: z.string(),
  accessToken: z.string(),
  /** Milliseconds since 1970. */
  accessExpiresAt: z.number(),
  /** Works once: each use answers the next one. */
  refreshToken: z.string(),
});

const SignIn = z.object({
  url: z.string(),
  apiKey: z.string().optional(),
  tokens: Tokens.optional(),
});

export type Tokens = z.infer<typeof Tokens>;
export type SignIn = z.infer<typeof SignIn>;

const NAME = 'login.json';
/** Nobody holds the lock longer than a call takes. */
const LOCK_STALE_MS = 30_000;
const LOCK_LOOK_MS = 50;

function folder(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'fixpoint');
}

export function signInPath(): string {
  return join(folder(), NAME);
}

/** Null where nobody has signed in. */
export function readSignIn(): SignIn | null {
  const path = signInPath();
  try {
    return SignIn.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw refused(`${path} cannot be read as a sign-in: run fixpoint login again.`, error);
  }
}

export function writeSignIn(signIn: SignIn): void {
  const path = signInPath();
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(part, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw refused(`${path} cannot be written: ${reasonOf(error)}.`, error);
  }
}

export function removeSignIn(): void {
  rmSync(signInPath(), { force: true });
}

/** One at a time: of two programs that use the same refresh token the service would take one for a thief. */
export async function withSignInLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const path = join(folder(), 'login.lock');
  while (!(await taken(path))) await pause(LOCK_LOOK_MS, undefined, { signal: interrupted });
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function taken(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'EEXIST') throw refused(`${path} cannot be written: ${reasonOf(error)}.`, error);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LOCK_STALE_MS) await rm(path, { force: true });
    return false;
  }
}
