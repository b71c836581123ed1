/**
 * `node tools/quality/passport.ts`: how long the passport of a long document takes in a browser until it can be read, and until
 * its pages are drawn, beside a page with nothing but pdf.js that draws the first page of the same file.
 *
 * The service is the one of `npm start`, by DATA_DIR/dev.json.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '#test/support/chromium.ts';
import { send } from '#tools/bench/service/load.ts';
import { runningService } from '#tools/installation.ts';
import { percentile } from '#tools/figures.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    /** The number of measurements of each. */
    runs: { type: 'string', default: '5' },
  },
});
const pages = Number(values.pages);
const runs = Number(values.runs);

const { baseUrl, apiKey, portal } = runningService();

const program = findChromium();
if (program === null) throw new Error('There is no Chromium on the PATH.');

/** The same code as in the examples of pdf.js. */
const PLAIN_PAGE = `<!doctype html><title>pdf.js</title><canvas></canvas><script type="module">
  import { getDocument, GlobalWorkerOptions } from './pdf.mjs';
  GlobalWorkerOptions.workerSrc = './pdf.worker.mjs';
  const { promise } = getDocument({ url: './document.pdf' });
  const page = await (await promise).getPage(1);
  const canvas = document.querySelector('canvas');
  const viewport = page.getViewport({ scale: 1 });
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  await page.render({ canvas, viewport }).promise;
  canvas.dataset.drawn = '';
</script>`;

const bytes = await longDocument();
console.log(`a document of ${pages} pages and ${Math.round(bytes.length / 1024)} KiB, ${runs} times each`);
const submissionId = await send(baseUrl, apiKey, bytes);
const browser = await chromium.launch({ executablePath: program, chromiumSandbox: process.getuid?.() !== 0 });
try {
  const passports = await measurePassport(browser);
  print(
    'passport, its verdict and facts',
    passports.map(({ readable }) => readable),
  );
  print(
    'passport, its pages drawn',
    passports.map(({ drawn }) => drawn),
  );
  print('pdf.js alone, its first page drawn', await measurePdfjs(browser));
} finally {
  await browser.close();
}

async function longDocument(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage();
    for (let line = 0; line < 45; line++) {
      const text = `Page ${number}, line ${line + 1}: the words of a contract that goes on for a while.`;
      page.drawText(text, { x: 50, y: 780 - 16 * line, size: 11, font });
    }
  }
  return pdf.save();
}

interface Passport {
  readonly readable: number;
  readonly drawn: number;
}

/** The time from the request of the page, for a signed-in member with the scripts in the browser cache. */
async function measurePassport(within: Browser): Promise<Passport[]> {
  const page = await within.newPage();
  const address = `${baseUrl}/portal/#/documents/${submissionId}`;
  await page.goto(address);
  await page.getByLabel('E-mail address').fill(portal.email);
  await page.locator('input[name=password]').fill(portal.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('canvas').nth(1).waitFor();
  const measured: Passport[] = [];
  for (let run = 0; run < runs; run++) {
    await page.goto('about:blank');
    const startedAt = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('region', { name: 'Verdict' }).waitFor();
    const readable = performance.now() - startedAt;
    await page.locator('canvas').nth(1).waitFor();
    measured.push({ readable, drawn: performance.now() - startedAt });
  }
  return measured;
}

/** Loads the file, a worker, and one page on a canvas. */
async function measurePdfjs(within: Browser): Promise<number[]> {
  const require = createRequire(import.meta.url);
  const script = (name: string) => readFileSync(require.resolve(`pdfjs-dist/legacy/build/${name}`));
  const files: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
    '/': ['text/html', PLAIN_PAGE],
    '/pdf.mjs': ['text/javascript', script('pdf.mjs')],
    '/pdf.worker.mjs': ['text/javascript', script('pdf.worker.mjs')],
    '/document.pdf': ['application/pdf', bytes],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.setHeader('Content-Type', type).setHeader('Cache-Control', 'max-age=60').end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const page = await within.newPage();
  const measured: number[] = [];
  for (let run = 0; run <= runs; run++) {
    await page.goto('about:blank');
    const startedAt = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('canvas[data-drawn]').waitFor();
    // The first run fills the cache.
    if (run > 0) measured.push(performance.now() - startedAt);
  }
  server.close();
  server.closeAllConnections();
  return measured;
}

function print(what: string, milliseconds: readonly number[]): void {
  const [median, most] = [percentile(milliseconds, 0.5), Math.max(...milliseconds)].map((ms) => Math.round(ms));
  console.log(`${what.padEnd(36)} ${median} ms in the middle, ${most} ms at most`);
}
