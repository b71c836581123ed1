import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { ownFolder } from '#test/support/folder.ts';
import { writeOutput } from './outputs.ts';

const CLI = resolve(import.meta.dirname, '../../cli.ts');
const ORIGINAL = helloPage('Original');

let folder: string;
beforeEach(() => {
  folder = ownFolder(onTestFinished);
  put('in.pdf', ORIGINAL);
});

function put(name: string, content: Uint8Array | string): void {
  writeFileSync(join(folder, name), content);
}

function fixpoint(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const normalize = (...args: readonly string[]) => fixpoint('normalize', ...args);
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
const untouched = (): void => expect(read('in.pdf')).toEqual(ORIGINAL);

describe('an output that is an input', () => {
  it.each([
    ['by its name', ['in.pdf', '-o', '.'], (): void => undefined],
    ['by its folder’s other name', ['in.pdf', '-o', 'same'], () => symlinkSync('.', join(folder, 'same'))],
    [
      'behind a symbolic link',
      ['in.pdf', '-o', 'out'],
      () => {
        mkdirSync(join(folder, 'out'));
        symlinkSync('../in.pdf', join(folder, 'out/in.pdf'));
      },
    ],
    [
      // As a file system that knows no case has one file under both names.
      'under a second name of the same file',
      ['IN.PDF', '-o', '.'],
      () => ['IN.PDF', 'IN.pdf'].forEach((name) => linkSync(join(folder, 'in.pdf'), join(folder, name))),
    ],
    [
      'and another one of the same call',
      ['more/in.pdf', 'in.pdf', '-o', '.'],
      () => {
        mkdirSync(join(folder, 'more'));
        put('more/in.pdf', helloPage('Another'));
      },
    ],
  ] as const)('is refused, %s', (_, args, prepare) => {
    prepare();
    linkSync(join(folder, 'in.pdf'), join(folder, 'kept'));
    for (const force of [[], ['--force']]) {
      const { status, stderr } = normalize(...args, ...force);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(' is the input ') });
    }
    untouched();
    expect(read('kept')).toEqual(ORIGINAL);
  });

  it('is refused where it is a report', () => {
    put('scan.json', ORIGINAL);
    const { status, stderr } = normalize('scan.json', '-o', 'out', '--reports', '.', '--force');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'scan.json is the input scan.json: choose another folder.\n',
    });
    expect(read('scan.json')).toEqual(ORIGINAL);
    expect(readdirSync(folder)).not.toContain('out');
  });
});

describe('an output that exists', () => {
  it('stays unless forced, and so do all others of the call', () => {
    mkdirSync(join(folder, 'out'));
    put('out/in.pdf', 'precious');
    put('other.pdf', ORIGINAL);
    const { status, stderr } = normalize('other.pdf', 'in.pdf', '-o', 'out');
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'out/in.pdf exists: --force replaces it.\n' });
    expect(readdirSync(join(folder, 'out'))).toEqual(['in.pdf']);
    expect(normalize('other.pdf', 'in.pdf', '-o', 'out', '--force').status).toBe(0);
    expect(Buffer.from(read('out/in.pdf')).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['in.pdf', 'other.pdf']);
  });

  it('stays when it is a report, and when it is a link to nowhere', () => {
    mkdirSync(join(folder, 'out'));
    put('out/in.json', 'precious');
    expect(normalize('in.pdf', '-o', 'out', '--reports', 'out').stderr).toContain('out/in.json exists');
    symlinkSync('nowhere', join(folder, 'out/in.pdf'));
    expect(normalize('in.pdf', '-o', 'out').stderr).toContain('out/in.pdf exists');
  });

  it('stays when it comes to exist while the document is normalized', async () => {
    const path = join(folder, 'late.pdf');
    put('late.pdf', 'precious');
    await expect(writeOutput(path, 'ours', false)).rejects.toThrow('file already exists');
    expect(readFileSync(path, 'utf8')).toBe('precious');
    await writeOutput(path, 'ours', true);
    expect(readFileSync(path, 'utf8')).toBe('ours');
    expect(readdirSync(folder).toSorted()).toEqual(['in.pdf', 'late.pdf']);
  });

  it('is never a folder', () => {
    mkdirSync(join(folder, 'out/in.pdf'), { recursive: true });
    expect(normalize('in.pdf', '-o', 'out', '--force').stderr).toBe('out/in.pdf is a folder.\n');
  });

  it('is a sentence where no folder can be made', () => {
    for (const nowhere of ['/proc/nope/deeper', 'in.pdf/out']) {
      const { status, stderr } = normalize('in.pdf', '-o', nowhere);
      expect([status, stderr.split(': ')[0]]).toEqual([2, `${nowhere} cannot be made a folder`]);
    }
  });
});

it('inputs of one name get outputs of their own, also where names differ by case alone', () => {
  mkdirSync(join(folder, 'more'));
  put('more/in.pdf', ORIGINAL);
  put('more/IN.pdf', ORIGINAL);
  const { status } = normalize('in.pdf', 'more/in.pdf', 'more/IN.pdf', '-o', 'out');
  expect(status).toBe(0);
  expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['IN-3.pdf', 'in-2.pdf', 'in.pdf']);
});

describe('what was found', () => {
  const forged = (): Uint8Array =>
    appendUpdate(signedHello(createSigner()), { 4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' } });

  it('stands beside the word for success', () => {
    put('forged.pdf', forged());
    const { status, stderr } = normalize('forged.pdf', 'in.pdf', '-o', 'out', '--signed-pdf-policy', 'strip');
    expect(status).toBe(0);
    expect(stderr.split('\n').filter(Boolean).toSorted()).toEqual([
      expect.stringMatching(
        /^SUCCESS {2}forged\.pdf {2}CHANGED AFTER SIGNING: Page 1 was changed after .+ signed it: “Hello, world” became “Pay 1,000,000”\. {2}\(risk critical, 1 finding\)$/,
      ),
      'SUCCESS  in.pdf',
    ]);
  });

  it('is in the line for programs', () => {
    put('forged.pdf', forged());
    const { stdout } = normalize('forged.pdf', '-o', 'out', '--ndjson');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'REJECTED',
      output: null,
      riskLevel: 'critical',
      overallSignatureStatus: 'SOME_INVALID',
    });
  });
});
