/**
 * The whole pipeline as one function of bytes, which the service, the command line and the tests run. A document that
 * cannot or must not be normalized gives a result (FAILED, REJECTED). An exception is a bug or an exhausted process,
 * and never a result.
 */
import { type EngineOptions, type ProofExtent, STAGE_NAMES } from '#engine/facts/pipeline.ts';
import type { RevisionTimeline } from '#engine/facts/revisions.ts';
import { forgetDeflated } from './pdf/filters/flate.ts';
import { openDocument } from './pdf/read/open.ts';
import { isChosen, prove } from './prove.ts';
import { type Outcome, Run, type RunSettings } from './run.ts';
import { searchOutput } from './sanitize/residue.ts';

export interface Normalized extends Outcome {
  /** The revisions of the input, which are stored beside the report; null if the file did not open. */
  readonly timeline: RevisionTimeline | null;
}

export async function normalize(input: Uint8Array, options: EngineOptions): Promise<Normalized> {
  const run = startNormalizing(input, options);
  for (const name of STAGE_NAMES) if ((await run.runStage(name)).ended) break;
  return { ...run.result(), timeline: run.timeline() };
}

/**
 * Runs one stage at a time.
 * @param proves `large` leaves the proof of small outputs, and the search of all outputs, to the verification of
 * outputs (`verify-output.ts`)
 */
export function startNormalizing(input: Uint8Array, options: EngineOptions, proves: ProofExtent = 'all'): Run {
  forgetDeflated();
  const afterWriting: RunSettings['afterWriting'] = async (output, work, { warnings = [] }) => {
    const reopened = proves === 'all' ? searchOutput(output, work.keptFileSha256) : undefined;
    const isAmbiguous = warnings.some(({ code }) => code === 'AMBIGUOUS_CONTENT');
    if (!isChosen(output, proves, isAmbiguous)) return;
    const settled = await prove(output, options, reopened);
    if (settled === output) return;
    work.output = settled;
    // The facts about the output must come from its final graph.
    work.pdf = openDocument(settled);
  };
  return new Run(input, options, { afterWriting });
}
