import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';

const DEMO = join(import.meta.dirname, '../../../fixtures/demo');

let desk: Desk;
beforeAll(() => {
  desk = newDesk();
  desk.put('a.pdf', helloPage('Before'));
  desk.put('b.pdf', helloPage('After'));
});
afterAll(() => desk.remove());

it('tells what differs in lines, the gravest first', async () => {
  const { status, stdout } = await desk.run(['diff', 'a.pdf', 'b.pdf']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d changes?, major\npages\n/);
});

it('has the words that changed on a page', async () => {
  desk.put('signed.pdf', helloPage('The fee is EUR 4,800 a month'));
  desk.put('forged.pdf', helloPage('The fee is EUR 48,000 a month'));
  const { stdout } = await desk.run(['diff', 'signed.pdf', 'forged.pdf']);
  expect(stdout).toContain('  ~ page 1: “4,800” became “48,000”.\n');
});

it('lists the number of objects where the number of changes counts it', async () => {
  const fixtures = ['contract-signed.pdf', 'contract-changed-after-signing.pdf'].map((name) => join(DEMO, name));
  const { stdout } = await desk.run(['diff', ...fixtures]);
  expect(stdout).toMatch(/^2 changes, major\npages\n {2}~ page 1: .*\nobjects\n {2}10 before, 11 now\n/);
});

it('is the report of the API as JSON', async () => {
  const { stdout } = await desk.run(['diff', '--json', 'a.pdf', 'b.pdf']);
  expect(JSON.parse(stdout)).toMatchObject({ summary: { identical: false, severity: 'major' }, pages: { totalA: 1 } });
});

it('finds no difference between a document and itself saved otherwise, where both are normalized first', async () => {
  await desk.run(['normalize', 'a.pdf', '-o', 'canonical.pdf']);
  const { stdout, status } = await desk.run(['diff', '--normalize-first', '--exit-code', 'a.pdf', 'canonical.pdf']);
  expect({ stdout, status }).toEqual({
    stdout: expect.stringMatching(
      /^No difference was found\.\nIgnored: .* and order, numbering and compression of objects\.\n$/,
    ),
    status: 0,
  });
});

it('names the one of the two that cannot be read', async () => {
  desk.put('broken.pdf', buildPdf({ 1: '<</Type/Catalog>>' }));
  const { status, stderr } = await desk.run(['diff', 'a.pdf', 'broken.pdf']);
  expect({ status, stderr }).toEqual({
    status: 5,
    stderr: expect.stringMatching(/^FAILED {3}broken\.pdf {2}[A-Z_]+: /),
  });
});
