/** One document inside one parser child: its requests in order, its deadline, and what a dead child means for it. */
import type { ProofExtent, StageName } from '#domain/pipeline.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { describeReport } from '#domain/sentences/describe.ts';
import { decodePages } from '#src/contract/parser/page-fingerprints.ts';
import { timelineSchema } from '#src/contract/parser/revisions-schema.ts';
import type { Source } from './frames.ts';
import type { Usage } from './child-pool.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { ParserBusy, ParserDied, ParserFault, type ParserProcess, type Reply } from './parser-process.ts';
import type { DocumentOptions, ParserReply, ParserRequest } from './protocol.ts';

/** The child runs another specification of the pipeline than the document's earlier stages went through. */
export class PipelineMismatch extends Error {
  override readonly name = 'PipelineMismatch';
  readonly pipelineSpec: string;

  constructor(pipelineSpec: string) {
    super(`The parser runs ${pipelineSpec}.`);
    this.pipelineSpec = pipelineSpec;
  }
}

/** The child working on the document ended: by a limit of its isolation, by its own fault, or by the deadline. */
export class ParserFailure extends Error {
  override readonly name = 'ParserFailure';
  readonly code: 'PARSER_KILLED' | 'PROCESSING_TIMEOUT' | 'INTERNAL_ERROR';
  /** Null when it happened before the first stage. */
  readonly stage: StageName | null;

  constructor(code: ParserFailure['code'], stage: StageName | null, cause: unknown) {
    super(`The parser ended: ${code}.`, { cause });
    this.code = code;
    this.stage = stage;
  }
}

export interface TimedStep {
  readonly name: StageName;
  readonly result: string;
  readonly ended: boolean;
  readonly durationMs: number;
}

export interface DocumentSession {
  runStage(name: StageName): Promise<TimedStep>;
  result(): Promise<{ bytes: Uint8Array | null; report: EngineReport }>;
  /** The revisions of the input, told beside the report; null where nothing is known of them. */
  timeline(): Promise<RevisionTimeline | null>;
  /** The fingerprints of the pages of the output; null where there are none. */
  pages(): Promise<readonly PageFingerprints[] | null>;
  /** Gives the child back; a stage under way is ended by killing the child. May be called twice. */
  close(): Promise<void>;
}

export interface SessionTerms {
  readonly input: Source;
  readonly options: DocumentOptions;
  /** Of the stages it has been through; any without. */
  readonly pipelineSpec?: string | undefined;
  /** All by default. */
  readonly proves?: ProofExtent;
  readonly deadlineMs: number;
  /** Is called when the child is free again; a child that failed, or was closed under way, is killed instead. */
  release(usage: Usage): void;
}

/** A request for each stage: what is done between two of them is up to whoever asks. */
export async function openSession(child: ParserProcess, terms: SessionTerms): Promise<DocumentSession> {
  await untilOfSpec(child, terms);
  const ask = requestsWithin(child, terms.deadlineMs);
  const { options, proves = 'all' } = terms;
  await ask(null, { kind: 'open', options, proves }, 'opened', terms.input);
  let closed = false;
  let working = false;
  return {
    async runStage(name) {
      working = true;
      const { reply, durationMs } = await ask(name, { kind: 'stage', name }, 'step');
      working = false; // a stage that failed has ended the child: nothing is left to give back
      return { ...reply.step, durationMs };
    },
    async result() {
      const { reply, payload } = await ask(null, { kind: 'result' }, 'result');
      return { report: describeReport(reply.report), bytes: reply.report.normalized === null ? null : payload };
    },
    /** A child that does not know the request is of a build before it, and ends: the result is there already. */
    async timeline() {
      const told = await ask(null, { kind: 'timeline' }, 'timeline').catch(() => null);
      return told && readTimeline(told.payload);
    },
    async pages() {
      const told = await ask(null, { kind: 'pages' }, 'pages').catch(() => null);
      return told && decodePages(told.payload);
    },
    async close() {
      if (closed) return;
      closed = true;
      if (working) return child.kill();
      const freed = await ask(null, { kind: 'close' }, 'closed').catch(() => null);
      if (freed !== null) terms.release(freed.reply);
    },
  };
}

/** Far above what the limits of a timeline allow. */
const MAX_TIMELINE_BYTES = 4 * 1024 * 1024;

/** The child is ready, and runs the specification of the document's earlier stages; else it is given back. */
export async function untilOfSpec(child: ParserProcess, terms: SessionTerms): Promise<void> {
  const { pipelineSpec } = await untilReady(child);
  if (terms.pipelineSpec === undefined || terms.pipelineSpec === pipelineSpec) return;
  terms.release(null);
  throw new PipelineMismatch(pipelineSpec);
}

/** Answers null for what no engine of ours has told. */
export function readTimeline(payload: Uint8Array): RevisionTimeline | null {
  if (payload.length === 0 || payload.length > MAX_TIMELINE_BYTES) return null;
  try {
    return timelineSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}

export async function untilReady(child: ParserProcess): Promise<Awaited<ParserProcess['ready']>> {
  return child.ready.catch((cause: unknown) => {
    throw new ParserBusy('The parser could not start.', { cause });
  });
}

type Ask = <K extends ParserReply['kind']>(
  stage: StageName | null,
  request: ParserRequest,
  expected: K,
  payload?: Source,
) => Promise<Reply<K> & { durationMs: number }>;

/** Time between two requests is ours, not the document's, and so are pauses: only the child's working time counts. */
export function requestsWithin(child: ParserProcess, deadlineMs: number): Ask {
  const deadline = deadlineOf(child, deadlineMs);
  return async (stage, request, expected, payload) => {
    const startedAt = child.runningMs();
    const asked = () => child.request(request, expected, payload);
    const reply = await endingLate(child, { deadline, stage: () => stage }, asked);
    return { ...reply, durationMs: Math.round(child.runningMs() - startedAt) };
  };
}

interface Limit {
  readonly deadline: Deadline;
  /** The one under way. */
  readonly stage: () => StageName | null;
}

/** A child that takes too long is killed, and so is one that fails; the error says what that means for the document. */
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
