/** Looks at all outputs beside their originals, in processes that may be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { LANES } from '../tools.ts';
import type { Look, LookRequest } from './look.ts';

interface Pair {
  readonly file: { readonly path: string };
  readonly path: string;
}

const TIMEOUT_MS = 60_000;

/** By output. A pair of which a renderer dies or which takes too long has no pictures. */
export async function lookAtAll(pairs: readonly Pair[]): Promise<Map<string, Look>> {
  const looks = new Map<string, Look>();
  const queue = pairs.values();
  const lane = async (): Promise<void> => {
    let child = start();
    for (const { file, path } of queue) {
      const look = await ask(child, { before: file.path, after: path });
      looks.set(path, look ?? nothing());
      if (!look) child = start();
    }
    child.disconnect();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return looks;
}

function start(): ChildProcess {
  return fork(new URL('child.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** Null when the child died or was killed for its time. */
async function ask(child: ChildProcess, request: LookRequest): Promise<Look | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const answered = once(child, 'message').then(([look]: Look[]) => look ?? null);
  const died = once(child, 'exit').then(() => null);
  child.send(request);
  const look = await Promise.race([answered, died]);
  clearTimeout(timer);
  return look;
}

function nothing(): Look {
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
