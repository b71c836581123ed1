/** The documents that a call names: files, or what is piped in. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { reasonOf } from '#src/system-error.ts';
import type { Source } from '#src/parser-host/frames.ts';
import { FRAME_LIMITS } from '#src/parser-host/protocol.ts';
import { refused } from '#src/cli/exit-codes.ts';
import { unreadableReason } from '#src/cli/unreadable-file.ts';

/** Stands for standard input among inputs, and for standard output among outputs. */
export const PIPE = '-';

/** More than this goes to no parser; the limits of a document are far below it. */
export const MAX_BYTES = FRAME_LIMITS.maxPayloadBytes;

export type Input =
  | { readonly kind: 'source'; readonly source: Source; readonly sizeBytes: number }
  | { readonly kind: 'fault'; readonly code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE'; readonly message: string };

/** Checks before any work. */
export function checkInputs(files: readonly string[]): void {
  const pipes = files.filter((file) => file === PIPE);
  if (pipes.length > 1) throw refused('Standard input (-) can be read only once.');
  if (pipes.length === 1 && process.stdin.isTTY)
    throw refused('Standard input is a terminal: pipe a PDF into it, as in `fixpoint hash - < in.pdf`.');
}

/** Files are streamed to the parser; of pipes it is known only at their end how long they are. */
export async function openInput(file: string): Promise<Input> {
  try {
    if (file === PIPE) return await readPipe(process.stdin);
    const stats = await stat(file);
    if (stats.isFile()) return sized(file, stats.size);
    // As `<(command)` of a shell.
    if (stats.isFIFO()) return await readPipe(createReadStream(file));
    return unreadable(stats.isDirectory() ? 'it is a folder: name the files in it' : 'it is not a regular file');
  } catch (error) {
    return unreadable(unreadableReason(file, error));
  }
}

function sized(path: string, sizeBytes: number): Input {
  return sizeBytes > MAX_BYTES ? tooLarge() : { kind: 'source', source: { path, sizeBytes }, sizeBytes };
}

async function readPipe(stream: AsyncIterable<Uint8Array>): Promise<Input> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BYTES) return tooLarge();
    chunks.push(chunk);
  }
  return { kind: 'source', source: new Uint8Array(Buffer.concat(chunks)), sizeBytes };
}

/** For what takes two documents at once. */
export async function bytesOf(file: string): Promise<Uint8Array | Extract<Input, { kind: 'fault' }>> {
  const input = await openInput(file);
  if (input.kind === 'fault') return input;
  if (input.source instanceof Uint8Array) return input.source;
  const read = await readPipe(createReadStream(input.source.path)).catch((error) => unreadable(reasonOf(error)));
  if (read.kind === 'fault') return read;
  return read.source instanceof Uint8Array ? read.source : unreadable('it cannot be read');
}

function unreadable(reason: string): Extract<Input, { kind: 'fault' }> {
  return { kind: 'fault', code: 'FILE_UNREADABLE', message: `The file cannot be read: ${reason}.` };
}

function tooLarge(): Extract<Input, { kind: 'fault' }> {
  const message = `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB, which no parser is given.`;
  return { kind: 'fault', code: 'FILE_TOO_LARGE', message };
}
