/**
 * A limited pool of parser children. A document has one child from `open` to `close`. A child serves many documents,
 * one after the other, and is replaced after any fault, so that no document can affect another one.
 */
import type { Comparison } from '#domain/compare.ts';
import type { EngineReport } from '#domain/report.ts';
import type { Printable } from '#domain/printing.ts';
import { documentDeadlineMs } from '#domain/submission.ts';
import { type ComparisonRequest, runComparison } from './comparison.ts';
import type { Source } from './frames.ts';
import { type Child, ChildPool } from './child-pool.ts';
import { PARSER_PROGRAM } from './child-programs.ts';
import { runPrint } from './printing.ts';
import { type ParserStarter, probeSandbox } from './isolation/sandbox.ts';
import { ParserFailure, PipelineMismatch } from './requests.ts';
import { type DocumentSession, openSession, type SessionTerms, type TimedStep } from './session.ts';
import { NO_UNPAID_WORK, type UnpaidWork } from './recent-work.ts';

export { ParserBusy } from './parser-process.ts';
export { type DocumentSession, PipelineMismatch, ParserFailure, type TimedStep };

export interface ParserPoolOptions {
  /** The number of documents at the same time. */
  readonly processes: number;
  /** One further child stands ready, unless this is false. */
  readonly spare?: boolean;
  /** The limit of the data segment of one child. Its JavaScript heap has half of it. */
  readonly memoryMb: number;
  /**
   * The memory, in MiB, of children that wait for the next document of their organization. With the default 0, no more
   * children wait than may work at the same time.
   */
  readonly idleMemoryMb?: number;
  /** The number of documents that may wait for a child. Further ones are rejected with `ParserBusy`. */
  readonly maxWaiting: number;
  /**
   * False while this process must not start documents. They are rejected with `ParserBusy`, and no child is started.
   */
  readonly mayOpen?: () => boolean;
  /** The certificates (DER) that can end the chain of a signer. Without them reports make no statement about trust. */
  readonly trustAnchors?: readonly Uint8Array[];
  /** The sandbox that was found before. Without it the pool runs a trial. */
  readonly sandbox?: ParserStarter;
  /** The program of the children. Tests use one that misbehaves. */
  readonly entry?: string;
  /** Overrides the deadline that follows from the document's size. */
  readonly deadlineMs?: number;
  /** Receives documents that end without a result, so that their organizations come after others. */
  readonly unpaid?: UnpaidWork;
  /** Called for each child that has loaded the engine. The id is undefined for a child on another host. */
  readonly onReady?: (pid: number | undefined) => void;
  /** Called with the reason when a child was replaced. The text may hold a stack trace and is only for the log. */
  readonly onFault?: (fault: { readonly document: string | null; readonly reason: string }) => void;
}

type OpenRequest = Pick<SessionTerms, 'input' | 'options' | 'pipelineSpec' | 'proves'>;

/** The owner of the document, because no child reads documents of two organizations. */
interface Owned {
  readonly organizationId: string;
}

export interface ParserPool {
  /** `document` identifies the document in logged faults. It is an id and never a file name. */
  open(document: string, request: OpenRequest & Owned, waitMs: number): Promise<DocumentSession>;
  /** Uses one child from start to end. */
  compare(name: string, request: ComparisonRequest & Owned, waitMs: number): Promise<Comparison>;
  /** Returns the printed pages, normalized. */
  print(name: string, request: { readonly printable: Printable } & Owned, waitMs: number): Promise<Uint8Array>;
  status(): { readonly busy: number; readonly waiting: number; readonly pids: readonly number[] };
  readonly mechanisms: readonly string[];
  close(): Promise<void>;
}

/** The pages are ours and few, so a child that takes longer hangs. */
const PRINT_DEADLINE_MS = 20_000;

export function createParserPool(options: ParserPoolOptions): ParserPool {
  const { sandbox = probeSandbox() } = options;
  const children = new ChildPool({
    ...options,
    start: () => sandbox.start(options.entry ?? PARSER_PROGRAM, options.memoryMb),
    trustAnchors: options.trustAnchors ?? [],
    onFault: options.onFault ?? (() => undefined),
  });
  const deadlineFor = (source: Source) => options.deadlineMs ?? documentDeadlineMs(sizeOf(source));
  const { unpaid = NO_UNPAID_WORK } = options;
  let isClosing = false;
  const workOf = (child: Child) =>
    unpaidWorkOf(child, (organizationId, ms) => {
      // A pool that closes ends good documents too, so these do not count.
      if (!isClosing) unpaid.add(organizationId, ms);
    });
  return {
    mechanisms: sandbox.mechanisms,
    status: () => children.status(),
    close: () => {
      isClosing = true;
      return children.close();
    },
    async open(document, request, waitMs) {
      const { organizationId, input } = request;
      const child = await children.acquire({ organizationId, document, sizeBytes: sizeOf(input) }, waitMs);
      const work = workOf(child);
      const session = await work.during(() =>
        openSession(child.process, {
          ...request,
          deadlineMs: deadlineFor(request.input),
          release: (usage) => children.release(child, usage),
        }),
      );
      // The child may have its next document when the caller asks for the result.
      const isPaid = ({ report }: { report: EngineReport }) => report.status === 'SUCCESS';
      void work.during(() => session.result(), isPaid).catch(() => undefined);
      const close = () => {
        work.waive();
        return session.close();
      };
      return { ...session, close };
    },
    async print(name, { organizationId, printable }, waitMs) {
      const child = await children.acquire({ organizationId, document: name, sizeBytes: 0 }, waitMs);
      return runPrint(child.process, printable, {
        deadlineMs: options.deadlineMs ?? PRINT_DEADLINE_MS,
        release: (usage) => children.release(child, usage),
      });
    },
    async compare(name, request, waitMs) {
      const { organizationId, documents } = request;
      const child = await children.acquire({ organizationId, document: name, sizeBytes: sizeOf(documents) }, waitMs);
      const comparing = () =>
        runComparison(child.process, request, {
          deadlineMs: deadlineFor(request.documents),
          release: (usage) => children.release(child, usage),
        });
      return workOf(child).during(comparing, ({ kind }) => kind === 'report');
    },
  };
}

function sizeOf(source: Source): number {
  return source instanceof Uint8Array ? source.length : source.sizeBytes;
}

/** A document that ends within this time costs no more than any other, whatever its result. */
const FREE_WORK_MS = 1_000;

interface UnpaidWorkOfDocument {
  /** Notes the work once, when the document ends with a failure or with an unpaid answer. */
  during<T>(work: () => Promise<T>, isPaid?: (answer: T) => boolean): Promise<T>;
  /** Notes nothing after this call, because the service and not the document ends the work. */
  waive(): void;
}

function unpaidWorkOf({ process, organizationId }: Child, add: UnpaidWork['add']): UnpaidWorkOfDocument {
  const beganAt = process.runningMs();
  let isNoted = false;
  const note = () => {
    const ms = process.runningMs() - beganAt - FREE_WORK_MS;
    if (!isNoted && ms > 0) add(organizationId ?? '', ms);
    isNoted = true;
  };
  return {
    waive: () => void (isNoted = true),
    async during(work, isPaid = () => true) {
      try {
        const answer = await work();
        if (!isPaid(answer)) note();
        return answer;
      } catch (error) {
        if (error instanceof ParserFailure) note();
        throw error;
      }
    },
  };
}
