/** The commands of a clone and of the package alike: documents, and a service elsewhere. */
import type { Command } from 'commander';
import type { SignedPdfPolicy } from '#domain/pipeline.ts';
import { addCompletion } from './completion.ts';
import type { DiffFlags } from './documents/diff.ts';
import { FAIL_ON_WORDS } from './documents/findings.ts';
import type { InspectFlags } from './documents/inspect.ts';
import type { NormalizeFlags } from './documents/normalize.ts';
import type { PagesFlags } from './documents/pages.ts';
import type { EngineFlags } from './documents/parsers.ts';
import type { VerifyFlags } from './documents/verify.ts';
import { EXIT, exitCodeHelp } from './exit-codes.ts';
import { withJobs, withPolicies, withTrustStore } from './policies.ts';
import { runCommand } from './run.ts';
import { addServiceCommands } from './service/commands.ts';
import { programVersion } from '#src/program-version.ts';

const FILES = 'PDF files; - is standard input';

export function addCommands(cli: Command): Command {
  cli.description('Turns an arbitrary PDF into its canonical PDF.');
  cli.version(programVersion(), '-V, --version', 'print the version');
  cli.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.done : EXIT.refused));
  addDocumentCommands(cli);
  addServiceCommands(cli);
  addCompletion(cli);
  return cli;
}

function addDocumentCommands(cli: Command): void {
  withJobs(withEngineFlags(cli.command('normalize')))
    .description('write the canonical PDF of each file')
    .argument('<files...>', FILES)
    .option('-o, --output <path>', 'folder for the canonical PDFs; for one file also out.pdf, or - for standard output')
    .option('--reports <path>', 'folder for one report (JSON) a file; for one file also report.json')
    .option('--sarif <file>', 'what was found in all files, as SARIF 2.1.0 for code scanning')
    .option('--check', 'write no PDF; exit code 1 where a file is not its own canonical form', false)
    .option('--fail-on <what>', FAIL_ON_WORDS)
    .option('--force', 'replace outputs that exist; an input is never replaced', false)
    .option('--ndjson', 'one JSON line a file on standard output', false)
    .addHelpText('after', exitCodeHelp([0, 1, 2, 3, 4, 5, 9]))
    .action((files: string[], flags: NormalizeFlags) =>
      runWithParsers(async () => (await import('./documents/normalize.ts')).normalizeFiles(files, flags)),
    );

  withEngineFlags(cli.command('inspect'), 'strip')
    .description('show the verdict on a document, with its revisions, signatures and findings')
    .argument('<files...>', FILES)
    .option('--json', 'verdict, report and revisions as one JSON line a file', false)
    .option('--fail-on <what>', FAIL_ON_WORDS)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 4, 5, 9]))
    .action((files: string[], flags: InspectFlags) =>
      runWithParsers(async () => (await import('./documents/inspect.ts')).inspectFiles(files, flags)),
    );

  cli
    .command('diff')
    .description('compare two documents: pages, fields, security, metadata, fonts')
    .argument('<before>', 'PDF file; - is standard input')
    .argument('<after>', 'PDF file; - is standard input')
    .option('--normalize-first', 'compare the canonical forms: how the files were saved makes no difference', false)
    .option('--exit-code', 'exit code 1 when they differ', false)
    .option('--json', 'the comparison as one JSON object', false)
    .addHelpText('after', exitCodeHelp([0, 1, 2, 3, 5]))
    .action((before: string, after: string, flags: DiffFlags) =>
      runWithParsers(async () => (await import('./documents/diff.ts')).diffFiles(before, after, flags)),
    );

  withJobs(withEngineFlags(cli.command('hash')))
    .description('print the SHA-256 of the canonical PDF; of several files with their names')
    .argument('<files...>', FILES)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 4, 5]))
    .action((files: string[], flags: EngineFlags) =>
      runWithParsers(async () => (await import('./documents/hash.ts')).hashFiles(files, flags)),
    );

  withJobs(withEngineFlags(cli.command('pages'), 'strip'))
    .description('print the fingerprints of the pages of each file')
    .argument('<files...>', FILES)
    .option('--json', 'one JSON line a page', false)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 4, 5]))
    .action((files: string[], flags: PagesFlags) =>
      runWithParsers(async () => (await import('./documents/pages.ts')).pagesOfFiles(files, flags)),
    );

  cli
    .command('verify')
    .description('check evidence, or a normalized PDF against its attestation, offline')
    .argument('<file>', 'evidence (ZIP or its folder), or with --attestation the normalized PDF; - is standard input')
    .option('--attestation <file>', 'attestation of the PDF (JSON-LD)')
    .option('--original <file>', 'the file as it was sent, which the evidence or the attestation must name')
    .requiredOption('--jwks <file>', 'key set of the service (JWKS)')
    .option(
      '--timestamp-authorities <path>',
      'also require a timestamp that leads to one of these certificates: PEM, DER, or a folder of them',
    )
    .option('--json', 'the verdict as one JSON object on standard output', false)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 11]))
    .action((file: string, flags: VerifyFlags) =>
      runCommand(async () => (await import('./documents/verify.ts')).verifyFile(file, flags)),
    );
}

/** The first parser starts while the command is loaded. */
function runWithParsers(action: () => Promise<number>): Promise<void> {
  return runCommand(async () => (await import('./documents/first-parser.ts')).withFirstParser(action));
}

function withEngineFlags(command: Command, signedPdfPolicy?: SignedPdfPolicy): Command {
  return withTrustStore(withPolicies(command, signedPdfPolicy));
}
