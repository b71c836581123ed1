/** run with cwd = worktree: node /work/h-eyes/.eyes-shoot.ts OUT */
import { readFileSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#test/support/chromium.ts';

const OUT = process.argv[2] ?? '/tmp/eyes2/shots';
const ONLY = new RegExp(process.argv[3] ?? '.');
mkdirSync(OUT, { recursive: true });
const state = JSON.parse(readFileSync(`${process.env['DATA_DIR']}/dev.json`, 'utf8'));
const base = state.baseUrl;
const key = state.apiKey;
const NAMES = ['forged', 'valid', 'ten', 'pq', 'recycled'];
const IDS = `${OUT}/ids.json`;
async function api(path: string, init: RequestInit = {}) {
  const r = await fetch(base + path, { ...init, headers: { 'X-Api-Key': key, ...(init.headers ?? {}) } });
  return r;
}
let ids: Record<string, any> = {};
if (existsSync(IDS)) ids = JSON.parse(readFileSync(IDS, 'utf8'));
else {
  const batch = await (await api('/api/batches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Five documents' }) })).json();
  ids['batch'] = batch.batchId;
  for (const name of NAMES) {
    const form = new FormData();
    form.set('signed_pdf_policy', 'strip');
    form.set('metadata', JSON.stringify({ filename: `${name}.pdf` }));
    form.set('batch_id', batch.batchId);
    form.set('file', new Blob([readFileSync(`/tmp/eyes/${name}.pdf`)]), `${name}.pdf`);
    const r = await api('/api/normalize', { method: 'POST', body: form, headers: { Prefer: 'respond-async', 'Idempotency-Key': `eyes-${name}-${Date.now()}` } });
    const body = await r.json();
    if (!body.submissionId) console.log(name, r.status, JSON.stringify(body).slice(0, 400));
    ids[name] = body.submissionId;
  }
  for (const name of NAMES) {
    for (let i = 0; i < 100; i++) {
      const s = await (await api(`/api/submissions/${ids[name]}`)).json();
      if (!['PENDING', 'IN_PROGRESS'].includes(s.status)) { console.log(name, s.status, s.verdict.kind, s.verdict.level, s.verdict.sentence, JSON.stringify(s.verdict.notes)); ids[`${name}-sha`] = s.normalized?.sha256; ids[`${name}-orig`] = s.original.sha256; break; }
      await new Promise((r) => setTimeout(r, 300));
    }
  }
  writeFileSync(IDS, JSON.stringify(ids));
}
for (const name of NAMES) {
  const r = await api(`/api/certificates/${ids[`${name}-sha`]}?original=${ids[`${name}-orig`]}`, { headers: { Accept: 'application/pdf' } });
  writeFileSync(`${OUT}/${name}-cert.pdf`, Buffer.from(await r.arrayBuffer()));
  const e = await api(`/api/submissions/${ids[name]}/evidence`);
  writeFileSync(`${OUT}/${name}.zip`, Buffer.from(await e.arrayBuffer()));
  writeFileSync(`${OUT}/${name}.json`, Buffer.from(await (await api(`/api/submissions/${ids[name]}/report`)).arrayBuffer()));
}
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--no-proxy-server'] });
async function signedIn(options: object): Promise<Page> {
  const { ticket } = await (await fetch(`${base}/api/development/tickets`, { method: 'POST' })).json();
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log('console:', m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log('pageerror:', e.message));
  await page.goto(`${base}/portal/#/ticket?ticket=${ticket}&next=%2F`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(1500);
  return page;
}
async function shot(page: Page, name: string, full = false) {
  await page.screenshot({ path: `${OUT}/${name}.png`, fullPage: full });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) console.log(name, 'overflows by', over);
}
async function go(page: Page, hash: string, wait = 2500) {
  await page.goto(`${base}/portal/#${hash}`);
  await page.waitForTimeout(wait);
}
const FORMS: [string, object][] = [
  ['wide', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 1 }],
  ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['phonedark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
];
for (const [form, options] of FORMS) {
  if (!ONLY.test(form)) continue;
  const page = await signedIn(options);
  const wants = (face: string) => ONLY.test(`${form}-${face}`) || process.argv[3] === undefined || ONLY.test(form) && process.argv[4] === undefined || process.argv[4] !== undefined && new RegExp(process.argv[4]).test(face);
  if (wants('overview')) { await go(page, '/'); await shot(page, `${form}-overview`, true); }
  if (wants('documents')) { await go(page, '/documents'); await shot(page, `${form}-documents`); }
  if (wants('batch')) { await go(page, `/batches/${ids['batch']}`); await shot(page, `${form}-batch`, true); }
  if (wants('audit')) { await go(page, '/audit'); await shot(page, `${form}-audit`); }
  for (const name of NAMES) {
    if (!wants(`passport-${name}`)) continue;
    if (form !== 'wide' && name !== 'forged') continue;
    await go(page, `/documents/${ids[name]}`, 6000);
    await shot(page, `${form}-passport-${name}`);
    await shot(page, `${form}-passport-${name}-full`, true);
    if (form === 'wide') {
      await page.emulateMedia({ media: 'print' });
      await page.waitForTimeout(500);
      writeFileSync(`${OUT}/print-passport-${name}.pdf`, await page.pdf({ format: 'A4', printBackground: true }));
      await page.emulateMedia({ media: null as never });
    }
  }
  if (wants('compare')) {
    await go(page, `/compare?a=${ids['valid']}&b=${ids['forged']}`, 2500);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForTimeout(9000);
    await shot(page, `${form}-compare`, true);
  }
  if (wants('webhooks')) {
    await go(page, '/webhooks');
    await shot(page, `${form}-webhooks`, true);
    await page.locator('main a[href*="#/webhooks/"]').first().click();
    await page.waitForTimeout(2500);
    await shot(page, `${form}-webhook`, true);
    const look = page.getByRole('button', { name: /Look at the delivery: A document is dangerous/ }).first();
    if (await look.count()) { await look.click(); await page.waitForTimeout(1500); await shot(page, `${form}-delivery`); }
  }
  await page.context().close();
}
if (ONLY.test('verify')) {
  for (const name of NAMES) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${base}/verify`);
    await page.waitForTimeout(1500);
    await page.locator('input[type=file]').first().setInputFiles(`${OUT}/${name}.zip`);
    await page.waitForTimeout(3000);
    await page.screenshot({ path: `${OUT}/verify-${name}.png` });
    await context.close();
  }
}
await browser.close();
