import { afterAll, beforeAll, expect, it } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Desk, newDesk } from '#test/support/cli.ts';

let desk: Desk;
beforeAll(() => {
  desk = newDesk();
  desk.put('a.pdf', helloPage('One page'));
  desk.put('b.pdf', helloPage('One page', { 4: { stream: '' } }));
});
afterAll(() => desk.remove());

it('prints the number and both fingerprints of a page, and the name where there are several files', async () => {
  const one = await desk.run(['pages', 'a.pdf']);
  expect(one.stdout).toMatch(/^1 {2}[0-9a-f]{64} {2}[0-9a-f]{64}\n$/);
  const { stdout, status } = await desk.run(['pages', 'a.pdf', 'b.pdf']);
  expect(stdout).toMatch(/^1 {2}[0-9a-f]{64} {2}[0-9a-f]{64} {2}a\.pdf\n1 {2}[0-9a-f]{64} {2}-{64} {2}b\.pdf\n$/);
  expect(status).toBe(0);
});

it('prints one object a page as JSON, with the same fingerprints', async () => {
  const [line = ''] = (await desk.run(['pages', 'a.pdf'])).stdout.split('\n');
  const [, fingerprint, withoutMargins] = line.split('  ');
  const { stdout } = await desk.run(['pages', '--json', 'a.pdf']);
  expect(JSON.parse(stdout)).toEqual({ file: 'a.pdf', page: 1, fingerprint, withoutMargins });
});

it('names a file that cannot be read', async () => {
  desk.put('text.pdf', new Uint8Array(Buffer.from('no PDF')));
  const { stderr, stdout, status } = await desk.run(['pages', 'text.pdf', 'a.pdf']);
  expect({ stderr, status }).toEqual({ stderr: expect.stringMatching(/^FAILED {3}text\.pdf {2}NOT_A_PDF/), status: 3 });
  expect(stdout).toMatch(/^1 {2}/);
});
