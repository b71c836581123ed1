/** Tests the first actions of every user in a browser on the whole service. */
import { describe, test } from 'vitest';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { mouse } from '#test/support/hands.ts';
import { startPortal } from '#test/support/portal.ts';
import { readWhatWasForged, seeNoAlarm, signUpAndNormalize } from './first-three.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());

  test('whoever signs up has a first canonical PDF without a command line', () =>
    signUpAndNormalize(portal, visitors, mouse));

  test('whoever sends a contract that was changed after it was signed reads what was forged', async () =>
    readWhatWasForged(portal, visitors, await portal.newOwner(), mouse));

  test('a signed contract that nobody changed raises no alarm', async () =>
    seeNoAlarm(portal, visitors, await portal.newOwner(), mouse));
});
