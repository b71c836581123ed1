/** The findings of axe on a page: violations of WCAG 2.0 to 2.2, levels A and AA, and of good practice. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  // The frame that draws documents has its own origin and contains only pictures.
  iframes: false,
};

/** One line for each faulty element, with the rule and the fault. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const { violations: found }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  );
}
