/**
 * Programs that make PDFs, each with the commands that export a folder of sources. `install.sh` installs them: by the
 * system's package manager, and as packages for Python, Node, Go and Rust below `EXPORTS_HOME`. `java.ts` installs
 * PDFBox and OpenPDF.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheDir } from '#dev/parts/programs.mjs';
import { findChromium } from '#test/support/chromium.ts';
import { findJavaLauncher } from '#tools/quality/converge/java.ts';
import { type Command, installed, type Probed } from '#tools/quality/programs.ts';

export interface Program extends Probed {
  /** The commands run one after the other in the folder of the sources. */
  commands(input: string, output: string): readonly Command[];
}

const HOME = process.env['EXPORTS_HOME'] ?? join(cacheDir(), 'exports');
const SCRIPTS = join(import.meta.dirname, 'programs');
const PYTHON = join(HOME, 'python/bin/python');

function python(name: string, library: string, module: string): Program {
  return {
    name,
    probe: [PYTHON, '-c', `import importlib.util as u, sys; sys.exit(u.find_spec('${module}') is None)`],
    commands: (input, output) => [[PYTHON, join(SCRIPTS, 'draw.py'), library, input, output]],
  };
}

function node(name: string): Program {
  const modules = join(HOME, 'node');
  return {
    name,
    probe: ['ls', join(modules, 'node_modules', name === 'react-pdf' ? '@react-pdf/renderer' : name)],
    commands: (input, output) => [[process.execPath, join(SCRIPTS, 'draw.mjs'), name, input, output, modules]],
  };
}

function php(name: string, folder: string): Program {
  return {
    name,
    probe: ['ls', `/usr/share/php/${folder}`],
    commands: (input, output) => [['php', join(SCRIPTS, 'draw.php'), folder, input, output]],
  };
}

function perl(library: string): Program {
  return {
    name: library,
    probe: ['perl', `-M${library}`, '-e', '1'],
    commands: (input, output) => [['perl', join(SCRIPTS, 'draw.pl'), library, input, output]],
  };
}

function go(name: string, library: string): Program {
  const program = join(HOME, 'go/draw');
  return { name, probe: ['ls', program], commands: (input, output) => [[program, library, input, output]] };
}

/** A program that exports one file with one command. */
function each(
  name: string,
  probe: Command,
  ending: string,
  command: (source: string, target: string, output: string) => Command,
): Program {
  const endsRight = (file: string): boolean => file.endsWith(`.${ending}`);
  return {
    name,
    probe,
    commands: (input, output) =>
      readdirSync(input)
        .filter(endsRight)
        .map((file) => command(join(input, file), join(output, `${basename(file, `.${ending}`)}.pdf`), output)),
  };
}

function latex(name: string, program: string, ending: string): Program {
  return each(name, [program, '--version'], ending, (source, _, output) => {
    const job = basename(source, `.${ending}`);
    return [program, '-interaction=batchmode', `-output-directory=${output}`, `-jobname=${job}`, source];
  });
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'Chromium',
    probe: ['ls', findChromium() ?? 'chromium'],
    commands: (input, output) => [[process.execPath, join(SCRIPTS, 'print.ts'), input, output]],
  },
  {
    name: 'LibreOffice',
    probe: ['soffice', '--version'],
    commands: (input, output) => {
      const pages = readdirSync(input).filter((file) => file.endsWith('.html'));
      const profile = `-env:UserInstallation=file://${join(output, 'profile')}`;
      const filter = 'pdf:writer_web_pdf_Export';
      return [['soffice', profile, '--headless', '--convert-to', filter, '--outdir', output, ...pages]];
    },
  },
  each('wkhtmltopdf', ['wkhtmltopdf', '--version'], 'html', (source, target) => {
    return ['wkhtmltopdf', '--quiet', '--enable-local-file-access', '--enable-forms', source, target];
  }),
  python('WeasyPrint', 'weasyprint', 'weasyprint'),
  python('xhtml2pdf', 'xhtml2pdf', 'xhtml2pdf'),
  php('Dompdf', 'dompdf'),
  python('Typst', 'typst', 'typst'),
  latex('pdfLaTeX', 'pdflatex', 'tex'),
  latex('XeLaTeX', 'xelatex', 'xtex'),
  latex('LuaLaTeX', 'lualatex', 'xtex'),
  each('groff', ['groff', '--version'], 'ms', (source, target) => [
    ...(['sh', '-c', 'groff -Tpdf -t -k -ms -mpdfmark "$0" > "$1" 2> /dev/null', source, target] as const),
  ]),
  each('FOP', ['fop', '-version'], 'fo', (source, target) => ['fop', '-q', source, target]),
  python('rst2pdf', 'rst2pdf', 'rst2pdf'),
  each('Ghostscript', ['gs', '--version'], 'ps', (source, target) => {
    return ['gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', target, source];
  }),
  each('librsvg', ['rsvg-convert', '--version'], 'svg', (source, target) => {
    return ['rsvg-convert', '-f', 'pdf', '-o', target, source];
  }),
  python('svglib', 'svglib', 'svglib'),
  python('cairo', 'cairo', 'cairocffi'),
  python('Skia', 'skia', 'skia'),
  python('Qt', 'qt', 'PySide6'),
  python('matplotlib', 'matplotlib', 'matplotlib'),
  python('reportlab', 'reportlab', 'reportlab'),
  python('fpdf2', 'fpdf2', 'fpdf'),
  python('PyMuPDF', 'pymupdf', 'pymupdf'),
  python('borb', 'borb', 'borb'),
  node('pdfkit'),
  node('jspdf'),
  node('pdf-lib'),
  node('pdfmake'),
  node('react-pdf'),
  php('TCPDF', 'tcpdf'),
  php('FPDF', 'fpdf'),
  {
    name: 'Prawn',
    probe: ['ruby', '-e', 'require "prawn"'],
    commands: (input, output) => [['ruby', join(SCRIPTS, 'draw.rb'), input, output]],
  },
  perl('PDF::API2'),
  perl('PDF::Builder'),
  go('fpdf for Go', 'fpdf'),
  go('gopdf', 'gopdf'),
  {
    name: 'printpdf',
    probe: ['ls', join(HOME, 'rust/draw')],
    commands: (input, output) => [[join(HOME, 'rust/draw'), input, output]],
  },
];

/** The installed programs. Each missing one is reported by name. */
export async function findPrograms(only: string, report: (detail: string) => void): Promise<readonly Program[]> {
  const isWanted = (name: string): boolean => new RegExp(only, 'i').test(name);
  const present = installed(
    PROGRAMS.filter(({ name }) => isWanted(name)),
    report,
  );
  const java = await Promise.all(
    (['PDFBox', 'OpenPDF'] as const).filter(isWanted).map((name) => fromJava(name, report)),
  );
  return [...present, ...java.filter((program) => program !== undefined)];
}

async function fromJava(name: 'PDFBox' | 'OpenPDF', report: (detail: string) => void): Promise<Program | undefined> {
  const launch = await findJavaLauncher(name, report);
  return (
    launch && {
      name,
      probe: [launch[0], '-version'],
      commands: (input, output) => [[...launch, 'Draw', input, output]],
    }
  );
}

/** The folder of compiled locales from `install.sh`. */
export const LOCALES = join(HOME, 'locales');
