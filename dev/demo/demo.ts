/** The demo of a run: its receivers, and the filling of its organization, beside everything else and in nobody's way. */
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

/** Says one line when there is something to say. A demo that does not succeed is told of, and ends nothing. */
export async function runDemo({ state, progress, signal }: DemoRun): Promise<void> {
  // A demo organization that was deactivated has no key any more.
  if (process.env['DEMO'] === 'off' || !state.read().apiKey) return;
  try {
    const receiverUrl = await startReceiver(await chosenPort('DEMO_PORT', DEFAULT_PORT), signal);
    const sent = await fillDemo({ state, receiverUrl, signal });
    if (sent > 0) {
      progress.say(`The demo organization was sent ${sent} documents. To see what was forged: npm run demo`);
    }
  } catch (error) {
    if (!signal.aborted) progress.say(`The demo is not complete, and goes on at the next start: ${messageOf(error)}`);
  }
}
