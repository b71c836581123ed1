/**
 * How long a frame may take for one answer. What the page itself has to load in between does not count, and gives no time of
 * its own: whoever asks for many parts has not more of it.
 */
export class Clock {
  readonly #limitMs: number;
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leftMs = 0;
  #runningSince = 0;
  #pauses = 0;
  /** Of this answer: a pause that an earlier one began is not ended in it. */
  #round = 0;

  constructor(limitMs: number, onEnd: () => void) {
    this.#limitMs = limitMs;
    this.#onEnd = onEnd;
  }

  restart(): void {
    this.stop();
    this.#leftMs = this.#limitMs;
    this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#pauses = 0;
  }

  /** Answers how to go on. Several things may be waited for at a time. */
  pause(): () => void {
    if (this.#pauses === 0) {
      clearTimeout(this.#timer);
      this.#leftMs -= performance.now() - this.#runningSince;
    }
    this.#pauses += 1;
    const round = this.#round;
    return () => {
      if (round !== this.#round) return;
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#run();
    };
  }

  #run(): void {
    this.#runningSince = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#leftMs));
  }
}
