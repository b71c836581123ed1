/** Other PDF writers, each as a command that saves one file again. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

export interface Writer {
  readonly name: string;
  /** A program and arguments that succeed when the writer is installed. */
  readonly probe: readonly [string, ...string[]];
  command(input: string, output: string): readonly [string, ...string[]];
  /** What the writer is known to change beyond the file's form; such misses count as explained. */
  readonly changes?: readonly Change[];
}

export type Change =
  | 'rounds numbers'
  | 'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds'
  | 'makes one of equal annotations or structure elements'
  | 'drops the line end at the end of unfiltered streams'
  | 'drops the page mode'
  | 'drops default colour spaces'
  | 'respells keys of name trees';

const MUPDF_CHANGES: readonly Change[] = [
  'rounds numbers',
  'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds',
  'makes one of equal annotations or structure elements',
];

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 100 * 1024 * 1024;

function qpdf(name: string, ...options: string[]): Writer {
  return {
    name: `qpdf ${name}`,
    probe: ['qpdf', '--version'],
    command: (input, output) => ['qpdf', '--warning-exit-0', ...options, input, output],
  };
}

function mutool(...options: string[]): Writer {
  return {
    name: `mutool clean ${options.join(' ')}`.trim(),
    probe: ['mutool', '-v'],
    command: (input, output) => ['mutool', 'clean', ...options, input, output],
    changes: MUPDF_CHANGES,
  };
}

function python(name: string, module: string, script: string, changes: readonly Change[] = []): Writer {
  return {
    name,
    probe: ['python3', '-c', `import ${module}`],
    command: (input, output) => ['python3', '-c', `import sys, ${module}\n${script}`, input, output],
    changes,
  };
}

export const WRITERS: readonly Writer[] = [
  qpdf('plain'),
  qpdf('--linearize', '--linearize'),
  qpdf('object streams', '--object-streams=generate', '--recompress-flate', '--compression-level=1'),
  qpdf('uncompressed', '--object-streams=disable', '--stream-data=uncompress', '--decode-level=generalized'),
  qpdf('--qdf', '--qdf', '--normalize-content=n'),
  qpdf('AES-256', '--encrypt', '', 'owner', '256', '--'),
  qpdf('RC4', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--'),
  qpdf('--coalesce-contents', '--coalesce-contents'),
  mutool(),
  mutool('-gggg', '-z'),
  mutool('-a', '-z'),
  python(
    'pikepdf',
    'pikepdf',
    'pikepdf.open(sys.argv[1]).save(sys.argv[2], object_stream_mode=pikepdf.ObjectStreamMode.generate)',
  ),
  python('pypdf', 'pypdf', 'pypdf.PdfWriter(clone_from=sys.argv[1]).write(sys.argv[2])', [
    'rounds numbers',
    'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds',
  ]),
  python('PyMuPDF garbage 4', 'pymupdf', 'pymupdf.open(sys.argv[1]).save(sys.argv[2], garbage=4, deflate=True)', [
    ...MUPDF_CHANGES,
    'drops the page mode',
  ]),
  {
    name: 'pdf-lib',
    probe: [process.execPath, '--version'],
    command: (input, output) => [process.execPath, join(import.meta.dirname, 'save-with-pdf-lib.ts'), input, output],
    changes: ['drops the line end at the end of unfiltered streams'],
  },
  {
    name: 'pdfcpu optimize',
    probe: ['pdfcpu', 'version'],
    command: (input, output) => ['pdfcpu', 'optimize', '-q', input, output],
    changes: ['rounds numbers', 'drops default colour spaces', 'respells keys of name trees'],
  },
];

export function isInstalled({ probe: [program, ...args] }: Writer): boolean {
  return spawnSync(program, args, { timeout: TIMEOUT_MS }).status === 0;
}

/** Answers whether the writer made a file of it that is no larger than what the service takes. */
export function save(writer: Writer, input: string, output: string): boolean {
  const [program, ...args] = writer.command(input, output);
  const { status } = spawnSync(program, args, { timeout: TIMEOUT_MS, stdio: 'ignore' });
  return (
    status === 0 && statSync(output, { throwIfNoEntry: false })?.isFile() === true && statSync(output).size <= MAX_BYTES
  );
}

/** Whether native qpdf has nothing to mend: what another writer makes of a damaged file is a matter of taste. */
export function isSound(path: string): boolean {
  return spawnSync('qpdf', ['--check', path], { timeout: TIMEOUT_MS, stdio: 'ignore' }).status === 0;
}
