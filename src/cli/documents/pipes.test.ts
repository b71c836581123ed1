/** Documents that come and go through pipes. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { CLI, type Desk, newDesk } from '#test/support/cli.ts';

const SIGNED = new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../fixtures/pdf/signed.pdf')));

let desk: Desk;
beforeEach(() => (desk = newDesk()));
afterEach(() => desk.remove());

it('a pipe equals the file', { timeout: 120_000 }, async () => {
  desk.put('in.pdf', SIGNED);
  const strip = ['--signed-pdf-policy', 'strip'];
  const input = SIGNED;
  const ended = await desk.run(['normalize', 'in.pdf', '-o', 'new/out.pdf', '--reports', 'out.json', ...strip]);
  expect(ended).toMatchObject({ status: 0, stdout: '', stderr: expect.stringMatching(/^SUCCESS {2}in\.pdf/) });
  const file = desk.read('new/out.pdf');
  const piped = await Promise.all([
    desk.bytes(['normalize', '-', ...strip], { input }),
    desk.bytes(['normalize', 'in.pdf', '-o', '-', ...strip]),
  ]);
  for (const bytes of piped) expect(bytes).toEqual(file);
  await desk.run(['normalize', '-', '-o', 'dir', '--reports', '.', ...strip], { input });
  expect(desk.read('dir/stdin.pdf')).toEqual(file);
  expect(desk.read('stdin.json')).toEqual(desk.read('out.json'));
  const hashed = await desk.run(['hash', '-', ...strip], { input });
  expect(hashed.stdout).toBe(`${createHash('sha256').update(file).digest('hex')}\n`);
});

it('what a shell passes as a pipe is read as one', () => {
  desk.put('in.pdf', helloPage('Piped'));
  const command = `'${process.execPath}' '${CLI}' diff <(cat in.pdf) in.pdf --exit-code`;
  const { status, stdout } = spawnSync('bash', ['-c', command], { cwd: desk.folder, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'No difference was found.\n' });
});

it('a pipe that cannot be written is a failure, and so is a full disk', () => {
  desk.put('in.pdf', helloPage('Lost'));
  for (const [command, sentence] of [
    [
      'normalize in.pdf -o -',
      /^FAILED {3}in\.pdf {2}OUTPUT_UNWRITABLE: Standard output cannot be written: no space left on device\.$/m,
    ],
    ['hash in.pdf', /^fixpoint: Standard output cannot be written: no space left on device\.$/m],
  ] as const) {
    const script = `'${process.execPath}' '${CLI}' ${command} > /dev/full`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { cwd: desk.folder, encoding: 'utf8' });
    expect(status).toBe(5);
    expect(stderr).toMatch(sentence);
  }
});

it('of several files each hash has its name, in their order, and what has none is told apart', async () => {
  for (const name of ['b.pdf', 'a.pdf']) desk.put(name, helloPage(name));
  desk.put('text.pdf', 'no PDF');
  const { status, stdout, stderr } = await desk.run(['hash', 'b.pdf', 'text.pdf', 'a.pdf', '--jobs', '2']);
  expect(stdout.split('\n').map((line) => line.slice(64))).toEqual(['  b.pdf', '  a.pdf', '']);
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: expect.stringMatching(/^FAILED {3}text\.pdf {2}NOT_A_PDF: /),
  });
});

it('a name cannot command the terminal', async () => {
  const name = 'red\u001b[31m\u202e.pdf';
  desk.put(name, helloPage('Red'));
  const { stderr } = await desk.run(['normalize', name, '-o', 'out']);
  expect(stderr).toBe('SUCCESS  red\ufffd[31m\ufffd.pdf\n');
});

it('a hundred files are a line each in a pipe, and nothing else', { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 100 }, (_, index) => `file-${index}.pdf`);
  for (const name of names) desk.put(name, helloPage('The same'));
  const { status, stdout, stderr } = await desk.run(['normalize', ...names, '-o', 'out', '--jobs', '2']);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr.trim().split('\n').toSorted()).toEqual(names.map((name) => `SUCCESS  ${name}`).toSorted());
  expect(readdirSync(join(desk.folder, 'out'))).toHaveLength(100);
});

it('a file that is its own canonical form is let through by --check, and nothing is written', async () => {
  desk.put('in.pdf', helloPage('Checked'));
  await desk.run(['normalize', 'in.pdf', '-o', 'out.pdf']);
  const { status, stdout } = await desk.run(['normalize', 'out.pdf', 'in.pdf', '--check', '--ndjson']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(1);
  expect(lines).toMatchObject([
    { file: 'out.pdf', canonical: true, output: null },
    { file: 'in.pdf', canonical: false, output: null },
  ]);
  expect(readdirSync(desk.folder).toSorted()).toEqual(['in.pdf', 'out.pdf']);
});
