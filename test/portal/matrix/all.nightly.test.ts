/** Tests every page of the portal in every form: both colour schemes, narrow and wide, with its dialogs. */
import { describe, expect, test } from 'vitest';
import { violations } from '#test/support/axe.ts';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { sidewaysScroll } from '#test/support/portal.ts';
import { setStage } from './stage.ts';
import { MEMBER_VIEWS, nameOf, PUBLIC_VIEWS, show } from './views.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

/** The limit for a stable layout (web.dev/cls). */
const MAX_LAYOUT_SHIFT = 0.1;
const COUNT_SHIFTS = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

const WIDTHS = [390, 1280];
const SCHEMES = ['light', 'dark'] as const;
const FORMS = SCHEMES.flatMap((colorScheme) => WIDTHS.map((width) => ({ colorScheme, width })));

describe('everybody can use', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const stage = started(() => setStage());

  test.each(FORMS)(
    'all pages in $colorScheme, $width pixels wide',
    { timeout: 900_000 },
    async ({ colorScheme, width }) => {
      const { portal, owner } = stage;
      const form = { colorScheme, viewport: { width, height: 800 } };
      const outside = await portal.visit(visitors, '#/login', form);
      const inside = await portal.visitAs(visitors, owner, '#/', form);
      for (const [page, views] of [
        [outside, PUBLIC_VIEWS],
        [inside, MEMBER_VIEWS],
      ] as const) {
        await page.addInitScript({ content: COUNT_SHIFTS });
        for (const view of views) {
          await show(page, stage, view);
          expect.soft(await violations(page), nameOf(view)).toEqual([]);
          expect.soft(await sidewaysScroll(page), `beyond the edge: ${nameOf(view)}`).toBe(0);
          const shift = await page.evaluate<number>('window.layoutShift');
          expect.soft(shift, `layout shift: ${nameOf(view)}`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        }
      }
    },
  );
});
