/**
 * A document whose pages are drawn and read behind glass, in whatever order they are asked for. The shown page comes
 * before background comparisons. A page that crashes its frame does not affect the others.
 */
import type { Drawing, Outline, Size } from '#portal/frame/protocol.ts';
import { DrawingError } from './drawing-error.ts';
import type { Frame } from './frame.ts';

export type Urgency = 'now' | 'later';

interface Job {
  readonly run: (frame: DrawingFrame) => Promise<void>;
  readonly refuse: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

interface Asking {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal | undefined;
}

/** A document may crash its frame so often before the page gives up. */
const MAX_ENDINGS = 3;

/** The functions of a frame that a document uses. */
export type DrawingFrame = Pick<Frame, 'open' | 'ask' | 'end'>;

export class FramedDocument {
  readonly #bytes: Promise<Uint8Array>;
  readonly #makeFrame: () => DrawingFrame;
  readonly #queues: Readonly<Record<Urgency, Job[]>> = { now: [], later: [] };
  #frame: DrawingFrame | null = null;
  #pages = 0;
  #endings = 0;
  #isWorking = false;
  #isClosed = false;
  /** The document itself cannot be opened: no page can. */
  #refusal: DrawingError | null = null;

  constructor(bytes: Promise<Uint8Array>, makeFrame: () => DrawingFrame) {
    this.#bytes = bytes;
    // The request for a page is rejected.
    bytes.catch(() => {});
    this.#makeFrame = makeFrame;
  }

  /** Opens the document, and says how many pages it has. */
  pages(): Promise<number> {
    return this.#ask({ urgency: 'now' }, async () => this.#pages);
  }

  /** The page as large as it fits into the box. */
  draw(page: number, box: Size, asking: Asking): Promise<Drawing> {
    return this.#ask(asking, (frame) => frame.ask<'draw'>({ kind: 'draw', page, box }));
  }

  /** The text of the page. */
  read(page: number, asking: Asking): Promise<string> {
    return this.#ask(asking, async (frame) => (await frame.ask<'read'>({ kind: 'read', page })).text);
  }

  /** Its tags for screen readers. */
  outline(): Promise<Outline> {
    return this.#ask({ urgency: 'now' }, (frame) => frame.ask<'outline'>({ kind: 'outline' }));
  }

  /** Ends the frame. Unanswered requests are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#frame?.end();
    this.#frame = null;
  }

  #ask<T>({ urgency, signal }: Asking, question: (frame: DrawingFrame) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = async (frame: DrawingFrame) => resolve(await question(frame));
    this.#queues[urgency].push({ run, refuse: reject, signal });
    void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let job = this.#next(); job; job = this.#next()) await this.#do(job);
    this.#isWorking = false;
  }

  /** Only the newest shown page is drawn, because the person has left the others. */
  #next(): Job | undefined {
    return this.#queues.now.pop() ?? this.#queues.later.shift();
  }

  async #do(job: Job): Promise<void> {
    try {
      job.signal?.throwIfAborted();
      await job.run(await this.#openFrame());
    } catch (error) {
      if (error instanceof DrawingError && error.reason === 'unresponsive') this.#dropFrame();
      job.refuse(error);
    }
  }

  async #openFrame(): Promise<DrawingFrame> {
    if (this.#isClosed) throw new DrawingError('unresponsive');
    if (this.#refusal) throw this.#refusal;
    if (this.#frame) return this.#frame;
    const frame = this.#makeFrame();
    this.#frame = frame;
    try {
      // A copy, as the frame has what it gets for itself.
      this.#pages = await frame.open(new Uint8Array(await this.#bytes).buffer);
      return frame;
    } catch (error) {
      frame.end();
      this.#frame = null;
      if (error instanceof DrawingError && error.reason !== 'unresponsive') this.#refusal = error;
      throw error;
    }
  }

  #dropFrame(): void {
    this.#frame?.end();
    this.#frame = null;
    this.#endings += 1;
    if (this.#endings >= MAX_ENDINGS) this.#refusal ??= new DrawingError('unresponsive');
  }
}
