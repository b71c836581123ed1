/**
 * A limited pool of output verifiers. These child processes get only outputs and never their inputs. The service
 * publishes an output only if a verifier accepts it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PROVED_BYTES } from '#domain/pipeline.ts';
import { type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';
import { documentDeadlineMs } from '#domain/submission.ts';
import { ChildPool, type Usage } from './child-pool.ts';
import { VERIFIER_PROGRAM } from './child-programs.ts';
import { probeSandbox } from './isolation/sandbox.ts';
import type { ParserProcess } from './parser-process.ts';
import type { ParserPoolOptions } from './pool.ts';
import type { DocumentOptions } from './protocol.ts';
import { PipelineMismatch, requestsWithin, untilReady } from './requests.ts';

export interface VerificationRequest {
  /** The owner of the document, because no verifier reads documents of two organizations. */
  readonly organizationId: string;
  readonly output: Uint8Array;
  readonly options: DocumentOptions;
  /** The facts that the parser reported about the output. */
  readonly claimed: NormalizedFacts;
}

/** The verifier and the parser disagree. The output must not be published, and an operator must examine it. */
export class OutputDisputed extends Error {
  override readonly name: string = 'OutputDisputed';
}

/**
 * Normalizing the output again changes it. A caller without a proof lets the parser prove the output and asks again.
 */
export class OutputUnsettled extends OutputDisputed {
  override readonly name = 'OutputUnsettled';
}

export type OutputVerifiersOptions = Pick<
  ParserPoolOptions,
  'processes' | 'memoryMb' | 'idleMemoryMb' | 'maxWaiting' | 'mayOpen' | 'sandbox' | 'entry' | 'onFault'
>;

export interface OutputVerifiers {
  /**
   * Uses one verifier for one output. `name` identifies the document in logged faults.
   * @throws OutputDisputed if the output must not be published
   * @throws OutputUnsettled if a small output is not its own canonical form
   */
  verify(name: string, request: VerificationRequest, waitMs: number): Promise<void>;
  pids(): readonly number[];
  close(): Promise<void>;
}

export function createOutputVerifiers(options: OutputVerifiersOptions): OutputVerifiers {
  const { sandbox = probeSandbox(), entry = VERIFIER_PROGRAM, memoryMb, onFault = () => undefined } = options;
  const start = () => sandbox.start(entry, memoryMb);
  const children = new ChildPool({ ...options, start, trustAnchors: [], onFault });
  return {
    pids: () => children.status().pids,
    close: () => children.close(),
    async verify(name, request, waitMs) {
      const { organizationId, output } = request;
      const child = await children.acquire({ organizationId, document: name, sizeBytes: output.length }, waitMs);
      return runVerification(child.process, request, {
        deadlineMs: documentDeadlineMs(request.output.length),
        release: (usage) => children.release(child, usage),
        retire: () => children.retire(child),
      });
    },
  };
}

interface VerificationTerms {
  readonly deadlineMs: number;
  readonly release: (usage: Usage) => void;
  readonly retire: () => void;
}

async function runVerification(
  child: ParserProcess,
  { output, options, claimed }: VerificationRequest,
  { deadlineMs, release, retire }: VerificationTerms,
): Promise<void> {
  const { pipelineSpec } = await untilReady(child);
  // Another specification correctly gives other bytes.
  if (pipelineSpec !== pipelineSpecOf(claimed)) {
    release(null);
    throw new PipelineMismatch(pipelineSpec);
  }
  const ask = requestsWithin(child, deadlineMs);
  const rewrites = isRewritten(output);
  const { reply } = await ask({ kind: 'verify', options, rewrites }, 'verified', output);
  const { objection, unsettled, normalized } = reply;
  // A signed document may be the customer's own bytes, and a process that has read those verifies nothing else.
  if (options.signedPdfPolicy === 'preserve') retire();
  else {
    const freed = await ask({ kind: 'close' }, 'closed').catch(() => null);
    if (freed !== null) release(freed.reply);
  }
  // Only a share of the large outputs is normalized again, so a second attempt would not find the same.
  if (objection !== null && unsettled && output.length <= PROVED_BYTES) throw new OutputUnsettled(objection);
  if (objection !== null) throw new OutputDisputed(objection);
  if (!isDeepStrictEqual(normalized, claimed))
    throw new OutputDisputed('Its facts differ from those that the parser reported.');
}

const ONE_OF_LARGER = 16;
/** Each process has a random key, so that no child can predict the selected outputs. */
const CHOICE_KEY = randomBytes(32);

/**
 * Normalizing a large output again takes as long as writing it, so only a sample is checked. The result is stable
 * within a process.
 */
function isRewritten(output: Uint8Array): boolean {
  if (output.length <= PROVED_BYTES) return true;
  const hash = createHash('sha256').update(output).digest();
  const [first = 0] = createHmac('sha256', CHOICE_KEY).update(hash).digest();
  return first % ONE_OF_LARGER === 0;
}
