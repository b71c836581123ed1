/**
 * The proof that an output is canonical: the pipeline, run on its own output, gives the same bytes.
 *
 * Small outputs are all proved; of the larger ones a share that their own hash picks, so that the same document is
 * always treated the same.
 */
import { compareBytes, createHash } from '#platform';
import { type EngineOptions, type ProofExtent, PROVED_BYTES } from '#engine/facts/pipeline.ts';
import type { PdfDocument } from './pdf/document.ts';
import { PdfFailure } from './pdf/failure.ts';
import { Run } from './run.ts';
import { searchOutput } from './sanitize/residue.ts';

const ONE_OF_LARGER = 16;
/** A damaged document whose objects stand in several places at once may need some passes until each is one thing. */
const ROUNDS = 5;

export function isChosen(output: Uint8Array, extent: ProofExtent): boolean {
  if (output.length <= PROVED_BYTES) return extent === 'all';
  const [first = 0] = createHash('sha256').update(output).digest();
  return first % ONE_OF_LARGER === 0;
}

/**
 * The output, or the bytes at which it settles.
 *
 * @param opened the output as it opens, where a caller has that already
 * @throws PdfFailure `NOT_IDEMPOTENT` when no fixed point is found.
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
 * The output, or what comes of normalizing it again where that is where it settles. `again` answers null for a
 * document that it refuses.
 *
 * @throws PdfFailure `NOT_IDEMPOTENT` when no fixed point is found.
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
