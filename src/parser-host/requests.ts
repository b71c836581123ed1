/**
 * Sends requests to a parser child within the deadline of its document, and converts the death of a child into a
 * failure of the document.
 */
import type { StageName } from '#domain/pipeline.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import type { Source } from './frames.ts';
import { ParserBusy, ParserDied, ParserFault, type ParserProcess, type Reply } from './parser-process.ts';
import type { ParserReply, ParserRequest } from './protocol.ts';

/** The child runs another pipeline specification than the earlier stages of the document. */
export class PipelineMismatch extends Error {
  override readonly name = 'PipelineMismatch';
  readonly pipelineSpec: string;

  constructor(pipelineSpec: string) {
    super(`The parser runs ${pipelineSpec}.`);
    this.pipelineSpec = pipelineSpec;
  }
}

/** The child with the document ended by a limit of its isolation, by its own fault, or by the deadline. */
export class ParserFailure extends Error {
  override readonly name = 'ParserFailure';
  readonly code: 'PARSER_KILLED' | 'PROCESSING_TIMEOUT' | 'INTERNAL_ERROR';
  /** Null if the failure came before the first stage. */
  readonly stage: StageName | null;

  constructor(code: ParserFailure['code'], stage: StageName | null, cause: unknown) {
    super(`The parser ended: ${code}.`, { cause });
    this.code = code;
    this.stage = stage;
  }
}

export async function untilReady(child: ParserProcess): Promise<Awaited<ParserProcess['ready']>> {
  return child.ready.catch((cause: unknown) => {
    throw new ParserBusy('The parser could not start.', { cause });
  });
}

type Ask = <K extends ParserReply['kind']>(request: ParserRequest, expected: K, payload?: Source) => Promise<Reply<K>>;

/** The deadline counts only the working time of the child. Pauses and the time between two requests do not count. */
export function requestsWithin(child: ParserProcess, deadlineMs: number): Ask {
  const deadline = deadlineOf(child, deadlineMs);
  return (request, expected, payload) =>
    endingLate(child, { deadline, stage: () => null }, () => child.request(request, expected, payload));
}

interface Limit {
  readonly deadline: Deadline;
  /** The current stage. */
  readonly stage: () => StageName | null;
}

/** Kills a child that takes too long or fails. The error names the failure of the document. */
export async function endingLate<T>(
  child: ParserProcess,
  { deadline, stage }: Limit,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await deadline.during(work);
  } catch (error) {
    child.kill();
    throw deadline.isOver() ? new ParserFailure('PROCESSING_TIMEOUT', stage(), error) : failureOf(error, stage());
  }
}

function failureOf(error: unknown, stage: StageName | null): Error {
  if (error instanceof ParserBusy) return error;
  const killed = error instanceof ParserDied || (error instanceof ParserFault && error.exhausted);
  return new ParserFailure(killed ? 'PARSER_KILLED' : 'INTERNAL_ERROR', stage, error);
}
