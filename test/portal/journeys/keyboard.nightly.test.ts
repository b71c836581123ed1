/** Tests the first actions of every user with the keyboard only. */
import { describe, test } from 'vitest';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { keyboard } from '#test/support/hands.ts';
import { startPortal } from '#test/support/portal.ts';
import { readWhatWasForged, seeNoAlarm, signUpAndNormalize } from './first-three.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('by the keyboard alone', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const portal = started(() => startPortal());

  test('one signs up and has a first canonical PDF', () => signUpAndNormalize(portal, visitors, keyboard));

  test('one reads what was forged', async () => readWhatWasForged(portal, visitors, await portal.newOwner(), keyboard));

  test('one sees that nothing was', async () => seeNoAlarm(portal, visitors, await portal.newOwner(), keyboard));
});
