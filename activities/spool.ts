/** Where an input rests between the store and its parser: a private directory, gone as soon as the parser has it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpooledInput, spooledOutputName } from '#domain/submission.ts';
import { WORK_PREFIX } from '#src/spool/entries.ts';
import { keepFresh } from '#src/spool/sweep.ts';

export async function withSpoolFile<T>(spoolDir: string, use: (path: string) => Promise<T>): Promise<T> {
  // mkdtemp makes it 0700: nobody else on the host reads a customer's document.
  const directory = await mkdtemp(join(spoolDir, WORK_PREFIX));
  using _fresh = keepFresh(directory);
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
