/**
 * Customers' documents must not outlive a killed process on our disk. Whoever works with an entry of the spool
 * directory touches it again and again; every process that shares the directory removes what nobody has touched for
 * long, be it its own predecessor's or another's that will not come back.
 */
import { rm, utimes } from 'node:fs/promises';
import { makeDirectory } from '#src/directory.ts';
import { spoolEntries } from './entries.ts';

const TOUCHED_EVERY_MS = 60 * 1000;
/** Ten missed updates distinguish a killed process from one that is only paused. */
const LEFT_BEHIND_MS = 10 * 60 * 1000;
const SWEPT_EVERY_MS = 5 * 60 * 1000;

/** Keeps the entry fresh for as long as it is in use. */
export function keepFresh(path: string): Disposable {
  const timer = setInterval(() => void touch(path), TOUCHED_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined); // its owner finds out by itself that it is gone
}

/** The time at which each entry that stayed was touched last. */
type TouchTimes = ReadonlyMap<string, number>;

/**
 * @param earlier the last look of this process, if there was one: what was touched since is in use, however old it
 *   seems on a host that has slept or whose clock was put right
 */
export async function clearSpool(
  spoolDir: string,
  onError: (error: unknown) => void,
  earlier: TouchTimes | null = null,
): Promise<TouchTimes> {
  makeDirectory(spoolDir, 0o700);
  const stayed = new Map<string, number>();
  for (const { path, stats } of await spoolEntries(spoolDir)) {
    const isOld = Date.now() - stats.mtimeMs > LEFT_BEHIND_MS;
    const isUntouched = earlier === null || earlier.get(path) === stats.mtimeMs;
    if (isOld && isUntouched) await rm(path, { recursive: true, force: true }).catch(onError);
    else stayed.set(path, stats.mtimeMs);
  }
  return stayed;
}

/** Clears the directory now, and again and again for as long as the process lives. */
export async function keepSpoolClear(spoolDir: string, onError: (error: unknown) => void): Promise<void> {
  let look = await clearSpool(spoolDir, onError);
  const sweep = async () => {
    look = await clearSpool(spoolDir, onError, look);
  };
  setInterval(() => void sweep().catch(onError), SWEPT_EVERY_MS).unref();
}
