/** Compares the renderings of all outputs with their originals, in processes that may be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { LANES } from '#tools/quality/programs.ts';
import type { RenderingComparison, RenderingRequest } from './comparison.ts';

interface Pair {
  readonly file: { readonly path: string };
  readonly path: string;
}

const TIMEOUT_MS = 60_000;

/** Returns the comparison of each output. A pair has no pictures if a renderer dies or takes too long. */
export async function compareRenderings(pairs: readonly Pair[]): Promise<Map<string, RenderingComparison>> {
  const comparisons = new Map<string, RenderingComparison>();
  const queue = pairs.values();
  const lane = async (): Promise<void> => {
    let child = start();
    for (const { file, path } of queue) {
      const comparison = await ask(child, { before: file.path, after: path });
      comparisons.set(path, comparison ?? nothing());
      if (!comparison) child = start();
    }
    child.disconnect();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return comparisons;
}

function start(): ChildProcess {
  return fork(new URL('child.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** Returns null if the child died or was killed because of its time. */
function ask(child: ChildProcess, request: RenderingRequest): Promise<RenderingComparison | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const answer = (comparison: RenderingComparison | null): void => {
      clearTimeout(timer);
      child.off('message', receive).off('exit', lose);
      resolve(comparison);
    };
    // The child is our own program and sends no other messages.
    const receive = (message: unknown): void => answer(message as RenderingComparison);
    const lose = (): void => answer(null);
    child.on('message', receive).on('exit', lose);
    child.send(request);
  });
}

function nothing(): RenderingComparison {
  const missing = 'died or took too long';
  return {
    renderers: [
      { renderer: 'PDFium', pages: [], missing },
      { renderer: 'MuPDF', pages: [], missing },
    ],
    pageCount: null,
    sameText: null,
  };
}
