/**
 * One frame with one document, from the side of the page. The frame has another origin, no network and no rights. The
 * page checks all its messages, and ends a frame that is late or sends unrequested messages.
 */
import { addressOf } from '#portal/api/send.ts';
import { partNamed, workerScripts } from '#portal/frame/parts.ts';
import { type FrameMessage, type FrameRequest, frameMessage, type PartMessage } from '#portal/frame/protocol.ts';
import { Clock } from './clock.ts';
import { DrawingError } from './drawing-error.ts';

type AnswerKinds = {
  readonly open: 'opened';
  readonly draw: 'drawn';
  readonly read: 'text';
  readonly outline: 'outline';
};
type AnswerTo<Kind extends keyof AnswerKinds> = Extract<FrameMessage, { readonly kind: AnswerKinds[Kind] }>;

/** A question without its number. */
export type Question<Kind extends FrameRequest['kind'] = FrameRequest['kind']> = Kind extends unknown
  ? Omit<FrameRequest & { readonly kind: Kind }, 'id'>
  : never;

/** Long enough for a page that takes long on a small computer. */
const DEADLINE_MS = 20_000;
/** All parts that there are, each asked for once by each of some fonts. */
const MAX_NEEDS = 1_000;
const ADDRESS = addressOf('portal/frame.html');

/** A frame in the page: made, asked one question after the other, and ended. */
export class Frame {
  readonly #element = document.createElement('iframe');
  readonly #ended = new AbortController();
  readonly #clock: Clock;
  readonly #isReady = Promise.withResolvers<void>();
  readonly #scripts = workerScripts();
  #expected: { readonly id: number; readonly answer: PromiseWithResolvers<FrameMessage> } | null = null;
  #hasBegun = false;
  #lastId = 0;
  #needs = 0;

  constructor(deadlineMs = DEADLINE_MS) {
    this.#clock = new Clock(deadlineMs, () => this.end());
    // The opener of a document gets both errors.
    this.#isReady.promise.catch(() => {});
    this.#scripts.catch(() => {});
    this.#clock.restart();
    window.addEventListener('message', (event) => this.#receive(event), { signal: this.#ended.signal });
    this.#put();
  }

  /**
   * The number of pages of the document. The frame loads meanwhile, wherever the bytes come from. The bytes are
   * handed over: the caller has them no more.
   */
  async open(bytes: ArrayBuffer): Promise<number> {
    await this.#isReady.promise;
    const scripts = await this.#scripts;
    return (await this.ask<'open'>({ kind: 'open', bytes, ...scripts })).pages;
  }

  /** The answer, or a DrawingError. One question at a time. */
  async ask<Kind extends FrameRequest['kind']>(question: Question<Kind>): Promise<AnswerTo<Kind>>;
  async ask(question: Question): Promise<FrameMessage> {
    if (this.#ended.signal.aborted) throw new DrawingError('unresponsive');
    this.#lastId += 1;
    const answer = Promise.withResolvers<FrameMessage>();
    this.#expected = { id: this.#lastId, answer };
    this.#clock.restart();
    this.#send({ ...question, id: this.#lastId });
    const message = await answer.promise;
    if (message.kind === 'failed') throw new DrawingError(message.reason);
    if (isAnswer(question, message)) return message;
    this.end();
    throw new DrawingError('unresponsive');
  }

  /** Takes the frame away with all that works in it. Rejects the waiting requests. */
  end(): void {
    this.#ended.abort();
    this.#clock.stop();
    this.#element.remove();
    this.#isReady.reject(new DrawingError('unresponsive'));
    this.#expected?.answer.reject(new DrawingError('unresponsive'));
    this.#expected = null;
  }

  /** Seen by nobody, but in view: browsers let frames wait that are out of view. */
  #put(): void {
    const element = this.#element;
    element.setAttribute('sandbox', 'allow-scripts');
    element.referrerPolicy = 'no-referrer';
    element.title = 'Draws a document';
    element.inert = true;
    element.tabIndex = -1;
    element.setAttribute('aria-hidden', 'true');
    Object.assign(element.style, {
      position: 'fixed',
      insetBlockStart: '0',
      insetInlineStart: '0',
      inlineSize: '1px',
      blockSize: '1px',
      border: '0',
      opacity: '0',
      pointerEvents: 'none',
    });
    element.src = ADDRESS;
    document.body.append(element);
  }

  #receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#element.contentWindow) return;
    // Only a frame that has lost its origin gets the document.
    const message = origin === 'null' ? frameMessage(data) : null;
    if (message?.kind === 'ready') this.#begin();
    else if (message?.kind === 'need') void this.#handOver(message);
    else if (message && message.id === this.#expected?.id) this.#settle(message);
    else this.end();
  }

  /** Once: a frame that somebody has taken gets no more time by saying it again. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#clock.stop();
    this.#isReady.resolve();
  }

  #settle(message: FrameMessage): void {
    this.#clock.stop();
    const expected = this.#expected;
    this.#expected = null;
    expected?.answer.resolve(message);
  }

  async #handOver({ id, part, name }: FrameMessage & { readonly kind: 'need' }): Promise<void> {
    this.#needs += 1;
    const asked = this.#expected;
    if (!asked || this.#needs > MAX_NEEDS) return this.end();
    const goOn = this.#clock.pause();
    // A part that cannot be loaded is one that is not there: the page is drawn without it.
    const bytes = await partNamed(part, name).catch(() => null);
    if (this.#expected !== asked) return;
    goOn();
    this.#send({ kind: 'part', id, bytes });
  }

  /** The target origin is `*`, because an opaque origin has no name. The policy allows nothing else in the frame. */
  #send(message: FrameRequest | PartMessage): void {
    const transfer = Object.values(message).filter((value) => value instanceof ArrayBuffer);
    this.#element.contentWindow?.postMessage(message, '*', transfer);
  }
}

/** True if this answers the request and is not larger than requested. */
function isAnswer(question: Question, message: FrameMessage): boolean {
  if (question.kind === 'open') return message.kind === 'opened';
  if (question.kind === 'read') return message.kind === 'text';
  if (question.kind === 'outline') return message.kind === 'outline';
  return message.kind === 'drawn' && message.width <= question.box.width && message.height <= question.box.height;
}
