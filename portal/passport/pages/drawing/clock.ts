/**
 * The time limit of a frame for one answer. The time in which the page loads parts does not count, and many requests
 * for parts do not extend the limit.
 */
export class Clock {
  readonly #limitMs: number;
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leftMs = 0;
  #runningSince = 0;
  #pauses = 0;
  /** The pause belongs to this answer. The pause of an earlier answer does not end here. */
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
