/** Other PDF writers, each as a command that saves one file again. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, installed, type Probed, run, runNow } from '#tools/quality/programs.ts';
import { findJavaLauncher } from './java.ts';

export interface Writer extends Probed {
  command(input: string, output: string): Command;
  /** The share of re-saves that must converge, if it is not the default. */
  readonly goal?: number;
  /** Changes of the writer beyond the form of the file. Such misses count as explained. */
  readonly changes?: readonly Change[];
}

export type Change =
  | 'rounds numbers'
  | 'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds'
  | 'makes one of equal annotations, structure elements or layers'
  | 'drops the line end at the end of unfiltered streams'
  | 'drops the page mode'
  | 'drops default colour spaces, and profiles of output intents of pages'
  | 'takes names for text of an encoding it guesses, and writes them in UTF-8'
  | 'finds objects by scanning, also those that no cross-reference names'
  | 'keeps colours of fields in 256 levels'
  | 'empties text fields whose value is a number'
  | 'adds resources of the page tree to pages that have their own'
  | 'writes number signs in names as they are, so that escapes are read (7.3.5)'
  | 'respells keys of name trees'
  | 'drops fonts that content uses'
  | 'takes white space between hexadecimal digits for digits (7.3.4.3)'
  | 'drops XMP metadata that are not within the element x:xmpmeta';

const MUPDF_CHANGES: readonly Change[] = [
  'rounds numbers',
  'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds',
  'makes one of equal annotations, structure elements or layers',
];

const QPDF_CHANGES: readonly Change[] = ['writes number signs in names as they are, so that escapes are read (7.3.5)'];

const PDFBOX_CHANGES: readonly Change[] = ['keeps carriage returns in strings, which 7.3.4.2 reads as line feeds'];

const OPENPDF_CHANGES: readonly Change[] = ['drops XMP metadata that are not within the element x:xmpmeta'];

const MAX_BYTES = 100 * 1024 * 1024;

function qpdf(name: string, ...options: string[]): Writer {
  return {
    name: `qpdf ${name}`,
    probe: ['qpdf', '--version'],
    command: (input, output) => ['qpdf', '--warning-exit-0', ...options, input, output],
    goal: 1,
    changes: QPDF_CHANGES,
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

const WRITERS: readonly Writer[] = [
  qpdf('plain'),
  qpdf('--linearize', '--linearize'),
  qpdf('object streams', '--object-streams=generate', '--recompress-flate', '--compression-level=1'),
  qpdf('uncompressed', '--object-streams=disable', '--stream-data=uncompress', '--decode-level=generalized'),
  qpdf('--qdf', '--qdf'),
  qpdf('--recompress-flate', '--recompress-flate', '--object-streams=preserve'),
  qpdf('AES-256', '--encrypt', '', 'owner', '256', '--'),
  qpdf('RC4', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--'),
  qpdf('--coalesce-contents', '--coalesce-contents'),
  mutool(),
  mutool('-gggg', '-z'),
  mutool('-a', '-z'),
  // It rewrites content with other operators and rounded numbers, so its result is only listed.
  { ...mutool('-s'), goal: 0 },
  {
    ...python(
      'pikepdf',
      'pikepdf',
      'pikepdf.open(sys.argv[1]).save(sys.argv[2], object_stream_mode=pikepdf.ObjectStreamMode.generate)',
      QPDF_CHANGES,
    ),
    goal: 1,
  },
  python('pypdf', 'pypdf', 'pypdf.PdfWriter(clone_from=sys.argv[1]).write(sys.argv[2])', [
    'rounds numbers',
    'takes names for text of an encoding it guesses, and writes them in UTF-8',
    'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds',
  ]),
  python('PyMuPDF garbage 3', 'pymupdf', 'pymupdf.open(sys.argv[1]).save(sys.argv[2], garbage=3)', [
    ...MUPDF_CHANGES,
    'drops the page mode',
  ]),
  python('PyMuPDF garbage 4', 'pymupdf', 'pymupdf.open(sys.argv[1]).save(sys.argv[2], garbage=4, deflate=True)', [
    ...MUPDF_CHANGES,
    'drops the page mode',
  ]),
  {
    name: 'pdf-lib',
    probe: [process.execPath, '--version'],
    command: (input, output) => [process.execPath, join(import.meta.dirname, 'save-with-pdf-lib.ts'), input, output],
    changes: [
      'drops the line end at the end of unfiltered streams',
      'finds objects by scanning, also those that no cross-reference names',
    ],
  },
  {
    name: 'pdf.js save',
    probe: [process.execPath, '--input-type=module', '--eval', "import 'pdfjs-dist/legacy/build/pdf.mjs'"],
    command: (input, output) => [process.execPath, join(import.meta.dirname, 'save-with-pdfjs.ts'), input, output],
    changes: ['keeps colours of fields in 256 levels', 'empties text fields whose value is a number'],
  },
  {
    name: 'pdfcpu optimize',
    probe: ['pdfcpu', 'version'],
    command: (input, output) => ['pdfcpu', 'optimize', '-q', input, output],
    changes: [
      'rounds numbers',
      'drops default colour spaces, and profiles of output intents of pages',
      'adds resources of the page tree to pages that have their own',
      'respells keys of name trees',
      'drops fonts that content uses',
      'takes white space between hexadecimal digits for digits (7.3.4.3)',
    ],
  },
];

/** A Java program that saves a file again, once for each mode. */
async function javaWriters(
  name: 'PDFBox' | 'OpenPDF',
  modes: readonly string[],
  changes: readonly Change[],
  report: (detail: string) => void,
): Promise<readonly Writer[]> {
  const launch = await findJavaLauncher(name, report);
  if (!launch) return [];
  return modes.map((mode) => ({
    name: `${name} ${mode}`.trim(),
    probe: [launch[0], '-version'],
    command: (input, output) => [...launch, 'SaveAgain', input, output, mode],
    changes,
  }));
}

/** Returns the installed writers. Each missing one is reported by name. */
export async function findWriters(report: (detail: string) => void): Promise<readonly Writer[]> {
  const present = installed(WRITERS, report);
  const pdfbox = await javaWriters('PDFBox', ['', 'plain'], PDFBOX_CHANGES, report);
  const openpdf = await javaWriters('OpenPDF', ['', 'compressed'], OPENPDF_CHANGES, report);
  return [...present, ...pdfbox, ...openpdf];
}

/** Returns whether the writer made a file within the size limit of the service. */
export async function save(writer: Writer, input: string, output: string): Promise<boolean> {
  const [program, ...args] = writer.command(input, output);
  const { status } = await run(program, args);
  const made = statSync(output, { throwIfNoEntry: false });
  return status === 0 && made?.isFile() === true && made.size <= MAX_BYTES;
}

/**
 * The faults that native qpdf finds, or null. Writers repair damaged files in different ways, and a file that the
 * writer damaged is no evidence about the engine.
 */
export function complaintAbout(path: string): string | null {
  const { status, stdout, stderr } = runNow('qpdf', ['--check', path]);
  if (status === 0) return null;
  const [first = `qpdf --check ends with ${status}`] = `${stderr}${stdout.toString()}`.split('\n').filter(Boolean);
  return first.replace(path, 'it').slice(0, 160);
}
