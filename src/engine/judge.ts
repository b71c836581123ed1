/**
 * Whether bytes are an output of this pipeline, told from the bytes alone: in a process that has never met what they were
 * made of, and with another reader beside our own.
 */
import type { EngineOptions } from '#engine/facts/pipeline.ts';
import type { NormalizedFacts } from '#engine/facts/report.ts';
import { Pipeline } from './normalize.ts';
import { readWithQpdf } from './qpdf.ts';

export interface Judgement {
  /** Why the bytes are not to be published; null when nothing speaks against it. */
  readonly objection: string | null;
  /** Whether the objection is that they change, or are refused, when they are normalized again: they may settle yet. */
  readonly unsettled: boolean;
  /** What the bytes themselves say, to compare with what was said of them; null with an objection. */
  readonly normalized: NormalizedFacts | null;
}

/**
 * @param rewrites whether they are written once more, which has to give the same bytes. Whatever is not asked for that is
 *   read and searched for active content all the same.
 */
export async function judge(output: Uint8Array, options: EngineOptions, rewrites: boolean): Promise<Judgement> {
  const pipeline = new Pipeline(output, options, { kind: 'judge', rewrites });
  const again = await pipeline.runAgain('ContentHash');
  const { report } = pipeline.result();
  const { failure, normalized } = report;
  if (again === null || normalized === null) return unsettled(`it is refused: ${failure?.code ?? 'no output'}`);
  if (Buffer.compare(again, output) !== 0) return unsettled('it changes when it is normalized again');
  // Of what is passed through nothing was written by us.
  if (pipeline.passesThrough) return { objection: null, unsettled: false, normalized };
  const other = await readWithQpdf(output);
  if (typeof other === 'string') return objection(`qpdf complains: ${other}`);
  if (other.pages !== pipeline.pageCount) return objection(`qpdf finds ${other.pages} pages, we ${pipeline.pageCount}`);
  if (other.linearized !== normalized.linearized) return objection('qpdf differs on whether it is linearized');
  return { objection: null, unsettled: false, normalized };
}

function objection(reason: string): Judgement {
  return { objection: reason.slice(0, MAX_REASON), unsettled: false, normalized: null };
}

function unsettled(reason: string): Judgement {
  return { ...objection(reason), unsettled: true };
}

/** More is of no use to whoever reads the log. */
const MAX_REASON = 1_000;
