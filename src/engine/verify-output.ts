/**
 * Decides from bytes alone whether they are an output of this pipeline: in a process that has never met their input, and
 * with another reader beside the engine's own.
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
  /** Why the bytes are not to be published; null when nothing speaks against it. */
  readonly objection: string | null;
  /** The bytes change, or are refused, when they are normalized again: they may settle yet. */
  readonly unsettled: boolean;
  /** The facts of the bytes themselves, to compare with those of the report; null with an objection. */
  readonly normalized: NormalizedFacts | null;
}

/**
 * @param rewrites whether they are written once more, which has to give the same bytes. Other bytes are read and searched for
 *   active content all the same.
 */
export async function verifyOutput(
  output: Uint8Array,
  options: EngineOptions,
  rewrites: boolean,
): Promise<Verification> {
  forgetDeflated();
  const opened = tryToOpen(output);
  // Which file may stay, and whether the document passes through as it is, is known later.
  const mayKeep = options.embeddedFilesPolicy === 'keep_invoice' || options.signedPdfPolicy === 'preserve';
  // The search of the graph as it was opened spares opening the same bytes once more.
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
  // The engine wrote nothing of a document that passes through.
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

/** A longer reason is of no use to the readers of the log. */
const MAX_REASON = 1_000;
