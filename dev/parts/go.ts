/**
 * The Go compiler for programs that must be built: the one on the PATH, else the pinned one, which is downloaded once.
 */
import { keyedMutex } from '#src/keyed-mutex.ts';
import { messageOf } from '#src/system-error.ts';
import { fetchProgram, findOnPath, pinnedSource, type Report } from './programs.mjs';

/** The path of the program, or the reason for its absence. */
export type GoProgram = { readonly program: string } | { readonly missing: string };

/** Two parallel builds share one download of Go. */
const mutex = keyedMutex();

export async function findGo(report: Report, signal?: AbortSignal, source = pinnedSource('go')): Promise<GoProgram> {
  const onPath = findOnPath('go');
  if (onPath) return { program: onPath };
  const reportGo = (detail: string) => report(`Go ${source.version}, once: ${detail}`);
  try {
    return { program: await mutex('go', () => fetchProgram('go', reportGo, signal, source)) };
  } catch (error) {
    signal?.throwIfAborted();
    return { missing: `and Go ${source.version} cannot be downloaded: ${messageOf(error)}` };
  }
}
