/**
 * Programs that sign PDFs. `install.sh` installs packages for Python, Node and Go below `SHELF_HOME`. The libraries for
 * Java are downloaded by hash (`dev/parts/java.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findJavaProgram } from '#dev/parts/java.ts';
import { cacheDir } from '#dev/parts/programs.mjs';

type Command = readonly [program: string, ...args: string[]];

export interface Signer {
  readonly name: string;
  /** 0 is an approval; 1 to 3 are the levels of a certification (DocMDP). */
  readonly levels: readonly number[];
  command(input: string, output: string, level: number): Command;
}

/** The files of the identity that every program signs with. */
export interface Identity {
  readonly p12: string;
  readonly key: string;
  readonly certificate: string;
}

export const PASSWORD = 'password';

/** Signing programs that are left out, each with the reason. */
export const LEFT_OUT: readonly (readonly [name: string, reason: string])[] = [
  ['iText', 'it is under the AGPL, and so are the tests that its authors publish'],
  ['HexaPDF', 'it is under the AGPL'],
  ['TCPDF', 'it signs only documents that it makes'],
  ['setasign SetaPDF', 'it is sold'],
  ['LibreOffice', 'it signs only with certificates of a profile that a person made'],
  ['Adobe Acrobat', 'it is sold'],
  ['endesive', 'its dependency oscrypto does not load with OpenSSL 3'],
];

const HOME = process.env['SHELF_HOME'] ?? join(cacheDir(), 'shelf');
const PROGRAMS = join(import.meta.dirname, 'programs');
export const PYTHON = join(HOME, 'python/bin/python');

const APPROVAL = [0];
const LEVELS = [0, 1, 2, 3];

/** The installed programs. Each missing one is reported by name. */
export async function findSigners(
  { p12, key, certificate }: Identity,
  report: (detail: string) => void,
): Promise<readonly Signer[]> {
  const modules = join(HOME, 'node');
  const pdfsign = join(HOME, 'pdfsign');
  const python = (name: string, levels: readonly number[]): Signer => ({
    name,
    levels,
    command: (input, output, level) => [
      PYTHON,
      join(PROGRAMS, 'sign.py'),
      name.toLowerCase(),
      input,
      output,
      p12,
      PASSWORD,
      String(level),
    ],
  });
  const node = (name: string): Signer => ({
    name,
    levels: APPROVAL,
    command: (input, output) => [
      process.execPath,
      join(PROGRAMS, 'sign.mjs'),
      name,
      input,
      output,
      p12,
      PASSWORD,
      modules,
    ],
  });
  const found: Signer[] = [];
  const addWhere = (isInstalled: boolean, signer: Signer): void => {
    if (isInstalled) found.push(signer);
    else report(`${signer.name}: not installed`);
  };
  addWhere(existsSync(PYTHON), python('pyHanko', LEVELS));
  const java = await findJavaProgram({ name: 'Signers', directory: join(import.meta.dirname, 'java') }, report);
  for (const name of ['PDFBox', 'OpenPDF']) {
    if ('missing' in java) report(`${name}: not installed: ${java.missing}`);
    else
      found.push({
        name,
        levels: LEVELS,
        command: (input, output, level) => [
          java.java,
          '-Xmx256m',
          '-XX:TieredStopAtLevel=1',
          '-cp',
          java.classPath,
          'Sign',
          name.toLowerCase(),
          input,
          output,
          p12,
          PASSWORD,
          String(level),
        ],
      });
  }
  addWhere(existsSync(join(modules, 'node_modules/@signpdf/signpdf')), node('signpdf'));
  addWhere(existsSync(join(modules, 'node_modules/@libpdf/core')), node('libpdf'));
  addWhere(existsSync(pdfsign), {
    name: 'pdfsign',
    levels: LEVELS,
    command: (input, output, level) => [pdfsign, input, output, key, certificate, String(level)],
  });
  addWhere(existsSync(PYTHON), python('pdfsigner', APPROVAL));
  return found;
}

export function identityCommand(folder: string): Command {
  return [PYTHON, join(PROGRAMS, 'sign.py'), 'identity', folder];
}

/** Another person adds a signature with pyHanko to a signed file. */
export function secondSignature({ p12 }: Identity, input: string, output: string): Command {
  return [PYTHON, join(PROGRAMS, 'sign.py'), 'pyhanko', input, output, p12, PASSWORD, '0', 'Second'];
}

export function verifyCommand({ certificate }: Identity): Command {
  return [PYTHON, join(PROGRAMS, 'verify.py'), certificate];
}
