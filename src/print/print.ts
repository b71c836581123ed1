/** One entry for all that is printed. */
import type { Printable } from '#domain/printing.ts';
import { attestationSheet } from './attestation.ts';
import { comparisonSheet } from './comparison.ts';
import { deletionSheet } from './deletion.ts';
import { printSheet } from './sheet.ts';

/** Answers PDF/A-2b in canonical form: the same bytes for the same facts. */
export async function print(printable: Printable): Promise<Uint8Array> {
  switch (printable.kind) {
    case 'attestation':
      return printSheet((isPlain) => attestationSheet(printable, isPlain));
    case 'comparison':
      return printSheet((isPlain) => comparisonSheet(printable, isPlain));
    case 'deletion': {
      const sheet = await deletionSheet(printable.certificate);
      return printSheet(() => sheet);
    }
  }
}
