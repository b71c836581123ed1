/**
 * A module that loads on demand. A failed load is not cached: the next attempt asks again. Some browsers cache the
 * failure all the same, and a new version of the pages has other files. Then the page itself reloads if the service
 * answers, and its address restores the content.
 */
import { ApiProblem } from '#portal/api/problem.ts';

export interface Loaded<Value> {
  /** Null while it is not there. */
  readonly value: Value | null;
  /** Why it is not there; null before and while it is asked for. */
  readonly failure: ApiProblem | null;
}

export class Source<Value> {
  readonly #load: () => Promise<Value>;
  readonly #startOver: () => Promise<void>;
  readonly #listeners = new Set<() => void>();
  #state: Loaded<Value> = { value: null, failure: null };
  #pending: Promise<void> | null = null;

  constructor(load: () => Promise<Value>, startOver = loadPageAnew) {
    this.#load = load;
    this.#startOver = startOver;
  }

  readonly get = (): Loaded<Value> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Loads the module once for all callers. `get` throws the error. */
  load(): Promise<void> {
    if (this.#state.value !== null) return Promise.resolve();
    this.#pending ??= this.#attempt().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** For a pressed button: a second press after a failure may reload the page. */
  async ask(): Promise<Value> {
    const hadFailed = this.#state.failure !== null;
    await this.load();
    const { value, failure } = this.#state;
    if (value !== null) return value;
    if (hadFailed) await this.#startOver();
    throw failure ?? notLoaded();
  }

  async #attempt(): Promise<void> {
    if (this.#state.failure !== null) this.#set({ value: null, failure: null });
    try {
      this.#set({ value: await this.#load(), failure: null });
    } catch {
      // The browser has logged the error.
      this.#set({ value: null, failure: notLoaded() });
    }
  }

  #set(state: Loaded<Value>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function notLoaded(): ApiProblem {
  return new ApiProblem('This part could not be loaded. Try again.');
}

/** Without an answer the page stays, because its content is better than the browser's error page. */
async function loadPageAnew(): Promise<void> {
  const isThere = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
}
