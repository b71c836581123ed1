/** The result of an attempt, and its report. */

/**
 * `refused`: the service rejected the attempt. `held`: the service accepted it without a harmful effect. `broken`: a
 * forbidden effect happened, or the service crashed. `not tried`: the attempt is impossible here, with the reason.
 */
type Verdict = 'refused' | 'held' | 'broken' | 'not tried';

export interface Outcome {
  readonly verdict: Verdict;
  /** The observation in a few words. */
  readonly said: string;
}

export interface Result extends Outcome {
  readonly group: string;
  readonly name: string;
}

/** Runs one attempt and notes its result. Any exception counts as `broken`. */
export type Attempt = (name: string, run: () => Promise<Outcome> | Outcome) => Promise<void>;

export const refused = (said: string): Outcome => ({ verdict: 'refused', said });
export const held = (said: string): Outcome => ({ verdict: 'held', said });
export const broken = (said: string): Outcome => ({ verdict: 'broken', said });
export const notTried = (said: string): Outcome => ({ verdict: 'not tried', said });

const SHOWN_CHARACTERS = 300;

/** Refused if the answer has one of the statuses. Any other answer is broken and shown. */
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
