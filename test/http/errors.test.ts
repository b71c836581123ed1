/** Tests that the catalogue of codes, its page in the documentation and its web pages agree. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CODE_KINDS } from '#domain/codes/codes.ts';
import { ERRORS } from '#domain/problem-codes.ts';
import { codeTables } from '#tools/generate/docs/tables.ts';
import { pdfSaying, problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());

test('the tables of the documentation are what the catalogues say (to mend: node tools/generate/docs/write-tables.ts)', async () => {
  const codes = await readFile('docs/codes.md', 'utf8');
  expect(codes.slice(codes.indexOf('## '))).toBe(codeTables());
});

test('the type of a problem leads to a page about its code', async () => {
  const problem = await problemOf(await api.get('/nowhere', null));
  const { pathname } = new URL(String(problem['type']));
  const page = await api.get(pathname, null);
  expect(page.headers.get('content-type')).toMatch('text/html');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(await page.text()).toMatch(ERRORS.not_found.title);
});

test('every code has its page, and the list leads to it', async () => {
  const list = await (await api.get('/problems', null)).text();
  for (const code of Object.keys(ERRORS)) {
    expect(list).toMatch(`href="/problems/${code}"`);
    expect((await api.get(`/problems/${code}`, null)).status).toBe(200);
  }
  expect((await api.get('/problems/no_such_code', null)).status).toBe(404);
});

test('every code of results and reports has its page, and the list leads to it', async () => {
  const list = await (await api.get('/codes', null)).text();
  expect(list).toContain('<h1>Codes of reports</h1>');
  for (const [code, { title }] of CODE_KINDS.flatMap(({ codes }) => [...codes])) {
    expect(list).toMatch(`href="/codes/${code}"`);
    const page = await api.get(`/codes/${code}`, null);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(`<h1>${title}</h1>`);
  }
  expect((await api.get('/codes/NO_SUCH_CODE', null)).status).toBe(404);
});

test('every code is met by a test', async () => {
  const files = globSync(['test/**/*.ts', 'src/**/*.test.ts']);
  const sources = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  const unmet = Object.keys(ERRORS).filter(
    (code) => !sources.some((source) => new RegExp(`['"]${code}['"]`).test(source)),
  );
  expect(unmet).toEqual([]);
});

test('a fault of ours tells the id of the request, and nothing of the fault', async () => {
  const lines: string[] = [];
  const broken = await startApi({ log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) });
  const tenant = await broken.newTenant();
  Reflect.set(broken.artifacts, 'presignedGet', () => Promise.reject(new Error('a secret of the store')));
  const response = await broken.postForm(pdfSaying('fault'), tenant, {}, { 'X-Request-Id': 'fault-1' });
  const problem = await problemOf(response);
  expect(problem).toMatchObject({
    status: 500,
    code: 'internal_error',
    requestId: response.headers.get('x-request-id'),
  });
  expect(JSON.stringify(problem)).not.toContain('secret');
  await broken.close();
  const logged = lines.filter((line) => line.includes(problem.requestId));
  expect(logged.some((line) => line.includes('a secret of the store'))).toBe(true);
  expect(logged.some((line) => line.includes('"clientRequestId":"fault-1"'))).toBe(true);
});
