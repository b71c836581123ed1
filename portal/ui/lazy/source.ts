/**
 * A module that is loaded when somebody needs it. That it could not be loaded is remembered for nobody: the next attempt asks
 * anew. Some browsers remember it all the same, and a new version of the pages has other files: then the page itself is
 * loaded anew, where the service answers, and its address leads back to what was shown.
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

  /** Asks for it where it is not there yet, once for all who want it. What went wrong is told by `get`. */
  load(): Promise<void> {
    if (this.#state.value !== null) return Promise.resolve();
    this.#pending ??= this.#attempt().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** For what somebody has pressed: pressed again after a failure, it is worth to load the page anew. */
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
      // The browser has told its console what it was.
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

/** Where nothing answers the page stays: what is on it is better than the browser's own page. */
async function loadPageAnew(): Promise<void> {
  const isThere = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
}
