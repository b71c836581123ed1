/** Whether this worker may begin new work, as far as its file descriptors go; the log says when that changes. */
import { hasSpareDescriptors } from '#src/descriptors.ts';
import type { WorkerLog } from './workers.ts';

/** A document asks several times in one step of the event loop: the files of the system are read for the first question. */
export function watchDescriptors(log: WorkerLog, hasSpare: () => boolean = hasSpareDescriptors): () => boolean {
  let wasSpare = true;
  let known: boolean | null = null;
  return () => {
    if (known !== null) return known;
    const isSpare = hasSpare();
    if (wasSpare && !isSpare) log.warn({}, 'few file descriptors left: no new documents until some are free');
    if (!wasSpare && isSpare) log.info({}, 'file descriptors are free again');
    wasSpare = isSpare;
    known = isSpare;
    setImmediate(() => void (known = null));
    return isSpare;
  };
}
