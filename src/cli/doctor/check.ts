/** One thing that has to be right for the service to work, and what is found where it is looked at. */
import type { Config } from '#src/config.ts';

export interface Finding {
  /** `warn`: it works, and somebody should know. `skipped`: what it needs is not in order. */
  readonly state: 'ok' | 'warn' | 'fail' | 'skipped';
  /** What was seen, in a sentence; never the value of a secret. */
  readonly said: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
}

export interface Check {
  /** As it is printed: the part that is looked at. */
  readonly name: string;
  /** What it throws is a failure, with the remedy of the check. */
  readonly look: (config: Config) => Promise<Finding>;
  readonly remedy: string;
  /** The check that has to be passed first: without it this one would say the same in other words. */
  readonly needs?: string;
}

export const ok = (said: string): Finding => ({ state: 'ok', said, remedy: null });
export const warn = (said: string, remedy: string): Finding => ({ state: 'warn', said, remedy });
export const fail = (said: string, remedy: string): Finding => ({ state: 'fail', said, remedy });
