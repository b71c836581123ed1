/** What becomes of an attempt, and how it is told. */

/**
 * `refused`: the service said no; `held`: it took the attempt and nothing came of it; `broken`: what must not happen did, or the
 * service went down with it; `not tried`: it cannot be tried from here, and why.
 */
type Verdict = 'refused' | 'held' | 'broken' | 'not tried';

export interface Outcome {
  readonly verdict: Verdict;
  /** What was seen, in a few words. */
  readonly said: string;
}

export interface Result extends Outcome {
  readonly group: string;
  readonly name: string;
}

/** Makes one attempt and takes down what became of it; whatever it throws is `broken`. */
export type Attempt = (name: string, run: () => Promise<Outcome> | Outcome) => Promise<void>;

export const refused = (said: string): Outcome => ({ verdict: 'refused', said });
export const held = (said: string): Outcome => ({ verdict: 'held', said });
export const broken = (said: string): Outcome => ({ verdict: 'broken', said });
export const notTried = (said: string): Outcome => ({ verdict: 'not tried', said });

const SHOWN_CHARACTERS = 300;

/** Refused, where the answer has one of the statuses; anything else is broken, and shown. */
export async function refusal(answer: Response, ...statuses: readonly number[]): Promise<Outcome> {
  const text = await answer.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
  const said = `${answer.status} ${code}`.trim();
  return statuses.includes(answer.status) ? refused(said) : broken(`${said}: ${text.slice(0, SHOWN_CHARACTERS)}`);
}

export function attemptsOf(group: string, note: (result: Result) => void): Attempt {
  return async (name, run) => {
    try {
      note({ group, name, ...(await run()) });
    } catch (error) {
      note({ group, name, ...broken(error instanceof Error ? (error.stack ?? error.message) : String(error)) });
    }
  };
}
