/** Options that commands share. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  DEFAULT_OPTIONS,
  EMBEDDED_FILES_POLICIES,
  MISSING_GLYPH_POLICIES,
  type SignedPdfPolicy,
} from '#domain/pipeline.ts';

/** Everything that can change a byte of the output. */
export function withPolicies(
  command: Command,
  signedPdfPolicy: SignedPdfPolicy = DEFAULT_OPTIONS.signedPdfPolicy,
): Command {
  return command
    .addOption(
      new Option('--signed-pdf-policy <policy>', 'what to do with signed documents')
        .choices(['reject', 'strip', 'preserve'])
        .default(signedPdfPolicy),
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
    .option('--remove-annotations', 'remove all annotations', false);
}

/** Whom to trust changes what is said of signatures, and no byte. */
export function withTrustStore(command: Command): Command {
  return command.option(
    '--trust-store <path>',
    'trust anchors for signatures: a file (PEM bundle or DER), or a folder of such files',
  );
}

export function withJobs(command: Command): Command {
  return command.option('--jobs <n>', 'documents at the same time', countUpTo(64), 1);
}

/** From 1; a value that is no such number is a wrong call. */
export function countUpTo(most: number, least = 1): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= least && count <= most) return count;
    throw new InvalidArgumentError(`a number from ${least} to ${most}`);
  };
}
