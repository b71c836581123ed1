/** The demo of a run: it starts the receivers and fills the organization, parallel to all other parts. */
import { chosenPort } from '#dev/network.ts';
import type { StateFile } from '#dev/state.ts';
import type { Progress } from '#dev/progress.ts';
import { messageOf } from '#src/system-error.ts';
import { fillDemo } from './fill.ts';
import { startReceiver } from './receiver.ts';

const DEFAULT_PORT = 8250;

export interface DemoRun {
  readonly state: StateFile;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A failure of the demo is reported and ends nothing. */
export async function runDemo({ state, progress, signal }: DemoRun): Promise<void> {
  // A demo organization that was deactivated has no key.
  if (process.env['DEMO'] === 'off' || !state.read().apiKey) return;
  try {
    const receiverUrl = await startReceiver(await chosenPort('DEMO_PORT', DEFAULT_PORT), signal);
    const report = (detail: string) => progress.update('demo', 'works', detail);
    const sent = await fillDemo({ state, receiverUrl, signal, report });
    if (sent > 0) progress.update('demo', 'ready', `${sent} documents were sent. To see the forged one: npm run demo`);
  } catch (error) {
    if (!signal.aborted) progress.update('demo', 'failed', `incomplete until the next start: ${messageOf(error)}`);
  }
}
