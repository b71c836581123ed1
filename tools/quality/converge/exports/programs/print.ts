/** `print.ts INPUT OUTPUT`: Chromium prints every page of a folder into a PDF. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '#test/support/chromium.ts';

const [input = '', output = ''] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await browser.newPage();
  for (const file of readdirSync(input).filter((name) => name.endsWith('.html'))) {
    await page.goto(`file://${join(input, file)}`);
    await page.pdf({ path: join(output, `${basename(file, '.html')}.pdf`), tagged: true, outline: true });
  }
} finally {
  await browser.close();
}
