/**
 * One parser child from the view of the worker: a process that answers requests until it is ended, dies or breaks the
 * protocol.
 */
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { StartedParser } from './isolation/started-parser.ts';
import { readFrames, type Source, writeFrame } from './frames.ts';
import { FRAME_LIMITS, type ParserReply, type ParserRequest, replySchema } from './protocol.ts';

/** The child exited, was killed, or was killed after it broke the protocol. */
export class ParserDied extends Error {
  override readonly name = 'ParserDied';
}

/**
 * No child is free and too many documents wait, or the document had to give up its child. A later attempt can succeed.
 */
export class ParserBusy extends Error {
  override readonly name = 'ParserBusy';
}

/** A reply of the stated kind, before its validation. */
export interface AnyReply {
  readonly reply: ParserReply;
  readonly payload: Uint8Array;
}

export interface Reply<K extends ParserReply['kind']> {
  readonly reply: Extract<ParserReply, { kind: K }>;
  readonly payload: Uint8Array;
}

/** The engine threw inside of the child, and the child ends itself. */
export class ParserFault extends Error {
  override readonly name = 'ParserFault';
  readonly exhausted: boolean;

  constructor(exhausted: boolean, message: string) {
    super(message);
    this.exhausted = exhausted;
  }
}

export interface ParserProcess {
  readonly pid: number | undefined;
  /** Resolves when the child has loaded the engine. Rejects if it died before. */
  readonly ready: Promise<{ readonly pipelineSpec: string }>;
  /** Resolves with a description of the exit. Never rejects. */
  readonly gone: Promise<string>;
  request<K extends ParserReply['kind']>(request: ParserRequest, expected: K, payload?: Source): Promise<Reply<K>>;
  /**
   * A request with several answers. Each one is passed to `take`, which returns whether it was the last. The child is
   * killed if `take` throws.
   */
  converse(request: ParserRequest, payload: Source, take: (answer: AnyReply) => boolean): Promise<void>;
  /** Current and later requests fail with the reason, which is the death of the child by default. */
  kill(reason?: Error): void;
  pause(): void;
  resume(): void;
  /** The milliseconds since its start without pauses. */
  runningMs(): number;
  /** The processor time since its start; null if it cannot be measured. */
  cpuMs(): Promise<number | null>;
}

interface Waiter {
  /** Returns whether the request is complete. */
  isLast(answer: AnyReply): boolean;
  resolve(answer: AnyReply): void;
  reject(error: Error): void;
}

function answering(parser: StartedParser): ParserProcess {
  const lastWords = keepTail(parser.printed);
  const clock = stoppableClock();
  let waiter: Waiter | null = null;
  let death: Error | null = null;
  const end = (reason: Error) => {
    death ??= reason;
    waiter?.reject(death);
    waiter = null;
  };
  const gone = parser.gone.then((how) => {
    const story = `${how} ${lastWords()}`.trim();
    end(new ParserDied(story));
    return story;
  });
  const kill = (reason?: Error) => {
    if (reason !== undefined) end(reason);
    parser.kill();
  };
  // A broken pipe is reported as the death of the child. Without a listener it would end the worker.
  parser.requests.on('error', () => undefined);

  /** Resolves with the last answer. */
  const answersUntil = (isLast: (answer: AnyReply) => boolean) =>
    new Promise<AnyReply>((resolve, reject) => {
      if (death !== null) reject(death);
      else if (waiter !== null) reject(new Error('A parser answers one request at a time.'));
      else waiter = { isLast, resolve, reject };
    });
  const next = () => answersUntil(() => true);
  const deliver = (answer: AnyReply) => {
    if (waiter === null) return kill(); // an answer without a request
    try {
      if (!waiter.isLast(answer)) return;
      waiter.resolve(answer);
      waiter = null;
    } catch (error) {
      kill(error instanceof Error ? error : undefined);
    }
  };
  const ready = next().then(({ reply }) => expectKind(reply, 'ready', kill));
  ready.catch(() => undefined); // `gone` reports the failure too
  void pumpReplies(parser.replies, deliver).catch(() => kill());

  return {
    pid: parser.pid,
    ready,
    gone,
    kill,
    pause() {
      clock.stop();
      parser.pause();
    },
    resume() {
      clock.go();
      parser.resume();
    },
    runningMs: clock.read,
    cpuMs: () => parser.cpuMs(),
    async request(request, expected, payload = new Uint8Array(0)) {
      const answered = next();
      const sent = writeFrame(parser.requests, request, payload).catch(() => kill());
      const { reply, payload: received } = await answered;
      await sent;
      return { reply: expectKind(reply, expected, kill), payload: received };
    },
    async converse(request, payload, take) {
      const answered = answersUntil(take);
      const sent = writeFrame(parser.requests, request, payload).catch(() => kill());
      await answered;
      await sent;
    },
  };
}

function stoppableClock() {
  let before = 0;
  let since: number | null = performance.now();
  const read = () => before + (since === null ? 0 : performance.now() - since);
  return {
    read,
    stop() {
      before = read();
      since = null;
    },
    go() {
      since ??= performance.now();
    },
  };
}

/** Sends the trust anchors to a child before it is ready. They are public and belong to no document. */
export function trustingParser(started: StartedParser, trustAnchors: readonly Uint8Array[]): ParserProcess {
  const child = answering(started);
  if (trustAnchors.length === 0) return child;
  const request = { kind: 'trust', sizesBytes: trustAnchors.map(({ length }) => length) } as const;
  const ready = child.ready.then(async (readiness) => {
    await child.request(request, 'trusting', Buffer.concat(trustAnchors));
    return readiness;
  });
  ready.catch(() => undefined); // `gone` reports the failure too
  return { ...child, ready };
}

async function pumpReplies(source: Readable, deliver: (answer: AnyReply) => void): Promise<void> {
  try {
    for await (const { header, payload } of readFrames(source, FRAME_LIMITS)) {
      deliver({ reply: replySchema.parse(header), payload });
    }
  } finally {
    // A process does not count as gone while data in its pipes wait for a reader.
    source.destroy();
  }
}

/**
 * @throws ParserFault if the engine threw
 * @throws ParserDied for any other answer, after which the child gets no more requests
 */
export function expectKind<K extends ParserReply['kind']>(
  reply: ParserReply,
  expected: K,
  kill: () => void,
): Extract<ParserReply, { kind: K }> {
  if (isKind(reply, expected)) return reply;
  kill();
  if (reply.kind === 'fault') throw new ParserFault(reply.fault === 'exhausted', reply.message);
  throw new ParserDied(`answered '${reply.kind}' instead of '${expected}'`);
}

function isKind<K extends ParserReply['kind']>(
  reply: ParserReply,
  kind: K,
): reply is Extract<ParserReply, { kind: K }> {
  return reply.kind === kind;
}

const KEPT_CHARACTERS = 2_000;

/** The last words of a dying child go to the log. Other output of libraries is dropped. */
function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-KEPT_CHARACTERS);
  });
  return () => tail;
}
