/** What everybody does first, by the keyboard alone. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { keyboard } from '#test/support/hands.ts';
import { type Portal, startPortal } from '#test/support/portal.ts';
import { readWhatWasForged, seeNoAlarm, signUpAndNormalize } from './first-three.ts';
import { requires } from '#test/support/requires.ts';

describe('by the keyboard alone', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test('one signs up and has a first canonical PDF', () => signUpAndNormalize(portal, visitors, keyboard));

  test('one reads what was forged', async () => readWhatWasForged(portal, visitors, await portal.newOwner(), keyboard));

  test('one sees that nothing was', async () => seeNoAlarm(portal, visitors, await portal.newOwner(), keyboard));
});
