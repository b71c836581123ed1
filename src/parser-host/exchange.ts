/**
 * One document inside one parser child, in one exchange: the child is given the document and tells each stage as it ends.
 * When the last answer is there the child is free again, however long the rest of the service still has the outcome.
 */
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { describeReport } from '#domain/sentences/describe.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import { decodePages } from '#src/contract/parser/page-fingerprints.ts';
import { deadlineOf } from './deadline.ts';
import { type AnyReply, expectKind, ParserDied, type ParserProcess } from './parser-process.ts';
import {
  type DocumentSession,
  endingLate,
  readTimeline,
  type SessionTerms,
  type TimedStep,
  untilOfSpec,
} from './session.ts';

type Result = Awaited<ReturnType<DocumentSession['result']>>;

/** What is told of a document, each as soon as it is. */
interface Told {
  readonly steps: ReadonlyMap<StageName, PromiseWithResolvers<TimedStep>>;
  readonly result: PromiseWithResolvers<Result>;
  readonly timeline: PromiseWithResolvers<RevisionTimeline | null>;
  readonly pages: PromiseWithResolvers<readonly PageFingerprints[] | null>;
}

/** Resolves as soon as the exchange has begun. */
export async function openExchange(child: ParserProcess, terms: SessionTerms): Promise<DocumentSession> {
  await untilOfSpec(child, terms);
  const told: Told = {
    steps: new Map(STAGE_NAMES.map((name) => [name, Promise.withResolvers<TimedStep>()])),
    result: Promise.withResolvers(),
    timeline: Promise.withResolvers(),
    pages: Promise.withResolvers(),
  };
  const all = [...told.steps.values(), told.result, told.timeline, told.pages];
  for (const { promise } of all) promise.catch(() => undefined); // not everybody asks for all of them
  const exchange = carryOut(child, terms, told).catch((error: unknown) => {
    for (const { reject } of all) reject(error);
  });
  let hasEnded = false;
  const ended = () => (hasEnded = true);
  told.result.promise.then(ended, ended);
  return {
    runStage: (name) => told.steps.get(name)?.promise ?? Promise.reject(new Error(`No stage is called ${name}.`)),
    result: () => told.result.promise,
    // The result is there already.
    timeline: () => told.timeline.promise.catch(() => null),
    pages: () => told.pages.promise.catch(() => null),
    async close() {
      // After the result the child needs a moment, and is then free for the next document.
      if (hasEnded) await exchange;
      else child.kill();
    },
  };
}

async function carryOut(child: ParserProcess, terms: SessionTerms, told: Told): Promise<void> {
  const { options, proves = 'all', input, deadlineMs } = terms;
  const under = { stage: null as StageName | null };
  const answers = inOrder(child, terms, told, under);
  answers.next();
  const take = (answer: AnyReply): boolean => answers.next(answer).done === true;
  const deadline = deadlineOf(child, deadlineMs);
  await endingLate(child, { deadline, stage: () => under.stage }, () =>
    child.converse({ kind: 'normalize', options, proves }, input, take),
  );
}

/** Takes the answers one by one; any other than the next one expected ends the child. */
function* inOrder(
  child: ParserProcess,
  terms: SessionTerms,
  told: Told,
  under: { stage: StageName | null },
): Generator<undefined, void, AnyReply> {
  const kill = () => child.kill();
  expectKind((yield).reply, 'opened', kill);
  let since = child.runningMs();
  for (const [name, step] of told.steps) {
    under.stage = name;
    const found = expectKind((yield).reply, 'step', kill).step;
    if (found.name !== name) throw new ParserDied(`The child tells of ${found.name} instead of ${name}.`);
    const now = child.runningMs();
    step.resolve({ ...found, durationMs: Math.round(now - since) });
    since = now;
    if (found.ended) break;
  }
  under.stage = null;
  const { reply, payload } = yield;
  const { report } = expectKind(reply, 'result', kill);
  told.result.resolve({ report: describeReport(report), bytes: report.normalized === null ? null : payload });
  const last = yield;
  expectKind(last.reply, 'timeline', kill);
  told.timeline.resolve(readTimeline(last.payload));
  const end = yield;
  const usage = expectKind(end.reply, 'closed', kill);
  told.pages.resolve(decodePages(end.payload));
  terms.release(usage);
}
