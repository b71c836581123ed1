/** The supervisor of a detached run: tells the waiting command how far it is, then lives on without it. */
import { resolve } from 'node:path';
import { explain } from '#dev/failure.ts';
import { type Message, stopSignal, survivesLostOutput } from '#dev/main.ts';
import { createProgress, type Progress } from './progress.ts';
import { supervise } from './supervise.ts';

survivesLostOutput();
const log = createProgress(process.stdout, process.env);

function tell(message: Message): void {
  // The command that waited is gone once we are ready.
  if (process.connected) process.send?.(message);
}

const progress: Progress = {
  update: (part, state, detail = '') => {
    log.update(part, state, detail);
    tell({ kind: 'update', part, state, detail });
  },
  say: (text) => {
    log.say(text);
    tell({ kind: 'say', text });
  },
};

try {
  await supervise({
    dataDir: resolve(process.env['DATA_DIR'] || '.data'),
    progress,
    onReady: () => tell({ kind: 'ready' }),
    stop: stopSignal(),
  });
} catch (error) {
  const reason = explain(error);
  console.error(reason);
  tell({ kind: 'failed', reason });
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
