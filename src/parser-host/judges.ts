/**
 * A bounded pool of judges: children that are given outputs alone, and have met no byte of what those were made of. Only what
 * a judge agrees to is published.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PROVED_BYTES } from '#domain/pipeline.ts';
import { type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';
import { documentDeadlineMs } from '#domain/submission.ts';
import { ChildPool, type Usage } from './child-pool.ts';
import { JUDGE_PROGRAM } from './child-programs.ts';
import { probeSandbox } from './isolation/sandbox.ts';
import type { ParserProcess } from './parser-process.ts';
import type { ParserPoolOptions } from './pool.ts';
import type { DocumentOptions } from './protocol.ts';
import { PipelineMismatch, requestsWithin, untilReady } from './requests.ts';

export interface JudgementRequest {
  /** Whose document it is: no judge sees those of two organizations. */
  readonly organizationId: string;
  readonly output: Uint8Array;
  readonly options: DocumentOptions;
  /** What the child that made the output says of it. */
  readonly claimed: NormalizedFacts;
}

/** The judge does not agree with the child that made the output: it must not be published, and somebody has to look. */
export class OutputDisputed extends Error {
  override readonly name: string = 'OutputDisputed';
}

/** It changes when it is normalized again. Whoever left the proof to the judge lets it settle first, and asks once more. */
export class OutputUnsettled extends OutputDisputed {
  override readonly name = 'OutputUnsettled';
}

export type JudgesOptions = Pick<
  ParserPoolOptions,
  'processes' | 'memoryMb' | 'idleMemoryMb' | 'maxWaiting' | 'mayOpen' | 'sandbox' | 'entry' | 'onFault'
>;

export interface Judges {
  /**
   * Takes one judge from beginning to end. `name` names the document in faults reported to the log.
   *
   * @throws OutputDisputed when the output must not be published
   * @throws OutputUnsettled when that is because a small one is not what comes of it
   */
  judge(name: string, request: JudgementRequest, waitMs: number): Promise<void>;
  pids(): readonly number[];
  close(): Promise<void>;
}

export function createJudges(options: JudgesOptions): Judges {
  const { sandbox = probeSandbox(), entry = JUDGE_PROGRAM, memoryMb, onFault = () => undefined } = options;
  const start = () => sandbox.start(entry, memoryMb);
  const children = new ChildPool({ ...options, start, trustAnchors: [], onFault });
  return {
    pids: () => children.status().pids,
    close: () => children.close(),
    async judge(name, request, waitMs) {
      const { organizationId, output } = request;
      const child = await children.acquire({ organizationId, document: name, sizeBytes: output.length }, waitMs);
      return runJudgement(child.process, request, {
        deadlineMs: documentDeadlineMs(request.output.length),
        release: (usage) => children.release(child, usage),
        retire: () => children.retire(child),
      });
    },
  };
}

interface JudgementTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
  readonly retire: () => void;
}

async function runJudgement(
  child: ParserProcess,
  { output, options, claimed }: JudgementRequest,
  { deadlineMs, release, retire }: JudgementTerms,
): Promise<void> {
  const { pipelineSpec } = await untilReady(child);
  // Another specification gives other bytes, and rightly.
  if (pipelineSpec !== pipelineSpecOf(claimed)) {
    release(null);
    throw new PipelineMismatch(pipelineSpec);
  }
  const ask = requestsWithin(child, deadlineMs);
  const rewrites = isRewritten(output);
  const { reply } = await ask({ kind: 'judge', options, rewrites }, 'judged', output);
  const { objection, unsettled, normalized } = reply;
  // A signed document may have been passed through: whatever has read a customer's bytes judges no more.
  if (options.signedPdfPolicy === 'preserve') retire();
  else {
    const freed = await ask({ kind: 'close' }, 'closed').catch(() => null);
    if (freed !== null) release(freed.reply);
  }
  // Of large ones it depends on the choice of this process whether it is found out.
  if (objection !== null && unsettled && output.length <= PROVED_BYTES) throw new OutputUnsettled(objection);
  if (objection !== null) throw new OutputDisputed(objection);
  if (!isDeepStrictEqual(normalized, claimed)) throw new OutputDisputed('It says other things of itself.');
}

const ONE_OF_LARGER = 16;
/** Of this process and no other, so that no child can tell which outputs are chosen. */
const CHOICE_KEY = randomBytes(32);

/** Of the larger ones a share, for writing one again takes as long as writing it. Asked twice, it answers the same. */
function isRewritten(output: Uint8Array): boolean {
  if (output.length <= PROVED_BYTES) return true;
  const hash = createHash('sha256').update(output).digest();
  const [first = 0] = createHmac('sha256', CHOICE_KEY).update(hash).digest();
  return first % ONE_OF_LARGER === 0;
}
