/**
 * `npm run docs:screenshots [-- PREFIX]`: takes the pictures of `docs/images` from the demo of a running service (`npm start`),
 * those of the portal in both schemes of colours. Ids and times are in them, so that every run changes them.
 */
import { join } from 'node:path';
import { makeDirectory } from '#dev/files.ts';
import { FORGED_CONTRACT } from '#dev/demo/stories.ts';
import { newTicket, ticketUrl } from '#dev/demo/tickets.ts';
import { submissionWorkflowId } from '#domain/submission.ts';
import { viewLink, VIEWS } from '#temporal/views.ts';
import { findChromium } from '#test/support/chromium.ts';
import { runningService } from '#tools/installation.ts';
import { type Browser, chromium, type Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../../docs/images');
const SCHEMES = ['light', 'dark'] as const;
/** The width of a page of the documentation, and a height that fits on a screen. */
const SIZE = { width: 1280, height: 860 };
const PATIENCE_MS = 20_000;

interface Picture {
  readonly name: string;
  /** The portal after the sign-in, or a page of the service itself. */
  readonly page: string;
  readonly isPortal: boolean;
  /** The heading at the top of the picture, if it does not start at the top of the page. */
  readonly heading?: string;
}

async function main(): Promise<void> {
  const { baseUrl, temporalUi, demo } = runningService();
  const [prefix = ''] = process.argv.slice(2);
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no chromium on the PATH.');
  const contract = demo?.submissions[FORGED_CONTRACT];
  if (contract === undefined) throw new Error('The demo organization is not filled yet.');
  makeDirectory(FOLDER);
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    for (const picture of pictures(contract).filter(({ name }) => name.startsWith(prefix))) {
      for (const scheme of SCHEMES) await take(browser, baseUrl, picture, scheme);
    }
    if (temporalUi) await takeTemporal(browser, temporalUi, contract, prefix);
  } finally {
    await browser.close();
  }
}

function pictures(contract: string): readonly Picture[] {
  const passport = { page: `/documents/${contract}`, isPortal: true };
  return [
    { name: 'start', page: '/', isPortal: false },
    { name: 'overview', page: '/', isPortal: true },
    { name: 'documents', page: '/documents', isPortal: true },
    { name: 'passport', ...passport },
    { name: 'passport-revisions', ...passport, heading: 'Revisions and signatures' },
  ];
}

async function take(
  browser: Browser,
  baseUrl: string,
  { name, page: path, isPortal, heading }: Picture,
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(isPortal ? ticketUrl(baseUrl, await newTicket(baseUrl), path) : baseUrl + path);
  await untilStill(page);
  if (heading !== undefined) {
    await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView());
    // The bar at the top covers this height.
    await page.mouse.wheel(0, -76);
    await untilStill(page);
  }
  const file = `${name}-${colorScheme}.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  await context.close();
  console.log(`docs/images/${file}`);
}

/** The view of operators: the executions without periodic ones, and the details of one document. */
async function takeTemporal(browser: Browser, ui: string, contract: string, prefix: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const pages = [
    {
      name: 'temporal-documents',
      path: viewLink(VIEWS[0]),
      ready: () => page.getByText('Saved Views').first().waitFor({ timeout: PATIENCE_MS }),
    },
    {
      name: 'temporal-document',
      path: `/namespaces/default/workflows/${submissionWorkflowId(contract)}`,
      ready: () => page.getByText('User Metadata').click({ timeout: PATIENCE_MS }),
    },
  ];
  for (const { name, path, ready } of pages.filter((one) => one.name.startsWith(prefix))) {
    await page.goto(ui + path);
    await ready();
    await page.waitForTimeout(2_000);
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  }
  await context.close();
}

/** Waits until nothing loads. Pages that poll always have another request later. */
async function untilStill(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Loading', { exact: true }).last().waitFor({ state: 'hidden' });
  await page.waitForTimeout(500);
}

await main();
