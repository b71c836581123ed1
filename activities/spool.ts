/** Where an input rests between the store and its parser: a private directory, gone as soon as the parser has it. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'fixpoint-open-';
/** No document is being opened for that long: its worker was killed while it held the file. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export async function withSpoolFile<T>(spoolDir: string, use: (path: string) => Promise<T>): Promise<T> {
  // mkdtemp makes it 0700: nobody else on the host reads a customer's document.
  const directory = await mkdtemp(join(spoolDir, PREFIX));
  try {
    return await use(join(directory, 'input.pdf'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Customers' documents must not outlive a crash on our disk. */
export async function removeLeftovers(spoolDir: string): Promise<void> {
  for (const name of await readdir(spoolDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(spoolDir, name);
    const found = await stat(path).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
