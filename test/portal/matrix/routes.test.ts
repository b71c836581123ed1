/** Tests every page of the portal in one colour scheme and one width. `all.nightly.test.ts` tests all of them. */
import { describe, expect, test } from 'vitest';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { violations } from '#test/support/axe.ts';
import { sidewaysScroll } from '#test/support/portal.ts';
import { setStage } from './stage.ts';
import { MEMBER_VIEWS, nameOf, PUBLIC_VIEWS, show } from './views.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

describe('everybody can use', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const stage = started(() => setStage());

  test.each([
    ['signing in and up', PUBLIC_VIEWS, false],
    ['the pages of whoever is signed in', MEMBER_VIEWS, true],
  ] as const)('%s: axe finds nothing, and nothing lies beyond the edge', async (_, views, isSignedIn) => {
    const { portal, owner } = stage;
    const page = await (isSignedIn ? portal.visitAs(visitors, owner, '#/') : portal.visit(visitors, '#/login'));
    for (const view of views) {
      await show(page, stage, view);
      expect.soft(await violations(page), nameOf(view)).toEqual([]);
      expect.soft(await sidewaysScroll(page), nameOf(view)).toBe(0);
    }
  });
});
