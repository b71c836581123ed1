/** The commands that need nothing but files: of a clone and of the package alike. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_OPTIONS, EMBEDDED_FILES_POLICIES, MISSING_GLYPH_POLICIES } from '#domain/pipeline.ts';
import { TrustStoreError } from '#src/keys/trust-store.ts';
import { type EngineFlags, hashFile, type NormalizeFlags, normalizeFiles } from './normalize.ts';
import { OutputRefused } from './outputs.ts';
import { verifyFile, type VerifyFlags } from './verify.ts';

/** The call itself is wrong; nothing was done. */
export const REFUSED = 2;

const EXIT_CODES = `
Exit code, the greatest of all files:
  0  done
  2  the call is refused, and nothing was done: options, trust store, outputs that exist or are inputs
  3  a file is unreadable or no PDF
  4  a document is rejected by a policy
  5  a document failed, or its output could not be written`;

export function addOfflineCommands(cli: Command): Command {
  cli.description('Turns an arbitrary PDF into its canonical PDF.');
  cli.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : REFUSED));

  withEngineFlags(cli.command('normalize'))
    .description('write the canonical PDF of each file')
    .argument('<files...>', 'PDF files')
    .requiredOption('-o, --output <dir>', 'folder for the canonical PDFs')
    .option('--reports <dir>', 'folder for one report (JSON) a file')
    .option('--force', 'replace outputs that exist; an input is never replaced', false)
    .option('--ndjson', 'one JSON line a file on standard output', false)
    .addHelpText('after', EXIT_CODES)
    .action(async (files: string[], flags: NormalizeFlags) => {
      process.exitCode = await normalizeFiles(files, flags);
    });

  withEngineFlags(cli.command('hash'))
    .description('print the SHA-256 of the canonical PDF')
    .argument('<file>', 'PDF file')
    .action(async (file: string, flags: EngineFlags) => {
      process.exitCode = await hashFile(file, flags);
    });

  cli
    .command('verify')
    .description('check a normalized PDF against its attestation, offline; exit code 11 when it does not hold')
    .argument('<file>', 'normalized PDF')
    .requiredOption('--attestation <file>', 'its attestation (JSON-LD)')
    .requiredOption('--jwks <file>', 'key set of the service (JWKS)')
    .option('--json', 'the verdict as one JSON object on standard output', false)
    .action(async (file: string, flags: VerifyFlags) => {
      process.exitCode = await verifyFile(file, flags);
    });

  return cli;
}

/** What a caller can mend is a sentence, not a trace. */
export async function run(cli: Command): Promise<void> {
  try {
    await cli.parseAsync();
  } catch (error) {
    if (!(error instanceof TrustStoreError) && !(error instanceof OutputRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = REFUSED;
  }
}

function withEngineFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--signed-pdf-policy <policy>', 'what to do with signed documents')
        .choices(['reject', 'strip', 'preserve'])
        .default(DEFAULT_OPTIONS.signedPdfPolicy),
    )
    .addOption(
      new Option('--pdfa-policy <policy>', 'what to do with PDF/A documents')
        .choices(['preserve', 'normalize_anyway'])
        .default(DEFAULT_OPTIONS.pdfaPolicy),
    )
    .addOption(
      new Option('--missing-glyph-policy <policy>', 'what to do with text that no font can show')
        .choices(MISSING_GLYPH_POLICIES)
        .default('warn'),
    )
    .addOption(
      new Option('--embedded-files-policy <policy>', 'what to do with embedded files')
        .choices(EMBEDDED_FILES_POLICIES)
        .default('remove'),
    )
    .option('--no-linearize', 'do not linearize')
    .option('--remove-annotations', 'remove all annotations', false)
    .option('--trust-store <path>', 'trust anchors for signatures: a file (PEM bundle or DER) or a folder of such')
    .option('--jobs <n>', 'documents at the same time', toCount, 1);
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64) throw new InvalidArgumentError('a number from 1 to 64');
  return count;
}
