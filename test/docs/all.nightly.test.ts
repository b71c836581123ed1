/** Tests every guide and every list of the documentation in every form: both colour schemes, narrow and wide. */
import { describe, expect, test } from 'vitest';
import { GUIDES } from '#api/docs/guides.ts';
import { violations } from '#test/support/axe.ts';
import { startApi } from '#test/support/api.ts';
import { hasBrowser, useBrowser } from '#test/support/browser.ts';
import { sidewaysScroll } from '#test/support/portal.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const LISTS = ['/docs', '/docs/plain', '/docs/events', '/docs/settings', '/problems', '/codes'];
const ENTRIES = [
  '/docs/operations/compare',
  '/docs/events/batch.completed',
  '/docs/settings/ACCEPT_RISKS',
  '/problems/validation_failed',
  '/codes/SHADOW_CONTENT_DETECTED',
];
const PATHS = [...Object.values(GUIDES).flatMap((names) => names.map((name) => `/docs/${name}`)), ...LISTS, ...ENTRIES];
const FORMS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme, width })),
);

describe('everybody can read', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  const api = started(() => startApi());

  test.each(FORMS)('all guides in $colorScheme, $width pixels wide', async ({ colorScheme, width }) => {
    const page = await visitors.newPage({ origins: [api.url], colorScheme, viewport: { width, height: 800 } });
    for (const path of PATHS) {
      const answer = await page.goto(api.url + path);
      expect.soft(answer?.status(), path).toBe(200);
      expect.soft(await violations(page), path).toEqual([]);
      expect.soft(await sidewaysScroll(page), `beyond the edge: ${path}`).toBe(0);
    }
  });
});
