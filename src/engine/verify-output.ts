/**
 * Decides from bytes alone whether they are an output of this pipeline. It runs in a process that never had the input,
 * and uses another reader beside the engine's own.
 */
import { compareBytes } from '#platform';
import type { EngineOptions } from '#engine/facts/pipeline.ts';
import type { NormalizedFacts } from '#engine/facts/report.ts';
import type { PdfDocument } from './pdf/document.ts';
import { forgetDeflated } from './pdf/filters/flate.ts';
import { PdfFailure } from './pdf/failure.ts';
import { readWithQpdf } from './qpdf.ts';
import { Run, tryToOpen } from './run.ts';
import { refuseResidue, searchOutput } from './sanitize/residue.ts';

export interface Verification {
  /** The reason against publishing the bytes; null if there is none. */
  readonly objection: string | null;
  /** True if normalizing the bytes again changes or rejects them. They may still become stable. */
  readonly unsettled: boolean;
  /** The facts of the bytes, for comparison with the report; null with an objection. */
  readonly normalized: NormalizedFacts | null;
}

/**
 * @param rewrites whether the bytes are normalized again, which must give the same bytes. Otherwise they are only read
 * and searched for active content
 */
export async function verifyOutput(
  output: Uint8Array,
  options: EngineOptions,
  rewrites: boolean,
): Promise<Verification> {
  forgetDeflated();
  const opened = tryToOpen(output);
  // The allowed file and the passing through of the document are known only later.
  const mayKeep = options.embeddedFilesPolicy === 'keep_invoice' || options.signedPdfPolicy === 'preserve';
  // The search of the open graph avoids opening the bytes again.
  const residue = mayKeep || opened instanceof PdfFailure ? null : residueIn(opened);
  if (residue) return refused(residue.code);
  const afterWriting = (written: Uint8Array, { keptFileSha256 }: Run['work']): void => {
    if (mayKeep || compareBytes(written, output) !== 0) searchOutput(written, keptFileSha256);
  };
  const run = new Run(output, options, { opened, keepsInput: !rewrites, afterWriting });
  const again = await run.runAgain('ContentHash');
  const { failure, normalized } = run.result().report;
  if (again === null || normalized === null) return refused(failure?.code ?? 'no output');
  if (compareBytes(again, output) !== 0) return unsettled('it changes when it is normalized again');
  // A document that passes through has no output of the engine to check.
  if (run.work.passthrough) return { objection: null, unsettled: false, normalized };
  const other = await readWithQpdf(output);
  if (typeof other === 'string') return objection(`qpdf complains: ${other}`);
  const pageCount = run.work.pdf?.pages.length ?? 0;
  if (other.pages !== pageCount) return objection(`qpdf finds ${other.pages} pages, we ${pageCount}`);
  if (other.linearized !== normalized.linearized) return objection('qpdf differs on whether it is linearized');
  return { objection: null, unsettled: false, normalized };
}

function residueIn(pdf: PdfDocument): PdfFailure | null {
  try {
    refuseResidue(pdf);
    return null;
  } catch (error) {
    if (error instanceof PdfFailure) return error;
    throw error;
  }
}

function objection(reason: string): Verification {
  return { objection: reason.slice(0, MAX_REASON), unsettled: false, normalized: null };
}

function unsettled(reason: string): Verification {
  return { ...objection(reason), unsettled: true };
}

function refused(code: string): Verification {
  return unsettled(`it is refused: ${code}`);
}

/** Readers of the log do not need a longer reason. */
const MAX_REASON = 1_000;
