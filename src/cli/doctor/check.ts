/** One condition that the service needs, and the result of its check. */
import type { Config } from '#src/config.ts';

export interface Finding {
  /** `warn`: it works, and somebody should know. `skipped`: what it needs is not in order. */
  readonly state: 'ok' | 'warn' | 'fail' | 'skipped';
  /** The observation in a sentence, never with the value of a secret. */
  readonly said: string;
  /** The remedy, or null. */
  readonly remedy: string | null;
}

export interface Check {
  /** The printed name of the checked part. */
  readonly name: string;
  /** A thrown error is a failure with the remedy of the check. */
  readonly look: (config: Config) => Promise<Finding>;
  readonly remedy: string;
  /** The check that has to be passed first: without it this one would say the same in other words. */
  readonly needs?: string;
}

export const ok = (said: string): Finding => ({ state: 'ok', said, remedy: null });
export const warn = (said: string, remedy: string): Finding => ({ state: 'warn', said, remedy });
export const fail = (said: string, remedy: string): Finding => ({ state: 'fail', said, remedy });
