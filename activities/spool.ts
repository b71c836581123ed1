/** Where an input rests between the store and its parser: a private directory, gone as soon as the parser has it. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpooledInput, spooledOutputName } from '#domain/submission.ts';

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

/** For the API, which waits for it, answers with it and removes it. */
export async function leaveOutput(spoolDir: string, { name }: SpooledInput, bytes: Uint8Array): Promise<void> {
  const outputName = spooledOutputName(name);
  if (outputName === null) throw new Error('This is not the name of a spooled input.');
  await writeFile(join(spoolDir, outputName), bytes, { mode: 0o600 });
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
