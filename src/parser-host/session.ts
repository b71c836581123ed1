/**
 * One document in one parser child, in one exchange. The child gets the document and reports each stage at its end.
 * After the last reply the child is free again, even while the service still uses the result.
 */
import { type ProofExtent, STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { describeReport } from '#domain/sentences/describe.ts';
import { decodePages } from '#src/contract/parser/page-fingerprints.ts';
import { timelineSchema } from '#src/contract/parser/revisions-schema.ts';
import type { Usage } from './child-pool.ts';
import { deadlineOf } from './deadline.ts';
import type { Source } from './frames.ts';
import { type AnyReply, expectKind, ParserDied, type ParserProcess } from './parser-process.ts';
import type { DocumentOptions } from './protocol.ts';
import { endingLate, PipelineMismatch, untilReady } from './requests.ts';

export interface TimedStep {
  readonly name: StageName;
  readonly result: string;
  readonly ended: boolean;
  readonly durationMs: number;
}

export interface DocumentSession {
  /** Returns the stage, or an earlier one that ended the document. */
  stage(name: StageName): Promise<TimedStep>;
  result(): Promise<{ bytes: Uint8Array | null; report: EngineReport }>;
  /** The revisions of the input, reported beside the result; null if they are unknown. */
  timeline(): Promise<RevisionTimeline | null>;
  /** The page fingerprints of the output; null if there are none. */
  pages(): Promise<readonly PageFingerprints[] | null>;
  /** Kills the child if the document is still in progress. A second call has no effect. */
  close(): Promise<void>;
}

export interface SessionTerms {
  readonly input: Source;
  readonly options: DocumentOptions;
  /** The specification of the earlier stages; undefined accepts any. */
  readonly pipelineSpec?: string | undefined;
  /** The default is `all`. */
  readonly proves?: ProofExtent;
  readonly deadlineMs: number;
  /** Called when the child is free again. A child that failed or was closed in progress is killed instead. */
  release(usage: Usage): void;
}

type Result = Awaited<ReturnType<DocumentSession['result']>>;

/** The answers of the child, each available as soon as it arrives. */
interface Reported {
  readonly opened: PromiseWithResolvers<void>;
  readonly steps: ReadonlyMap<StageName, PromiseWithResolvers<TimedStep>>;
  readonly result: PromiseWithResolvers<Result>;
  readonly timeline: PromiseWithResolvers<RevisionTimeline | null>;
  readonly pages: PromiseWithResolvers<readonly PageFingerprints[] | null>;
}

/** Resolves when the child has the input. */
export async function openSession(child: ParserProcess, terms: SessionTerms): Promise<DocumentSession> {
  await untilOfSpec(child, terms);
  const reported: Reported = {
    opened: Promise.withResolvers(),
    steps: new Map(STAGE_NAMES.map((name) => [name, Promise.withResolvers<TimedStep>()])),
    result: Promise.withResolvers(),
    timeline: Promise.withResolvers(),
    pages: Promise.withResolvers(),
  };
  const { opened, steps, result, timeline, pages } = reported;
  const all = [opened, ...steps.values(), result, timeline, pages];
  for (const { promise } of all) promise.catch(() => undefined); // not every caller uses all of them
  const exchange = carryOut(child, terms, reported).catch((error: unknown) => {
    for (const { reject } of all) reject(error);
  });
  let hasEnded = false;
  const ended = () => (hasEnded = true);
  result.promise.then(ended, ended);
  await opened.promise;
  return {
    stage: (name) => steps.get(name)?.promise ?? Promise.reject(new Error(`No stage is called ${name}.`)),
    result: () => result.promise,
    // The result has arrived before.
    timeline: () => timeline.promise.catch(() => null),
    pages: () => pages.promise.catch(() => null),
    async close() {
      // After the result the child needs a moment before it is free for the next document.
      if (hasEnded) await exchange;
      else child.kill();
    },
  };
}

async function carryOut(child: ParserProcess, terms: SessionTerms, reported: Reported): Promise<void> {
  const { options, proves = 'all', input, deadlineMs } = terms;
  const under = { stage: null as StageName | null };
  const answers = inOrder(child, terms, reported, under);
  answers.next();
  const take = (answer: AnyReply): boolean => answers.next(answer).done === true;
  const deadline = deadlineOf(child, deadlineMs);
  await endingLate(child, { deadline, stage: () => under.stage }, () =>
    child.converse({ kind: 'normalize', options, proves }, input, take),
  );
}

/** Yields the answers one by one. An unexpected answer ends the child. */
function* inOrder(
  child: ParserProcess,
  terms: SessionTerms,
  { opened, steps, result, timeline, pages }: Reported,
  under: { stage: StageName | null },
): Generator<undefined, void, AnyReply> {
  const kill = () => child.kill();
  expectKind((yield).reply, 'opened', kill);
  opened.resolve();
  let since = child.runningMs();
  for (const [name, step] of steps) {
    under.stage = name;
    const found = expectKind((yield).reply, 'step', kill).step;
    if (found.name !== name) throw new ParserDied(`The child reports ${found.name} instead of ${name}.`);
    const now = child.runningMs();
    const timed = { ...found, durationMs: Math.round(now - since) };
    step.resolve(timed);
    since = now;
    if (!found.ended) continue;
    for (const later of steps.values()) later.resolve(timed);
    break;
  }
  under.stage = null;
  const { reply, payload } = yield;
  const { report } = expectKind(reply, 'result', kill);
  result.resolve({ report: describeReport(report), bytes: report.normalized === null ? null : payload });
  const last = yield;
  expectKind(last.reply, 'timeline', kill);
  timeline.resolve(readTimeline(last.payload));
  const end = yield;
  const usage = expectKind(end.reply, 'closed', kill);
  pages.resolve(decodePages(end.payload));
  terms.release(usage);
}

/**
 * Resolves if the child is ready and runs the specification of the earlier stages. Otherwise the child is returned to
 * the pool.
 */
async function untilOfSpec(child: ParserProcess, terms: SessionTerms): Promise<void> {
  const { pipelineSpec } = await untilReady(child);
  if (terms.pipelineSpec === undefined || terms.pipelineSpec === pipelineSpec) return;
  terms.release(null);
  throw new PipelineMismatch(pipelineSpec);
}

/** The limits of a timeline allow far less. */
const MAX_TIMELINE_BYTES = 4 * 1024 * 1024;

/** Returns null for a reply that our engine cannot have sent. */
function readTimeline(payload: Uint8Array): RevisionTimeline | null {
  if (payload.length === 0 || payload.length > MAX_TIMELINE_BYTES) return null;
  try {
    return timelineSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}
