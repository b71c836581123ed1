/** An input rests here between the store and its parser: a private directory, gone as soon as the parser has it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpooledInput, spooledOutputName } from '#domain/submission.ts';
import { WORK_PREFIX } from '#src/spool/entries.ts';
import { claimRoomIn, openWithRoom, unusable } from '#src/spool/room.ts';
import { keepFresh } from '#src/spool/sweep.ts';

/** @param sizeBytes of all that is written into the file and beside it */
export async function withSpoolFile<T>(
  spoolDir: string,
  sizeBytes: number,
  use: (path: string) => Promise<T>,
): Promise<T> {
  // mkdtemp sets the mode 0700: no other user of the host can read a customer's document.
  const directory = await mkdtemp(join(spoolDir, WORK_PREFIX)).catch(unusable);
  const fresh = keepFresh(directory);
  try {
    await claimRoomIn(directory, sizeBytes);
    return await use(join(directory, 'input.pdf'));
  } finally {
    fresh[Symbol.dispose]();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Leaves the output to the API, which waits for it, answers with it and removes it. */
export async function leaveOutput(spoolDir: string, { name }: SpooledInput, bytes: Uint8Array): Promise<void> {
  const outputName = spooledOutputName(name);
  if (outputName === null) throw new Error('This is not the name of a spooled input.');
  const path = join(spoolDir, outputName);
  await using file = await openWithRoom(path, 'w', bytes.length);
  await file.writeFile(bytes);
}
