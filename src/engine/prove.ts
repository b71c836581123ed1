/**
 * Proves that an output is canonical: the pipeline gives the same bytes for its own output. All small outputs are
 * proved, and larger ones with ambiguous content. The hash of any other output selects the proved share, so that a document is
 * always treated in the same way.
 */
import { compareBytes, createHash } from '#platform';
import { type EngineOptions, type ProofExtent, PROVED_BYTES } from '#engine/facts/pipeline.ts';
import type { PdfDocument } from './pdf/document.ts';
import { PdfFailure } from './pdf/failure.ts';
import { Run } from './run.ts';
import { searchOutput } from './sanitize/residue.ts';

const ONE_OF_LARGER = 16;
/** A damaged document whose objects have several positions may need some passes to become stable. */
const ROUNDS = 5;

/** @param isAmbiguous the output has content that readers may take for different operators, and settles only when it is read again */
export function isChosen(output: Uint8Array, extent: ProofExtent, isAmbiguous = false): boolean {
  if (output.length <= PROVED_BYTES) return extent === 'all';
  if (isAmbiguous) return true;
  const [first = 0] = createHash('sha256').update(output).digest();
  return first % ONE_OF_LARGER === 0;
}

/**
 * The output, or the bytes at which it becomes stable.
 * @param opened the open output, if the caller has it
 * @throws PdfFailure `NOT_IDEMPOTENT` if there is no fixed point
 */
export function prove(output: Uint8Array, options: EngineOptions, opened?: PdfDocument): Promise<Uint8Array> {
  return fixedPoint(output, (input) => {
    const afterWriting = (written: Uint8Array, { keptFileSha256 }: Run['work']): void => {
      // The input was searched when it was written.
      if (compareBytes(written, input) !== 0) searchOutput(written, keptFileSha256);
    };
    const known = input === output && opened ? { opened } : {};
    return new Run(input, options, { ...known, afterWriting }).runAgain('FinalRewrite');
  });
}

/**
 * The output, or the stable result of normalizing it again. `again` returns null for a document that it rejects.
 * @throws PdfFailure `NOT_IDEMPOTENT` if there is no fixed point
 */
export async function fixedPoint(
  output: Uint8Array,
  again: (bytes: Uint8Array) => Promise<Uint8Array | null>,
): Promise<Uint8Array> {
  let current = output;
  for (let round = 0; round < ROUNDS; round++) {
    const next = await again(current);
    if (next === null) throw new PdfFailure('NOT_IDEMPOTENT', { isRefusedAgain: true });
    if (compareBytes(next, current) === 0) return current;
    current = next;
  }
  throw new PdfFailure('NOT_IDEMPOTENT', { isRefusedAgain: false });
}
