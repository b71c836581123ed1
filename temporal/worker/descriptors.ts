/** Whether this worker may begin new work, as far as its file descriptors go; the log says when that changes. */
import { hasSpareDescriptors } from '#src/descriptors.ts';
import type { WorkerLog } from './workers.ts';

export function watchDescriptors(log: WorkerLog): () => boolean {
  let wasSpare = true;
  return () => {
    const isSpare = hasSpareDescriptors();
    if (wasSpare && !isSpare) log.warn({}, 'few file descriptors left: no new documents until some are free');
    if (!wasSpare && isSpare) log.info({}, 'file descriptors are free again');
    wasSpare = isSpare;
    return isSpare;
  };
}
